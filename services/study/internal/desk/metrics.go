package desk

import (
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics are what operators see of the work.
type Metrics struct {
	seconds  prometheus.Histogram
	waits    prometheus.Counter
	analyses prometheus.Counter
}

// NewMetrics registers the metrics.
func NewMetrics(r prometheus.Registerer) (*Metrics, error) {
	m := &Metrics{
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "kydai_study_look_seconds", Help: "How long search took for a position of an analysis.",
			Buckets: []float64{.01, .03, .1, .3, 1, 3, 10, 30},
		}),
		waits: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "kydai_study_yields_total", Help: "How often an analysis let others go first at search.",
		}),
		analyses: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "kydai_study_analyses_total", Help: "Analyses that were completed.",
		}),
	}
	for _, c := range []prometheus.Collector{m.seconds, m.waits, m.analyses} {
		if err := r.Register(c); err != nil {
			return nil, fmt.Errorf("register metrics: %w", err)
		}
	}
	return m, nil
}

func (m *Metrics) looked(took time.Duration) { m.seconds.Observe(took.Seconds()) }
func (m *Metrics) yielded()                  { m.waits.Inc() }
func (m *Metrics) done()                     { m.analyses.Inc() }
