package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/alecthomas/kong"

	"kydai.dev/services/tournament"
)

type tournamentStandingsCommand struct {
	reportFile
	TieBreaks    []string `placeholder:"CODE,…" help:"Tie-breaks in order, such as BH/C1,BH,SB,DE; those of the report when left out."`
	Edition      string   `enum:"${editions}" default:"2026" help:"State of the regulations: ${editions}."`
	JSON         bool     `name:"json" xor:"form" help:"Print all values of all players as JSON."`
	CSV          bool     `name:"csv" xor:"form" help:"Print the ranks with all values as CSV."`
	SVG          bool     `name:"svg" xor:"form" help:"Draw the cross table."`
	Calculations bool     `help:"With --json: how each value came about."`
}

// Run prints the ranks.
func (c *tournamentStandingsCommand) Run(k *kong.Context) error {
	event, err := c.read()
	if err != nil {
		return err
	}
	s, err := event.Standings(c.TieBreaks, c.Edition)
	if err != nil {
		return err
	}
	var data []byte
	switch {
	case c.JSON:
		data, err = s.JSON(c.Calculations)
		data = append(data, '\n')
	case c.CSV:
		data, err = s.CSV()
	case c.SVG:
		data, err = s.SVG()
	default:
		return c.table(k, s)
	}
	if err != nil {
		return err
	}
	_, err = k.Stdout.Write(data)
	return err
}

func (c *tournamentStandingsCommand) table(k *kong.Context, s *tournament.Standings) error {
	codes := append([]string{"PTS"}, s.Order...)
	out := tabwriter.NewWriter(k.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(out, "rank\tid\tname\t%s\n", strings.Join(codes, "\t"))
	for _, p := range s.Places {
		fmt.Fprintf(out, "%d\t%d\t%s", p.Rank, p.Player, s.Name(p.Player))
		for _, code := range codes {
			v, err := s.Value(code, p.Player)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "\t%s", v)
		}
		fmt.Fprintln(out)
	}
	return out.Flush()
}
