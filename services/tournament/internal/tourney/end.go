package tourney

import (
	"fmt"
	"slices"
	"time"

	"kydai.dev/services/tournament/internal/crosstable"
)

// end ends play once all rounds are over.
func (d *draft) end() {
	if d.status == Running && d.settled() && len(d.rounds) >= d.planned {
		d.finish()
	}
}

// finish ends play, and the tournament with it where no approval is needed.
func (d *draft) finish() {
	d.follow(Played{})
	d.admit()
	if !d.settings.Approval {
		d.follow(Finished{Awards: d.prizes(), Places: d.places()})
		d.pay()
	}
}

// pay has the prizes paid, each once.
func (d *draft) pay() {
	for _, a := range d.awards {
		d.ask(d.id+":"+a.Player, PayPrize(a))
	}
}

// Approve approves the end: results and standings are final. A tournament that has
// no legal pairing ends early by it.
func (t *Tournament) Approve(by Act) (Decision, error) {
	switch {
	case t.status == Ended:
		return Decision{}, nil
	case t.status == CalledOff:
		return Decision{}, ErrOver
	case t.status != Review && t.trouble == 0:
		return Decision{}, ErrNotPlayed
	}
	d := t.draft(by)
	if t.status == Running {
		d.act(Played{})
		d.admit()
	}
	d.act(Finished{Awards: d.prizes(), Places: d.places()})
	if n := len(d.rounds); n > 0 && n == d.planned {
		d.keep(n)
	}
	d.pay()
	return d.decision, nil
}

// Cancel calls it off. Games under way go on, and count for nothing here.
func (t *Tournament) Cancel(by Act) (Decision, error) {
	switch t.status {
	case CalledOff:
		return Decision{}, nil
	case Ended:
		return Decision{}, ErrOver
	}
	d := t.draft(by)
	d.act(Cancelled{Cause: ByDirector})
	if t.paused {
		d.resumeGames()
	}
	return d.decision, nil
}

// PrizePaid is a prize that was paid.
func (t *Tournament) PrizePaid(player string, coins int, now time.Time) (Decision, error) {
	for _, p := range t.paid {
		if p == player {
			return Decision{}, nil
		}
	}
	for _, a := range t.awards {
		if a.Player == player {
			d := t.draft(Act{Now: now})
			d.follow(PrizePaid{Player: player, Coins: coins})
			return d.decision, nil
		}
	}
	return Decision{}, fmt.Errorf("player %s of tournament %s has no prize", player, t.id)
}

// prizes are what the places have won. Who share places share the sum of their
// prizes, rounded down.
func (t *Tournament) prizes() []Award {
	places := t.ranks(len(t.rounds))
	var awards []Award
	for i := 0; i < len(places); {
		first := i
		for i < len(places) && places[i].Rank == places[first].Rank {
			i++
		}
		if places[first].Rank == 0 {
			break
		}
		sum := 0
		for rank := first + 1; rank <= i; rank++ {
			sum += t.settings.coins(rank)
		}
		if share := sum / (i - first); share > 0 {
			for _, p := range places[first:i] {
				awards = append(awards, Award{Player: p.Player, Rank: p.Rank, Coins: share})
			}
		}
	}
	return awards
}

// places are where those have come in who have played a game.
func (t *Tournament) places() []FinalPlace {
	table := t.table(len(t.rounds))
	var places []FinalPlace
	for _, p := range t.ranks(len(t.rounds)) {
		if p.Rank > 0 && slices.ContainsFunc(table.Player(p.Number).Rounds, crosstable.Entry.Played) {
			places = append(places, FinalPlace{Player: p.Player, Rank: p.Rank, Left: p.State == Left})
		}
	}
	return places
}

// coins are what a place wins alone.
func (s Settings) coins(place int) int {
	for _, p := range s.Prizes {
		if p.First <= place && place <= p.Last {
			return p.Coins
		}
	}
	return 0
}
