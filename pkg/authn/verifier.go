package authn

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	lru "github.com/hashicorp/golang-lru/v2"
)

// cacheSize is how many verified tokens are remembered, of players and of
// services together.
const cacheSize = 16384

// leeway is by how much the clocks of two machines may differ.
const leeway = 2 * time.Second

// ErrExpired says that a token was good once.
var ErrExpired = errors.New("the token has expired")

// Verifier checks tokens against the public keys. Verified tokens are
// remembered until they expire. It is safe for concurrent use.
type Verifier struct {
	keys     jose.JSONWebKeySet
	now      func() time.Time
	players  *lru.Cache[string, PlayerToken]
	services *lru.Cache[string, serviceProof]
	ended    ended
}

type serviceProof struct {
	service, audience string
	expires           time.Time
}

// NewVerifier returns a verifier for the keys of all services.
func NewVerifier(keys jose.JSONWebKeySet, now func() time.Time) *Verifier {
	players, _ := lru.New[string, PlayerToken](cacheSize)   // fails for sizes below 1 only
	services, _ := lru.New[string, serviceProof](cacheSize) // likewise
	return &Verifier{keys: keys, now: now, players: players, services: services}
}

// Keys are the public keys that the verifier knows.
func (v *Verifier) Keys() jose.JSONWebKeySet { return v.keys }

// Player checks a player's token.
func (v *Verifier) Player(token string) (PlayerToken, error) {
	if t, ok := v.players.Get(token); ok {
		return t, v.holds(t)
	}
	var claims playerClaims
	if err := v.check(token, typePlayer, AccountService, &claims); err != nil {
		return PlayerToken{}, err
	}
	if err := v.valid(claims.Claims, Issuer, Issuer); err != nil {
		return PlayerToken{}, err
	}
	if claims.Subject == "" {
		return PlayerToken{}, errors.New("the token names nobody")
	}
	t := PlayerToken{
		Account: claims.Subject, Session: claims.Session, Guest: claims.Guest, Scopes: strings.Fields(claims.Scope),
		IssuedAt: claims.IssuedAt.Time(), Expires: claims.Expiry.Time(), StreamsUntil: claims.Expiry.Time(),
	}
	if claims.Until != nil {
		t.StreamsUntil = claims.Until.Time()
	}
	v.players.Add(token, t)
	return t, v.holds(t)
}

// Service checks a service's token made for the audience and returns the
// service's name.
func (v *Verifier) Service(token, audience string) (string, error) {
	p, ok := v.services.Get(token)
	if !ok {
		var err error
		if p, err = v.service(token); err != nil {
			return "", err
		}
		v.services.Add(token, p)
	}
	if p.audience != audience {
		return "", fmt.Errorf("the token of %s is for %s", p.service, p.audience)
	}
	return p.service, v.fresh(p.expires)
}

func (v *Verifier) service(token string) (serviceProof, error) {
	var claims jwt.Claims
	if err := v.check(token, typeService, "", &claims); err != nil {
		return serviceProof{}, err
	}
	if len(claims.Audience) != 1 {
		return serviceProof{}, errors.New("the token must be for one service")
	}
	if err := v.valid(claims, claims.Issuer, claims.Audience[0]); err != nil {
		return serviceProof{}, err
	}
	return serviceProof{service: claims.Issuer, audience: claims.Audience[0], expires: claims.Expiry.Time()}, nil
}

// check verifies the signature: by the key named, or by that of the service
// that the token says it is from.
func (v *Verifier) check(token, typ, keyID string, claims any) error {
	parsed, err := jwt.ParseSigned(token, []jose.SignatureAlgorithm{jose.EdDSA})
	if err != nil || len(parsed.Headers) != 1 {
		return errors.New("this is not a token of kydai")
	}
	h := parsed.Headers[0]
	if got, _ := h.ExtraHeaders[jose.HeaderType].(string); got != typ {
		return errors.New("this is another kind of token")
	}
	if keyID == "" {
		keyID = h.KeyID
	}
	keys := v.keys.Key(keyID)
	if len(keys) != 1 || h.KeyID != keyID {
		return errors.New("the token is signed by a key we don't know")
	}
	if err := parsed.Claims(keys[0].Key, claims); err != nil {
		return errors.New("the token's signature does not fit")
	}
	if c, ok := claims.(*jwt.Claims); ok && c.Issuer != keyID {
		return errors.New("the token is signed by somebody else's key")
	}
	return nil
}

func (v *Verifier) valid(c jwt.Claims, issuer, audience string) error {
	if c.Expiry == nil || c.IssuedAt == nil {
		return errors.New("the token has no times")
	}
	err := c.ValidateWithLeeway(jwt.Expected{Issuer: issuer, AnyAudience: jwt.Audience{audience}, Time: v.now()}, leeway)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, jwt.ErrExpired):
		return ErrExpired
	case errors.Is(err, jwt.ErrIssuedInTheFuture), errors.Is(err, jwt.ErrNotValidYet):
		return errors.New("the token does not hold yet: somebody's clock is wrong")
	default:
		return errors.New("the token is for somebody else")
	}
}

// holds reports whether a token that was good once is so now.
func (v *Verifier) holds(t PlayerToken) error {
	if v.Ended(t.Session) {
		return ErrEnded
	}
	return v.fresh(t.Expires)
}

func (v *Verifier) fresh(expires time.Time) error {
	if v.now().After(expires.Add(leeway)) {
		return ErrExpired
	}
	return nil
}
