package trf

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"kydai.dev/services/tournament/internal/crosstable"
)

// Format is a generation of report files.
type Format string

// The formats. TRF16 has no records for what is still to come.
const (
	TRF16 Format = "trf16"
	TRFx  Format = "trfx"
	TRF26 Format = "trf26"
)

// Formats are all of them.
func Formats() []Format { return []Format{TRF16, TRFx, TRF26} }

// writer collects lines.
type writer struct {
	bytes.Buffer
	table *crosstable.Table
}

// Write writes a report file, its lines ended by LF.
func Write(t *crosstable.Table, f Format) []byte {
	w := &writer{table: t}
	w.headers()
	switch f {
	case TRF26:
		w.settings26()
		w.players(false)
		w.plans26()
	case TRFx:
		w.players(true)
		w.settingsX()
		w.plansX()
	default:
		w.players(false)
	}
	return w.Bytes()
}

func (w *writer) line(format string, args ...any) {
	line := strings.TrimRight(fmt.Sprintf(format, args...), " ")
	w.WriteString(line)
	w.WriteByte('\n')
}

// headers writes the lines about the event as they were; the number of players is
// always the true one.
func (w *writer) headers() {
	counted := false
	for _, h := range w.table.Headers {
		if h.Code == "062" {
			h.Text, counted = fmt.Sprint(len(w.table.Players)), true
		}
		w.line("%s %s", h.Code, oneLine(h.Text))
	}
	if !counted {
		w.line("062 %d", len(w.table.Players))
	}
}

// oneLine keeps a text from making lines of its own.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, s)
}

func (w *writer) settings26() {
	t := w.table
	if t.Total > 0 {
		w.line("142 %d", t.Total)
	}
	if t.Initial != crosstable.NoColour {
		w.line("152 %s", strings.ToUpper(letter(t.Initial)))
	}
	w.scoring26()
	if t.System != "" {
		w.line("192 %s", oneLine(t.System))
	}
	if len(t.TieBreaks) > 0 {
		w.line("202 %s", oneLine(strings.Join(t.TieBreaks, ",")))
	}
}

// scoring26 writes 162 where the points are not the usual ones.
func (w *writer) scoring26() {
	s, usual := w.table.Scoring, crosstable.Usual()
	usual.Allocated, usual.Unknown = s.Win, s.Draw
	var b strings.Builder
	for _, p := range []struct {
		symbol     string
		is, mostly crosstable.Points
	}{
		{"W", s.Win, usual.Win},
		{"D", s.Draw, usual.Draw},
		{"L", s.Loss, usual.Loss},
		{"A", s.Absent, usual.Absent},
		{"P", s.Allocated, usual.Allocated},
		{"X", s.Unknown, usual.Unknown},
	} {
		if p.is != p.mostly {
			fmt.Fprintf(&b, "%s%4s    ", p.symbol, p.is)
		}
	}
	if b.Len() > 0 {
		w.line("162  %s", b.String())
	}
}

func letter(c crosstable.Colour) string {
	switch c {
	case crosstable.White:
		return "w"
	case crosstable.Black:
		return "b"
	}
	return "-"
}

// players writes 001; with coming, the absences of the next round are in its
// column.
func (w *writer) players(coming bool) {
	byes := map[int]crosstable.Result{}
	if coming {
		byes = w.table.ByesIn(w.table.Played() + 1)
	}
	for i := range w.table.Players {
		p := &w.table.Players[i]
		var rounds strings.Builder
		for _, e := range p.Rounds {
			rounds.WriteString(entry(e))
		}
		if bye, ok := byes[p.ID]; ok {
			rounds.WriteString(entry(crosstable.Entry{Result: bye}))
		}
		w.line("001 %4d %s%s %s %4s %s %s %s %4s %4s%s", p.ID, fit(p.Sex, 1), right(p.Title, 3), fit(p.Name, 33),
			unlessZero(p.Rating), fit(p.Federation, 3), right(p.Licence, 11), fit(p.Birth, 10), p.Points(), unlessZero(p.Rank),
			rounds.String())
	}
}

