package page_test

import (
	"encoding/base64"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/page"
)

var (
	tokens = page.NewTokens([]byte("secret"))
	at     = time.Date(2026, 5, 1, 12, 0, 0, 123456000, time.UTC)
)

func TestSealedTokenOpens(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		at := time.UnixMicro(rapid.Int64().Draw(t, "at")).UTC()
		id, binding := rapid.String().Draw(t, "id"), rapid.String().Draw(t, "binding")
		gotAt, gotID, err := tokens.Open(tokens.Seal(at, id, binding), binding)
		require.NoError(t, err)
		require.True(t, at.Equal(gotAt))
		require.Equal(t, id, gotID)
	})
}

func TestNoTokenIsTheBeginning(t *testing.T) {
	t.Parallel()
	gotAt, id, err := tokens.Open("", "list")
	require.NoError(t, err)
	require.True(t, gotAt.IsZero())
	require.Empty(t, id)
}

func TestTokenOpensNothingElse(t *testing.T) {
	t.Parallel()
	token := tokens.Seal(at, "7Kq2", "games of ann")
	tests := map[string]struct {
		tokens  page.Tokens
		token   string
		binding string
	}{
		"another list":            {tokens, token, "games of bob"},
		"no list":                 {tokens, token, ""},
		"another service":         {page.NewTokens([]byte("other")), token, "games of ann"},
		"garbage":                 {tokens, "garbage", "games of ann"},
		"not base64":              {tokens, "%%%", "games of ann"},
		"another base64":          {tokens, token + "=", "games of ann"},
		"too short":               {tokens, token[:20], "games of ann"},
		"only the signature":      {tokens, token[:len(token)/2], "games of ann"},
		"more than was signed":    {tokens, token + "AAAA", "games of ann"},
		"a byte of the id for it": {tokens, tokens.Seal(at, "7Kq", "2games of ann"), "games of ann"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := tt.tokens.Open(tt.token, tt.binding)
			require.ErrorIs(t, err, page.ErrBadToken)
		})
	}
}

// Whoever moves a byte from the token into the filter gets nowhere.
func TestTokenAndFilterAreSignedApart(t *testing.T) {
	t.Parallel()
	sealed, err := base64.RawURLEncoding.DecodeString(tokens.Seal(at, "id", "filter"))
	require.NoError(t, err)
	for cut := range len("id") {
		shorter := base64.RawURLEncoding.EncodeToString(sealed[:len(sealed)-len("id")+cut])
		for _, sep := range []string{"", "\x00"} {
			_, _, err := tokens.Open(shorter, "id"[cut:]+sep+"filter")
			require.ErrorIs(t, err, page.ErrBadToken)
		}
	}
}

func TestEveryChangedByteIsFound(t *testing.T) {
	t.Parallel()
	sealed, err := base64.RawURLEncoding.DecodeString(tokens.Seal(at, "7Kq2", "list"))
	require.NoError(t, err)
	for i := range sealed {
		changed := append([]byte(nil), sealed...)
		changed[i] ^= 1
		_, _, err := tokens.Open(base64.RawURLEncoding.EncodeToString(changed), "list")
		require.ErrorIs(t, err, page.ErrBadToken, "byte %d", i)
	}
}

func TestBindingKeepsItsPartsApart(t *testing.T) {
	t.Parallel()
	bindings := map[string]bool{}
	for _, parts := range [][]string{{"a", "b"}, {"ab", ""}, {"", "ab"}, {"a b"}, {"a\x00b"}, {"a", "", "b"}, {`a" "b`}, {}} {
		bindings[page.Binding(parts...)] = true
	}
	require.Len(t, bindings, 8)
}

func FuzzOpen(f *testing.F) {
	f.Add("", "list")
	f.Add("garbage", "list")
	f.Add(page.NewTokens([]byte("other")).Seal(at, "7Kq2", "list"), "list")
	f.Fuzz(func(t *testing.T, token, binding string) {
		_, _, err := tokens.Open(token, binding)
		if token != "" {
			require.ErrorIs(t, err, page.ErrBadToken, "nobody guesses a token")
		}
	})
}
