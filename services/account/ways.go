package account

import (
	"errors"
	"fmt"
	"time"

	"kydai.dev/pkg/app"
	"kydai.dev/services/account/internal/mail"
	"kydai.dev/services/account/internal/porter"
	"kydai.dev/services/account/internal/provider"
)

// ways are how one can sign in, by codes where there is a mailer.
func (c Config) ways(env *app.Env, mailer mail.Mailer) (porter.Ways, error) {
	ways := porter.Ways{
		Secret: env.Key.Secret("sign-in"), PerAddress: c.CodeMost, PerCaller: c.CallerMost, Window: c.CodeWindow,
		Providers: map[string]porter.Provider{}, Redirects: c.Redirects, Mailer: mailer,
	}
	for _, o := range c.OIDC {
		p, err := provider.NewOpenID(o, time.Now, env.Log)
		if err != nil {
			return ways, err
		}
		if err := add(ways, o.Name, p); err != nil {
			return ways, err
		}
	}
	for _, o := range c.OAuth {
		p, err := provider.NewPlain(o, env.Log)
		if err != nil {
			return ways, err
		}
		if err := add(ways, o.Name, p); err != nil {
			return ways, err
		}
	}
	return ways, c.checkRedirects(ways)
}

func add(ways porter.Ways, name string, p porter.Provider) error {
	if _, taken := ways.Providers[name]; taken {
		return fmt.Errorf("two sign-in providers are called %s", name)
	}
	ways.Providers[name] = p
	return nil
}

// checkRedirects demands that people can be sent back.
func (c Config) checkRedirects(ways porter.Ways) error {
	if len(ways.Providers) > 0 && len(c.Redirects) == 0 {
		return errors.New("sign-in providers need --redirect-uris")
	}
	for _, r := range c.Redirects {
		if err := provider.CheckRedirect(r); err != nil {
			return err
		}
	}
	return nil
}
