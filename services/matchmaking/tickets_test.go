package matchmaking_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/testkit"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// tickets is matchmaking's quick play as a service of the hall calls it.
func (h *hall) tickets(service string) matchmakingv1.TicketServiceClient {
	env := h.gateway
	if service == "account" {
		env = h.account
	}
	return matchmakingv1.NewTicketServiceClient(env.Dial("matchmaking"))
}

func (h *hall) wait(ctx context.Context, t *testing.T, req *matchmakingv1.CreateTicketRequest) *matchmakingv1.Ticket {
	t.Helper()
	resp, err := h.tickets("gateway").CreateTicket(ctx, req)
	require.NoError(t, err)
	return resp.GetTicket()
}

// listed are the ids of a player's tickets.
func (h *hall) listed(ctx context.Context, t *testing.T) (ids []string) {
	t.Helper()
	resp, err := h.tickets("gateway").ListTickets(ctx, &matchmakingv1.ListTicketsRequest{})
	require.NoError(t, err)
	for _, made := range resp.GetTickets() {
		ids = append(ids, made.GetTicketId())
	}
	return ids
}

func quick() *matchmakingv1.CreateTicketRequest {
	return &matchmakingv1.CreateTicketRequest{
		Game: "xiangqi", Mode: "rated", TimeControl: &refereev1.TimeControl{Preset: "10+5"},
		RatingRange: &matchmakingv1.RatingRange{Below: proto.Int32(200)},
	}
}

func TestTicketFromWaitingToMatched(t *testing.T) {
	t.Parallel()
	testkit.Configs(t, func(t *testing.T, db dbx.Config) {
		h := start(t, config(db), away)
		anna, annaID := h.player(t, true)
		binh, binhID := h.player(t, false)
		made := h.wait(anna, t, quick())
		control := &refereev1.TimeControl{
			Preset: "10+5", Bank: durationpb.New(10 * time.Minute), Increment: durationpb.New(5 * time.Second),
			PerMove: durationpb.New(time.Minute), ByoYomi: durationpb.New(0),
		}
		requireSame(t, &matchmakingv1.Ticket{
			TicketId: made.GetTicketId(), State: "waiting", Game: "xiangqi", Mode: "rated", TimeControl: control,
			RatingRange: &matchmakingv1.RatingRange{Below: proto.Int32(200)}, Rating: 512, CreateTime: made.GetCreateTime(),
			BotOfferTime: timestamppb.New(made.GetCreateTime().AsTime().Add(20 * time.Second)),
		}, made)
		again, err := h.tickets("gateway").CreateTicket(anna, quick())
		require.NoError(t, err)
		require.True(t, again.GetExisting())
		requireSame(t, made, again.GetTicket())

		require.Equal(t, []string{made.GetTicketId()}, h.listed(anna, t))
		require.Empty(t, h.listed(binh, t), "each one's own")

		theirs := h.wait(binh, t, quick())
		get := func(ctx context.Context, id string) *matchmakingv1.Ticket {
			resp, err := h.tickets("gateway").GetTicket(ctx, &matchmakingv1.GetTicketRequest{TicketId: id})
			require.NoError(t, err)
			return resp.GetTicket()
		}
		require.Eventually(t, func() bool { return get(anna, made.GetTicketId()).GetState() == "matched" }, 30*time.Second, 20*time.Millisecond)
		require.Equal(t, gameID, get(anna, made.GetTicketId()).GetGameId())
		require.Equal(t, gameID, get(binh, theirs.GetTicketId()).GetGameId())
		order := h.referee.order(t)
		first, second := seat(annaID, true), seat(binhID, false)
		firstTicket, secondTicket := made.GetTicketId(), theirs.GetTicketId()
		if order.GetSeats().GetFirst().GetPlayer().GetAccountId() == binhID {
			first, second, firstTicket, secondTicket = second, first, secondTicket, firstTicket
		}
		requireSame(t, &refereev1.CreateGameRequest{
			CreationKey: "tickets:" + firstTicket + ":" + secondTicket, Game: "xiangqi", Mode: "rated", Visibility: "public",
			TimeControl: control, Seats: &refereev1.Seats{First: first, Second: second},
		}, order)
		require.Equal(t, []string{made.GetTicketId()}, h.listed(anna, t), "just matched")
		_, err = h.tickets("gateway").DeleteTicket(anna, &matchmakingv1.DeleteTicketRequest{TicketId: made.GetTicketId()})
		requireReason(t, err, codes.FailedPrecondition, "TICKET_MATCHED")
	})
}

