package ws

import (
	"errors"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// counts are what operators see of the sockets.
type counts struct {
	sockets  prometheus.Gauge
	played   prometheus.Counter
	refused  prometheus.Counter
	duration prometheus.Histogram
}

func newCounts(r prometheus.Registerer) (*counts, error) {
	moves := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "kydai_gateway_socket_moves_total", Help: "Moves that came over WebSockets, by outcome.",
	}, []string{"outcome"})
	c := &counts{
		sockets: prometheus.NewGauge(prometheus.GaugeOpts{Name: "kydai_gateway_sockets", Help: "WebSockets open now."}),
		played:  moves.WithLabelValues("played"), refused: moves.WithLabelValues("refused"),
		duration: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "kydai_gateway_socket_move_seconds", Help: "How long moves over WebSockets took, from arrival to answer.",
			Buckets: []float64{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5},
		}),
	}
	if err := errors.Join(r.Register(moves), r.Register(c.sockets), r.Register(c.duration)); err != nil {
		return nil, fmt.Errorf("register metrics: %w", err)
	}
	return c, nil
}

// move counts a move that was answered.
func (c *counts) move(took time.Duration, err error) {
	c.duration.Observe(took.Seconds())
	if err != nil {
		c.refused.Inc()
		return
	}
	c.played.Inc()
}
