package signin_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/account/internal/signin"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func TestAddresses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ text, want string }{
		"plain":               {"minh@example.com", "minh@example.com"},
		"in capitals":         {" Minh@EXAMPLE.com\n", "minh@example.com"},
		"with a tag":          {"minh.le+kydai@mail.example.vn", "minh.le+kydai@mail.example.vn"},
		"unusual":             {"o'brien_{x}@a-b.co", "o'brien_{x}@a-b.co"},
		"punycode":            {"a@xn--bcher-kva.example", "a@xn--bcher-kva.example"},
		"nothing":             {"", ""},
		"no domain":           {"minh", ""},
		"no name":             {"@example.com", ""},
		"two at signs":        {"a@b@example.com", ""},
		"a bare host":         {"minh@localhost", ""},
		"an address":          {"minh@192.0.2.1", ""},
		"a literal":           {"minh@[192.0.2.1]", ""},
		"a space":             {"mi nh@example.com", ""},
		"a name with it":      {"Minh <minh@example.com>", ""},
		"two":                 {"a@example.com,b@example.com", ""},
		"a header":            {"a@example.com\r\nBcc: b@example.com", ""},
		"quoted":              {`"a b"@example.com`, ""},
		"dots together":       {"a..b@example.com", ""},
		"a dot first":         {".a@example.com", ""},
		"a dot last":          {"a@example.com.", ""},
		"a hyphen first":      {"a@-example.com", ""},
		"a hyphen last":       {"a@example-.com", ""},
		"letters beyond":      {"mính@example.com", ""},
		"a kelvin sign":       {"\u212aim@example.com", ""},
		"a dotted capital I":  {"\u0130m@example.com", ""},
		"a Cyrillic a":        {"\u0430@example.com", ""},
		"NUL":                 {"a\x00@example.com", ""},
		"a long name":         {strings.Repeat("a", 65) + "@example.com", ""},
		"a long label":        {"a@" + strings.Repeat("b", 64) + ".com", ""},
		"too long as a whole": {"a@" + strings.Repeat("b.", 130) + "com", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := signin.ParseEmail(tt.text)
			if tt.want == "" {
				require.ErrorIs(t, err, signin.ErrBadEmail)
				return
			}
			require.NoError(t, err)
			require.Equal(t, tt.want, got)
		})
	}
}

func FuzzParseEmail(f *testing.F) {
	for _, s := range []string{"minh@example.com", "A@B.C", "a\r\n@b.co", "ı@example.com"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		email, err := signin.ParseEmail(s)
		if err != nil {
			return
		}
		again, err := signin.ParseEmail(email)
		require.NoError(t, err)
		require.Equal(t, email, again)
		require.NotRegexp(t, `[^!-~]`, email)
		require.Equal(t, 1, strings.Count(email, "@"))
	})
}

func TestHandles(t *testing.T) {
	t.Parallel()
	h := signin.Handle{1, 2, 3}
	got, err := signin.ParseHandle(h.Text())
	require.NoError(t, err)
	require.Equal(t, h, got)
	require.Equal(t, "handle", fmt.Sprint(h))
	require.NotContains(t, h.Text(), string(h.Key()))
	text := h.Text()
	for name, bad := range map[string]string{
		"nothing": "", "no prefix": text[4:], "cut": text[:len(text)-2], "longer": text + "AA", "padded": text + "=", "of a refresh token": "krt_" + text[4:],
		"a second spelling": text[:len(text)-1] + "B",
	} {
		_, err := signin.ParseHandle(bad)
		require.ErrorIs(t, err, signin.ErrBadState, name)
	}
}

func TestWhatIsHiddenHangsOnAll(t *testing.T) {
	t.Parallel()
	secret, other := signin.Secret("a"), signin.Secret("b")
	h := signin.Handle{1}
	code := secret.Code(h, "123456")
	require.True(t, signin.Same(code, secret.Code(h, "123456")))
	for name, mac := range map[string][]byte{
		"another secret": other.Code(h, "123456"), "another handle": secret.Code(signin.Handle{2}, "123456"), "another code": secret.Code(h, "123457"),
		"another purpose": secret.Counter("code", h.Text()+"123456"), "nothing": nil,
	} {
		require.False(t, signin.Same(code, mac), name)
	}
	require.NotEqual(t, secret.Counter("address", "x"), secret.Counter("caller", "x"))
}

func TestJudge(t *testing.T) {
	t.Parallel()
	p := signin.Pending{Account: "alice", Tries: 1, Expires: start}
	require.NoError(t, p.Judge("alice", start.Add(-1)))
	require.ErrorIs(t, p.Judge("alice", start), signin.ErrBadState)
	require.ErrorIs(t, p.Judge("bob", start.Add(-1)), signin.ErrBadState)
	require.ErrorIs(t, p.Judge("", start.Add(-1)), signin.ErrBadState)
	p.Tries = signin.MaxTries + 1
	require.ErrorIs(t, p.Judge("alice", start.Add(-1)), signin.ErrBadState)
}

// However the times, no window has more than may be.
func TestAllowance(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const most = 3
		window := time.Minute
		var a signin.Allowance
		var allowed []time.Time
		now := start
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 40).Draw(t, "s")) * time.Second)
			next, err := a.Next(most, window, now)
			if err == nil {
				allowed = append(allowed, now)
				a = next
				continue
			}
			require.ErrorIs(t, err, signin.ErrTooManyCodes)
			require.Equal(t, a, next)
			_, err = a.Next(most, window, a.Since.Add(window))
			require.NoError(t, err, "when the window ends")
		}
		for i := 0; i+2*most < len(allowed); i++ { // a window of one's own may lie across two of ours
			require.GreaterOrEqual(t, allowed[i+2*most].Sub(allowed[i]), window)
		}
	})
}
