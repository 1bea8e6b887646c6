package events_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/timecontrol"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/events"
	"kydai.dev/services/referee/internal/game"
)

const (
	ann = "0198c0de-0000-7000-8000-00000000000a"
	bob = "0198c0de-0000-7000-8000-00000000000b"
	id  = "GameGameGame"
)

var start = time.Date(2026, 5, 1, 12, 0, 0, 123456789, time.UTC)

func at(seconds float64) time.Time { return start.Add(time.Duration(seconds * float64(time.Second))) }

func order() game.Order {
	control := timecontrol.Control{Preset: "10+5"}
	return game.Order{
		Creator: "matchmaking", AsService: true, Key: "k", Game: "xiangqi",
		Seats:      &[2]game.Seat{{Account: ann}, {Account: bob, Guest: true}},
		Spectators: game.Spectators{Allowed: true, Delay: 3 * time.Second}, Controls: [2]timecontrol.Control{control, control},
	}
}

// begun is a game with some moves; the events are all of its log.
func begun(t *testing.T, o game.Order, moves ...string) (*game.Game, []game.Event) {
	t.Helper()
	g := game.New(id)
	log, err := o.Create(start)
	require.NoError(t, err)
	require.NoError(t, g.Apply(log...))
	for i, m := range moves {
		account := g.Settings().Seats[g.Position().Side()].Account
		played, err := g.Play(game.PlayMove{Account: account, Ply: i + 1, Move: m, Arrival: at(float64(i))}, at(float64(i+1)))
		require.NoError(t, err)
		require.NoError(t, g.Apply(played...))
		log = append(log, played...)
	}
	return g, log
}

const afterH2E2 = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"

var textsH2E2 = &refereev1.MoveTexts{
	Iccs: proto.String("h2e2"), Vietnamese: proto.String("P2-5"), VietnameseLong: proto.String("Pháo 2 bình 5"),
	Wxf: proto.String("C2=5"), Chinese: proto.String("炮二平五"), ChineseTraditional: proto.String("炮二平五"),
}

func standing(result *refereev1.Result) *refereev1.GameEvent {
	return &refereev1.GameEvent{GameId: id, Seq: 4, At: timestamppb.New(at(2)), Clock: &refereev1.Clock{
		First: durationpb.New(10 * time.Minute), Second: durationpb.New(599 * time.Second), AsOf: timestamppb.New(at(2)),
	}, Kind: &refereev1.GameEvent_Finished{Finished: &refereev1.GameFinished{Result: result}}}
}

