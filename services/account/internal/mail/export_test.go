package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"time"

	"github.com/wneessen/go-mail"
)

// Trust makes a mailer believe in certificates of a test's own.
func Trust(m Mailer, roots *x509.CertPool) {
	s := m.(*post).server
	s.opts = append(s.opts, mail.WithTLSConfig(&tls.Config{RootCAs: roots, ServerName: s.host, MinVersion: tls.VersionTLS12}))
}

// Send tries once, at once.
func Send(ctx context.Context, m Mailer, address, code string) error {
	return m.(*post).server.send(ctx, address, code)
}

// Hurry has a mailer pause no longer before it tries again, and so many times.
func Hurry(m Mailer, tries int) { m.(*post).pauses = make([]time.Duration, tries) }

// Waiting is how many codes may wait.
const Waiting = waiting

// ErrNeverTaken says that the server takes no mail for an address.
var ErrNeverTaken = errNeverTaken
