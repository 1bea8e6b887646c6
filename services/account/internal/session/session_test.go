package session_test

import (
	"crypto/sha256"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/account/internal/session"
)

var (
	start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	rules = session.Rules{Access: 15 * time.Minute, Refresh: 30 * 24 * time.Hour, Grace: 5 * time.Second, Ticket: 30 * time.Second}
)

// secret returns a secret that differs by n.
func secret(n int) session.Secret { return sha256.Sum256([]byte{byte(n), byte(n >> 8)}) }

// family is a session together with what its client holds.
type family struct {
	session.Session
	tokens []session.Token // in the order in which they were good
}

func open() *family {
	first := session.NewToken(secret(0), secret(1))
	return &family{
		Session: session.Open("phone", "alice", "test", first, start, rules),
		tokens:  []session.Token{first},
	}
}

// renew presents a token and stores what comes of it.
func (f *family) renew(t session.Token, at time.Time) (session.Token, error) {
	got, err := f.Renew(t, secret(len(f.tokens)+1), at, rules)
	if r := got.Rotation; r != nil {
		f.Current, f.Refreshed, f.Expires = r.Current, r.Refreshed, r.Expires
		f.Spent = slices.DeleteFunc(append(f.Spent, r.Spent), func(s session.Spent) bool { return s.At.Before(r.Stale) })
		f.tokens = append(f.tokens, got.Token)
	}
	return got.Token, err
}

func TestTokenIsGoodOnce(t *testing.T) {
	t.Parallel()
	f := open()
	first := f.tokens[0]
	second, err := f.renew(first, start.Add(time.Hour))
	require.NoError(t, err)
	require.NotEqual(t, first, second)
	require.Equal(t, first.Family(), second.Family())
	require.Equal(t, start.Add(time.Hour+rules.Refresh), f.Expires, "the session slides")

	_, err = f.renew(first, start.Add(2*time.Hour))
	require.ErrorIs(t, err, session.ErrReused)
}

func TestHonestDoubleGetsTheSame(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		after time.Duration
		want  error
	}{
		"at once":             {after: 0},
		"within the grace":    {after: rules.Grace - 1},
		"when the grace ends": {after: rules.Grace, want: session.ErrReused},
		"long after":          {after: time.Hour, want: session.ErrReused},
		"by a slower clock":   {after: -time.Second},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := open()
			at := start.Add(time.Hour)
			second, err := f.renew(f.tokens[0], at)
			require.NoError(t, err)
			again, err := f.renew(f.tokens[0], at.Add(tt.after))
			require.ErrorIs(t, err, tt.want)
			if tt.want == nil {
				require.Equal(t, second, again)
				require.Len(t, f.tokens, 2, "nothing has changed")
			}
		})
	}
}

func TestDoubleOfAnOlderTokenFindsTheGoodOne(t *testing.T) {
	t.Parallel()
	f := open()
	first := f.tokens[0]
	for i := range 4 {
		_, err := f.renew(f.tokens[i], start.Add(time.Duration(i)*time.Second))
		require.NoError(t, err)
	}
	got, err := f.renew(first, start.Add(4*time.Second))
	require.NoError(t, err)
	require.Equal(t, f.tokens[4], got)
	_, err = f.renew(first, start.Add(5*time.Second))
	require.ErrorIs(t, err, session.ErrReused, "the oldest is outside, though the newest is within")
}

func TestWhatNeverWasOfTheFamilyIsReuse(t *testing.T) {
	t.Parallel()
	f := open()
	_, err := f.renew(session.NewToken(secret(0), secret(99)), start)
	require.ErrorIs(t, err, session.ErrReused, "only a holder of the family's tokens can know its secret")
}

func TestSessionEnds(t *testing.T) {
	t.Parallel()
	f := open()
	end := start.Add(rules.Refresh)
	_, err := f.renew(f.tokens[0], end)
	require.ErrorIs(t, err, session.ErrBadRefresh)
	_, err = f.renew(f.tokens[0], end.Add(-1))
	require.NoError(t, err)
	_, err = f.renew(f.tokens[1], end)
	require.NoError(t, err, "each renewal makes it last anew")
}

// Whatever clients present whenever: the good token is renewed, one spent less
// than the grace ago gets the good one, and every other closes the session.
func TestRenewalsInAnyOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f, now := open(), start
		var spent []time.Time // when each token but the last was used
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 3000).Draw(t, "ms")) * time.Millisecond)
			i := rapid.IntRange(0, len(f.tokens)-1).Draw(t, "token")
			good := len(f.tokens) - 1
			got, err := f.renew(f.tokens[i], now)
			switch {
			case i == good:
				spent = append(spent, now)
				require.NoError(t, err)
				require.Equal(t, f.tokens[good+1], got)
			case now.Sub(spent[i]) < rules.Grace:
				require.NoError(t, err)
				require.Equal(t, f.tokens[good], got)
				require.Len(t, f.tokens, good+1)
			default:
				require.ErrorIs(t, err, session.ErrReused)
				return
			}
		}
	})
}

func TestDeviceIsBounded(t *testing.T) {
	t.Parallel()
	first := session.NewToken(secret(0), secret(1))
	s := session.Open("id", "alice", "a\xff"+strings.Repeat("ệ", 200), first, start, rules)
	require.LessOrEqual(t, len(s.Device), 200)
	require.Equal(t, "aệ", s.Device[:4])
	require.True(t, strings.HasSuffix(s.Device, "ệ"), "cut between letters")
}
