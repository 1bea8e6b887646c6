package rest

import (
	"fmt"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kydai.dev/services/gateway/internal/limit"
)

// metrics are what is counted of requests.
type metrics struct {
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
}

func newMetrics(into prometheus.Registerer) (*metrics, error) {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "kydai_http_requests_total", Help: "Requests answered, by route, method and status.",
		}, []string{"route", "method", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "kydai_http_request_seconds", Help: "Time from a request's arrival to its answer, streams left out.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5},
		}, []string{"route", "method"}),
	}
	for _, c := range []prometheus.Collector{m.requests, m.seconds} {
		if err := into.Register(c); err != nil {
			return nil, fmt.Errorf("register metrics: %w", err)
		}
	}
	return m, nil
}

func (m *metrics) observe(x *exchange, method string, took time.Duration) {
	route := x.pattern()
	if x.route == nil {
		method = "any" // whatever a client invents
	}
	m.requests.WithLabelValues(route, method, statusText(x.status)).Inc()
	if x.route != nil && x.route.Class != limit.Stream {
		m.seconds.WithLabelValues(route, method).Observe(took.Seconds())
	}
}

func statusText(status int) string {
	switch status {
	case 0, 200: // a connection taken over has no status
		return "200"
	default:
		return strconv.Itoa(status)
	}
}