// kinds are events as the domain has them and as the log keeps them; the game
// stands after its first move.
func kinds(t *testing.T) map[string]struct {
	event game.Event
	want  *refereev1.GameEvent
} {
	g, log := begun(t, order(), "h2e2")
	ticking := g.Clock()
	running := &refereev1.Clock{
		First: durationpb.New(10 * time.Minute), Second: durationpb.New(10 * time.Minute), Running: wrapperspb.String("second"),
		AsOf: timestamppb.New(at(1)), Deadline: timestamppb.New(at(61)),
	}
	first := &refereev1.Clock{
		First: durationpb.New(10 * time.Minute), Second: durationpb.New(10 * time.Minute),
		AsOf: timestamppb.New(start), Deadline: timestamppb.New(at(30)),
	}
	control := &refereev1.TimeControl{
		Preset: "10+5", Bank: durationpb.New(10 * time.Minute), Increment: durationpb.New(5 * time.Second),
		PerMove: durationpb.New(time.Minute), ByoYomi: durationpb.New(0),
	}
	event := func(seq int32, seconds float64, c *refereev1.Clock) *refereev1.GameEvent {
		return &refereev1.GameEvent{GameId: id, Seq: seq, At: timestamppb.New(at(seconds)), Clock: c}
	}
	created, started, played := event(1, 0, first), event(2, 0, first), event(3, 1, running)
	created.Kind = &refereev1.GameEvent_Created{Created: &refereev1.GameCreated{Creator: "matchmaking", CreationKey: "k", Settings: &refereev1.Settings{
		Game: "xiangqi", Seats: &refereev1.Seats{
			First:  &refereev1.Seat{Holder: &refereev1.Seat_Player{Player: &refereev1.Player{AccountId: ann}}},
			Second: &refereev1.Seat{Holder: &refereev1.Seat_Player{Player: &refereev1.Player{AccountId: bob, Guest: true}}},
		},
		Mode: "casual", Visibility: "public", Spectators: &refereev1.Spectators{Allowed: proto.Bool(true), Delay: durationpb.New(3 * time.Second)},
		TimeControl: control, SecondTimeControl: control, Category: "rapid",
		FirstMove:     &refereev1.FirstMove{Limit: durationpb.New(30 * time.Second), Then: "abort"},
		StartPosition: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
	}}}
	started.Kind = &refereev1.GameEvent_Started{Started: &refereev1.GameStarted{Side: "first"}}
	played.Kind = &refereev1.GameEvent_Played{Played: &refereev1.MovePlayed{
		Side: "first", Ply: 1, Move: "h2e2", Position: afterH2E2, Arrival: timestamppb.New(start), Texts: textsH2E2,
	}}
	offered, answered, rewound, adjusted := event(4, 2, running), event(4, 2, running), event(4, 2, nil), event(4, 2, nil)
	hinted, paused := event(4, 2, running), event(4, 2, nil)
	by := &refereev1.DirectorAct{Reason: "The lights went out.", Director: ann}
	paused.Kind = &refereev1.GameEvent_Paused{Paused: &refereev1.GamePaused{Act: by}}
	paused.Clock = &refereev1.Clock{
		First: durationpb.New(10 * time.Minute), Second: durationpb.New(599 * time.Second), AsOf: timestamppb.New(at(2)),
	}
	offered.Kind = &refereev1.GameEvent_Offered{Offered: &refereev1.OfferMade{Kind: "draw", Side: "second"}}
	answered.Kind = &refereev1.GameEvent_Answered{Answered: &refereev1.OfferAnswered{
		OfferId: 9, Kind: "rematch", Answer: "accepted", Side: "second", RematchGameId: "NextNextNext",
	}}
	hinted.Kind = &refereev1.GameEvent_Hinted{Hinted: &refereev1.HintGiven{Side: "second", Ply: 2, Hints: 1}}
	rewound.Kind = &refereev1.GameEvent_Rewound{Rewound: &refereev1.GameRewound{ToPly: 0, Position: "start", Side: "first"}}
	rewound.Clock = proto.CloneOf(first)
	rewound.Clock.AsOf, rewound.Clock.Deadline = timestamppb.New(at(2)), timestamppb.New(at(32))
	adjusted.Kind = &refereev1.GameEvent_ClockAdjusted{ClockAdjusted: &refereev1.ClockAdjusted{Cause: "downtime", By: durationpb.New(time.Second)}}
	adjusted.Clock = proto.CloneOf(running)
	adjusted.Clock.AsOf, adjusted.Clock.Deadline = timestamppb.New(at(2)), timestamppb.New(at(62))
	given := event(4, 2, proto.CloneOf(running))
	given.Clock.First, given.Clock.Second = durationpb.New(10*time.Minute), durationpb.New(11*time.Minute)
	given.Kind = &refereev1.GameEvent_ClockAdjusted{ClockAdjusted: &refereev1.ClockAdjusted{
		Cause: "director", By: durationpb.New(time.Minute), Act: by, Side: "second", Key: "k",
	}}
	decided := standing(&refereev1.Result{Winner: "first", Reason: "adjudication", Status: "finished"})
	decided.GetFinished().Act = by
	mate := proto.CloneOf(played)
	mate.Clock.Running, mate.Clock.Deadline = nil, nil
	mate.GetPlayed().Result = &refereev1.Result{Winner: "first", Reason: "checkmate", Status: "finished"}
	mate.GetPlayed().Warnings = []*refereev1.Warning{
		{Ply: 8, Side: "first", Rule: "chase", SincePly: 4, Plies: []int32{5, 7}, Target: &refereev1.Target{
			Kind: "horse", From: "i9", Chases: []*refereev1.Chase{{Ply: 5, Square: "h7", Attackers: []*refereev1.PieceOnBoard{{Square: "h0", Kind: "chariot", Side: "first"}}}},
		}},
		{Ply: 8, Side: "second", Rule: "check", Plies: []int32{6, 8}},
	}
	ruled := proto.CloneOf(mate)
	ruled.GetPlayed().Warnings = nil
	ruled.GetPlayed().Result = &refereev1.Result{Winner: "second", Reason: "perpetual_check", Status: "finished", Evidence: &refereev1.Evidence{
		Rule: "perpetual_check", EqualPlies: []int32{0, 4, 8}, Breaches: []*refereev1.Breach{{Side: "first", Rule: "check", Plies: []int32{1, 3, 5, 7}}},
	}}
	full := proto.CloneOf(ruled)
	full.GetPlayed().Result = &refereev1.Result{Winner: "none", Reason: "move_count", Status: "finished", Evidence: &refereev1.Evidence{
		Rule: "move_count", Counter: &refereev1.Counter{Kind: "plies_without_capture", Plies: 100, Limit: 100},
	}}
	voided := standing(nil)
	voided.Kind = &refereev1.GameEvent_Voided{Voided: &refereev1.GameVoided{Reason: "cheating"}}

	won := log[2]
	k, _ := won.Kind.(game.Played)
	k.Result = game.Result{Winner: rules.WinnerFirst, Reason: "checkmate", Status: game.StatusFinished}
	k.Warnings = []rules.Warning{
		{Ply: 8, Since: 4, Breach: rules.Breach{Side: rules.First, Rule: "chase", Plies: []int{5, 7}, Target: rules.Target{
			Kind: "horse", From: "i9", Chases: []rules.Chase{{Ply: 5, Square: "h7", Attackers: []rules.Piece{{Square: "h0", Kind: "chariot", Side: rules.First}}}},
		}}},
		{Ply: 8, Breach: rules.Breach{Side: rules.Second, Rule: "check", Plies: []int{6, 8}}},
	}
	won.Kind, won.Clock = k, won.Clock.Stop(at(1))
	ruling := func(r game.Result) game.Event {
		k, e := k, won
		k.Warnings, k.Result = nil, r
		e.Kind = k
		return e
	}
	checked := ruling(game.Result{Winner: rules.WinnerSecond, Reason: "perpetual_check", Status: game.StatusFinished, Evidence: &rules.Evidence{
		Rule: rules.PerpetualCheck, Equal: []int{0, 4, 8}, Breaches: []rules.Breach{{Side: rules.First, Rule: "check", Plies: []int{1, 3, 5, 7}}},
	}})
	counted := ruling(game.Result{Winner: rules.WinnerNone, Reason: "move_count", Status: game.StatusFinished, Evidence: &rules.Evidence{
		Rule: rules.MoveCount, Counter: rules.Counter{Kind: rules.WithoutCapture, Plies: 100, Limit: 100},
	}})
	act := game.Act{Reason: by.GetReason(), Director: ann}
	judged := game.Finished{Result: game.Result{Winner: rules.WinnerFirst, Reason: game.Adjudication, Status: game.StatusFinished}, Act: act}
	lost := game.Result{Winner: rules.WinnerFirst, Reason: game.Resignation, Status: game.StatusFinished}
	later := func(c timecontrol.Clock, kind any) game.Event {
		return game.Event{Seq: 4, At: at(2), Clock: c, Kind: kind}
	}
	return map[string]struct {
		event game.Event
		want  *refereev1.GameEvent
	}{
		"created":        {log[0], created},
		"started":        {log[1], started},
		"played":         {log[2], played},
		"played, mate":   {won, mate},
		"played, ruled":  {checked, ruled},
		"played, full":   {counted, full},
		"offered":        {later(ticking, game.Offered{Kind: "draw", Side: rules.Second}), offered},
		"answered":       {later(ticking, game.Answered{Offer: 9, Kind: "rematch", Answer: "accepted", Side: rules.Second, Rematch: "NextNextNext"}), answered},
		"hinted":         {later(ticking, game.Hinted{Side: rules.Second, Ply: 2, Hints: 1}), hinted},
		"rewound":        {later(log[1].Clock.Resume(at(2)), game.Rewound{Position: "start"}), rewound},
		"clock_adjusted": {later(ticking.Shift(time.Second), game.Adjusted{Cause: game.CauseDowntime, By: time.Second}), adjusted},
		"paused":         {later(ticking.Pause(at(2)), game.Paused{Act: act}), paused},
		"given":          {later(ticking.Give(1, time.Minute), game.Adjusted{Cause: game.CauseDirector, By: time.Minute, Act: act, Side: rules.Second, Key: "k"}), given},
		"decided":        {later(ticking.Stop(at(2)), judged), decided},
		"finished":       {later(ticking.Stop(at(2)), game.Finished{Result: lost}), standing(&refereev1.Result{Winner: "first", Reason: "resignation", Status: "finished"})},
		"voided":         {later(ticking.Stop(at(2)), game.Voided{Reason: "cheating"}), voided},
	}
}

