package mail_test

import (
	"context"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"kydai.dev/services/account/internal/mail"
)

// moods is a mail server that refuses the first mails.
type moods struct {
	refusals atomic.Int32
	refuse   error
	taken    chan string
}

func (m *moods) NewSession(*smtp.Conn) (smtp.Session, error) { return m, nil }
func (m *moods) Mail(string, *smtp.MailOptions) error        { return nil }
func (m *moods) Reset()                                      {}
func (m *moods) Logout() error                               { return nil }

func (m *moods) Rcpt(to string, _ *smtp.RcptOptions) error {
	if m.refusals.Add(-1) >= 0 {
		return m.refuse
	}
	m.taken <- to
	return nil
}

func (m *moods) Data(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	return err
}

// running is a mailer that sends until the test ends.
func running(t *testing.T, server string) (mail.Mailer, *logs) {
	t.Helper()
	m, log := mailer(t, mail.Config{SMTP: "smtp+plain://" + server, From: sender})
	mail.Hurry(m, 3)
	ctx, stop := context.WithCancel(context.Background())
	go func() { _ = m.Run(ctx) }() // ends with the test
	t.Cleanup(stop)
	return m, log
}

func TestCodesAreTriedAgain(t *testing.T) {
	t.Parallel()
	office := &moods{refuse: &smtp.SMTPError{Code: 450, Message: "busy"}, taken: make(chan string, 1)}
	office.refusals.Store(2)
	m, _ := running(t, open(t, office, nil))
	require.NoError(t, m.SendCode(t.Context(), address, "042117"))
	require.Equal(t, address, <-office.taken)
}

// What a server says of an address stays with the hall: nobody is told, and it is
// not asked again.
func TestAddressesThatAreNeverTaken(t *testing.T) {
	t.Parallel()
	office := &moods{refuse: &smtp.SMTPError{Code: 550, Message: "no such mailbox"}, taken: make(chan string, 1)}
	office.refusals.Store(1)
	m, _ := running(t, open(t, office, nil))
	require.NoError(t, m.SendCode(t.Context(), "nobody@example.com", "042117"))
	require.Eventually(t, func() bool { return office.refusals.Load() == 0 }, 5*time.Second, time.Millisecond)
	require.NoError(t, m.SendCode(t.Context(), address, "042117"))
	require.Equal(t, address, <-office.taken)
}

// Whoever asks for a code waits for no mail server, not even for one that takes
// connections and says nothing; and what it can't take is refused at once.
func TestSilentServerHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, silent.Close()) })
	m, _ := running(t, silent.Addr().String())
	sent := 0
	for err = nil; err == nil && sent < 1000; sent++ {
		err = m.SendCode(t.Context(), address, "042117")
	}
	require.ErrorIs(t, err, mail.ErrDown)
	require.Greater(t, sent, mail.Waiting)
}

func TestCodesThatWaitAreSentAtTheEnd(t *testing.T) {
	t.Parallel()
	office := &moods{taken: make(chan string, mail.Waiting)}
	server := open(t, office, nil)
	m, _ := mailer(t, mail.Config{SMTP: "smtp+plain://" + server, From: sender})
	for range 9 {
		require.NoError(t, m.SendCode(t.Context(), address, "042117"))
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	require.ErrorIs(t, m.Run(ended), context.Canceled)
	require.Len(t, office.taken, 9)
}

func TestCodesAreGivenUp(t *testing.T) {
	t.Parallel()
	office := &moods{refuse: &smtp.SMTPError{Code: 450, Message: "busy"}, taken: make(chan string, 1)}
	office.refusals.Store(3)
	m, log := running(t, open(t, office, nil))
	require.NoError(t, m.SendCode(t.Context(), address, "042117"))
	require.Eventually(t, func() bool { return strings.Contains(log.String(), "given up") }, 5*time.Second, time.Millisecond)
	require.NotContains(t, log.String(), "042117")
	require.NotContains(t, log.String(), address)
	require.Zero(t, office.refusals.Load(), "tried three times")
}
