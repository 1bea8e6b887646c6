package tourney

// SetResult overrides the result of a pairing, or of the last game of a match; the
// sides are those of the game. A game under way ends by it. The results of rounds
// that are over can be changed until the tournament is.
func (t *Tournament) SetResult(id PairingID, r Result, by Act) (Decision, error) {
	p, err := t.pairing(id)
	if err != nil {
		return Decision{}, err
	}
	g := t.gameToEnd(p)
	if t.repeated(p, r, by) {
		return Decision{}, nil
	}
	same := g.Result == r && p.Result != ""
	running := p.open()
	g.Result, g.Reason = r, by.Reason
	entered := ResultEntered{Pairing: id, Game: g}
	if entered.Result, entered.Decided, err = t.overridden(p, g); err != nil || same {
		return Decision{}, err
	}
	d := t.draft(by)
	d.act(entered)
	d.decideGame(running, r)
	if board := d.rounds[id.Round-1]; board.state == RoundRunning {
		d.makeGame(board.boards[id.Board-1])
		d.finishRound()
	}
	return d.decision, nil
}

// repeated tells whether a result of a match was just set so, and the game that
// follows from it is not even there: the act has come twice.
func (t *Tournament) repeated(p *Pairing, r Result, by Act) bool {
	last, open := p.lastResult(), p.open()
	return last != nil && open != nil && open.GameID == "" && last.directed && last.Result == r && last.Reason == by.Reason
}

// pairing finds a pairing whose result can still be changed.
func (t *Tournament) pairing(id PairingID) (*Pairing, error) {
	switch {
	case t.over():
		return nil, ErrOver
	case id.Round < 1 || id.Round > len(t.rounds) || id.Board < 1 || id.Board > len(t.rounds[id.Round-1].boards):
		return nil, ErrNoPairing
	}
	return t.rounds[id.Round-1].boards[id.Board-1], nil
}

// overridden is a pairing's result after a game of it was given one.
func (t *Tournament) overridden(p *Pairing, g BoardGame) (Result, DecisionBy, error) {
	switch g.Result {
	case FirstWins, SecondWins, Drawn, FirstForfeit, SecondForfeit:
	case BothForfeit:
		if t.settings.Format == KnockoutSystem {
			return "", "", ErrBadResult.Saying("one of the players must go on")
		}
	default:
		return "", "", ErrBadResult
	}
	if t.settings.Format != KnockoutSystem {
		return g.Result, "", nil
	}
	return t.overriddenMatch(p, g)
}

// overriddenMatch keeps the tree whole: a match that others were paired after has a
// winner, and the same one.
func (t *Tournament) overriddenMatch(p *Pairing, g BoardGame) (Result, DecisionBy, error) {
	if g.Result == Drawn && t.lot(g) {
		return "", "", ErrBadResult.Saying("a lot has a winner")
	}
	result, decided := t.outcome(p, g)
	if p.Decided == ByWalkover {
		if g.Result == Drawn {
			return "", "", ErrBadResult.Saying("a walkover has a winner")
		}
		result, decided = won(p, winnerOf(p, g)), ByWalkover
	}
	switch over := t.rounds[p.ID.Round-1].state == RoundOver; {
	case over && result == "":
		return "", "", ErrBadResult.Saying("the round is over, and the match would not be decided")
	case result != p.Result && p.ID.Round < len(t.rounds):
		return "", "", ErrMatchWentOn
	}
	return result, decided, nil
}

// winnerOf is who has won a game.
func winnerOf(p *Pairing, g BoardGame) string {
	if g.Result == FirstWins || g.Result == FirstForfeit {
		return g.First
	}
	return p.second(g)
}

// Annul takes the last result of a pairing out of the count and has the game
// replayed, while its round is under way.
func (t *Tournament) Annul(id PairingID, by Act) (Decision, error) {
	p, err := t.pairing(id)
	if err != nil {
		return Decision{}, err
	}
	switch t.rounds[id.Round-1].state {
	case RoundPaired:
		return Decision{}, ErrNoResult
	case RoundOver:
		return Decision{}, ErrRoundOver
	}
	g := p.lastResult()
	switch {
	case t.replaying(p, g):
		return Decision{}, nil
	case g == nil:
		return Decision{}, ErrNoResult
	case t.entrant(p.First).State == Expelled || t.entrant(p.Second).State == Expelled:
		return Decision{}, ErrExpelled
	}
	d := t.draft(by)
	d.act(ResultAnnulled{Pairing: id, Number: g.Number, Replay: true})
	for _, old := range p.Games {
		if old.Number >= g.Number && !old.Annulled && old.GameID != "" {
			d.askGame("void", old.GameID, VoidGame{GameID: old.GameID, Actor: by.Actor, Reason: d.words("the result was annulled")})
		}
	}
	d.makeGame(d.rounds[id.Round-1].boards[id.Board-1])
	return d.decision, nil
}

// replaying tells whether the game that was annulled last is about to be made again:
// the act has come twice.
func (t *Tournament) replaying(p *Pairing, last *BoardGame) bool {
	open := p.open()
	if open == nil || open.GameID != "" {
		return false
	}
	before := p.game(open.Number - 1)
	return before >= 0 && p.Games[before].Annulled && (last == nil || last.Number < open.Number-1)
}

// lastResult is the last game that counts and has a result, nil without one.
func (p *Pairing) lastResult() *BoardGame {
	for i := len(p.Games) - 1; i >= 0; i-- {
		if g := &p.Games[i]; !g.Annulled && g.Result != "" {
			return g
		}
	}
	return nil
}
