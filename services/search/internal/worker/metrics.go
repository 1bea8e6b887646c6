package worker

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kydai.dev/pkg/bus"
	"kydai.dev/services/search/internal/bot"
)

// Metrics is what an operator sees of the engine's work.
type Metrics struct {
	answered     *prometheus.CounterVec
	waited, took prometheus.Histogram
	queued       *prometheus.GaugeVec
}

// NewMetrics registers them, with those of the player.
func NewMetrics(player *bot.Player, metrics prometheus.Registerer) (*Metrics, error) {
	buckets := prometheus.ExponentialBuckets(0.005, 2, 13)
	m := &Metrics{
		answered: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "kydai_search_turns_total", Help: "Engines' turns by what came of them: done, outdated, again (it comes once more) or refused.",
		}, []string{"outcome"}),
		waited: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "kydai_search_wait_seconds", Help: "From the beginning of an engine's turn until a worker took it.", Buckets: buckets,
		}),
		took: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "kydai_search_answer_seconds", Help: "From the beginning of an engine's turn until its answer was stored.", Buckets: buckets,
		}),
		queued: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "kydai_search_queue", Help: "Engines' turns in the queue of all workers: waiting, or handed to one.",
		}, []string{"state"}),
	}
	nodes := prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "kydai_search_nodes_total", Help: "Positions looked at.",
	}, func() float64 { n, _ := player.Nodes(); return float64(n) })
	spent := prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "kydai_search_thinking_seconds_total", Help: "Time spent thinking, of all threads; nodes by this are nodes a second.",
	}, func() float64 { _, d := player.Nodes(); return d.Seconds() })
	thinking := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "kydai_search_thinking", Help: "Positions that are being thought about.",
	}, func() float64 { return float64(player.Thinking()) })
	for _, c := range []prometheus.Collector{m.answered, m.waited, m.took, m.queued, nodes, spent, thinking} {
		if err := metrics.Register(c); err != nil {
			return nil, fmt.Errorf("register metrics: %w", err)
		}
	}
	return m, nil
}

// measureEvery is how often the queue is looked at, measureLimit how long an
// answer may take.
const (
	measureEvery = 2 * time.Second
	measureLimit = time.Second
)

// RunMeasuring looks at the queue until its context ends. While it can't be seen it
// has the depth that it had, and its turns are asked of the referee.
func (w *Worker) RunMeasuring(ctx context.Context) error {
	tick := time.NewTicker(measureEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			w.measure(ctx)
		case <-ctx.Done():
			return nil
		}
	}
}

func (w *Worker) measure(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, measureLimit)
	defer cancel()
	waiting, handed, err := w.bus.Backlog(ctx, bus.TurnStream, Durable)
	if lost := err != nil; w.queueLost.Swap(lost) != lost && lost && w.bus.Connected() {
		w.log.WarnContext(ctx, "the queue of turns can't be seen, the referee is asked", "error", err)
	}
	w.queueDeep.Store(waiting > 0)
	if err == nil {
		w.metrics.queued.WithLabelValues("waiting").Set(float64(waiting))
		w.metrics.queued.WithLabelValues("handed").Set(float64(handed))
	}
}
