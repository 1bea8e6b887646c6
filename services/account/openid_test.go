package account_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	"kydai.dev/pkg/app"
	"kydai.dev/pkg/dbx"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	"kydai.dev/services/account"
	"kydai.dev/services/account/internal/optest"
)

// told is the configuration that flags make.
func told(t *testing.T, flags ...string) (account.Config, error) {
	t.Helper()
	var cfg account.Config
	parser, err := kong.New(&cfg, app.Defaults)
	require.NoError(t, err)
	_, err = parser.Parse(flags)
	return cfg, err
}

func secretFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(path, []byte(optest.Secret), 0o600))
	return path
}

func TestOpenIDFromFlagsToTokens(t *testing.T) {
	t.Parallel()
	o := optest.StartOpenID(t)
	flags, err := told(t, "--oidc", "name=zitadel,issuer="+o.URL+",client-id="+optest.ClientID+",client-secret-file="+secretFile(t)+";client-id=google",
		"--oauth", "preset=zalo,client-id=1",
		"--redirect-uris", optest.Redirect+",com.example.kydai://signed-in")
	require.NoError(t, err)
	with := func(c *account.Config) { c.OIDC, c.OAuth, c.Redirects = flags.OIDC, flags.OAuth, flags.Redirects }
	inHalls(t, with, func(t *testing.T, h *hall) {
		ways, err := h.ListProviders(t.Context(), &accountv1.ListProvidersRequest{})
		require.NoError(t, err)
		names := make([]string, len(ways.GetProviders()))
		for i, w := range ways.GetProviders() {
			names[i] = w.GetName() + " " + w.GetKind()
		}
		require.Equal(t, []string{"google redirect", "zalo redirect", "zitadel redirect"}, names)

		guest, made := h.guest(t, "Minh")
		minh := optest.Person{Subject: "1001", Email: "minh@example.com", Name: "Lê Minh"}
		begun, err := h.StartLink(guest, &accountv1.StartLinkRequest{Provider: "zitadel", RedirectUri: optest.Redirect})
		require.NoError(t, err)
		require.Equal(t, 10*time.Minute, begun.GetExpiresIn().AsDuration())
		code, state := o.Visit(t, begun.GetAuthorizationUrl(), minh)
		linked, err := h.LinkIdentity(guest, &accountv1.LinkIdentityRequest{Handle: begun.GetHandle(), Code: code, State: state})
		require.NoError(t, err)
		require.Equal(t, "zitadel", linked.GetIdentity().GetProvider())
		require.Equal(t, "Minh", linked.GetMe().GetName())

		signing, err := h.StartSession(t.Context(), &accountv1.StartSessionRequest{Provider: "zitadel", RedirectUri: optest.Redirect})
		require.NoError(t, err)
		code, state = o.Visit(t, signing.GetAuthorizationUrl(), minh)
		finish := &accountv1.FinishSessionRequest{Handle: signing.GetHandle(), Code: code, State: state}
		entry, err := h.FinishSession(t.Context(), finish)
		require.NoError(t, err)
		require.Equal(t, made.GetPlayer().GetPlayerId(), entry.GetPlayer().GetPlayerId())
		require.False(t, entry.GetCreated())
		require.Equal(t, "Lê Minh", entry.GetSuggestedName())
		_, err = h.FinishSession(t.Context(), finish)
		requireReason(t, err, codes.InvalidArgument, "BAD_STATE")

		_, err = h.StartSession(t.Context(), &accountv1.StartSessionRequest{Provider: "zitadel", RedirectUri: "https://evil.example/"})
		requireReason(t, err, codes.InvalidArgument, "BAD_REDIRECT")
		_, err = h.StartSession(t.Context(), &accountv1.StartSessionRequest{Provider: "nobody", RedirectUri: optest.Redirect})
		requireReason(t, err, codes.NotFound, "UNKNOWN_PROVIDER")
		for _, secret := range []string{optest.Secret, code, signing.GetHandle(), entry.GetTokens().GetAccessToken(), "minh@example.com", "Lê Minh"} {
			require.NotContains(t, h.log.String(), secret)
		}
	})
}

func TestProviderThatIsDownIsNoFailureOfOurs(t *testing.T) {
	t.Parallel()
	flags, err := told(t, "--oidc", "name=away,issuer=http://127.0.0.1:1,client-id=x", "--redirect-uris", optest.Redirect)
	require.NoError(t, err)
	with := func(c *account.Config) { c.OIDC, c.Redirects = flags.OIDC, flags.Redirects }
	inHalls(t, with, func(t *testing.T, h *hall) {
		_, err := h.StartSession(t.Context(), &accountv1.StartSessionRequest{Provider: "away", RedirectUri: optest.Redirect})
		requireReason(t, err, codes.Unavailable, "PROVIDER_DOWN")
	})
}

func TestSettingsOfProviders(t *testing.T) {
	t.Parallel()
	for name, flags := range map[string][]string{
		"a bad provider":   {"--oidc", "name=x"},
		"no way back":      {"--oidc", "client-id=x"},
		"two of one name":  {"--oidc", "client-id=x;client-id=y", "--redirect-uris", optest.Redirect},
		"a bad plain one":  {"--oauth", "preset=nobody,client-id=x"},
		"one of each name": {"--oidc", "name=zalo,client-id=x", "--oauth", "preset=zalo,client-id=y", "--redirect-uris", optest.Redirect},
		"a bad way back":   {"--redirect-uris", "http://play.example.com/"},
		"a secret missing": {"--oidc", "client-id=x,client-secret-file=/nowhere", "--redirect-uris", optest.Redirect},
		"a bad mail host":  {"--smtp", "mail.example"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg, err := told(t, flags...)
			if err != nil {
				return // refused as it is read
			}
			cfg.DB = dbx.Config{DSN: "sqlite:" + t.TempDir()}
			_, err = app.Start(t.Context(), process(t), slog.New(slog.DiscardHandler), app.Builder{
				Name: "account", Build: func(ctx context.Context, env *app.Env) (*app.Service, error) { return account.New(ctx, cfg, env) },
			})
			require.Error(t, err)
		})
	}
}
