package sse_test

import (
	"net/url"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/sse"
)

func FuzzPlace(f *testing.F) {
	for _, seed := range []string{"", "0", "7", "-1", "+1", "07", "2147483647", "2147483648", "1e3", " 1", "x", "\x00", "١"} {
		f.Add(seed, "afterSeq="+url.QueryEscape(seed))
		f.Add("", "afterSeq="+url.QueryEscape(seed))
	}
	f.Add("3", "afterSeq=1&afterSeq=2")
	f.Add("3", "ticket=a;b&%")
	f.Fuzz(func(t *testing.T, id, query string) {
		from, err := sse.Begin(id, query)
		if err != nil {
			require.Equal(t, live.Place{}, from)
			return
		}
		require.False(t, from.Given && from.Unknown)
		require.GreaterOrEqual(t, from.After, int32(0))
		if n, err := strconv.ParseUint(id, 10, 31); err == nil {
			require.Equal(t, live.Place{Given: true, After: int32(n)}, from) //nolint:gosec // 31 bits
		}
		if id != "" && !from.Given {
			require.True(t, from.Unknown, "an id that makes no sense is told apart from none")
		}
	})
}
