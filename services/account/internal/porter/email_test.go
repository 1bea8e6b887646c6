package porter_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/account/internal/porter"
	"kydai.dev/services/account/internal/signin"
)

// mailbox keeps the codes that were sent.
type mailbox struct {
	mu   sync.Mutex
	sent []string // address and code
	fail error
}

func (m *mailbox) SendCode(_ context.Context, address, code string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sent = append(m.sent, address+" "+code)
	return m.fail
}

// code is the last one sent.
func (m *mailbox) code(t *testing.T) string {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	require.NotEmpty(t, m.sent)
	var address, code string
	_, err := fmt.Sscan(m.sent[len(m.sent)-1], &address, &code)
	require.NoError(t, err)
	require.Regexp(t, `^\d{6}$`, code)
	return code
}

// asked asks for a code and returns what proves the address.
func (h *hall) asked(t *testing.T, email string) porter.Proof {
	t.Helper()
	begun, err := h.SendCode(t.Context(), email, "203.0.113.7")
	require.NoError(t, err)
	require.Equal(t, 10*time.Minute, begun.Life)
	return porter.Proof{Handle: begun.Handle.Text(), Code: h.mails.code(t)}
}

// linking asks for a code that links.
func (h *hall) linking(t *testing.T, tokens porter.Tokens, email string) porter.Proof {
	t.Helper()
	begun, err := h.SendLinkCode(t.Context(), h.caller(t, tokens), email)
	require.NoError(t, err)
	return porter.Proof{Handle: begun.Handle.Text(), Code: h.mails.code(t)}
}

// wrong is the proof with another code.
func wrong(p porter.Proof) porter.Proof {
	p.Code = fmt.Sprintf("%06d", (int(p.Code[5]-'0')+1)%10)
	return p
}

func (h *hall) signIn(t *testing.T, email string) porter.Entry {
	t.Helper()
	entry, err := h.SignIn(t.Context(), h.asked(t, email), "phone")
	require.NoError(t, err)
	return entry
}

func TestCodeSignsIn(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		first := h.signIn(t, "Minh@Example.com ")
		require.True(t, first.Created)
		require.False(t, first.Player.Guest)
		require.Regexp(t, `^Người chơi-[0-9A-Z]{6}$`, first.Player.Name)
		token, err := h.verifier.Player(first.Tokens.Access)
		require.NoError(t, err)
		require.False(t, token.Guest)
		require.Subset(t, token.Scopes, []string{"play", "history:read", "tournament:direct"})

		again := h.signIn(t, "minh@example.com")
		require.False(t, again.Created)
		require.Equal(t, first.Player, again.Player)
		require.NotEqual(t, first.Tokens.Session, again.Tokens.Session, "another device")
		sessions, err := h.Sessions(t.Context(), h.caller(t, first.Tokens))
		require.NoError(t, err)
		require.Len(t, sessions, 2)
		identities, err := h.Identities(t.Context(), h.caller(t, again.Tokens))
		require.NoError(t, err)
		require.Len(t, identities, 1)
		require.Equal(t, "minh@example.com", identities[0].Email)
		other := h.signIn(t, "an@example.com")
		require.NotEqual(t, first.Player.ID, other.Player.ID)
	})
}

func TestCodeIsGoodOnceAndForAWhile(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		proof := h.asked(t, "minh@example.com")
		_, err := h.SignIn(t.Context(), proof, "")
		require.NoError(t, err)
		_, err = h.SignIn(t.Context(), proof, "")
		require.ErrorIs(t, err, signin.ErrBadState)

		proof = h.asked(t, "minh@example.com")
		h.wait(10*time.Minute - time.Second)
		_, err = h.SignIn(t.Context(), proof, "")
		require.NoError(t, err)
		proof = h.asked(t, "minh@example.com")
		h.wait(10 * time.Minute)
		_, err = h.SignIn(t.Context(), proof, "")
		require.ErrorIs(t, err, signin.ErrBadState)
	})
}

func TestCodeHasFewTries(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		proof := h.asked(t, "minh@example.com")
		for left := 4; left >= 0; left-- {
			_, err := h.SignIn(t.Context(), wrong(proof), "")
			require.ErrorIs(t, err, signin.ErrWrongCode)
			var e *errs.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, fmt.Sprint(left), e.Metadata["triesLeft"])
		}
		_, err := h.SignIn(t.Context(), proof, "")
		require.ErrorIs(t, err, signin.ErrBadState, "the right one comes too late")

		proof = h.asked(t, "minh@example.com")
		_, err = h.SignIn(t.Context(), wrong(proof), "")
		require.ErrorIs(t, err, signin.ErrWrongCode)
		_, err = h.SignIn(t.Context(), proof, "")
		require.NoError(t, err, "one mistake is forgiven")
	})
}

