package trf

import (
	"fmt"
	"strings"

	"kydai.dev/services/tournament/internal/crosstable"
)

// settingsX writes the settings of TRF(x).
func (w *writer) settingsX() {
	t := w.table
	if t.Total > 0 {
		w.line("XXR %d", t.Total)
	}
	switch t.Initial {
	case crosstable.White:
		w.line("XXC white1")
	case crosstable.Black:
		w.line("XXC black1")
	}
	s, usual := t.Scoring, crosstable.Usual()
	usual.Allocated = s.Win
	for _, p := range []struct {
		code       string
		is, mostly crosstable.Points
	}{
		{"BBW", s.Win, usual.Win},
		{"BBD", s.Draw, usual.Draw},
		{"BBL", s.Loss, usual.Loss},
		{"BBZ", s.Absent, usual.Absent},
		{"BBF", s.Forfeited, usual.Forfeited},
		{"BBU", s.Allocated, usual.Allocated},
	} {
		if p.is != p.mostly {
			w.line("%s %4s", p.code, p.is)
		}
	}
}

func (w *writer) plansX() {
	for _, p := range w.table.Players {
		if len(p.Virtual) == 0 {
			continue
		}
		var b strings.Builder
		for _, v := range p.Virtual {
			fmt.Fprintf(&b, " %4s", v)
		}
		w.line("XXA %4d%s", p.ID, b.String())
	}
	for _, f := range w.table.Forbidden {
		if f.Holds(w.table.Played() + 1) {
			w.line("XXP%s", list(f.Players))
		}
	}
}

// Lost says what of a table a format has no record for.
func Lost(t *crosstable.Table, f Format) []string {
	var lost []string
	note := func(is bool, what string) {
		if is {
			lost = append(lost, what)
		}
	}
	next := t.Played() + 1
	if f != TRF26 {
		note(t.System != "", "the type "+t.System)
		note(len(t.TieBreaks) > 0, "the list of tie-breaks")
		note(abnormal(t), "points that don't follow from the results")
		note(laterByes(t, next), "byes of rounds after the next one")
	}
	if f == TRF16 {
		note(t.Total > 0, "the number of rounds")
		note(t.Initial != crosstable.NoColour, "the initial colour")
		usual := crosstable.Usual()
		note(t.Scoring != usual, "the points of results")
		note(len(t.ByesIn(next)) > 0, "byes of the next round")
		note(len(t.Forbidden) > 0, "forbidden pairs")
		note(accelerated(t), "virtual points")
	}
	return lost
}

func abnormal(t *crosstable.Table) bool {
	for _, p := range t.Players {
		for _, e := range p.Rounds {
			if e.Points != t.Scoring.Of(e.Result) {
				return true
			}
		}
		if p.Bonus != 0 {
			return true
		}
	}
	return false
}

func accelerated(t *crosstable.Table) bool {
	for _, p := range t.Players {
		if len(p.Virtual) > 0 {
			return true
		}
	}
	return false
}

func laterByes(t *crosstable.Table, next int) bool {
	for _, b := range t.Byes {
		if b.Round > next {
			return true
		}
	}
	return false
}
