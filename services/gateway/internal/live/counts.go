package live

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"
)

// counts are what operators see of the streams.
type counts struct {
	games, accounts, lobby, analyses, tournaments prometheus.Gauge
	events, missed, asked                         prometheus.Counter
	ends                                          *prometheus.CounterVec
}

func newCounts(r prometheus.Registerer) (*counts, error) {
	gauge := func(kind string) prometheus.Gauge {
		return prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "kydai_gateway_streams", Help: "Streams open now, by kind.", ConstLabels: prometheus.Labels{"kind": kind},
		})
	}
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	c := &counts{
		games: gauge("game"), accounts: gauge("me"), lobby: gauge("lobby"), analyses: gauge("study"), tournaments: gauge("tournament"),
		events: counter("kydai_gateway_events_total", "Game events heard, from the bus or asked for."),
		missed: counter("kydai_gateway_missed_messages_total", "Times at which a message of the bus was found missing."),
		asked:  counter("kydai_gateway_catch_up_calls_total", "Calls that asked the referee for what the bus did not bring."),
		ends: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "kydai_gateway_stream_ends_total", Help: "Streams ended by the gateway, by reason.",
		}, []string{"reason"}),
	}
	return c, errors.Join(r.Register(c.games), r.Register(c.accounts), r.Register(c.lobby), r.Register(c.analyses), r.Register(c.tournaments),
		r.Register(c.events), r.Register(c.missed), r.Register(c.asked), r.Register(c.ends))
}
