package optest

import (
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// answer answers in place of the provider, with changes.
func answer(w http.ResponseWriter, r *http.Request, next http.Handler, change func(map[string]any)) {
	recorded := httptest.NewRecorder()
	next.ServeHTTP(recorded, r)
	body := recorded.Body.Bytes()
	var said map[string]any
	if err := json.Unmarshal(body, &said); err == nil {
		change(said)
		body, _ = json.Marshal(said) // it was JSON before
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(recorded.Code)
	_, _ = w.Write(body) // the hall is there
}

// tamper answers for the token endpoint with other claims in the identity
// token, signed as well as the provider's own or as the mischief has it.
func (s *storage) tamper(w http.ResponseWriter, r *http.Request, next http.Handler, m Mischief) {
	answer(w, r, next, func(said map[string]any) {
		if token, ok := said["id_token"].(string); ok {
			said["id_token"] = s.forge(token, m)
		}
	})
}

// forge signs the claims of a token again, with changes; nil takes one away.
func (s *storage) forge(token string, m Mischief) string {
	parsed, err := jwt.ParseSigned(token, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil {
		panic(err) // the provider made it
	}
	claims := map[string]any{}
	if err := parsed.UnsafeClaimsWithoutVerification(&claims); err != nil {
		panic(err) // the provider made it
	}
	maps.Copy(claims, m.Claims)
	maps.DeleteFunc(claims, func(_ string, value any) bool { return value == nil })
	key := jose.SigningKey{Algorithm: jose.RS256, Key: s.key}
	switch m.Alg {
	case "none":
		return unsigned(claims)
	case "HS256":
		key = jose.SigningKey{Algorithm: jose.HS256, Key: x509.MarshalPKCS1PublicKey(&s.key.PublicKey)}
	}
	signer, err := jose.NewSigner(key, (&jose.SignerOptions{}).WithHeader("kid", "key"))
	if err != nil {
		panic(err) // the key is good
	}
	signed, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		panic(err) // they were claims before
	}
	return signed
}

// unsigned is a token that nobody has signed.
func unsigned(claims map[string]any) string {
	body, err := json.Marshal(claims)
	if err != nil {
		panic(err) // they were JSON before
	}
	part := base64.RawURLEncoding.EncodeToString
	return part([]byte(`{"alg":"none","typ":"JWT"}`)) + "." + part(body) + "."
}
