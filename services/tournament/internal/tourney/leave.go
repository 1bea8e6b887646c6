package tourney

// Leave is a player who withdraws. A game under way goes on; there are no more.
func (t *Tournament) Leave(player string, by Act) (Decision, error) {
	p := t.entrant(player)
	if p == nil || p.State == Left || p.State == Expelled {
		return Decision{}, nil
	}
	return t.withdraw(player, by)
}

// Withdraw is a director who withdraws a player. Only a director could take that
// back: the player doesn't join again.
func (t *Tournament) Withdraw(player string, by Act) (Decision, error) {
	p := t.entrant(player)
	switch {
	case p == nil:
		return Decision{}, ErrNotIn
	case p.State == Left || p.State == Expelled:
		return Decision{}, nil
	}
	return t.withdraw(player, by)
}

func (t *Tournament) withdraw(player string, by Act) (Decision, error) {
	if t.over() || t.status == Review {
		return Decision{}, ErrOver
	}
	d := t.draft(by)
	d.act(Withdrawn{Player: player, AfterRound: t.counts(player)})
	if p := d.board(player); p != nil && !d.underWay(p) {
		d.follow(d.forfeit(p.ID, player, "withdrawn"))
	}
	d.admit()
	d.finishRound()
	return d.decision, nil
}

// Disqualify puts a player out: a game under way is lost, and there are no more.
func (t *Tournament) Disqualify(player string, by Act) (Decision, error) {
	p := t.entrant(player)
	switch {
	case p == nil:
		return Decision{}, ErrNotIn
	case p.State == Expelled:
		return Decision{}, nil
	case t.over():
		return Decision{}, ErrOver
	}
	after := t.counts(player)
	if p.State == Left {
		after = p.After
	}
	d := t.draft(by)
	d.act(Disqualified{Player: player, AfterRound: after})
	if board := d.board(player); board != nil {
		game := board.open()
		d.act(d.forfeit(board.ID, player, "disqualified"))
		d.decideGame(game, d.lastGame(board.ID).Result)
	}
	d.admit()
	d.finishRound()
	return d.decision, nil
}

// counts is the last round that counts for who leaves now: the one under way if the
// player has a game or a bye in it.
func (t *Tournament) counts(player string) int {
	if p := t.board(player); p != nil && t.last().state == RoundPaired {
		return len(t.rounds) - 1
	}
	return len(t.rounds)
}

// board is the undecided pairing of a player in the last round, nil without one.
func (t *Tournament) board(player string) *Pairing {
	if t.settled() {
		return nil
	}
	for _, p := range t.last().boards {
		if p.has(player) && p.Result == "" {
			return p
		}
	}
	return nil
}

// underWay tells whether a game of a pairing has begun, or is being made. Nobody
// plays a lot.
func (t *Tournament) underWay(p *Pairing) bool {
	g := p.open()
	return g != nil && !t.lot(*g)
}

// lot tells whether a game is one that is drawn, not played.
func (t *Tournament) lot(g BoardGame) bool {
	return g.Step > 0 && t.settings.Knockout.Steps[g.Step-1].Kind == Lot
}

// forfeit is the end of a pairing that a player doesn't play any more. In a
// knockout the whole match is the opponent's.
func (d *draft) forfeit(id PairingID, loser, why string) ResultEntered {
	p := d.rounds[id.Round-1].boards[id.Board-1]
	there := d.active(p.other(loser)) || d.underWay(p)
	g := d.gameToEnd(p)
	g.Reason = why
	switch {
	case d.settings.Format != KnockoutSystem && !there:
		g.Result = BothForfeit
	case g.First == loser:
		g.Result = SecondForfeit
	default:
		g.Result = FirstForfeit
	}
	entered := ResultEntered{Pairing: id, Game: g, Result: g.Result}
	if d.settings.Format == KnockoutSystem {
		entered.Result, entered.Decided = won(p, p.other(loser)), ByWalkover
	}
	return entered
}

// gameToEnd is the game of a pairing that gets a result without having ended: the
// one under way, or one that was never made.
func (t *Tournament) gameToEnd(p *Pairing) BoardGame {
	if g := p.current(); g != nil {
		return *g
	}
	after := *p
	t.nextGame(&after)
	return after.Games[len(after.Games)-1]
}

// lastGame is the game of a pairing that was entered last.
func (t *Tournament) lastGame(id PairingID) BoardGame {
	return *t.rounds[id.Round-1].boards[id.Board-1].current()
}
