package authn_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/authn"
)

func TestTokensOfAClosedSession(t *testing.T) {
	t.Parallel()
	account, c := newIdentity(t, "account"), &clock{start}
	token := func(session string, life time.Duration) string {
		said := playerToken()
		said.Session, said.Expires = session, start.Add(life)
		text, err := account.signer(t, c).PlayerToken(said)
		require.NoError(t, err)
		return text
	}
	v := authn.NewVerifier(keysOf(account), c.Now)
	known, unknown, other := token("phone", time.Hour), token("phone", 2*time.Hour), token("tablet", time.Hour)
	for _, text := range []string{known, other} {
		_, err := v.Player(text)
		require.NoError(t, err)
	}
	var told []string
	v.WhenEnded(func(session string) {
		require.True(t, v.Ended(session), "what is told is so already")
		told = append(told, session)
	})
	v.End("phone", start.Add(2*time.Hour))
	for _, text := range []string{known, unknown} {
		for range 2 {
			_, err := v.Player(text)
			require.ErrorIs(t, err, authn.ErrEnded)
		}
	}
	_, err := v.Player(other)
	require.NoError(t, err, "other sessions go on")
	require.Equal(t, []string{"phone"}, told)

	c.now = start.Add(2*time.Hour + leeway + time.Second)
	v.End("tablet", c.now.Add(time.Hour))
	require.False(t, v.Ended("phone"), "its tokens have ended by themselves")
	_, err = v.Player(unknown)
	require.ErrorIs(t, err, authn.ErrExpired)
	require.True(t, v.Ended("tablet"))
}
