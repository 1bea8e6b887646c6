package bus

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestLedger(t *testing.T) {
	t.Parallel()
	l := newLedger(time.Time{})
	for range 2 {
		require.True(t, l.begin(1))
		require.False(t, l.begin(1), "it is being handled")
		require.True(t, l.begin(2), "the other is not")
		require.Equal(t, 1, l.fail(1))
		require.True(t, l.begin(1), "it may be tried again")
		require.Equal(t, 2, l.fail(1))
		require.True(t, l.begin(1))
		l.end(1)
		require.True(t, l.begin(1), "who stopped had nothing against it")
		require.Equal(t, 3, l.fail(1))
		require.True(t, l.begin(1))
		l.done(1)
		l.done(2)
		require.Empty(t, l.held)
		require.Empty(t, l.failures)
	}
}
