package gateway

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/go-jose/go-jose/v4"

	"kydai.dev/pkg/app"
	"kydai.dev/pkg/authn"
	"kydai.dev/services/gateway/internal/limit"
	"kydai.dev/services/gateway/internal/openapi"
	"kydai.dev/services/gateway/internal/rest"
)

// addDocuments serves what the server says of itself.
func addDocuments(server *rest.Server, env *app.Env) error {
	document, err := openapi.Document(server.Routes())
	if err != nil {
		return err
	}
	keys, err := json.Marshal(jose.JSONWebKeySet{Keys: append([]jose.JSONWebKey{}, env.Keys.Key(authn.AccountService)...)})
	if err != nil {
		return fmt.Errorf("print public keys: %w", err)
	}
	served := map[string]http.Handler{
		"/v1/openapi.json":       openapi.Serve(document),
		"/.well-known/jwks.json": openapi.Serve(keys),
		"/healthz":               http.HandlerFunc(healthy),
	}
	for path, name := range map[string]string{"/docs": "docs.html", "/docs/docs.js": "docs.js", "/docs/docs.css": "docs.css"} {
		if served[path], err = openapi.Asset(name); err != nil {
			return err
		}
	}
	for path, h := range served {
		if err := server.Handle(http.MethodGet, path, limit.Read, h); err != nil {
			return err
		}
	}
	return nil
}

func healthy(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(`{"ok":true}`)) // the client has gone
}
