package optest

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// tamper answers for the token endpoint with other claims in the identity
// token, signed as well as the provider's own.
func (s *storage) tamper(w http.ResponseWriter, r *http.Request, next http.Handler, changes map[string]any) {
	recorded := httptest.NewRecorder()
	next.ServeHTTP(recorded, r)
	body := recorded.Body.Bytes()
	var answer map[string]any
	if err := json.Unmarshal(body, &answer); err == nil && answer["id_token"] != nil {
		answer["id_token"] = s.forge(answer["id_token"], changes)
		body, _ = json.Marshal(answer) // it was JSON before
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(recorded.Code)
	_, _ = w.Write(body) // the hall is there
}

// forge signs the claims of a token again, with changes; nil takes one away.
func (s *storage) forge(token any, changes map[string]any) string {
	text, _ := token.(string)
	parsed, err := jwt.ParseSigned(text, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil {
		panic(err) // the provider made it
	}
	claims := map[string]any{}
	if err := parsed.UnsafeClaimsWithoutVerification(&claims); err != nil {
		panic(err) // the provider made it
	}
	maps.Copy(claims, changes)
	maps.DeleteFunc(claims, func(_ string, value any) bool { return value == nil })
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: s.key}, (&jose.SignerOptions{}).WithHeader("kid", "key"))
	if err != nil {
		panic(err) // the key is good
	}
	signed, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		panic(err) // they were claims before
	}
	return signed
}
