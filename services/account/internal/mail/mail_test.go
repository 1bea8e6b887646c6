package mail_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log/slog"
	"math/big"
	"mime"
	"mime/quotedprintable"
	"net"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"kydai.dev/services/account/internal/mail"
)

// office is a mail server of the test's own.
type office struct {
	mu       sync.Mutex
	from, to string
	data     []byte
	user     string
	refuse   error
}

func (o *office) NewSession(*smtp.Conn) (smtp.Session, error) { return &counter{office: o}, nil }

// counter serves one connection.
type counter struct{ office *office }

func (c *counter) Mail(from string, _ *smtp.MailOptions) error {
	c.office.from = from
	return nil
}

func (c *counter) Rcpt(to string, _ *smtp.RcptOptions) error {
	c.office.to = to
	return c.office.refuse
}

func (c *counter) Data(r io.Reader) (err error) {
	c.office.mu.Lock()
	defer c.office.mu.Unlock()
	c.office.data, err = io.ReadAll(r)
	return err
}

func (c *counter) Reset()        {}
func (c *counter) Logout() error { return nil }

func (c *counter) AuthMechanisms() []string { return []string{sasl.Plain} }

func (c *counter) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if password != "secret" {
			return errors.New("wrong password")
		}
		c.office.user = user
		return nil
	}), nil
}

// open starts the server, with TLS where there is a configuration.
func open(t *testing.T, o smtp.Backend, secure *tls.Config) string {
	t.Helper()
	s := smtp.NewServer(o)
	s.Domain, s.AllowInsecureAuth, s.TLSConfig = "mail.test", true, secure
	s.ErrorLog = discard{}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go func() { _ = s.Serve(l) }() // ends with the test
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return l.Addr().String()
}

type discard struct{}

func (discard) Printf(string, ...any) {}
func (discard) Println(...any)        {}

// logs keeps what was logged.
type logs struct {
	mu  sync.Mutex
	buf strings.Builder
}

func (l *logs) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(b)
}

func (l *logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

func mailer(t *testing.T, cfg mail.Config) (mail.Mailer, *logs) {
	t.Helper()
	log := &logs{}
	m, err := mail.New(cfg, slog.New(slog.NewTextHandler(log, nil)))
	require.NoError(t, err)
	return m, log
}

const (
	address = "minh@example.com"
	sender  = "no-reply@kydai.example"
)

func TestCodeIsSent(t *testing.T) {
	t.Parallel()
	o := &office{}
	cert := selfSigned(t)
	password := filepath.Join(t.TempDir(), "password")
	require.NoError(t, os.WriteFile(password, []byte("secret\n"), 0o600))
	m, log := mailer(t, mail.Config{SMTP: "smtp://hall@" + open(t, o, cert), From: sender, PasswordFile: password, Log: true})
	roots := x509.NewCertPool()
	roots.AddCert(cert.Certificates[0].Leaf)
	mail.Trust(m, roots)
	require.NoError(t, mail.Send(t.Context(), m, address, "042117"))
	require.Equal(t, sender, o.from)
	require.Equal(t, address, o.to)
	require.Equal(t, "hall", o.user)

	message, err := netmail.ReadMessage(bytes.NewReader(o.data))
	require.NoError(t, err)
	subject, err := new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject"))
	require.NoError(t, err)
	require.Equal(t, "Mã đăng nhập kydai · Your kydai sign-in code", subject)
	require.NotEmpty(t, message.Header.Get("Date"))
	require.NotEmpty(t, message.Header.Get("Message-Id"))
	text, err := io.ReadAll(quotedprintable.NewReader(message.Body))
	require.NoError(t, err)
	require.Contains(t, string(text), "Mã đăng nhập của bạn là 042117.")
	require.Contains(t, string(text), "Your sign-in code is 042117.")
	require.Empty(t, log.String())
}

func TestRelayOfOnesOwn(t *testing.T) {
	t.Parallel()
	o := &office{}
	m, _ := mailer(t, mail.Config{SMTP: "smtp+plain://" + open(t, o, nil), From: sender})
	require.NoError(t, mail.Send(t.Context(), m, address, "042117"))
	require.Equal(t, address, o.to)
	require.Empty(t, o.user)
}

func TestServersThatRefuse(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		refuse error
		want   error
	}{
		"for ever": {&smtp.SMTPError{Code: 550, Message: "no such mailbox minh@example.com"}, mail.ErrNeverTaken},
		"for now":  {&smtp.SMTPError{Code: 450, Message: "busy, minh@example.com"}, mail.ErrDown},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := &office{refuse: tt.refuse}
			m, log := mailer(t, mail.Config{SMTP: "smtp+plain://" + open(t, o, nil), From: sender})
			require.ErrorIs(t, mail.Send(t.Context(), m, address, "042117"), tt.want)
			require.NotContains(t, log.String(), "minh")
			require.NotContains(t, log.String(), "042117")
		})
	}
}

func TestServersThatAreNotThere(t *testing.T) {
	t.Parallel()
	m, log := mailer(t, mail.Config{SMTP: "smtp+plain://127.0.0.1:1", From: sender})
	require.ErrorIs(t, mail.Send(t.Context(), m, address, "042117"), mail.ErrDown)
	require.Contains(t, log.String(), "mail not sent")
	require.NotContains(t, log.String(), "minh")

	ctx, stop := context.WithCancel(t.Context())
	stop()
	require.Error(t, mail.Send(ctx, m, address, "042117"))
}

// A code never goes out in the clear where TLS was asked for: neither to a
// server that has none, nor to one whom nobody vouches for.
func TestCodesAreNotSentInTheClear(t *testing.T) {
	t.Parallel()
	for name, secure := range map[string]*tls.Config{"no TLS": nil, "a certificate of its own": selfSigned(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := &office{}
			m, _ := mailer(t, mail.Config{SMTP: "smtp://" + open(t, o, secure), From: sender})
			require.ErrorIs(t, mail.Send(t.Context(), m, address, "042117"), mail.ErrDown)
			require.Empty(t, o.data)
		})
	}
}

func selfSigned(t *testing.T) *tls.Config {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	require.NoError(t, err)
	leaf, err := x509.ParseCertificate(der)
	require.NoError(t, err)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}}}
}

func TestCodesInTheLog(t *testing.T) {
	t.Parallel()
	m, log := mailer(t, mail.Config{Log: true})
	require.Contains(t, log.String(), "development only")
	require.NoError(t, m.SendCode(t.Context(), address, "042117"))
	require.NoError(t, m.Run(t.Context()), "nothing waits")
	require.Contains(t, log.String(), "042117")
	require.NotContains(t, log.String(), address)
}

func TestSettings(t *testing.T) {
	t.Parallel()
	m, err := mail.New(mail.Config{}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	require.Nil(t, m, "codes go nowhere unless somebody says where")
	for name, cfg := range map[string]mail.Config{
		"no host":                 {SMTP: "smtp://", From: sender},
		"no scheme":               {SMTP: "mail.example:25", From: sender},
		"a path":                  {SMTP: "smtp://mail.example/x", From: sender},
		"HTTP":                    {SMTP: "http://mail.example", From: sender},
		"no sender":               {SMTP: "smtp://mail.example"},
		"a password in the clear": {SMTP: "smtp+plain://hall@mail.example", From: sender, PasswordFile: "/dev/null"},
		"no password":             {SMTP: "smtp://hall@mail.example", From: sender, PasswordFile: "/nowhere"},
	} {
		_, err := mail.New(cfg, slog.New(slog.DiscardHandler))
		require.Error(t, err, name)
	}
}
