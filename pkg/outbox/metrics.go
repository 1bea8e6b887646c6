package outbox

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// metrics is what an operator sees of a relay.
type metrics struct {
	pending                     prometheus.Gauge
	published, retries, refused prometheus.Counter
}

// newMetrics labels them with the service, since several may share a process.
func newMetrics(reg prometheus.Registerer, service string) metrics {
	with := promauto.With(prometheus.WrapRegistererWith(prometheus.Labels{"service": service}, reg))
	return metrics{
		pending: with.NewGauge(prometheus.GaugeOpts{
			Name: "kydai_outbox_pending", Help: "Rows in the outbox at the last sweep.",
		}),
		published: with.NewCounter(prometheus.CounterOpts{
			Name: "kydai_outbox_published_total", Help: "Messages that the bus has acknowledged.",
		}),
		retries: with.NewCounter(prometheus.CounterOpts{
			Name: "kydai_outbox_retries_total", Help: "Publications that were not acknowledged and tried again.",
		}),
		refused: with.NewCounter(prometheus.CounterOpts{
			Name: "kydai_outbox_refused_total", Help: "Messages that the bus will never take, set aside in the outbox.",
		}),
	}
}
