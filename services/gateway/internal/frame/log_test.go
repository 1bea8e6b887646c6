package frame_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/gateway/internal/frame"
)

// An event of a log is called by the name of its kind, which is that of the member
// of its data.
func TestEventsOfLogsAreNamedByTheirKinds(t *testing.T) {
	t.Parallel()
	for _, empty := range []frame.LogEvent{&studyv1.AnalysisEvent{}, &tournamentv1.TournamentEvent{}} {
		of := empty.ProtoReflect()
		kinds := of.Descriptor().Oneofs().ByName("kind").Fields()
		require.Greater(t, kinds.Len(), 3)
		for i := range kinds.Len() {
			m := of.New()
			m.Set(kinds.Get(i), m.NewField(kinds.Get(i)))
			e, ok := m.Interface().(frame.LogEvent)
			require.True(t, ok)
			f := frame.OfLog("x:1", "1", e)
			require.Equal(t, kinds.Get(i).JSONName(), f.Type)
			require.Equal(t, "1", f.About)
			var got struct {
				Type string
				Data map[string]any
			}
			require.NoError(t, json.Unmarshal(f.JSON(), &got))
			require.Equal(t, f.Type, got.Type)
			require.Contains(t, got.Data, f.Type)
		}
		require.Equal(t, "unknown", frame.OfLog("x:1", "1", empty).Type)
	}
}
