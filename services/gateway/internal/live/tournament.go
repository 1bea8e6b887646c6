package live

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"

	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/gateway/internal/frame"
)

// tournaments are the logs that tournament keeps.
type tournaments struct {
	client tournamentv1.TournamentServiceClient
	// linger is how long the streams of one that has prizes stay open after its end,
	// or after the last prize that was paid: prizes are paid once it has ended.
	linger time.Duration
}

// statusCancelled is the status of a tournament that does not take place.
const statusCancelled = "cancelled"

func (t tournaments) state(ctx context.Context, id string) (state, error) {
	resp, err := t.client.GetTournament(ctx, &tournamentv1.GetTournamentRequest{TournamentId: id})
	if err != nil {
		return state{}, err
	}
	now := resp.GetTournament()
	s := state{Message: now, seq: now.GetSeq()}
	if now.GetEndTime() != nil {
		s.over = t.end(now.GetEndTime().AsTime(), now.GetStatus() != statusCancelled && len(now.GetSettings().GetPrizes()) > 0)
	}
	return s, nil
}

func (t tournaments) list(ctx context.Context, id string, after, limit int32) (events []event, last int32, err error) {
	resp, err := t.client.ListTournamentEvents(ctx, &tournamentv1.ListTournamentEventsRequest{TournamentId: id, AfterSeq: after, Limit: limit})
	return t.of(resp.GetEvents()), resp.GetLastSeq(), err
}

func (t tournaments) news(ctx context.Context, known []cursor) (events []event, gone []string, err error) {
	req := &tournamentv1.ListNewTournamentEventsRequest{}
	for _, c := range known {
		req.Tournaments = append(req.Tournaments, &tournamentv1.TournamentCursor{TournamentId: c.id, AfterSeq: c.after})
	}
	resp, err := t.client.ListNewTournamentEvents(ctx, req)
	return t.of(resp.GetEvents()), nil, err
}

func (t tournaments) decode(payload []byte) ([]event, error) {
	var batch tournamentv1.TournamentEvents
	err := proto.Unmarshal(payload, &batch)
	return t.of(batch.GetEvents()), err
}

func (t tournaments) of(all []*tournamentv1.TournamentEvent) []event {
	events := make([]event, len(all))
	for i, e := range all {
		events[i] = event{LogEvent: e, id: e.GetTournamentId(), over: t.over(e)}
	}
	return events
}

// over is when the streams may end by an event: nothing but prizes follows the end
// of a tournament.
func (t tournaments) over(e *tournamentv1.TournamentEvent) time.Time {
	at := e.GetAt().AsTime()
	switch k := e.GetKind().(type) {
	case *tournamentv1.TournamentEvent_Cancelled:
		return t.end(at, false)
	case *tournamentv1.TournamentEvent_Finished:
		return t.end(at, len(k.Finished.GetAwards()) > 0)
	case *tournamentv1.TournamentEvent_PrizePaid:
		return t.end(at, true)
	}
	return time.Time{}
}

func (t tournaments) end(at time.Time, prizes bool) time.Time {
	if prizes {
		return at.Add(t.linger)
	}
	return at
}

// hearNextGame hears what a player has to play next. What gets lost is not made up
// for: GET /v1/me/tournaments has it.
func (h *Hub) hearNextGame(payload []byte) error {
	var news tournamentv1.PlayerNews
	if err := proto.Unmarshal(payload, &news); err != nil {
		return err
	}
	if a := h.watched(news.GetPlayerId()); a != nil {
		a.tellNextGame(news.GetNextGame())
	}
	return nil
}

// tellNextGame tells of the next game once it is paired, and again when its start
// changes and when it is there.
func (a *account) tellNextGame(n *tournamentv1.NextGame) {
	id := fmt.Sprint(n.GetTournamentId(), n.GetRound(), n.GetPairingId(), n.GetOpponentId(), n.GetSide(), n.GetStartTime().AsTime().UnixNano(), n.GetGameId())
	a.once(frame.TypeNextGame, id, time.Now(), n)
}
