// Package rest serves REST: the calls of the contracts, transcoded by
// grpc-gateway, behind one front that stamps the arrival, knows the caller,
// counts, checks bodies strictly and turns every refusal into a problem.
// Playing a move has a handler of its own, since it is what the hall does most.
package rest

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"

	"kydai.dev/pkg/authn"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
	"kydai.dev/services/gateway/internal/limit"
	"kydai.dev/services/gateway/internal/route"
)

// Deps are what a Server needs.
type Deps struct {
	Log      *slog.Logger
	Metrics  prometheus.Registerer
	Verifier *authn.Verifier
	Limiter  *limit.Limiter
	// Dial returns a connection to a service in the gateway's name.
	Dial func(service string) grpc.ClientConnInterface
	// Proxies are the networks whose X-Forwarded-For is believed.
	Proxies []netip.Prefix
	// Origins are the web origins that browsers may call from; "*" is all.
	Origins []string
	// Now is the clock that stamps arrivals.
	Now func() time.Time
}

// Server answers HTTP requests. Handle adds what is not in the contracts
// before it serves.
type Server struct {
	Deps
	mux     *runtime.ServeMux
	routes  []*route.Route
	byKey   map[string]*route.Route
	moves   *moves
	metrics *metrics
}

// New returns a server of all contracts' routes.
func New(d Deps) (*Server, error) {
	s := &Server{Deps: d, byKey: map[string]*route.Route{}}
	var err error
	if s.metrics, err = newMetrics(d.Metrics); err != nil {
		return nil, err
	}
	s.mux = runtime.NewServeMux(
		runtime.WithMarshalerOption(runtime.MIMEWildcard, wire{}),
		runtime.WithIncomingHeaderMatcher(func(string) (string, bool) { return "", false }),
		runtime.WithOutgoingHeaderMatcher(func(string) (string, bool) { return "", false }),
		runtime.WithMetadata(origin),
		runtime.WithMiddlewares(s.front),
		runtime.WithForwardResponseOption(s.answer),
		runtime.WithErrorHandler(s.failed),
		runtime.WithRoutingErrorHandler(s.unrouted),
		runtime.WithDisablePathLengthFallback(),
		runtime.WithDisableHTTPMethodOverride(),
		runtime.WithWriteContentLength(),
	)
	for _, svc := range served {
		if err := s.serve(svc); err != nil {
			return nil, err
		}
	}
	s.moves = s.newMoves(refereev1.NewRefereeServiceClient(d.Dial("referee")))
	return s, nil
}

// serve adds the routes of one service.
func (s *Server) serve(svc service) error {
	routes, err := route.Of(svc.contract)
	if err != nil {
		return err
	}
	for _, r := range routes {
		s.add(r)
	}
	if err := svc.register(context.Background(), s.mux, s.connect(svc.name)); err != nil {
		return fmt.Errorf("route to %s: %w", svc.name, err)
	}
	return nil
}

// connect returns the connection through which the mux calls a service.
func (s *Server) connect(service string) grpc.ClientConnInterface {
	conn := s.Dial(service)
	if service == "referee" {
		return exporter{conn, studyv1.NewStudyServiceClient(s.Dial("study"))}
	}
	return conn
}

// add lists a route.
func (s *Server) add(r *route.Route) {
	s.routes = append(s.routes, r)
	s.byKey[r.Method+" "+patternKey(r.Pattern)] = r
}

// Handle serves a path that is not in the contracts, such as
// /v1/games/{id}/stream; the handler reads the id with PathValue. Each request
// counts as one of the class.
func (s *Server) Handle(method, pattern string, class limit.Class, h http.Handler) error {
	s.add(&route.Route{Method: method, Pattern: pattern, Class: class})
	err := s.mux.HandlePath(method, pattern, func(w http.ResponseWriter, r *http.Request, params map[string]string) {
		for name, value := range params {
			r.SetPathValue(name, value)
		}
		h.ServeHTTP(w, r)
	})
	if err != nil {
		return fmt.Errorf("route %s %s: %w", method, pattern, err)
	}
	return nil
}

// Routes lists every route, in the order of the contracts.
func (s *Server) Routes() []*route.Route { return s.routes }

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := &exchange{ResponseWriter: w, arrival: s.Now()}
	r = s.begin(x, r)
	defer s.end(x, r)
	if s.cors(x, r) {
		return
	}
	if err := x.check(r); err != nil {
		s.refuse(x, r, err)
		return
	}
	if r.Method == http.MethodHead { // net/http drops the body by the request it knows
		r.Method, x.head = http.MethodGet, true
		r.Header.Del("Upgrade") // it asks, and switches nothing
	}
	if game, ok := moveOf(r); ok {
		s.moves.serve(x, r, game)
		return
	}
	s.mux.ServeHTTP(x, r)
}

// moveOf knows the path of a move without the mux: /v1/games/{game_id}/moves.
func moveOf(r *http.Request) (game string, ok bool) {
	if r.Method != http.MethodPost {
		return "", false
	}
	rest, ok := strings.CutPrefix(r.URL.Path, "/v1/games/")
	if !ok {
		return "", false
	}
	game, ok = strings.CutSuffix(rest, "/moves")
	return game, ok && game != "" && !strings.Contains(game, "/")
}
