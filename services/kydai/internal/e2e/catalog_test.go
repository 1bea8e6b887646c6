package e2e_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules/games"
)

// A client that knows nothing but the catalogue can begin every game, with every
// preset.
func TestClientsGoByTheCatalogue(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		stranger, guest := &player{h: h}, h.guest(t)
		catalog := stranger.must(t, http.StatusOK, "GET", "/v1/catalog", "")
		for _, tag := range []string{`"` + catalog.str("version") + `"`, "*"} {
			stranger.must(t, http.StatusNotModified, "GET", "/v1/catalog", "", "If-None-Match", tag)
		}
		list, _ := catalog.at("games").([]any)
		require.Len(t, list, len(games.All()))
		for _, entry := range list {
			g := answer(entry.(map[string]any))
			path := "/v1/rules/" + g.str("name") + ":validate"
			body := fmt.Sprintf(`{"position":%q}`, g.str("startPosition"))
			require.Equal(t, true, stranger.must(t, http.StatusOK, "POST", path, body).at("valid"))
			presets, _ := g.at("time", "presets").([]any)
			require.Len(t, presets, 3)
			for _, p := range presets {
				name := answer(p.(map[string]any)).str("control", "preset")
				body := fmt.Sprintf(`{"game":%q,"timeControl":{"preset":%q}}`, g.str("name"), name)
				made := guest.must(t, http.StatusCreated, "POST", "/v1/games", body)
				require.Equal(t, answer(p.(map[string]any)).str("category"), made.str("settings", "category"))
			}
		}
	})
}