// Who signs in counts as who he is when the game begins, whatever his token said,
// and also where he waits already.
func TestWaitingGuestsWhoSignIn(t *testing.T) {
	t.Parallel()
	testkit.Configs(t, func(t *testing.T, db dbx.Config) {
		nats := testkit.NATSServer(t)
		h := start(t, config(db), nats.Config())
		b := nats.Connect()
		require.NoError(t, b.EnsureStream(t.Context(), bus.StreamSpec{
			Name: bus.AccountStream, Subjects: []string{bus.AccountLinked("*")}, MaxAge: time.Hour, MaxBytes: 1 << 20,
		}))
		taken := make(chan struct{}, 10)
		_, err := b.Subscribe("$JS.ACK."+bus.AccountStream+".matchmaking.>", func(bus.Msg) { taken <- struct{}{} })
		require.NoError(t, err)
		_, annaID := h.player(t, false)
		old := h.as(t, annaID, true, "challenge")
		binh, binhID := h.player(t, true)
		h.wait(binh, t, &matchmakingv1.CreateTicketRequest{Game: "jungle"})
		payload, err := proto.Marshal(&accountv1.Linked{PlayerId: binhID})
		require.NoError(t, err)
		require.NoError(t, b.Publish(t.Context(), bus.Msg{ID: "1", Subject: bus.AccountLinked(binhID), Type: "kydai.account.v1.Linked", Payload: payload}))
		require.Eventually(t, func() bool { return len(taken) > 0 }, 30*time.Second, 20*time.Millisecond)
		h.wait(old, t, &matchmakingv1.CreateTicketRequest{Game: "jungle"})
		require.Eventually(t, h.referee.asked, 30*time.Second, 20*time.Millisecond)
		seats := h.referee.order(t).GetSeats()
		require.ElementsMatch(t, []string{annaID, binhID}, []string{seats.GetFirst().GetPlayer().GetAccountId(), seats.GetSecond().GetPlayer().GetAccountId()})
		require.False(t, seats.GetFirst().GetPlayer().GetGuest() || seats.GetSecond().GetPlayer().GetGuest())
	})
}

func TestBlockedPlayersAreNotPaired(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	anna, annaID := h.player(t, false)
	binh, binhID := h.player(t, false)
	chi, chiID := h.player(t, false)
	h.people.block(binhID, annaID)
	for _, p := range []context.Context{anna, binh, chi} {
		h.wait(p, t, quick())
	}
	require.Eventually(t, func() bool { return h.referee.asked() }, 30*time.Second, 20*time.Millisecond)
	seats := h.referee.order(t).GetSeats()
	require.Contains(t, []string{seats.GetFirst().GetPlayer().GetAccountId(), seats.GetSecond().GetPlayer().GetAccountId()}, chiID)
}

func TestTicketsLapse(t *testing.T) {
	t.Parallel()
	cfg := config(testkit.SQLite(t))
	cfg.TicketLife = time.Second
	h := start(t, cfg, away)
	anna, _ := h.player(t, true)
	id := h.wait(anna, t, quick()).GetTicketId()
	var rested time.Time
	require.Eventually(t, func() bool { // looking at it keeps it alive, so it is looked at seldom
		if time.Since(rested) < 4*time.Second {
			return false
		}
		rested = time.Now()
		resp, err := h.tickets("gateway").GetTicket(anna, &matchmakingv1.GetTicketRequest{TicketId: id})
		return err == nil && resp.GetTicket().GetState() == "gone"
	}, 60*time.Second, 100*time.Millisecond)
}

