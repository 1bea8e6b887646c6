package rating_test

import (
	"context"
	"strconv"
	"sync"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/errs"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

var errAway = errs.New(errs.Unavailable, "UNAVAILABLE", "can't answer now")

// referee lists games as ended, whether or not it has told of them.
type referee struct {
	refereev1.UnimplementedRefereeServiceServer
	mu    sync.Mutex
	ended []*refereev1.GameSummary
	// away says that it can't be asked.
	away bool
}

func (r *referee) ListEnded(_ context.Context, req *refereev1.ListEndedRequest) (*refereev1.ListEndedResponse, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.away {
		return nil, errAway
	}
	from, _ := strconv.Atoi(req.GetAfter()) // 0 is the beginning
	to := min(len(r.ended), from+int(req.GetLimit()))
	return &refereev1.ListEndedResponse{Games: r.ended[from:to], Cursor: strconv.Itoa(to)}, nil
}

func (r *referee) end(games ...*refereev1.GameSummary) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended = append(r.ended, games...)
}

func (r *referee) goAway(away bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.away = away
}

// accounts tells what players are called and who of them is a guest: all but those
// who are linked.
type accounts struct {
	accountv1.UnimplementedAccountServiceServer
	mu     sync.Mutex
	linked map[string]bool
	names  map[string]string
	away   bool
	asked  int
}

func (a *accounts) BatchGetPlayers(_ context.Context, req *accountv1.BatchGetPlayersRequest) (*accountv1.BatchGetPlayersResponse, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked++
	if a.away {
		return nil, errAway
	}
	resp := &accountv1.BatchGetPlayersResponse{}
	for _, id := range req.GetIds() {
		resp.Players = append(resp.Players, &accountv1.PlayerProfile{PlayerId: id, Name: a.names[id], Guest: !a.linked[id]})
	}
	return resp, nil
}

// set changes what account tells.
func (a *accounts) set(change func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	change()
}

// link makes a player of a guest, and tells of it if so told.
func (h *hall) link(n int, tell bool) {
	h.t.Helper()
	name := ""
	h.accounts.set(func() { h.accounts.linked[account(n)], name = true, h.accounts.names[account(n)] })
	if tell {
		h.publish(bus.AccountLinked(account(n)), &accountv1.Linked{PlayerId: account(n), Name: name})
	}
}

// rename gives a player a name, and tells of it if so told.
func (h *hall) rename(n int, name string, tell bool) {
	h.t.Helper()
	h.accounts.set(func() { h.accounts.names[account(n)] = name })
	if tell {
		h.publish(bus.AccountRenamed(account(n)), &accountv1.Renamed{PlayerId: account(n), Name: name})
	}
}

// publish puts a message on the bus, each time a new one.
func (h *hall) publish(subject string, news proto.Message) {
	h.t.Helper()
	payload, err := proto.Marshal(news)
	require.NoError(h.t, err)
	h.told++
	require.NoError(h.t, h.bus.Publish(h.t.Context(), bus.Msg{
		ID: strconv.Itoa(h.told), Subject: subject, Type: string(news.ProtoReflect().Descriptor().FullName()), Payload: payload,
	}))
}
