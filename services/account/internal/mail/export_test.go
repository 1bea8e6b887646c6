package mail

import (
	"crypto/tls"
	"crypto/x509"

	"github.com/wneessen/go-mail"
)

// Trust makes a mailer believe in certificates of a test's own.
func Trust(m Mailer, roots *x509.CertPool) {
	s := m.(*server)
	s.opts = append(s.opts, mail.WithTLSConfig(&tls.Config{RootCAs: roots, ServerName: s.host, MinVersion: tls.VersionTLS12}))
}
