package tourney

import (
	"fmt"
	"time"
)

// makeGame asks for the game that a pairing needs, if it does.
func (d *draft) makeGame(p *Pairing) {
	g := p.open()
	if g == nil || g.GameID != "" || d.lot(*g) {
		return
	}
	paired := d.rounds[p.ID.Round-1].paired
	m := MakeGame{
		Pairing: p.ID, Paired: paired, Number: g.Number, Game: d.settings.Game,
		First: g.First, Second: p.second(*g), Controls: d.settings.controls(g.Step),
		NoShow: d.settings.NoShow, Spectators: d.settings.Spectators,
	}
	m.Rated = d.settings.Mode == Rated && m.Controls[0] == m.Controls[1] &&
		!d.entrant(m.First).Guest && !d.entrant(m.Second).Guest
	d.ask(fmt.Sprintf("%s:%d:%d:%d", d.id, paired, p.ID.Board, g.Number), m)
}

// GameMade is a game that the referee has made for a chore. Where nobody needs it
// any more, it is to end.
func (t *Tournament) GameMade(m MakeGame, gameID string, now time.Time) (Decision, error) {
	d := t.draft(Act{Now: now})
	p := t.pairingOf(m)
	if p == nil {
		d.askGame("void", gameID, VoidGame{GameID: gameID, Reason: "the pairing was undone"})
		return d.decision, nil
	}
	g := p.Games[p.game(m.Number)]
	if g.GameID != "" {
		return Decision{}, nil
	}
	g.GameID = gameID
	d.follow(GameMade{Pairing: p.ID, Game: g})
	switch {
	case g.Annulled || t.status == CalledOff:
		d.askGame("void", gameID, VoidGame{GameID: gameID, Reason: "the game is not needed any more"})
	case g.Result != "":
		d.decideGame(&g, g.Result)
	case t.paused:
		d.askGame("pause", gameID, PauseGame{GameID: gameID, Reason: "the tournament is paused"})
	}
	return d.decision, nil
}

// pairingOf is the pairing that a game was made for, nil where it is no more.
func (t *Tournament) pairingOf(m MakeGame) *Pairing {
	r, b := m.Pairing.Round, m.Pairing.Board
	if r < 1 || r > len(t.rounds) || t.rounds[r-1].paired != m.Paired || b < 1 || b > len(t.rounds[r-1].boards) {
		return nil
	}
	p := t.rounds[r-1].boards[b-1]
	if p.game(m.Number) < 0 {
		return nil
	}
	return p
}

// decideGame asks for a game under way to end with a result that it has here.
func (d *draft) decideGame(g *BoardGame, r Result) {
	if g == nil || g.GameID == "" {
		return
	}
	if r == BothForfeit { // no game can end so
		d.askGame("void", g.GameID, VoidGame{GameID: g.GameID, Actor: d.by.Actor, Reason: d.words("both have lost by forfeit")})
		return
	}
	switch r {
	case FirstForfeit:
		r = FirstWins
	case SecondForfeit:
		r = SecondWins
	}
	d.askGame("decide", g.GameID, DecideGame{
		GameID: g.GameID, Result: r, Actor: d.by.Actor, Reason: d.words("decided by the tournament"),
	})
}

// EnterResult is a game that is over. What nobody asked for, or what has a result
// already, changes nothing.
func (t *Tournament) EnterResult(end GameEnd, now time.Time) (Decision, error) {
	p := t.played(end)
	if p == nil || t.over() {
		return Decision{}, nil
	}
	d := t.draft(Act{Now: now})
	g := p.Games[p.game(end.Number)]
	if g.GameID == "" {
		g.GameID = end.GameID
		d.follow(GameMade{Pairing: p.ID, Game: g})
		p = d.rounds[p.ID.Round-1].boards[p.ID.Board-1]
	}
	switch {
	case end.Void:
		d.voided(p, g)
	case g.Result == "" && !g.Annulled && p.Result == "":
		g.Result, g.Reason = end.result(), end.Reason
		d.enter(p, g, false)
	}
	return d.decision, nil
}

// The reasons of games that may have ended because somebody did not come.
const (
	forfeited = "forfeit"
	timedOut  = "timeout"
)

// NoShow forfeits a game under way whose second side has not answered the first move
// within the no-show limit: the referee's own limit is for the first side alone.
func (t *Tournament) NoShow(end GameEnd, now time.Time) (Decision, error) {
	p := t.played(end)
	if p == nil || t.over() || t.paused || end.Moves != 1 {
		return Decision{}, nil
	}
	g := p.Games[p.game(end.Number)]
	if g.GameID == "" || g.Result != "" || g.Annulled || p.Result != "" {
		return Decision{}, nil
	}
	d := t.draft(Act{Now: now})
	g.Result, g.Reason = FirstForfeit, forfeited
	d.decideGame(&g, g.Result)
	d.enter(p, g, false)
	return d.decision, nil
}

// result is what a game that is over counts for. Where a side has made no move, its
// time ran out because nobody came.
func (e GameEnd) result() Result {
	if e.Reason == "first_move_timeout" || e.Reason == forfeited || e.Reason == timedOut && e.Moves <= 1 {
		switch e.Result {
		case FirstWins:
			return FirstForfeit
		case SecondWins:
			return SecondForfeit
		}
	}
	return e.Result
}

// played is the pairing of a game, nil where the game is none of this tournament's.
func (t *Tournament) played(end GameEnd) *Pairing {
	r, b := end.Pairing.Round, end.Pairing.Board
	if r < 1 || r > len(t.rounds) || b < 1 || b > len(t.rounds[r-1].boards) {
		return nil
	}
	p := t.rounds[r-1].boards[b-1]
	i := p.game(end.Number)
	if i < 0 || t.lot(p.Games[i]) {
		return nil
	}
	g := p.Games[i]
	if g.First != end.First || p.second(g) != end.Second || g.GameID != "" && g.GameID != end.GameID {
		return nil
	}
	return p
}

// voided is a game that somebody else has annulled: while its round is under way it
// is replayed, unless the director has decided it.
func (d *draft) voided(p *Pairing, g BoardGame) {
	current := p.current()
	if g.Annulled || g.directed || current == nil || current.Number != g.Number || p.Decided == ByWalkover ||
		d.rounds[p.ID.Round-1].state != RoundRunning {
		return
	}
	d.follow(ResultAnnulled{Pairing: p.ID, Number: g.Number, Replay: true})
	d.makeGame(d.rounds[p.ID.Round-1].boards[p.ID.Board-1])
}

// enter enters the result of a game, and what follows from it.
func (d *draft) enter(p *Pairing, g BoardGame, acted bool) {
	entered := ResultEntered{Pairing: p.ID, Game: g}
	entered.Result, entered.Decided = d.outcome(p, g)
	if acted {
		d.act(entered)
	} else {
		d.follow(entered)
	}
	r := d.rounds[p.ID.Round-1]
	if r.state == RoundRunning {
		d.makeGame(r.boards[p.ID.Board-1])
		d.finishRound()
	}
}
