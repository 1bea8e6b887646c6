package growth

import (
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
)

// State is what a library has and how it grows.
type State struct {
	// Tables is how many there are, Missing how many more are wanted.
	Tables, Missing int
	// Building is the table under way, such as "morris/4-3"; empty while nothing
	// is built.
	Building string
	// Progress is the part of the set under way that is done, from 0 to 1.
	Progress float64
}

// State is how the library stands now.
func (g *Growth) State() (s State) {
	if g.library == nil {
		return s
	}
	tables := g.library.Tables()
	s.Tables = tables.Len()
	for _, set := range g.sets {
		s.Missing += set.Tables - tables.Stock(set).Tables
	}
	g.lock.Lock()
	defer g.lock.Unlock()
	if g.building {
		s.Building, s.Progress = g.progress.Table, g.progress.Part()
	}
	return s
}

// Register registers the metrics of the library.
func (g *Growth) Register(metrics prometheus.Registerer) error {
	gauges := []struct {
		name, help string
		value      func(State) float64
	}{
		{"kydai_search_endgame_tables", "Tables of endings that are there.", func(s State) float64 { return float64(s.Tables) }},
		{"kydai_search_endgame_missing", "Tables of endings that are wanted and not there.", func(s State) float64 { return float64(s.Missing) }},
		{"kydai_search_endgame_progress", "Part that is done of the set of tables that is being built; 0 while none is.", func(s State) float64 { return s.Progress }},
	}
	for _, gauge := range gauges {
		err := metrics.Register(prometheus.NewGaugeFunc(
			prometheus.GaugeOpts{Name: gauge.name, Help: gauge.help}, func() float64 { return gauge.value(g.State()) },
		))
		if err != nil {
			return fmt.Errorf("register metrics: %w", err)
		}
	}
	return nil
}
