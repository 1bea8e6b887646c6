package gateway

import (
	"context"
	"net/http"

	"kydai.dev/pkg/app"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/gateway/internal/limit"
	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/problem"
	"kydai.dev/services/gateway/internal/rest"
	"kydai.dev/services/gateway/internal/sse"
	"kydai.dev/services/gateway/internal/ws"
)

// streams are the live streams and the two ways to them.
type streams struct {
	hub     *live.Hub
	events  *sse.Handler
	sockets *ws.Server
}

// newStreams makes the streams and gives them their routes, which are not in
// the contracts.
func newStreams(c Config, env *app.Env, server *rest.Server, limiter *limit.Limiter) (*streams, error) {
	referee := refereev1.NewRefereeServiceClient(env.Dial("referee"))
	matchmaking := env.Dial("matchmaking")
	hall := live.Hall{
		Referee: referee, Tickets: matchmakingv1.NewTicketServiceClient(matchmaking), Rooms: matchmakingv1.NewRoomServiceClient(matchmaking),
		Lobby: matchmakingv1.NewLobbyServiceClient(matchmaking), Study: studyv1.NewStudyServiceClient(env.Dial("study")),
		Tournaments: tournamentv1.NewTournamentServiceClient(env.Dial("tournament")),
	}
	hub, err := live.New(live.Config{Shards: env.Shards, Replica: env.Replica}, hall, env.Bus, env.Verifier, env.Log, env.Metrics)
	if err != nil {
		return nil, err
	}
	events := sse.New(sse.Config{Heartbeat: c.Beat}, hub, env.Verifier, problem.Write)
	sockets, err := ws.New(ws.Config{Origins: c.Origins}, ws.Deps{
		Hub: hub, Referee: referee, Verifier: env.Verifier, Limiter: limiter,
		Metrics: env.Metrics, Address: server.Address, Refuse: problem.Write,
	})
	if err != nil {
		return nil, err
	}
	for pattern, h := range map[string]http.HandlerFunc{
		"/v1/games/{id}/stream": events.Game, "/v1/analyses/{id}/stream": events.Analysis, "/v1/tournaments/{id}/stream": events.Tournament,
		"/v1/me/stream": events.Me, "/v1/live/counts/stream": events.Lobby, "/v1/ws": sockets.ServeHTTP,
	} {
		if err := server.Handle(http.MethodGet, pattern, limit.Stream, h); err != nil {
			return nil, err
		}
	}
	return &streams{hub: hub, events: events, sockets: sockets}, nil
}

// drain ends the streams first, so that each client hears why, and then the
// sockets, once their moves are answered.
func (s *streams) drain(ctx context.Context) {
	s.hub.Drain(ctx)
	s.sockets.Drain(ctx)
	s.events.Wait()
}
