package soak

import (
	"fmt"
	"io"
	"text/tabwriter"

	"kydai.dev/pkg/rules"
)

// Counts is what a row came to.
type Counts struct {
	Games, Plies int
	// First and Second are games that these have won, Cut those that were broken
	// off because of their length.
	First, Draws, Second, Cut int
	// Claims counts the wins that the engine announced, each time that it did so
	// for an earlier ply than before; Proofs those of them that were tried
	// against all defences; Again how often the engine needed a larger budget to
	// find such a win once more.
	Claims, Proofs, Again int
	// Faults are games in which something was wrong.
	Faults int
}

func (c *Counts) add(d Counts) {
	c.Games += d.Games
	c.Plies += d.Plies
	c.First += d.First
	c.Draws += d.Draws
	c.Second += d.Second
	c.Cut += d.Cut
	c.Claims += d.Claims
	c.Proofs += d.Proofs
	c.Again += d.Again
	c.Faults += d.Faults
}

// counts is the count of a game that is over, or has come to a fault.
func (t *table) counts() Counts {
	c := t.count
	c.Games = 1
	switch v := t.line.Verdict(); v.Winner {
	case rules.WinnerFirst:
		c.First = 1
	case rules.WinnerSecond:
		c.Second = 1
	case rules.WinnerNone:
		c.Draws = 1
	default:
		c.Cut = 1
	}
	return c
}

// WriteTable prints the counts of rows.
func WriteTable(out io.Writer, rows []Row, counts []Counts) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "game\tbudget\tgames\tplies\tfirst\tdraws\tsecond\tcut\tclaims\tproofs\tagain\tfaults")
	for i, c := range counts {
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", rows[i].Game.Rules.Name(), rows[i].budget(),
			c.Games, c.Plies, c.First, c.Draws, c.Second, c.Cut, c.Claims, c.Proofs, c.Again, c.Faults)
	}
	return table.Flush()
}

// budget is what a move may cost, in words.
func (r Row) budget() string {
	if r.Level.Name == "" {
		return fmt.Sprintf("%d nodes", r.Level.Nodes)
	}
	return fmt.Sprintf("level %s", r.Level.ID)
}
