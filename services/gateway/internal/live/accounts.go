package live

import (
	"context"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

const (
	// gamesPage and gamePages bound what is asked of an account's games.
	gamesPage, gamePages = 100, 10
	// asking is how many accounts are asked for at a time.
	asking = 8
	// pulse is the shard by whose heartbeats the referees are known to be
	// heard, since starts and ends have none of their own.
	pulse = 0
)

func (h *Hub) openAccount(ctx context.Context, s *Stream) error {
	if s.caller.Account == "" {
		return rpc.ErrNoToken
	}
	a, err := h.watchAccount(s)
	if err != nil {
		return err
	}
	h.mu.RLock()
	starts := h.starts
	h.mu.RUnlock()
	starts.settle(ctx, h.bus)
	return a.open(ctx, s)
}

func (h *Hub) watchAccount(s *Stream) (*account, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.watchStarts(); err != nil {
		return nil, err
	}
	a := h.accounts[s.caller.Account]
	if a == nil {
		a = &account{id: s.caller.Account, hub: h, told: map[string]change{}}
		h.accounts[a.id] = a
	}
	h.counts.accounts.Inc()
	s.topic = a
	a.mu.Lock()
	defer a.mu.Unlock()
	a.readers = append(slices.Clip(a.readers), s)
	return a, nil
}

// watchStarts is called under the lock, once for each stream of an account.
func (h *Hub) watchStarts() (err error) {
	if h.starts == nil {
		if h.starts, err = h.listen(bus.GameLifecycle("*"), typeSummaries, h.hearStarts); err != nil {
			return err
		}
		h.starts.quiet = true
		if _, err = h.watchShard(pulse); err != nil {
			return err
		}
		if err = h.listenNews(); err != nil {
			return err
		}
	}
	h.starts.watched++
	return nil
}

// unwatchAccount is called under the lock.
func (h *Hub) unwatchAccount(a *account, s *Stream) {
	a.mu.Lock()
	a.readers = without(a.readers, s)
	if len(a.readers) == 0 {
		delete(h.accounts, a.id)
	}
	a.mu.Unlock()
	if h.starts.watched--; h.starts.watched > 0 {
		return
	}
	h.stopListening(h.starts)
	h.starts = nil
	h.unwatchShard(h.shards[pulse])
	h.stopNews()
}

// hearStarts takes a message of the bus with starts and ends of games.
func (h *Hub) hearStarts(s *shard, m bus.Msg) {
	var batch refereev1.GameSummaries
	if err := proto.Unmarshal(m.Payload, &batch); err != nil {
		h.log.Warn("read game summaries", "subject", m.Subject, "error", err)
		s.lose()
		return
	}
	for _, summary := range batch.GetSummaries() {
		for _, id := range players(summary) {
			h.mu.RLock()
			a := h.accounts[id]
			h.mu.RUnlock()
			if a != nil {
				a.tell(summary)
			}
		}
	}
}

// followAccounts asks for the games of the watched accounts while their starts
// and ends can't be heard.
func (h *Hub) followAccounts(ctx context.Context) {
	tick := time.NewTicker(h.cfg.PollAccounts / ticks)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			h.askAccounts(ctx, time.Now())
		}
	}
}

func (h *Hub) askAccounts(ctx context.Context, now time.Time) {
	starts, accounts := h.dueAccounts()
	if starts == nil {
		return
	}
	ask, repairs := starts.wants(now, h.bus.Connected() && !h.pulseCut(), h.cfg, h.cfg.PollAccounts)
	if !ask {
		return
	}
	group, calls := errgroup.WithContext(ctx)
	group.SetLimit(asking)
	for _, a := range accounts {
		group.Go(func() error { return a.ask(calls) })
	}
	err := group.Wait()
	h.complain(ctx, &h.accountsFail, "ListGames", err)
	if err == nil {
		starts.repair(repairs)
	}
}

func (h *Hub) dueAccounts() (*shard, []*account) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	accounts := make([]*account, 0, len(h.accounts))
	for _, a := range h.accounts {
		accounts = append(accounts, a)
	}
	return h.starts, accounts
}

func (h *Hub) pulseCut() bool {
	h.mu.RLock()
	defer h.mu.RUnlock()
	s := h.shards[pulse]
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cut
}

// runningGames are the games that the caller plays now.
func (h *Hub) runningGames(ctx context.Context, c Caller) (games []*refereev1.GameSummary, err error) {
	token := ""
	for range gamePages {
		resp, err := h.referee.ListGames(c.in(ctx), &refereev1.ListGamesRequest{State: "running", PageSize: gamesPage, PageToken: token})
		if err != nil {
			return nil, err
		}
		games = append(games, resp.GetGames()...)
		if token = resp.GetNextPageToken(); token == "" {
			break
		}
	}
	return games, nil
}

// ask asks the referee for an account's games in the name of a reader, and
// tells what has changed. A reader whose token no longer holds is sent away.
func (a *account) ask(ctx context.Context) error {
	s := a.reader()
	if s == nil {
		return nil
	}
	games, err := a.hub.runningGames(ctx, s.caller)
	if e, ok := errs.FromStatus(err); ok && e.Kind == errs.Unauthenticated {
		s.Stop(ReasonExpired)
		return nil
	}
	if err != nil {
		return err
	}
	playing := map[string]bool{}
	for _, g := range games {
		playing[g.GetGameId()] = true
		a.tell(asStarted(g))
	}
	for _, id := range a.running() {
		if !playing[id] {
			a.askEnd(ctx, s.caller, id)
		}
	}
	return nil
}

// askEnd tells how a game ended that is no longer among the running ones.
func (a *account) askEnd(ctx context.Context, c Caller, gameID string) {
	resp, err := a.hub.referee.GetGame(c.in(ctx), &refereev1.GetGameRequest{GameId: gameID})
	if err == nil && resp.GetGame().GetResult() != nil {
		a.tell(summaryOf(resp.GetGame()))
	}
}

// asStarted is a running game as the start that was not heard.
func asStarted(g *refereev1.GameSummary) *refereev1.GameSummary {
	s := proto.CloneOf(g)
	s.Change = "started"
	return s
}

// summaryOf is an ended game as the end that was not heard.
func summaryOf(g *refereev1.Game) *refereev1.GameSummary {
	s := g.GetSettings()
	return &refereev1.GameSummary{
		GameId: g.GetGameId(), Seq: g.GetSeq(), At: g.GetEndTime(), Change: "finished", Game: s.GetGame(), Seats: s.GetSeats(),
		Mode: s.GetMode(), Visibility: s.GetVisibility(), Category: s.GetCategory(), TimeControl: s.GetTimeControl(),
		Result: g.GetResult(), Ply: g.GetPly(), CreateTime: g.GetCreateTime(),
		Tournament: s.GetTournament(),
	}
}
