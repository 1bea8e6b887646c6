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
		pairing: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "kydai_tournament_pairing_seconds", Help: "How long pairing a round took.",
			Buckets: []float64{.001, .01, .1, .3, 1, 3, 10, 30, 100, 300},
		}),
	}
	for _, c := range []prometheus.Collector{m.tournaments, m.chores, m.refused, m.age, m.pairing} {
		if err := r.Register(c); err != nil {
			return nil, fmt.Errorf("register metrics: %w", err)
		}
	}
	return m, nil
}

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
