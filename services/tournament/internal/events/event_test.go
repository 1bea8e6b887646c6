package events_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protopath"
	"google.golang.org/protobuf/reflect/protorange"
	"google.golang.org/protobuf/reflect/protoreflect"
	"pgregory.net/rapid"

	"kydai.dev/pkg/timecontrol"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/events"
	"kydai.dev/services/tournament/internal/tourney"
)

// kinds are all kinds of events. That none is missing is held against the contract.
var kinds = []any{
	tourney.Created{},
	tourney.Edited{},
	tourney.Opened{},
	tourney.Joined{},
	tourney.Admitted{},
	tourney.Withdrawn{},
	tourney.Disqualified{},
	tourney.ByeChanged{},
	tourney.Started{},
	tourney.Numbered{},
	tourney.Paired{},
	tourney.Unpaired{},
	tourney.RoundStarted{},
	tourney.RoundTimed{},
	tourney.GameMade{},
	tourney.ResultEntered{},
	tourney.ResultAnnulled{},
	tourney.RoundFinished{},
	tourney.Paused{},
	tourney.Resumed{},
	tourney.PairingForbidden{},
	tourney.PairingFailed{},
	tourney.Played{},
	tourney.Finished{},
	tourney.Cancelled{},
	tourney.PrizePaid{},
	tourney.Refused{},
}

// Each kind of the contract is one kind of the domain, of the same name.
func TestNoKindIsForgotten(t *testing.T) {
	t.Parallel()
	var want, got []string
	fields := (&tournamentv1.TournamentEvent{}).ProtoReflect().Descriptor().Oneofs().ByName("kind").Fields()
	for i := range fields.Len() {
		want = append(want, string(fields.Get(i).Message().Name()))
	}
	for _, k := range kinds {
		p, err := events.EventToProto("t", tourney.Event{Kind: k})
		require.NoError(t, err)
		name := reflect.TypeOf(k).Name()
		require.True(t, strings.HasSuffix(reflect.TypeOf(p.GetKind()).Elem().Name(), "_"+name), name)
		got = append(got, name)
	}
	slices.Sort(want)
	slices.Sort(got)
	require.Equal(t, want, got)
}

var types = map[reflect.Type]func(t *rapid.T) any{
	reflect.TypeFor[time.Time]():     func(t *rapid.T) any { return drawTime(t) },
	reflect.TypeFor[time.Duration](): func(t *rapid.T) any { return time.Duration(rapid.Int64Range(0, 1e15).Draw(t, "span")) },
	reflect.TypeFor[tourney.PairingID](): func(t *rapid.T) any {
		if rapid.Bool().Draw(t, "none") {
			return tourney.PairingID{}
		}
		return tourney.PairingID{Round: rapid.IntRange(1, 50).Draw(t, "round"), Board: rapid.IntRange(1, 2500).Draw(t, "board")}
	},
	reflect.TypeFor[crosstable.Points](): func(t *rapid.T) any { return crosstable.Points(rapid.IntRange(-500, 5000).Draw(t, "points")) },
}