// However many guess at once, a code has five tries.
func TestGuessesInParallel(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		proof := h.asked(t, "minh@example.com")
		const many = 12
		refusals := make([]error, many)
		var all errgroup.Group
		for i := range many {
			all.Go(func() error {
				_, refusals[i] = h.SignIn(t.Context(), wrong(proof), "")
				return nil
			})
		}
		require.NoError(t, all.Wait())
		judged := 0
		for _, err := range refusals {
			if errors.Is(err, signin.ErrWrongCode) {
				judged++
			} else {
				require.ErrorIs(t, err, signin.ErrBadState)
			}
		}
		require.Equal(t, 5, judged)
	})
}

func TestStrangeProofs(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		proof := h.asked(t, "minh@example.com")
		other := h.asked(t, "an@example.com")
		tests := map[string]struct {
			proof porter.Proof
			want  error
		}{
			"no handle":                {porter.Proof{Code: proof.Code}, signin.ErrBadState},
			"garbage":                  {porter.Proof{Handle: "ksi_!", Code: proof.Code}, signin.ErrBadState},
			"an unknown handle":        {porter.Proof{Handle: signin.Handle{1}.Text(), Code: proof.Code}, signin.ErrBadState},
			"another's handle":         {porter.Proof{Handle: other.Handle, Code: proof.Code}, signin.ErrWrongCode},
			"no code":                  {porter.Proof{Handle: proof.Handle}, signin.ErrWrongCode},
			"the code and a bit":       {porter.Proof{Handle: proof.Handle, Code: proof.Code + "0"}, signin.ErrWrongCode},
			"digits of another script": {porter.Proof{Handle: proof.Handle, Code: "１２３４５６"}, signin.ErrWrongCode},
		}
		for name, tt := range tests {
			_, err := h.SignIn(t.Context(), tt.proof, "")
			require.ErrorIs(t, err, tt.want, name)
		}
		_, err := h.SignIn(t.Context(), proof, "")
		require.NoError(t, err, "nothing has happened to it")
	})
}

func TestCodesAreLimited(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		for i := range ways.PerAddress {
			_, err := h.SendCode(t.Context(), "minh@example.com", fmt.Sprint("198.51.100.", i))
			require.NoError(t, err)
		}
		_, err := h.SendCode(t.Context(), "MINH@example.com", "198.51.100.99")
		require.ErrorIs(t, err, signin.ErrTooManyCodes, "of an address, whoever asks")
		var e *errs.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, ways.Window, e.RetryAfter)
		require.Len(t, h.mails.sent, ways.PerAddress)

		for i := range ways.PerCaller {
			_, err := h.SendCode(t.Context(), fmt.Sprintf("a%d@example.com", i), "192.0.2.1")
			require.NoError(t, err)
		}
		_, err = h.SendCode(t.Context(), "b@example.com", "192.0.2.1")
		require.ErrorIs(t, err, signin.ErrTooManyCodes, "of a caller, whatever the address")
		_, err = h.SendCode(t.Context(), "b@example.com", "192.0.2.2")
		require.NoError(t, err, "the refused one did not count for the address")
		h.wait(ways.Window)
		_, err = h.SendCode(t.Context(), "minh@example.com", "192.0.2.1")
		require.NoError(t, err)
	})
}

// However many ask at once, and from however many addresses, no more codes go out.
func TestCodesAskedForInParallel(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		const many = 12
		refusals := make([]error, many)
		var all errgroup.Group
		for i := range many {
			all.Go(func() error {
				_, refusals[i] = h.SendCode(t.Context(), "minh@example.com", fmt.Sprint("198.51.100.", i))
				return nil
			})
		}
		require.NoError(t, all.Wait())
		for _, err := range refusals {
			if err != nil {
				require.ErrorIs(t, err, signin.ErrTooManyCodes)
			}
		}
		require.Len(t, h.mails.sent, ways.PerAddress)
	})
}

// Nobody learns from the answers whether an address has an account.
func TestAddressesAreNotTold(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		h.signIn(t, "known@example.com")
		known, unknown := h.asked(t, "known@example.com"), h.asked(t, "unknown@example.com")
		require.Len(t, known.Handle, len(unknown.Handle))
		_, err1 := h.SignIn(t.Context(), wrong(known), "")
		_, err2 := h.SignIn(t.Context(), wrong(unknown), "")
		require.EqualError(t, err1, err2.Error())
		require.NotContains(t, h.log.String(), "example.com")
	})
}

func TestMailThatCannotBeSent(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		h.mails.fail = errors.New("no mail")
		_, err := h.SendCode(t.Context(), "minh@example.com", "192.0.2.1")
		require.ErrorIs(t, err, h.mails.fail)
		for _, email := range []string{"", "minh", "minh@localhost"} {
			_, err := h.SendCode(t.Context(), email, "192.0.2.1")
			require.ErrorIs(t, err, signin.ErrBadEmail)
		}
		require.Len(t, h.mails.sent, 1)
	})
}
