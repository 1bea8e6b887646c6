package query_test

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/gateway/internal/query"
)

func TestRead(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		raw   string
		want  url.Values
		field string
	}{
		"nothing":         {want: url.Values{}},
		"a list":          {raw: "ids=a&ids=b%20c&x", want: url.Values{"ids": {"a", "b c"}, "x": {""}}},
		"a broken value":  {raw: "pageSize=3&game=%zz&side=%zz", field: "game"},
		"a broken name":   {raw: "game=x&%zz=1", field: "%zz"},
		"an escaped name": {raw: "page%53ize=%", field: "pageSize"},
		"a semicolon":     {raw: "game=a;side=b", field: "game"},
		"only semicolons": {raw: ";", field: ";"},
		"no name":         {raw: "=%zz", field: "=%zz"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := query.Read(tt.raw)
			if tt.field == "" {
				require.NoError(t, err)
				require.Equal(t, tt.want, got)
				return
			}
			var e *errs.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, "INVALID_ARGUMENT", e.Reason)
			require.Len(t, e.Violations, 1)
			require.Equal(t, tt.field, e.Violations[0].Field)
			require.NotEmpty(t, e.Violations[0].Description)
		})
	}
}

// Whatever can't be read, something is named.
func FuzzRead(f *testing.F) {
	for _, raw := range []string{"", "a=b", "%zz", "=%zz", ";", "&;&", "a=%00", "\xff=%"} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		_, err := query.Read(raw)
		_, want := url.ParseQuery(raw)
		require.Equal(t, want == nil, err == nil)
		if err != nil {
			var e *errs.Error
			require.ErrorAs(t, err, &e)
			require.NotEmpty(t, e.Violations[0].Field)
		}
	})
}