func drawTime(t *rapid.T) time.Time {
	if rapid.Bool().Draw(t, "none") {
		return time.Time{}
	}
	return time.Unix(rapid.Int64Range(1, 4e9).Draw(t, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanoseconds")).UTC()
}

// fill draws a value of any type of the domain, so that a field that is added is drawn
// as well, and missed where a conversion forgets it.
func fill(t *rapid.T, v reflect.Value) {
	if draw, ok := types[v.Type()]; ok {
		v.Set(reflect.ValueOf(draw(t)))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() { // the rest follows from other events
				fill(t, v.Field(i))
			}
		}
	case reflect.Slice:
		if n := rapid.IntRange(0, 3).Draw(t, "length"); n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
		}
		for i := range v.Len() {
			fill(t, v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(t, v.Index(i))
		}
	case reflect.String:
		v.SetString(rapid.StringN(0, 12, -1).Draw(t, "text"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "flag"))
	case reflect.Int:
		v.SetInt(rapid.Int64Range(0, 1e6).Draw(t, "count"))
	default:
		require.Fail(t, "no way to draw", v.Type().String())
	}
}

func drawn[T any](t *rapid.T) T {
	var v T
	fill(t, reflect.ValueOf(&v).Elem())
	return v
}

// whole gives every field of a value something to tell.
func whole(v reflect.Value) {
	switch x := v.Addr().Interface().(type) {
	case *time.Time:
		*x = time.Unix(1, 0)
		return
	case *timecontrol.Control: // presets have all
		*x = timecontrol.Control{Preset: "p", Bank: 1, Increment: 1, PerMove: 1, ByoYomi: 1}
		return
	case *tourney.Swiss:
		*x = tourney.Swiss{Baku: true, Bye: tourney.AsDraw, HalfByes: 1}
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				whole(v.Field(i))
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		whole(v.Index(0))
	case reflect.Array:
		for i := range v.Len() {
			whole(v.Index(i))
		}
	case reflect.String:
		v.SetString("text")
	case reflect.Bool:
		v.SetBool(true)
	default:
		v.SetInt(1)
	}
}

// silent are the fields that the log leaves to others: what a player has in the
// standings.
var silent = []string{"kydai.tournament.v1.Entrant.points"}

// Whatever the contract lets an event tell, the domain's event tells.
func TestNoFieldIsForgotten(t *testing.T) {
	t.Parallel()
	for _, kind := range kinds {
		v := reflect.New(reflect.TypeOf(kind)).Elem()
		whole(v)
		p, err := events.EventToProto("t", tourney.Event{Seq: 1, At: time.Unix(1, 0), Actor: "a", Reason: "r", Kind: v.Interface()})
		require.NoError(t, err)
		require.NoError(t, protorange.Range(p.ProtoReflect(), func(at protopath.Values) error {
			m, ok := at.Index(-1).Value.Interface().(protoreflect.Message)
			if !ok || strings.HasPrefix(string(m.Descriptor().FullName()), "google.") {
				return nil
			}
			for i := range m.Descriptor().Fields().Len() {
				f := m.Descriptor().Fields().Get(i)
				told := m.Has(f) || f.ContainingOneof() != nil && !f.HasOptionalKeyword() || slices.Contains(silent, string(f.FullName()))
				require.True(t, told, "%s of %s", f.FullName(), at.Path)
			}
			return nil
		}))
	}
}

// Every kind of event comes back from the bytes of the log as it was.
func TestEventsComeBack(t *testing.T) {
	t.Parallel()
	for _, kind := range kinds {
		t.Run(reflect.TypeOf(kind).Name(), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				v := reflect.New(reflect.TypeOf(kind))
				fill(t, v.Elem())
				e := tourney.Event{
					Seq: rapid.IntRange(1, 1e6).Draw(t, "seq"), At: time.Unix(rapid.Int64Range(1, 4e9).Draw(t, "at"), 1000).UTC(),
					Actor: rapid.String().Draw(t, "actor"), Reason: rapid.String().Draw(t, "reason"),
				}
				e.Kind = asTold(v.Elem().Interface(), e.Seq)
				data, err := events.Codec{}.EncodeEvent(e)
				require.NoError(t, err)
				got, err := events.Codec{}.DecodeEvent(data)
				require.NoError(t, err)
				require.Equal(t, e, got)
			})
		})
	}
}

// asTold is a kind of event without what no event can tell: a round was paired by the
// event itself, and a player who joins has not left yet and plays from the round that
// the event names.
func asTold(kind any, seq int) any {
	switch k := kind.(type) {
	case tourney.Paired:
		k.Round.Paired = seq
		return k
	case tourney.Joined:
		k.Entrant.From, k.Entrant.After = k.FromRound, 0
		return k
	}
	return kind
}

// What is no event is refused, not taken for another.
func TestWhatIsNoEvent(t *testing.T) {
	t.Parallel()
	_, err := events.EventToProto("t", tourney.Event{Seq: 3, Kind: timecontrol.Control{}})
	require.EqualError(t, err, "event 3 of tournament t is a timecontrol.Control, which there is not")
	_, err = events.Codec{}.EncodeEvent(tourney.Event{})
	require.Error(t, err)
	for _, p := range []*tournamentv1.TournamentEvent{
		{},
		{Kind: &tournamentv1.TournamentEvent_GameMade{GameMade: &tournamentv1.GameMade{PairingId: "one"}}},
		{Kind: &tournamentv1.TournamentEvent_Paired{Paired: &tournamentv1.Paired{Round: &tournamentv1.Round{Byes: []*tournamentv1.Bye{{Points: "many"}}}}}},
	} {
		data, err := proto.Marshal(p)
		require.NoError(t, err)
		_, err = events.Codec{}.DecodeEvent(data)
		require.Error(t, err, p)
	}
	_, err = events.Codec{}.DecodeEvent([]byte("no message"))
	require.Error(t, err)
}

// A pause that is left out is the usual one, none is none.
func TestPause(t *testing.T) {
	t.Parallel()
	require.Equal(t, tourney.DefaultPause, events.SettingsFromProto(&tournamentv1.Settings{}).Pace.Pause)
	none := events.SettingsFromProto(events.SettingsToProto(tourney.Settings{}))
	require.Zero(t, none.Pace.Pause)
	require.Equal(t, tourney.Settings{}, none)
}
