package record

import "kydai.dev/services/tournament/internal/tourney"

// Decided makes the append of a decision. The tournament is as its events leave it.
func Decided(t *tourney.Tournament, d tourney.Decision) (Append, error) {
	a := Append{
		ID: t.ID(), After: t.Seq() - len(d.Events), Events: d.Events, Summary: SummaryOf(t), Due: t.Due(), Chores: d.Chores,
		News: news(t, d.Events),
	}
	for _, round := range d.Finished {
		ranks, err := t.Standings(round)
		if err != nil {
			return a, err
		}
		a.Standings = append(a.Standings, Standings{Standings: ranks, Time: d.Events[len(d.Events)-1].At})
	}
	return a, nil
}

// news are the next games that events have changed: all of a round where it was
// paired or its time has changed, else those whose game has been made.
func news(t *tourney.Tournament, events []tourney.Event) []tourney.NextGame {
	made := map[tourney.PairingID]bool{}
	for _, e := range events {
		switch k := e.Kind.(type) {
		case tourney.Paired, tourney.RoundTimed:
			return t.NextGames()
		case tourney.GameMade:
			made[k.Pairing] = true
		}
	}
	if len(made) == 0 {
		return nil
	}
	var changed []tourney.NextGame
	for _, n := range t.NextGames() {
		if made[n.Pairing] {
			changed = append(changed, n)
		}
	}
	return changed
}