func TestEveryKindThereAndBack(t *testing.T) {
	t.Parallel()
	covered := map[string]bool{}
	for name, tt := range kinds(t) {
		covered[string(tt.want.ProtoReflect().WhichOneof(kindOf(tt.want)).Name())] = true
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := events.ToProto(id, tt.event)
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(tt.want, got, protocmp.Transform()))

			data, err := events.Encode(id, []game.Event{tt.event})
			require.NoError(t, err)
			read, err := events.Decode(data)
			require.NoError(t, err)
			require.Len(t, read, 1)
			require.Empty(t, cmp.Diff(tt.want, read[0], protocmp.Transform()))
			back, err := events.FromProto(before(t, tt.event.Seq), read[0])
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(tt.event, back, cmp.AllowUnexported(game.Played{}), cmp.Comparer(sameGame), cmp.Comparer(samePosition),
				cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".judged" }, cmp.Ignore())))
		})
	}
	fields := kindOf(&refereev1.GameEvent{}).Fields()
	for i := range fields.Len() {
		require.True(t, covered[string(fields.Get(i).Name())], "no test of %s", fields.Get(i).Name())
	}
}

// before is the game in which the event with the seq comes next.
func before(t *testing.T, seq int) *game.Game {
	t.Helper()
	_, log := begun(t, order(), "h2e2")
	g := game.New(id)
	require.NoError(t, g.Apply(log[:seq-1]...))
	return g
}

