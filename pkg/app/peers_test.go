package app

import (
	"context"
	"fmt"
	"net"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"

	"kydai.dev/pkg/shortid"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// replica answers GetGame with its own name.
type replica struct {
	refereev1.UnimplementedRefereeServiceServer
	name string
}

func (r replica) GetGame(context.Context, *refereev1.GetGameRequest) (*refereev1.GetGameResponse, error) {
	return &refereev1.GetGameResponse{Game: &refereev1.Game{Position: r.name}}, nil
}

// TestCallsOfOneGameReachOneReplica holds the choice by hash: one game, one
// replica; many games, all replicas.
func TestCallsOfOneGameReachOneReplica(t *testing.T) {
	t.Parallel()
	var state resolver.State
	for i := range 3 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		s := grpc.NewServer()
		refereev1.RegisterRefereeServiceServer(s, replica{name: fmt.Sprint(i)})
		go func() { _ = s.Serve(l) }() // ends with the test
		t.Cleanup(s.Stop)
		state.Addresses = append(state.Addresses, resolver.Address{Addr: l.Addr().String()})
	}
	r := manual.NewBuilderWithScheme("replicas")
	r.InitialState(state)
	resolver.Register(r)
	p := newPeers(map[string]string{"referee": "replicas:///referee"}, nil)
	t.Cleanup(func() { require.NoError(t, p.close()) })
	conn, err := p.conn("referee")
	require.NoError(t, err)
	client := refereev1.NewRefereeServiceClient(conn)

	replicas := map[string]bool{}
	for game := range 40 {
		served, id := map[string]bool{}, shortid.New()
		for range 5 {
			resp, err := client.GetGame(t.Context(), &refereev1.GetGameRequest{GameId: id})
			require.NoError(t, err)
			served[resp.GetGame().GetPosition()] = true
			replicas[resp.GetGame().GetPosition()] = true
		}
		require.Len(t, served, 1, "game %d", game)
	}
	require.Len(t, replicas, 3)

	for _, id := range []string{"é", "game\x00", "a\r\nb", ""} { // no header can carry them
		_, err := client.GetGame(t.Context(), &refereev1.GetGameRequest{GameId: id})
		require.NoError(t, err, "%q", id)
	}
}
