// Package account knows who somebody is: it gives guests an identity, issues
// and renews the tokens that prove it, and keeps the profiles.
package account

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc"

	"kydai.dev/pkg/app"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	"kydai.dev/services/account/internal/events"
	"kydai.dev/services/account/internal/mail"
	"kydai.dev/services/account/internal/porter"
	"kydai.dev/services/account/internal/provider"
	"kydai.dev/services/account/internal/rpc"
	"kydai.dev/services/account/internal/session"
	"kydai.dev/services/account/internal/store"
)

// Config is what the account service can be told.
type Config struct {
	DB dbx.Config `embed:""`

	AccessLife   time.Duration `help:"How long an access token holds." default:"15m"`
	RefreshLife  time.Duration `help:"How long a session lasts that is not refreshed." default:"720h"`
	RefreshGrace time.Duration `help:"How long after its use a refresh token still gets the same successor." default:"5s"`
	TicketLife   time.Duration `help:"How long a stream ticket holds." default:"30s"`

	OIDC      []provider.OIDC  `name:"oidc" sep:";" help:"OpenID providers: name=…,issuer=…,client-id=…,client-secret-file=…[,scopes=…]; Google where the issuer is left out." placeholder:"SETTINGS"`
	OAuth     []provider.OAuth `name:"oauth" sep:";" help:"Plain OAuth2 providers: preset=facebook|zalo,client-id=…,client-secret-file=…, or with addresses of their own (name, auth-url, token-url, userinfo-url, id, display-name, email, scopes, client-id-param, secret-header, token-header)." placeholder:"SETTINGS"`
	Redirects []string         `name:"redirect-uris" help:"Addresses that people may be sent back to after signing in: pages, or links into apps."`

	Mail       mail.Config   `embed:""`
	CodeMost   int           `name:"email-codes" help:"Sign-in codes that are sent to an e-mail address within the window." default:"5"`
	CallerMost int           `name:"email-codes-caller" help:"Sign-in codes that a caller (an account, or an address without one) may ask for within the window." default:"20"`
	CodeWindow time.Duration `name:"email-codes-window" help:"Window in which sign-in codes are counted." default:"1h"`

	Retention  time.Duration `help:"How long the account stream keeps events." default:"720h"`
	StreamSize int64         `help:"How many bytes the account stream keeps." default:"268435456"`
}

// Validate says what is wrong with the settings.
func (c Config) Validate() error {
	switch {
	case c.AccessLife < time.Second || c.TicketLife < time.Second:
		return errors.New("access tokens and tickets hold at least a second")
	case c.RefreshLife < c.AccessLife:
		return errors.New("a session lasts at least as long as an access token")
	case c.RefreshGrace < 0:
		return errors.New("the grace can't be negative")
	case c.CodeMost <= 0 || c.CallerMost <= 0 || c.CodeWindow <= 0:
		return errors.New("email-codes, email-codes-caller and email-codes-window must be above zero")
	case c.Retention <= 0 || c.StreamSize <= 0:
		return errors.New("retention and stream-size must be above zero")
	}
	return nil
}

// New builds the account service.
func New(ctx context.Context, c Config, env *app.Env) (*app.Service, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	mailer, err := mail.New(c.Mail, env.Log)
	if err != nil {
		return nil, err
	}
	ways, err := c.ways(env, mailer)
	if err != nil {
		return nil, err
	}
	db, err := dbx.Open(ctx, c.DB, env.Service, store.Migrations(), env.Log)
	if err != nil {
		return nil, err
	}
	rules := session.Rules{Access: c.AccessLife, Refresh: c.RefreshLife, Grace: c.RefreshGrace, Ticket: c.TicketLife}
	relay := outbox.NewRelay(db, env.Bus, outbox.RelayConfig{Replica: env.Replica, Metrics: env.Metrics}, env.Log)
	p := porter.New(store.New(db, events.NewNews(relay)), env.Signer, ways, rules, time.Now, env.Log)
	loops := []func(context.Context) error{p.Tidy, relay.Run, events.Stream(env.Bus, c.Retention, c.StreamSize)}
	if mailer != nil {
		loops = append(loops, mailer.Run)
	}
	return &app.Service{
		Register: func(to grpc.ServiceRegistrar) { accountv1.RegisterAccountServiceServer(to, rpc.New(p)) },
		Run:      loops,
		Ready:    db.Ping,
		Close:    db.Close,
	}, nil
}
