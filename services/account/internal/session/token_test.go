package session_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/account/internal/session"
)

func TestTokenIsReadAsItIsWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		token := session.NewToken(secret(rapid.IntRange(0, 999).Draw(t, "family")), secret(rapid.IntRange(0, 999).Draw(t, "own")))
		got, err := session.ParseToken(token.Text())
		require.NoError(t, err)
		require.Equal(t, token, got)
	})
}

func TestMalformedTokens(t *testing.T) {
	t.Parallel()
	text := session.NewToken(secret(0), secret(1)).Text()
	last := text[len(text)-1]
	tests := map[string]string{
		"empty":            "",
		"the prefix alone": "krt_",
		"no prefix":        strings.TrimPrefix(text, "krt_"),
		"cut":              text[:len(text)-2],
		"longer":           text + "AA",
		"padded":           text + "==",
		"a space":          text + " ",
		"another alphabet": text[:10] + "+" + text[11:],
		"second spelling":  text[:len(text)-1] + string(last+1), // bits that decode to nothing
		"letters":          "krt_ế",
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := session.ParseToken(text)
			require.ErrorIs(t, err, session.ErrBadRefresh)
		})
	}
}

func FuzzParseToken(f *testing.F) {
	f.Add(session.NewToken(secret(0), secret(1)).Text())
	f.Add("krt_")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		token, err := session.ParseToken(text)
		if err == nil {
			require.Equal(t, text, token.Text(), "a token has one spelling")
		}
	})
}

func TestTokenIsNotPrinted(t *testing.T) {
	t.Parallel()
	token := session.NewToken(secret(0), secret(1))
	for _, verb := range []string{"%v", "%s", "%+v"} {
		require.Equal(t, "refresh token", fmt.Sprintf(verb, token))
	}
	require.NotEqual(t, token.Hash(), token.Family())
	require.NotContains(t, token.Text(), string(token.Hash()))
}
