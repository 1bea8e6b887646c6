package openapi

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"mime"
	"net/http"
	"path"
	"strings"
)

//go:embed assets/docs.html assets/docs.js assets/docs.css
var assets embed.FS

// pagePolicy lets the page load its own script, style and document, and
// nothing else.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Serve answers with the document.
func Serve(document []byte) http.Handler {
	return fixed(document, "application/json")
}

// Asset answers with a file of the page: "docs.html" is the page itself.
func Asset(name string) (http.Handler, error) {
	data, err := assets.ReadFile("assets/" + name)
	if err != nil {
		return nil, fmt.Errorf("read page: %w", err)
	}
	return fixed(data, mime.TypeByExtension(path.Ext(name))), nil
}

// fixed answers with content that changes with the program only.
func fixed(content []byte, mediaType string) http.Handler {
	sum := sha256.Sum256(content)
	tag := `W/"` + hex.EncodeToString(sum[:8]) + `"`
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("ETag", tag)
		h.Set("Cache-Control", "public, no-cache")
		h.Set("Content-Type", mediaType)
		h.Set("Content-Security-Policy", pagePolicy)
		if strings.Contains(r.Header.Get("If-None-Match"), tag[2:]) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = w.Write(content) // the client has gone
	})
}
