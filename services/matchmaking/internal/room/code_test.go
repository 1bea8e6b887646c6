package room_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/matchmaking/internal/room"
)

func TestReadCode(t *testing.T) {
	t.Parallel()
	tests := map[string]string{ // "" is refused
		"ABC234":          "ABC234",
		"abc234":          "ABC234",
		" aBc-234 ":       "ABC234",
		"abc 234":         "ABC234",
		"":                "",
		"ABC23":           "",
		"ABC2345":         "",
		"ABC230":          "", // no zero,
		"ABC23O":          "", // nor what looks like it
		"ABC231":          "",
		"ABC23l":          "",
		"ABC23'":          "",
		"ABC2\x00":        "",
		"ÂBC23":           "",
		"ABC23\xff":       "",
		"------":          "",
		"' OR 1=1 --":     "",
		"<script></scri>": "",
	}
	for typed, want := range tests {
		t.Run(typed, func(t *testing.T) {
			t.Parallel()
			got, ok := room.ReadCode(typed)
			require.Equal(t, want != "", ok)
			require.Equal(t, want, got)
		})
	}
}

func FuzzReadCode(f *testing.F) {
	for _, seed := range []string{"ABC234", " abc-234", "", "ABC23O", "ſſſſſſ", "\xff\xff\xff\xff\xff\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		code, ok := room.ReadCode(typed)
		if !ok {
			require.Empty(t, code)
			return
		}
		require.Len(t, code, room.CodeLength)
		require.Empty(t, strings.Trim(code, room.CodeAlphabet))
		again, ok := room.ReadCode(strings.ToLower(code))
		require.True(t, ok)
		require.Equal(t, code, again)
	})
}

func TestAlphabetHasNoLookAlikes(t *testing.T) {
	t.Parallel()
	require.False(t, strings.ContainsAny(room.CodeAlphabet, "01OIL"))
	for _, c := range room.CodeAlphabet {
		require.Equal(t, 1, strings.Count(room.CodeAlphabet, strings.ToUpper(string(c))))
	}
}

func TestTriesAreLimitedWithinAWindow(t *testing.T) {
	t.Parallel()
	const window = 10 * time.Minute
	var tries room.Tries
	at := func(after time.Duration) (err error) {
		var next room.Tries
		if next, err = tries.Next(3, window, noon.Add(after)); err == nil {
			tries = next
		}
		return err
	}
	for i := range 3 {
		require.NoError(t, at(time.Duration(i)*time.Minute))
	}
	err := at(4 * time.Minute)
	require.ErrorIs(t, err, room.ErrTooManyTries)
	var e *errs.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, 6*time.Minute, e.RetryAfter)

	tries = tries.Forgiven()
	require.NoError(t, at(5*time.Minute), "a right code does not count")
	require.Error(t, at(window-1))
	require.NoError(t, at(window), "the count begins anew")
	require.Equal(t, 1, tries.Count)
}

func TestNothingIsForgivenTwice(t *testing.T) {
	t.Parallel()
	require.Zero(t, room.Tries{}.Forgiven().Count)
}
