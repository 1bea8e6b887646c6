// Package mail sends sign-in codes: over SMTP, or to the log where somebody
// develops.
package mail

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/account/internal/signin"
)

// Config says how codes are sent.
type Config struct {
	SMTP         string `name:"smtp" help:"Mail server for sign-in codes: smtp://user@host:587 (with STARTTLS), smtps://user@host:465, or smtp+plain://host:25 for a relay on a network of one's own."`
	PasswordFile string `name:"smtp-password-file" help:"File with the mail server's password." type:"path"`
	From         string `name:"email-from" help:"Sender of sign-in codes, such as no-reply@example.com."`
	Log          bool   `name:"email-log" help:"Without a mail server, write sign-in codes to the log. For development only: whoever reads the log can sign in as anybody." default:"${email_log}"`
}

// ErrDown says that no mail can be sent now.
var ErrDown = errs.New(errs.Unavailable, "EMAIL_DOWN", "mail can't be sent now").After(10 * time.Second)

// limit ends the wait for the mail server, however slowly it goes on.
const limit = 10 * time.Second

// Mailer sends a code to an address.
type Mailer interface {
	SendCode(ctx context.Context, address, code string) error
	// Run sends what waits, until the context ends.
	Run(ctx context.Context) error
}

// New returns what sends mail; nil where nothing does.
func New(c Config, log *slog.Logger) (Mailer, error) {
	switch {
	case c.SMTP != "":
		s, err := newServer(c, log)
		if err != nil {
			return nil, err
		}
		return newPost(s, log), nil
	case c.Log:
		log.Warn("sign-in codes are written to the log: for development only")
		return logged{log}, nil
	default:
		return nil, nil
	}
}

// logged writes to the log what would have been sent. The address it leaves
// out: whoever asked for the code knows it.
type logged struct{ log *slog.Logger }

// SendCode writes the message to the log.
func (l logged) SendCode(ctx context.Context, _, code string) error {
	l.log.InfoContext(ctx, "sign-in code, not sent by mail", "text", body(code))
	return nil
}

// Run has nothing to do: nothing waits.
func (logged) Run(context.Context) error { return nil }

// server sends over SMTP.
type server struct {
	from string
	host string
	opts []mail.Option
	log  *slog.Logger
}

func newServer(c Config, log *slog.Logger) (*server, error) {
	u, err := url.Parse(c.SMTP)
	if err != nil || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" {
		return nil, errors.New("--smtp must be smtp://user@host:port")
	}
	if _, err := signin.ParseEmail(c.From); err != nil {
		return nil, fmt.Errorf("--email-from: %w", err)
	}
	s := &server{from: c.From, host: u.Hostname(), opts: []mail.Option{mail.WithTimeout(limit)}, log: log}
	secure, ok := schemes[u.Scheme]
	if !ok {
		return nil, fmt.Errorf("--smtp: %q is not smtp, smtps or smtp+plain", u.Scheme)
	}
	s.opts = append(s.opts, secure...)
	if u.Port() != "" {
		port, err := strconv.Atoi(u.Port())
		if err != nil {
			return nil, fmt.Errorf("--smtp: %w", err)
		}
		s.opts = append(s.opts, mail.WithPort(port))
	}
	if u.User == nil {
		return s, nil
	}
	if u.Scheme == "smtp+plain" {
		return nil, errors.New("--smtp: a password is not sent without encryption")
	}
	return s, s.signIn(u.User.Username(), c.PasswordFile)
}

// schemes say how the connection is encrypted, and on which port by default.
var schemes = map[string][]mail.Option{
	"smtp":       {mail.WithTLSPortPolicy(mail.TLSMandatory)},
	"smtps":      {mail.WithSSLPort(false)},
	"smtp+plain": {mail.WithTLSPolicy(mail.NoTLS)},
}

func (s *server) signIn(user, passwordFile string) error {
	password, err := os.ReadFile(passwordFile) //nolint:gosec // the operator names the file
	if err != nil {
		return fmt.Errorf("--smtp-password-file: %w", err)
	}
	s.opts = append(s.opts, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover),
		mail.WithUsername(user), mail.WithPassword(strings.TrimSpace(string(password))))
	return nil
}

// send sends the code. An address that the server will never take is no failure
// of the server.
func (s *server) send(ctx context.Context, address, code string) error {
	m := mail.NewMsg()
	if err := errors.Join(m.FromFormat("kydai", s.from), m.To(address)); err != nil {
		return errNeverTaken
	}
	m.Subject("Mã đăng nhập kydai · Your kydai sign-in code")
	m.SetBodyString(mail.TypeTextPlain, body(code))
	client, err := mail.NewClient(s.host, s.opts...) // for this message: a client is no pool
	if err != nil {
		return fmt.Errorf("prepare mail: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err = client.DialAndSendWithContext(ctx, m)
	var refused *mail.SendError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused) && refused.Reason == mail.ErrSMTPRcptTo && !refused.IsTemp():
		return errNeverTaken
	case errors.As(err, &refused): // its text names the address
		s.log.WarnContext(ctx, "mail server refuses", "reason", refused.Reason.String(), "code", refused.ErrorCode())
	default:
		s.log.WarnContext(ctx, "mail not sent", "error", err)
	}
	return ErrDown
}

func body(code string) string {
	return fmt.Sprintf(`Mã đăng nhập của bạn là %[1]s. Mã có hiệu lực trong 10 phút, đừng đưa cho ai.
Nếu bạn không yêu cầu mã này, hãy bỏ qua thư.

Your sign-in code is %[1]s. It is good for 10 minutes; give it to nobody.
If you have not asked for it, ignore this message.
`, code)
}