func entry(e crosstable.Entry) string {
	return fmt.Sprintf("  %4s %s %c", opponent(e.Opponent), letter(e.Colour), e.Result)
}

func opponent(id int) string {
	if id == 0 {
		return "0000"
	}
	return fmt.Sprint(id)
}

func unlessZero(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// fit makes a text as wide as its columns.
func fit(s string, width int) string {
	runes := []rune(oneLine(s))
	if len(runes) > width {
		return string(runes[:width])
	}
	return string(runes) + strings.Repeat(" ", width-len(runes))
}

func right(s string, width int) string {
	s = strings.TrimRight(fit(s, width), " ")
	return strings.Repeat(" ", width-len([]rune(s))) + s
}

// plans26 writes what is agreed for rounds to come.
func (w *writer) plans26() {
	for _, g := range w.byeGroups() {
		w.line("240 %c %3d%s", g.Result, g.Round, list(g.players))
	}
	for _, g := range w.virtualGroups() {
		w.line("250      %4s %3d %3d %4d %4d", g.points, g.rounds[0], g.rounds[1], g.players[0], g.players[1])
	}
	for _, f := range w.table.Forbidden {
		last := f.Last
		if last == 0 {
			last = max(w.table.Total, 1)
		}
		w.line("260 %3d %3d%s", max(f.First, 1), last, list(f.Players))
	}
	w.abnormal()
}

// abnormal writes 299 for points that don't follow from the results.
func (w *writer) abnormal() {
	for _, p := range w.table.Players {
		if p.Bonus != 0 {
			w.line("299        %6s  000 %4d", p.Bonus, p.ID)
		}
		for r, e := range p.Rounds {
			if e.Points != w.table.Scoring.Of(e.Result) {
				w.line("299 %s      %6s  %3d %4d", kindOf(e.Result), e.Points, r+1, p.ID)
			}
		}
	}
}

// kindOf is how 299 calls a result.
func kindOf(r crosstable.Result) string {
	switch r {
	case crosstable.Win, crosstable.ShortWin:
		return "W"
	case crosstable.Draw, crosstable.ShortDraw:
		return "D"
	case crosstable.Loss, crosstable.ShortLoss:
		return "L"
	}
	return string(rune(r))
}

func list(ids []int) string {
	var b strings.Builder
	for _, id := range ids {
		fmt.Fprintf(&b, " %4d", id)
	}
	return b.String()
}

// byeGroup are those with the same kind of bye in one round.
type byeGroup struct {
	crosstable.Bye
	players []int
}

func (w *writer) byeGroups() []byeGroup {
	var groups []byeGroup
	for _, b := range w.table.Byes {
		i := slices.IndexFunc(groups, func(g byeGroup) bool { return g.Result == b.Result && g.Round == b.Round })
		if i < 0 {
			i = len(groups)
			groups = append(groups, byeGroup{Bye: b})
		}
		groups[i].players = append(groups[i].players, b.Player)
	}
	return groups
}

// virtualGroup are neighbours with the same virtual points in rounds in a row.
type virtualGroup struct {
	points          crosstable.Points
	rounds, players [2]int
}

func (w *writer) virtualGroups() []virtualGroup {
	var groups []virtualGroup
	players := w.table.Players
	for i := 0; i < len(players); {
		first := i
		for i < len(players) && slices.Equal(players[i].Virtual, players[first].Virtual) {
			i++
		}
		virtual := players[first].Virtual
		for r := 0; r < len(virtual); {
			from := r
			for r < len(virtual) && virtual[r] == virtual[from] {
				r++
			}
			if virtual[from] != 0 {
				groups = append(groups, virtualGroup{virtual[from], [2]int{from + 1, r}, [2]int{first + 1, i}})
			}
		}
	}
	return groups
}
