package picture

import (
	"fmt"

	"kydai.dev/services/tournament/internal/crosstable"
)

// Row is a line of a cross table.
type Row struct {
	Rank   int
	Player int
	Values []string // of the points and tie-breaks
}

// Crosstable draws the players in the order of their ranks. In a round robin there
// is a column for each opponent, else one for each round.
func Crosstable(t *crosstable.Table, codes []string, rows []Row, roundRobin bool) []byte {
	c := &table{Table: t, rank: map[int]int{}}
	for i, r := range rows {
		c.rank[r.Player] = i
	}
	c.add("#", 4, func(r Row) string { return fmt.Sprint(r.Rank) })
	c.addLeft("Name", 26, func(r Row) string { return shorten(t.Player(r.Player).Name, 24) })
	c.add("Rating", 7, func(r Row) string { return rating(t.Player(r.Player)) })
	if roundRobin {
		for _, opponent := range rows {
			c.add(fmt.Sprint(c.rank[opponent.Player]+1), 4, func(r Row) string { return c.against(r.Player, opponent.Player) })
		}
	} else {
		for round := range t.Played() {
			c.add(fmt.Sprint(round+1), 6, func(r Row) string { return c.inRound(r.Player, round) })
		}
	}
	for i, code := range codes {
		c.add(code, 8, func(r Row) string { return r.Values[i] })
	}
	return c.draw(rows)
}

func rating(p *crosstable.Player) string {
	if p.Rating == 0 {
		return ""
	}
	return fmt.Sprint(p.Rating)
}

// table is a cross table that is being put together.
type table struct {
	*crosstable.Table
	rank    map[int]int // the row of each player
	columns []column
}

type column struct {
	title string
	width float64
	left  bool
	cell  func(Row) string
}

func (c *table) add(title string, characters int, cell func(Row) string) {
	c.columns = append(c.columns, column{title: title, width: letter * float64(characters), cell: cell})
}

func (c *table) addLeft(title string, characters int, cell func(Row) string) {
	c.add(title, characters, cell)
	c.columns[len(c.columns)-1].left = true
}

// against are the results of all games between two players.
func (c *table) against(player, opponent int) string {
	if player == opponent {
		return "×"
	}
	s := ""
	for _, e := range c.Player(player).Rounds {
		if e.Opponent == opponent {
			s += sign(e.Result)
		}
	}
	return s
}

// inRound is an opponent's row, the colour and the result, such as 12w1.
func (c *table) inRound(player, round int) string {
	e := c.Player(player).Rounds[round]
	if e.Opponent == 0 {
		return sign(e.Result)
	}
	colour := "w"
	if e.Colour == crosstable.Black {
		colour = "b"
	}
	return fmt.Sprintf("%d%s%s", c.rank[e.Opponent]+1, colour, sign(e.Result))
}

func sign(r crosstable.Result) string {
	switch r {
	case crosstable.Draw, crosstable.ShortDraw:
		return "½"
	case crosstable.ShortWin:
		return "1"
	case crosstable.ShortLoss:
		return "0"
	}
	return string(rune(r))
}

func (c *table) draw(rows []Row) []byte {
	d := &drawing{}
	width := 0.0
	for _, column := range c.columns {
		width += column.width
	}
	for i := 1; i < len(rows); i += 2 {
		d.box(margin, margin+float64(i+1)*line, width, line, ` class="shade"`)
	}
	x := float64(margin)
	for _, column := range c.columns {
		at, anchor := x+column.width/2, "middle"
		if column.left {
			at, anchor = x+letter/2, "start"
		}
		d.text(at, margin+line*0.7, anchor, ` class="head"`, column.title)
		for i, r := range rows {
			if s := column.cell(r); s != "" {
				d.text(at, margin+line*(float64(i+1)+0.7), anchor, "", s)
			}
		}
		x += column.width
	}
	d.line(margin, margin+line, margin+width, margin+line)
	return d.document(width+2*margin, float64(len(rows)+1)*line+2*margin, fmt.Sprintf("Cross table of %d players", len(rows)))
}
