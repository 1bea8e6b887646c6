// Package livetest is a small hall for the tests of streams: a real bus, real
// tokens, and a referee that keeps logs in memory and sends them the way the
// real one does.
package livetest

import (
	"context"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/testkit"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/gateway/internal/live"
)

// Hall is a bus, a referee and a gateway's hub.
type Hall struct {
	NATS    *testkit.Server
	Referee *Referee
	// Matchmaking keeps nothing but what a test tells it.
	Matchmaking *Matchmaking
	// Study keeps the analyses that a test begins.
	Study *Study
	// Tournaments keeps the tournaments that a test begins.
	Tournaments *Tournaments
	Client      refereev1.RefereeServiceClient
	Hub         *live.Hub
	Verifier    *authn.Verifier
	Metrics     *prometheus.Registry

	t       testing.TB
	account *authn.Signer
}

// Start opens a hall. The hub's pauses are shrunk where cfg leaves them out.
func Start(t testing.TB, cfg live.Config) *Hall {
	t.Helper()
	h := &Hall{t: t, NATS: testkit.NATSServer(t), Matchmaking: newMatchmaking(), Metrics: prometheus.NewRegistry()}
	gateway := h.keys()
	h.Referee = newReferee(h.NATS.Connect(), max(cfg.Shards, 1))
	intercept, err := rpc.Server{Log: testkit.Logger(t), Verifier: h.Verifier, Metrics: prometheus.NewRegistry()}.Interceptor()
	require.NoError(t, err)
	local := rpc.NewLocal(intercept, nil, nil)
	refereev1.RegisterRefereeServiceServer(local, h.Referee)
	matchmakingv1.RegisterTicketServiceServer(local, h.Matchmaking)
	matchmakingv1.RegisterRoomServiceServer(local, h.Matchmaking)
	matchmakingv1.RegisterLobbyServiceServer(local, h.Matchmaking)
	h.Study = newStudy(h)
	studyv1.RegisterStudyServiceServer(local, h.Study)
	h.Tournaments = newTournaments(h)
	tournamentv1.RegisterTournamentServiceServer(local, h.Tournaments)
	h.Client = refereev1.NewRefereeServiceClient(rpc.NewClient(local, "referee", gateway))
	matchmaking := rpc.NewClient(local, "matchmaking", gateway)
	hall := live.Hall{
		Referee: h.Client, Tickets: matchmakingv1.NewTicketServiceClient(matchmaking), Rooms: matchmakingv1.NewRoomServiceClient(matchmaking),
		Lobby: matchmakingv1.NewLobbyServiceClient(matchmaking), Study: studyv1.NewStudyServiceClient(rpc.NewClient(local, "study", gateway)),
		Tournaments: tournamentv1.NewTournamentServiceClient(rpc.NewClient(local, "tournament", gateway)),
	}
	h.Hub, err = live.New(shrunk(cfg), hall, h.NATS.Connect(), h.Verifier, testkit.Logger(t), h.Metrics)
	require.NoError(t, err)
	h.run(h.Referee.send, h.Hub.Run)
	return h
}

func shrunk(cfg live.Config) live.Config {
	if cfg.Silence == 0 {
		cfg.Silence = 4 * Beat
	}
	if cfg.Poll == 0 {
		cfg.Poll = Beat
	}
	if cfg.PollAccounts == 0 {
		cfg.PollAccounts = 2 * Beat
	}
	if cfg.Attend == 0 {
		cfg.Attend = 2 * Beat
	}
	cfg.PollLogs = Beat
	cfg.Count, cfg.Presence = 2*Beat, 2*Beat
	return cfg
}

// keys makes the keys of the account service and of the gateway.
func (h *Hall) keys() (gateway *authn.Signer) {
	var set jose.JSONWebKeySet
	signers := map[string]*authn.Signer{}
	for _, service := range []string{authn.AccountService, "gateway"} {
		key, err := authn.NewKey(service)
		require.NoError(h.t, err)
		signers[service], err = authn.NewSigner(key, time.Now)
		require.NoError(h.t, err)
		set.Keys = append(set.Keys, key.Public().Keys...)
	}
	h.account, h.Verifier = signers[authn.AccountService], authn.NewVerifier(set, time.Now)
	return signers["gateway"]
}

func (h *Hall) run(loops ...func(context.Context) error) {
	ctx, stop := context.WithCancel(context.Background())
	var group errgroup.Group
	for _, loop := range loops {
		group.Go(func() error { return loop(ctx) })
	}
	h.t.Cleanup(func() {
		stop()
		require.NoError(h.t, group.Wait())
	})
}

// Player is somebody with a token, whose session is called like the account.
func (h *Hall) Player() live.Caller { return h.PlayerUntil(time.Now().Add(time.Hour)) }

// PlayerUntil is somebody whose token ends.
func (h *Hall) PlayerUntil(end time.Time) live.Caller {
	h.t.Helper()
	id := uuid.Must(uuid.NewV7()).String()
	return live.Caller{Account: id, Session: id, Token: h.Token(id, end), Until: end}
}

// Token is a further token of an account.
func (h *Hall) Token(account string, end time.Time) string {
	h.t.Helper()
	token, err := h.account.PlayerToken(authn.PlayerToken{
		Account: account, Session: account, Scopes: []string{"play", "challenge"}, IssuedAt: time.Now(), Expires: end, StreamsUntil: end,
	})
	require.NoError(h.t, err)
	return token
}

// Bus is a further connection to the hall's bus.
func (h *Hall) Bus() *bus.Bus { return h.NATS.Connect() }
