package arch_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// layer is the part that a package of a service plays.
type layer string

const (
	wiring  layer = "wiring"   // the service's own folder and its main
	edge    layer = "edge"     // gRPC, HTTP, events: the only place of generated types
	store   layer = "store"    // rows and SQL: the only place of GORM
	useCase layer = "use case" // load, decide, store
	domain  layer = "domain"   // decides; pure
)

// layers names the packages that are not what their folder's name says: rpc and
// events are edges, store is a store, everything else is taken for a domain.
var layers = map[string]layer{
	"account/mail":      edge, // sends mail
	"account/optest":    edge, // a provider, for tests
	"account/porter":    useCase,
	"account/provider":  edge, // asks providers
	"clock/flag":        edge, // watches through the referee's client and the bus
	"gateway/*":         edge, // a service without a domain
	"kydai/*":           edge, // the commands
	"matchmaking/crowd": useCase,
	"matchmaking/lobby": useCase,
	"matchmaking/queue": useCase,
	"matchmaking/wire":  edge, // rooms and tickets as they are sent
	"rating/scorer":     useCase,
	"referee/arbiter":   useCase,
	"rewards/steward":   useCase,
	"search/bot":        useCase, // shares engines between those who ask
	"search/endgame":    useCase, // builds files and reads them
	"search/growth":     useCase, // builds more of them
	"search/ladder":     useCase, // lets levels play each other
	"search/memory":     edge,    // asks the system
	"search/oracle":     useCase, // asks them for the engine
	"search/proof":      useCase, // plays them
	"search/soak":       useCase, // lets the engine play itself
	"search/uci":        edge,    // lines of text
	"search/worker":     edge,    // works off the bus through the referee's client
	"study/desk":        useCase,
	"tournament/desk":   useCase,
}

// place says where a package stands.
type place struct {
	module string // pkg, proto, services, or empty for code of others
	folder string // below the module: the service, or the package of pkg
	layer  layer  // within a service
}

const project = "kydai.dev/"

// locate finds the place of an import path.
func locate(path string) place {
	rest, ours := strings.CutPrefix(path, project)
	if !ours {
		return place{}
	}
	parts := strings.Split(rest, "/")
	p := place{module: parts[0]}
	if len(parts) > 1 {
		p.folder = parts[1]
	}
	if p.module == "services" {
		p.layer = layerOf(parts)
	}
	return p
}

// layerOf takes the parts of a path such as services/referee/internal/store.
func layerOf(parts []string) layer {
	if len(parts) < 4 || parts[2] != "internal" {
		return wiring
	}
	service, folder := parts[1], parts[3]
	for _, name := range []string{service + "/" + folder, service + "/*"} {
		if l, ok := layers[name]; ok {
			return l
		}
	}
	switch folder {
	case "rpc", "events":
		return edge
	case "store":
		return store
	}
	return domain
}

func TestLocate(t *testing.T) {
	t.Parallel()
	tests := map[string]place{
		"context":                                    {},
		"gorm.io/gorm":                               {},
		"kydai.dev/pkg/rules/xiangqi":                {module: "pkg", folder: "rules"},
		"kydai.dev/proto/gen/kydai/referee/v1":       {module: "proto", folder: "gen"},
		"kydai.dev/services/referee":                 {module: "services", folder: "referee", layer: wiring},
		"kydai.dev/services/referee/cmd/referee":     {module: "services", folder: "referee", layer: wiring},
		"kydai.dev/services/referee/internal/rpc":    {module: "services", folder: "referee", layer: edge},
		"kydai.dev/services/chat/internal/store/sql": {module: "services", folder: "chat", layer: store},
		"kydai.dev/services/referee/internal/game":   {module: "services", folder: "referee", layer: domain},
		"kydai.dev/services/gateway/internal/stream": {module: "services", folder: "gateway", layer: edge},
		"kydai.dev/services/internal/arch":           {module: "services", folder: "internal", layer: wiring},
	}
	for path, want := range tests {
		require.Equal(t, want, locate(path), path)
	}
}
