package authn

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// Issuer is the issuer of players' tokens, and their audience.
const Issuer = "kydai"

// AccountService is the one service whose key signs players' tokens.
const AccountService = "account"

// OperatorService is the name of the key by which the hall's operator calls, on
// the command line. No process runs under it.
const OperatorService = "operator"

// The types of token, so that none passes for another.
const (
	typePlayer  = "at+jwt"
	typeService = "service+jwt"
)

// serviceTokenLife is how long a service's own token holds, and
// serviceTokenReuse how long it is used before a new one is signed.
const (
	serviceTokenLife  = 60 * time.Second
	serviceTokenReuse = 30 * time.Second
)

// PlayerToken is what a player's token says.
type PlayerToken struct {
	Account, Session string
	Guest            bool
	Scopes           []string
	IssuedAt         time.Time
	Expires          time.Time
	// StreamsUntil is how long a stream opened with the token may stay open:
	// the token's own end, or that of the token a stream ticket was got with.
	StreamsUntil time.Time
}

// streamScope is the only scope of a stream ticket.
const streamScope = "stream"

// Ticket reports whether the token opens streams and nothing else: it stood in
// an address, where others may have read it.
func (t PlayerToken) Ticket() bool { return len(t.Scopes) == 1 && t.Scopes[0] == streamScope }

type playerClaims struct {
	jwt.Claims
	Session string           `json:"sid"`
	Guest   bool             `json:"guest,omitempty"`
	Scope   string           `json:"scope"`
	Until   *jwt.NumericDate `json:"until,omitempty"`
}

// Signer signs tokens with a service's key.
type Signer struct {
	key    *Key
	player jose.Signer
	own    jose.Signer
	now    func() time.Time

	mu     sync.Mutex
	tokens map[string]signed // by audience
}

type signed struct {
	token string
	until time.Time
}

// NewSigner returns a signer for a key.
func NewSigner(key *Key, now func() time.Time) (*Signer, error) {
	s := &Signer{key: key, now: now, tokens: map[string]signed{}}
	for typ, to := range map[jose.ContentType]*jose.Signer{typePlayer: &s.player, typeService: &s.own} {
		signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: key.jwk()},
			(&jose.SignerOptions{}).WithType(typ))
		if err != nil {
			return nil, fmt.Errorf("signer of %s: %w", key.service, err)
		}
		*to = signer
	}
	return s, nil
}

// Service is the name of the signing service.
func (s *Signer) Service() string { return s.key.service }

// ServiceToken returns a token by which the service proves itself to another
// one. It is signed anew when half of its life is over.
func (s *Signer) ServiceToken(audience string) (string, error) {
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if t, ok := s.tokens[audience]; ok && now.Before(t.until) {
		return t.token, nil
	}
	token, err := jwt.Signed(s.own).Claims(jwt.Claims{
		Issuer: s.key.service, Audience: jwt.Audience{audience},
		IssuedAt: jwt.NewNumericDate(now), Expiry: jwt.NewNumericDate(now.Add(serviceTokenLife)),
	}).Serialize()
	if err != nil {
		return "", fmt.Errorf("sign service token: %w", err)
	}
	s.tokens[audience] = signed{token: token, until: now.Add(serviceTokenReuse)}
	return token, nil
}

// PlayerToken signs an access token or a stream ticket; only the account
// service's key makes valid ones.
func (s *Signer) PlayerToken(t PlayerToken) (string, error) {
	claims := playerClaims{
		Claims: jwt.Claims{
			Issuer: Issuer, Audience: jwt.Audience{Issuer}, Subject: t.Account,
			IssuedAt: jwt.NewNumericDate(t.IssuedAt), Expiry: jwt.NewNumericDate(t.Expires),
		},
		Session: t.Session, Guest: t.Guest, Scope: strings.Join(t.Scopes, " "),
	}
	if !t.StreamsUntil.IsZero() {
		claims.Until = jwt.NewNumericDate(t.StreamsUntil)
	}
	token, err := jwt.Signed(s.player).Claims(claims).Serialize()
	if err != nil {
		return "", fmt.Errorf("sign player token: %w", err)
	}
	return token, nil
}
