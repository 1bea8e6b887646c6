package events_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/testing/protocmp"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/notation"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/events"
)

// Every notation has a field of its own, and each field is a notation's.
func TestEveryNotationHasAField(t *testing.T) {
	t.Parallel()
	var texts notation.Texts
	for _, name := range notation.Names() {
		texts = append(texts, notation.Text{Notation: name, Text: "the text of " + name})
	}
	p := events.TextsToProto(texts).ProtoReflect()
	fields := p.Descriptor().Fields()
	require.Len(t, texts, fields.Len())
	for i := range fields.Len() {
		field := fields.Get(i)
		require.Equal(t, "the text of "+string(field.Name()), p.Get(field).String())
	}
	require.Nil(t, events.TextsToProto(nil))
}

func TestSayEvidence(t *testing.T) {
	t.Parallel()
	require.Nil(t, events.SayEvidence(nil))
	got := events.SayEvidence(&rules.Evidence{Rule: rules.Repetition, Equal: []int{0, 4, 8}})
	want := &refereev1.Evidence{Rule: "repetition", EqualPlies: []int32{0, 4, 8}, Sentence: &refereev1.Sentence{
		Vi: "Thế cờ đã lặp lại đủ 3 lần (sau các nước 0, 4, 8) nên ván cờ hoà.",
		En: "The position stood for the third time (after plies 0, 4, 8), so the game is drawn.",
	}}
	require.Empty(t, cmp.Diff(want, got, protocmp.Transform()))
}
