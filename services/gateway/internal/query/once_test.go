package query_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/gateway/internal/query"
)

// The first parameter at fault is named, by name.
func TestReadOnce(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ raw, reason, field string }{
		"known":          {"ticket=a&afterSeq=3", "", ""},
		"nothing":        {"", "", ""},
		"unknown":        {"y=1&x=1&ticket=a", "UNKNOWN_FIELD", "x"},
		"twice":          {"ticket=a&ticket=b&afterSeq=3", "INVALID_ARGUMENT", "ticket"},
		"can't be read":  {"ticket=%zz", "INVALID_ARGUMENT", "ticket"},
		"twice, unknown": {"x=1&x=2", "UNKNOWN_FIELD", "x"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q, err := query.ReadOnce(tt.raw, "ticket", "afterSeq")
			if tt.reason == "" {
				require.NoError(t, err)
				return
			}
			require.Empty(t, q)
			var e *errs.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, tt.reason, e.Reason)
			require.Len(t, e.Violations, 1)
			require.Equal(t, tt.field, e.Violations[0].Field)
		})
	}
	q, err := query.ReadOnce("ticket=a&afterSeq=", "ticket", "afterSeq")
	require.NoError(t, err)
	require.Equal(t, query.Once{"ticket": "a", "afterSeq": ""}, q)
}