func sameGame(a, b rules.Game) bool         { return a.Name() == b.Name() }
func samePosition(a, b rules.Position) bool { return a.String() == b.String() }

func TestJoinedAppendsAreOneLog(t *testing.T) {
	t.Parallel()
	_, log := begun(t, order(), "h2e2", "h9g7", "h0g2")
	var joined []byte
	for _, part := range [][]game.Event{log[:2], log[2:3], log[3:]} {
		data, err := events.Encode(id, part)
		require.NoError(t, err)
		joined = append(joined, data...)
	}
	whole, err := events.Encode(id, log)
	require.NoError(t, err)
	require.Equal(t, whole, joined)
	read, err := events.Decode(joined)
	require.NoError(t, err)
	require.Len(t, read, len(log))
	for i, e := range read {
		require.EqualValues(t, i+1, e.GetSeq())
	}
}

func TestUnknownKindsAreRefused(t *testing.T) {
	t.Parallel()
	_, err := events.Encode(id, []game.Event{{Seq: 1, Kind: "moved"}})
	require.Error(t, err)
	g := before(t, 4)
	require.Error(t, events.ReplayEvent(g, &refereev1.GameEvent{GameId: id, Seq: 4}), "a kind of a later version")
	require.Equal(t, 3, g.Seq())
	_, err = events.Decode([]byte("no message"))
	require.Error(t, err)
}

// Whatever stands in a log, reading it ends with a game or with an error.
func FuzzReplay(f *testing.F) {
	o := order()
	g := game.New(id)
	log, err := o.Create(start)
	require.NoError(f, err)
	require.NoError(f, g.Apply(log...))
	move, err := g.Play(game.PlayMove{Account: ann, Ply: 1, Move: "h2e2", OfferDraw: true}, at(1))
	require.NoError(f, err)
	log = append(log, move...)
	log = append(log, game.Event{Seq: 5, At: at(2), Kind: game.Rewound{}}, game.Event{Seq: 6, At: at(3), Kind: game.Finished{}})
	for n := range len(log) + 1 {
		for from := range n {
			data, err := events.Encode(id, log[from:n])
			require.NoError(f, err)
			f.Add(data)
		}
	}
	f.Fuzz(func(_ *testing.T, data []byte) {
		g := game.New(id)
		if (events.Codec{}).Replay(g, data) == nil && g.Seq() > 0 {
			_ = g.Legal()
			_, _ = g.Play(game.PlayMove{Account: ann, Ply: g.Ply() + 1, Move: "h2e2"}, at(9))
		}
	})
}

func TestSettingsThatCannotBeReadAreRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]*refereev1.Settings{
		"an unknown game": {Game: "chess"},
		"no position":     {Game: "xiangqi"},
	}
	for name, s := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := &refereev1.GameEvent{GameId: id, Seq: 1, Kind: &refereev1.GameEvent_Created{Created: &refereev1.GameCreated{Settings: s}}}
			require.Error(t, events.ReplayEvent(game.New(id), e))
		})
	}
}
