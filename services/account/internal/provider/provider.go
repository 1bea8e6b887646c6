// Package provider asks others who somebody is: OpenID providers, and plain
// OAuth2 providers whose word on their users is read by a declared mapping.
// Any number of either is configuration.
package provider

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"

	"kydai.dev/services/account/internal/signin"
)

// name is what a provider may be called.
var name = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)

// parse reads "key=value,key=value" into the fields of the names.
func parse(text []byte, into map[string]*string) error {
	for pair := range strings.SplitSeq(string(text), ",") {
		key, value, ok := strings.Cut(strings.TrimSpace(pair), "=")
		field := into[key]
		if !ok || field == nil {
			return fmt.Errorf("%q is not one of %s with a value", pair, strings.Join(sorted(into), ", "))
		}
		*field = value
	}
	return nil
}

func sorted(fields map[string]*string) []string {
	var names []string
	for n := range fields {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// client is what every provider is told: who this hall is to it.
type client struct {
	Name, ID, SecretFile string
}

func (c client) check() error {
	switch {
	case !name.MatchString(c.Name) || c.Name == signin.Email:
		return fmt.Errorf("%q can't be a provider's name", c.Name)
	case c.ID == "":
		return fmt.Errorf("provider %s needs a client-id", c.Name)
	}
	return nil
}

// secret is empty for clients that have none and go by PKCE alone.
func (c client) secret() (string, error) {
	if c.SecretFile == "" {
		return "", nil
	}
	text, err := os.ReadFile(c.SecretFile) //nolint:gosec // the operator names the file
	if err != nil {
		return "", fmt.Errorf("secret of provider %s: %w", c.Name, err)
	}
	return strings.TrimSpace(string(text)), nil
}

// errInsecure refuses addresses that others could listen in on.
var errInsecure = errors.New("must be an https address (http on this machine alone)")

// checkURL refuses what is no address to send secrets to.
func checkURL(text string) error {
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return err
	case u.Host == "" || u.User != nil || u.Fragment != "":
		return errInsecure
	case u.Scheme != "https" && (u.Scheme != "http" || !loopback(u.Hostname())):
		return errInsecure
	}
	return nil
}

func loopback(host string) bool { return host == "localhost" || host == "127.0.0.1" || host == "::1" }

// CheckRedirect refuses addresses that people can't be sent back to: web pages
// without TLS on other machines, and those that would lose what they bring.
func CheckRedirect(text string) error {
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return fmt.Errorf("redirect %q: %w", text, err)
	case u.Scheme == "" || u.Fragment != "" || u.Opaque != "":
		return fmt.Errorf("redirect %q: must be a whole address without a fragment", text)
	case u.Scheme == "http" && !loopback(u.Hostname()):
		return fmt.Errorf("redirect %q: %w", text, errInsecure)
	case slices.Contains([]string{"javascript", "data", "file"}, u.Scheme):
		return fmt.Errorf("redirect %q: can't bring anybody back", text)
	}
	return nil
}