func TestWhoMayDoWhatWithTickets(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	anna, _ := h.player(t, false)
	made := h.wait(anna, t, quick()).GetTicketId()
	guest, _ := h.player(t, true)
	wrong, account := h.player(t, false)
	type call = func(context.Context, matchmakingv1.TicketServiceClient) error
	create := func(req *matchmakingv1.CreateTicketRequest) call {
		return func(ctx context.Context, c matchmakingv1.TicketServiceClient) error {
			_, err := c.CreateTicket(ctx, req)
			return err
		}
	}
	get := func(id string) call {
		return func(ctx context.Context, c matchmakingv1.TicketServiceClient) error {
			_, err := c.GetTicket(ctx, &matchmakingv1.GetTicketRequest{TicketId: id})
			return err
		}
	}
	leave := func(id string) call {
		return func(ctx context.Context, c matchmakingv1.TicketServiceClient) error {
			_, err := c.DeleteTicket(ctx, &matchmakingv1.DeleteTicketRequest{TicketId: id})
			return err
		}
	}
	list := func(ctx context.Context, c matchmakingv1.TicketServiceClient) error {
		_, err := c.ListTickets(ctx, &matchmakingv1.ListTicketsRequest{})
		return err
	}
	keep := func(accounts ...string) call {
		return func(ctx context.Context, c matchmakingv1.TicketServiceClient) error {
			_, err := c.KeepTickets(ctx, &matchmakingv1.KeepTicketsRequest{AccountIds: accounts})
			return err
		}
	}
	with := func(change func(*matchmakingv1.CreateTicketRequest)) call {
		req := quick()
		change(req)
		return create(req)
	}
	below := func(n int32) call {
		return with(func(r *matchmakingv1.CreateTicketRequest) { r.RatingRange.Below = &n })
	}
	bank := func(d time.Duration) call {
		return with(func(r *matchmakingv1.CreateTicketRequest) {
			r.TimeControl = &refereev1.TimeControl{Bank: durationpb.New(d)}
		})
	}
	nobody, noScope := t.Context(), h.as(t, uuid.NewString(), false, "play")
	tests := map[string]struct {
		ctx     context.Context
		service string
		call    call
		code    codes.Code
		reason  string
	}{
		"create: no token":         {nobody, "gateway", create(quick()), codes.Unauthenticated, "NO_TOKEN"},
		"create: a service":        {nobody, "account", create(quick()), codes.Unauthenticated, "NO_TOKEN"},
		"create: no scope":         {noScope, "gateway", create(quick()), codes.PermissionDenied, "SCOPE_MISSING"},
		"create: guest":            {guest, "gateway", create(quick()), codes.OK, ""},
		"get: no token":            {nobody, "gateway", get(made), codes.Unauthenticated, "NO_TOKEN"},
		"get: wrong player":        {wrong, "gateway", get(made), codes.NotFound, "NO_SUCH_TICKET"},
		"get: guest":               {guest, "gateway", get(made), codes.NotFound, "NO_SUCH_TICKET"},
		"get: no scope":            {noScope, "gateway", get(made), codes.PermissionDenied, "SCOPE_MISSING"},
		"get: unknown":             {anna, "gateway", get(uuid.NewString()), codes.NotFound, "NO_SUCH_TICKET"},
		"get: malformed":           {anna, "gateway", get("1"), codes.InvalidArgument, "INVALID_ARGUMENT"},
		"list: no token":           {nobody, "gateway", list, codes.Unauthenticated, "NO_TOKEN"},
		"list: a service":          {nobody, "account", list, codes.Unauthenticated, "NO_TOKEN"},
		"list: no scope":           {noScope, "gateway", list, codes.PermissionDenied, "SCOPE_MISSING"},
		"list: guest":              {guest, "gateway", list, codes.OK, ""},
		"delete: no token":         {nobody, "gateway", leave(made), codes.Unauthenticated, "NO_TOKEN"},
		"delete: wrong player":     {wrong, "gateway", leave(made), codes.NotFound, "NO_SUCH_TICKET"},
		"delete: guest":            {guest, "gateway", leave(made), codes.NotFound, "NO_SUCH_TICKET"},
		"delete: no scope":         {noScope, "gateway", leave(made), codes.PermissionDenied, "SCOPE_MISSING"},
		"keep: gateway":            {nobody, "gateway", keep(account), codes.OK, ""},
		"keep: a player":           {wrong, "account", keep(account), codes.PermissionDenied, "CALLER_DENIED"},
		"keep: another service":    {nobody, "account", keep(account), codes.PermissionDenied, "CALLER_DENIED"},
		"keep: no account":         {nobody, "gateway", keep("anna"), codes.InvalidArgument, "INVALID_ARGUMENT"},
		"keep: nobody to keep":     {nobody, "gateway", keep(), codes.OK, ""},
		"unknown game":             {wrong, "gateway", with(func(r *matchmakingv1.CreateTicketRequest) { r.Game = "chess" }), codes.InvalidArgument, "UNKNOWN_GAME"},
		"no game":                  {wrong, "gateway", with(func(r *matchmakingv1.CreateTicketRequest) { r.Game = "" }), codes.InvalidArgument, "INVALID_ARGUMENT"},
		"unknown mode":             {wrong, "gateway", with(func(r *matchmakingv1.CreateTicketRequest) { r.Mode = "ranked" }), codes.InvalidArgument, "INVALID_ARGUMENT"},
		"range upside down":        {wrong, "gateway", below(-50), codes.InvalidArgument, "INVALID_ARGUMENT"},
		"absurd range":             {wrong, "gateway", below(4001), codes.InvalidArgument, "INVALID_ARGUMENT"},
		"rated, untimed":           {wrong, "gateway", with(func(r *matchmakingv1.CreateTicketRequest) { r.TimeControl = nil }), codes.InvalidArgument, "RATED_NOT_ALLOWED"},
		"another game's preset":    {wrong, "gateway", with(func(r *matchmakingv1.CreateTicketRequest) { r.TimeControl.Preset = "10m" }), codes.InvalidArgument, "BAD_TIME_CONTROL"},
		"endless bank":             {wrong, "gateway", bank(1000 * time.Hour), codes.InvalidArgument, "BAD_TIME_CONTROL"},
		"time that does not exist": {wrong, "gateway", bank(-time.Second), codes.InvalidArgument, "BAD_TIME_CONTROL"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := tt.call(tt.ctx, h.tickets(tt.service))
			if tt.reason == "" {
				require.NoError(t, err)
				return
			}
			requireReason(t, err, tt.code, tt.reason)
		})
	}
}

func TestTicketKeysAreNotRoomKeys(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	anna, _ := h.player(t, false)
	anna = rpc.WithOrigin(anna, rpc.Origin{IdempotencyKey: "k"})
	room := h.open(anna, t, &matchmakingv1.CreateRoomRequest{Game: "morris"})
	_, err := h.tickets("gateway").CreateTicket(anna, &matchmakingv1.CreateTicketRequest{Game: "morris"})
	requireReason(t, err, codes.InvalidArgument, "IDEMPOTENCY_KEY_REUSED")
	requireSame(t, room, h.open(anna, t, &matchmakingv1.CreateRoomRequest{Game: "morris"}))
}
