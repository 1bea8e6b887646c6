package desk

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics are what operators see of tournaments.
type Metrics struct {
	tournaments *prometheus.GaugeVec
	chores      prometheus.Gauge
	refused     prometheus.Gauge
	age         prometheus.Gauge
	series      *prometheus.CounterVec
	pairing     prometheus.Histogram
}

// NewMetrics registers the metrics.
func NewMetrics(r prometheus.Registerer) (*Metrics, error) {
	m := &Metrics{
		tournaments: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "kydai_tournament_tournaments", Help: "Tournaments by status.",
		}, []string{"status"}),
		chores: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "kydai_tournament_chores", Help: "Games to make, to stop or to end and prizes to pay that are not done yet.",
		}),
		refused: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "kydai_tournament_chores_refused", Help: "How many of them were refused by who was asked, and are tried again every few hours.",
		}),
		age: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "kydai_tournament_chore_age_seconds", Help: "How long the oldest of them has waited that was not refused.",
		}),
		series: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "kydai_tournament_series_failures_total",
			Help: "How often a series could not go on for now (waits), has stopped with its director's role (stopped), could not make a tournament of its settings (settings), or has missed starts (missed).",
		}, []string{"failure"}),
		pairing: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "kydai_tournament_pairing_seconds", Help: "How long pairing a round took.",
			Buckets: []float64{.001, .01, .1, .3, 1, 3, 10, 30, 100, 300},
		}),
	}
	for _, c := range []prometheus.Collector{m.tournaments, m.chores, m.refused, m.age, m.series, m.pairing} {
		if err := r.Register(c); err != nil {
			return nil, fmt.Errorf("register metrics: %w", err)
		}
	}
	for _, f := range []failure{waits, stopped, badSettings, missed} {
		m.series.WithLabelValues(string(f)) // at 0, so that the first one is seen
	}
	return m, nil
}

// failure is what can keep a series from making a tournament.
type failure string

const (
	waits       failure = "waits"
	stopped     failure = "stopped"
	badSettings failure = "settings"
	missed      failure = "missed"
)

func (m *Metrics) failed(f failure) { m.series.WithLabelValues(string(f)).Inc() }

func (m *Metrics) paired(took time.Duration) { m.pairing.Observe(took.Seconds()) }

// count looks how many tournaments and chores there are.
func (d *Desk) count(ctx context.Context) error {
	c, err := d.store.Census(ctx)
	if err != nil {
		return err
	}
	for status, n := range c.Tournaments {
		d.metrics.tournaments.WithLabelValues(string(status)).Set(float64(n))
	}
	d.metrics.chores.Set(float64(c.Chores))
	d.metrics.refused.Set(float64(c.Refused))
	age := time.Duration(0)
	if !c.Oldest.IsZero() {
		age = d.now().Sub(c.Oldest)
	}
	d.metrics.age.Set(age.Seconds())
	return nil
}
