package rest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/testing/protocmp"
	"pgregory.net/rapid"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// moveSeeds are bodies of moves, good and bad.
var moveSeeds = []string{
	`{"ply":1,"move":"h2e2"}`, `{"ply":13,"move":"h2e2","afterSeq":30,"offerDraw":false}`, ` { "move" : "d6xa1" , "ply" : 7 } `,
	`{}`, `{"ply":"1","move":"a"}`, `{"ply":1.0,"move":"a"}`, `{"ply":01}`, `{"ply":-1}`, `{"ply":2147483648}`, `{"ply":1e2}`, `{"ply":null}`,
	`{"ply":1,"ply":2}`, `{"ply":1,}`, `{"ply":1}x`, `{"move":"\u0061"}`, `{"move":"é"}`, `{"move":"<script>"}`, `{"move":"a`, `{"offerDraw":true}`,
	`{"offerDraw":truex}`, `{"after_seq":1}`, `{"gameId":"x"}`, `[`, `"`, "{\"move\":\"\x00\"}", `{"ply":123456789}`, `{"ply":1234567890}`, `{"ply":0,"afterSeq":0}`,
}

// same demands that what the plain reader accepts, the strict decoder reads as
// the same.
func same(t require.TestingT, body []byte) (accepted bool) {
	plain, strict := &refereev1.PlayMoveRequest{}, &refereev1.PlayMoveRequest{}
	if !readMove(body, plain) {
		return false
	}
	require.NoError(t, protojson.Unmarshal(body, strict), "%q", body)
	require.Empty(t, cmp.Diff(strict, plain, protocmp.Transform()), "%q", body)
	return true
}

func TestReadMoveTakesTheUsualForm(t *testing.T) {
	t.Parallel()
	for _, body := range moveSeeds[:3] {
		require.True(t, same(t, []byte(body)), body)
	}
	for _, body := range moveSeeds[3:] {
		same(t, []byte(body))
	}
}

func TestReadMoveIsTheStrictDecoder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		pieces := []string{"{", "}", `"`, ":", ",", " ", "ply", "move", "afterSeq", "offerDraw", `"ply"`, `"move"`, "true", "false", "null", "0", "1", "12", "-", ".", "e", "\\", "é", `"a1"`}
		same(t, []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 14).Draw(t, "pieces"), "")))
	})
}

func FuzzReadMove(f *testing.F) {
	for _, body := range moveSeeds {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) { same(t, body) })
}

func BenchmarkReadMove(b *testing.B) {
	body := []byte(`{"ply":13,"move":"h2e2","afterSeq":30,"offerDraw":false}`)
	b.ReportAllocs()
	for b.Loop() {
		var req refereev1.PlayMoveRequest
		if !readMove(body, &req) {
			b.Fatal("refused")
		}
	}
}
