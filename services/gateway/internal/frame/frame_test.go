package frame_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"
	"pgregory.net/rapid"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/gateway/internal/frame"
)

// tree reads JSON so that two spellings of the same value are equal.
func tree(t require.TestingT, data []byte) any {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v), "%s", data)
	require.False(t, d.More(), "%s", data)
	return v
}

func protoTree(t require.TestingT, m proto.Message) any {
	data, err := protojson.MarshalOptions{EmitUnpopulated: true}.Marshal(m)
	require.NoError(t, err)
	return tree(t, data)
}

func TestEventIsAsProtojsonPrintsIt(t *testing.T) {
	t.Parallel()
	kinds := (&refereev1.GameEvent{}).ProtoReflect().Descriptor().Oneofs().ByName("kind").Fields()
	names := map[string]bool{}
	for i := range kinds.Len() {
		kind := kinds.Get(i)
		rapid.Check(t, func(t *rapid.T) {
			e := &refereev1.GameEvent{}
			fill(t, e.ProtoReflect())
			set(t, e.ProtoReflect(), kind)
			names[frame.Type(e)] = true
			require.Equal(t, protoTree(t, e), tree(t, frame.AppendEvent(nil, e)))
		})
	}
	require.Len(t, names, kinds.Len(), "each kind has a name of its own")
	none := &refereev1.GameEvent{GameId: "7Kq2", Seq: 1}
	require.Equal(t, protoTree(t, none), tree(t, frame.AppendEvent(nil, none)))
}

func TestMoveIsAsProtojsonPrintsIt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := &refereev1.PlayMoveResponse{}
		fill(t, m.ProtoReflect())
		require.Equal(t, protoTree(t, m), tree(t, frame.AppendMove(nil, m)))
	})
}

func TestEnvelope(t *testing.T) {
	t.Parallel()
	e := played()
	f := frame.OfEvent("game:7Kq2", e)
	require.Equal(t, map[string]any{
		"stream": "game:7Kq2", "seq": json.Number("31"), "type": "played", "at": "2026-05-04T03:02:01.500Z",
		"data": protoTree(t, e),
	}, tree(t, f.JSON()))
	require.Equal(t, "id: 31\nevent: played\ndata: "+string(f.JSON())+"\n\n", string(f.SSE()))
}

func TestEnvelopeIsOneLineWhateverTheTextSays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e := &refereev1.GameEvent{}
		fill(t, e.ProtoReflect())
		f := frame.OfEvent(rapid.String().Draw(t, "stream"), e)
		require.NotContains(t, string(f.JSON()), "\n")
		require.NotContains(t, string(f.JSON()), "\r")
		require.True(t, bytes.HasSuffix(f.SSE(), []byte("}\n\n")))
		tree(t, f.JSON())
	})
}

func TestWhatIsNoEventHasNoID(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)
	tests := map[string]struct {
		frame *frame.Frame
		id    bool
		want  string
	}{
		"snapshot": {
			frame: frame.Of("game:7Kq2", frame.TypeSnapshot, 31, at, []byte(`{}`), `"reset":true`), id: true,
			want: `{"stream":"game:7Kq2","seq":31,"type":"snapshot","at":"2026-05-04T03:02:01Z","reset":true,"data":{}}`,
		},
		"end": {
			frame: frame.Of("game:7Kq2", frame.TypeEnd, 31, at, []byte(`{}`)),
			want:  `{"stream":"game:7Kq2","seq":31,"type":"end","at":"2026-05-04T03:02:01Z","data":{}}`,
		},
		"a stream without numbers": {
			frame: frame.Of("me", frame.TypeGameStarted, 0, at, []byte(`{}`)),
			want:  `{"stream":"me","type":"gameStarted","at":"2026-05-04T03:02:01Z","data":{}}`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, string(tt.frame.JSON()))
			require.Equal(t, tt.id, strings.HasPrefix(string(tt.frame.SSE()), "id: "))
		})
	}
}

func TestOpeningSaysWhenToComeBack(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^: kydai\nretry: 1\d\d\d\n\n$`)
	various := map[string]bool{}
	for range 100 {
		require.Regexp(t, form, string(frame.Opening()))
		various[string(frame.Opening())] = true
	}
	require.Greater(t, len(various), 10, "clients must not all come back at once")
}

func TestEncodingAllocatesTheFrameAlone(t *testing.T) { //nolint:paralleltest // AllocsPerRun counts for the whole process
	e, m := played(), &refereev1.PlayMoveResponse{Seq: 31, Ply: 13, Move: "h2e2", Clock: played().GetClock()}
	buf := make([]byte, 0, 4096)
	require.Zero(t, testing.AllocsPerRun(100, func() { buf = frame.AppendEvent(buf[:0], e) }))
	require.Zero(t, testing.AllocsPerRun(100, func() { buf = frame.AppendMove(buf[:0], m) }))
	require.LessOrEqual(t, testing.AllocsPerRun(100, func() { frame.OfEvent("game:7Kq2", e) }), 2.0)
}

func played() *refereev1.GameEvent {
	at := time.Date(2026, 5, 4, 3, 2, 1, 5e8, time.UTC)
	return &refereev1.GameEvent{
		GameId: "7Kq2", Seq: 31, At: timestamppb.New(at),
		Clock: &refereev1.Clock{
			First: durationpb.New(171200 * time.Millisecond), Second: durationpb.New(180 * time.Second),
			Running: wrapperspb.String("second"), AsOf: timestamppb.New(at), Deadline: timestamppb.New(at.Add(30 * time.Second)),
		},
		Kind: &refereev1.GameEvent_Played{Played: &refereev1.MovePlayed{
			Side: "first", Ply: 13, Move: "h2e2", Arrival: timestamppb.New(at),
			Position: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
		}},
	}
}

func BenchmarkOfEvent(b *testing.B) {
	e := played()
	b.ReportAllocs()
	for b.Loop() {
		frame.OfEvent("game:7Kq2abcdefgh", e)
	}
}

func BenchmarkProtojson(b *testing.B) {
	e := played()
	b.ReportAllocs()
	for b.Loop() {
		_, _ = protojson.MarshalOptions{EmitUnpopulated: true}.Marshal(e)
	}
}
