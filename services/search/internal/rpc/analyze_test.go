package rpc_test

import (
	"context"
	"errors"
	"io"
	"net"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"kydai.dev/pkg/authn"
	kydairpc "kydai.dev/pkg/rpc"
	"kydai.dev/pkg/testkit"
	searchv1 "kydai.dev/proto/gen/kydai/search/v1"
	"kydai.dev/services/search/internal/bot"
	"kydai.dev/services/search/internal/rpc"
)

// served is the search on the wire, as services call it by name; "" is nobody.
func served(t *testing.T) func(service string) searchv1.SearchServiceClient {
	t.Helper()
	keys, set, err := authn.EnsureKeys(t.TempDir(), "study", "clock")
	require.NoError(t, err)
	unary, err := kydairpc.Server{
		Log: testkit.Logger(t), Verifier: authn.NewVerifier(set, time.Now), Metrics: prometheus.NewRegistry(),
	}.Interceptor()
	require.NoError(t, err)
	streaming, err := kydairpc.Streaming(unary)
	require.NoError(t, err)
	server := grpc.NewServer(grpc.UnaryInterceptor(unary), grpc.StreamInterceptor(streaming))
	searchv1.RegisterSearchServiceServer(server, rpc.NewServer(bot.NewPlayer(1, 1), &referee{}, wanting(t)))
	var listen net.ListenConfig
	listener, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	t.Cleanup(func() { server.Stop(); require.NoError(t, <-done) })
	conn, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close()) })
	return func(service string) searchv1.SearchServiceClient {
		if service == "" {
			return searchv1.NewSearchServiceClient(conn)
		}
		signer, err := authn.NewSigner(keys[service], time.Now)
		require.NoError(t, err)
		return searchv1.NewSearchServiceClient(kydairpc.NewClient(conn, "search", signer))
	}
}

// all reads a stream to its end.
func all(ctx context.Context, c searchv1.SearchServiceClient, req *searchv1.AnalyzeRequest) (found []*searchv1.AnalyzeResponse, err error) {
	stream, err := c.Analyze(ctx, req)
	if err != nil {
		return nil, err
	}
	for {
		next, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return found, err
		}
		found = append(found, next)
	}
}

func TestAnAnalysisTellsOfEveryDepth(t *testing.T) {
	t.Parallel()
	study := served(t)("study")
	found, err := all(t.Context(), study, &searchv1.AnalyzeRequest{Game: "morris", Moves: []string{"a1"}, Depth: 4, Lines: 2})
	require.NoError(t, err)
	require.Len(t, found, 5)
	for i, f := range found {
		require.Len(t, f.GetLines(), 2)
		require.Equal(t, i == 4, f.GetDone())
		require.EqualValues(t, min(i+1, 4), f.GetLines()[0].GetDepth())
	}
}

// Who goes away makes room for the next.
func TestAnAnalysisEndsWithItsCaller(t *testing.T) {
	t.Parallel()
	study := served(t)("study")
	ctx, leave := context.WithCancel(t.Context())
	stream, err := study.Analyze(ctx, &searchv1.AnalyzeRequest{Game: "xiangqi", Nodes: 200_000_000})
	require.NoError(t, err)
	_, err = stream.Recv()
	require.NoError(t, err)
	leave()
	_, err = study.BestMove(t.Context(), &searchv1.BestMoveRequest{Game: "morris", Nodes: 100})
	require.NoError(t, err)
}

func TestStreamsAreAdmittedAsOtherCallsAre(t *testing.T) {
	t.Parallel()
	as := served(t)
	tests := map[string]struct {
		service string
		req     *searchv1.AnalyzeRequest
		want    codes.Code
	}{
		"nobody":          {"", &searchv1.AnalyzeRequest{Game: "morris", Nodes: 100}, codes.PermissionDenied},
		"another service": {"clock", &searchv1.AnalyzeRequest{Game: "morris", Nodes: 100}, codes.PermissionDenied},
		"a bad request":   {"study", &searchv1.AnalyzeRequest{Game: "morris", Nodes: -1}, codes.InvalidArgument},
		"an unknown game": {"study", &searchv1.AnalyzeRequest{Game: "chess"}, codes.InvalidArgument},
	}
	for name, tt := range tests {
		_, err := all(t.Context(), as(tt.service), tt.req)
		require.Equal(t, tt.want, status.Code(err), "%s: %v", name, err)
	}
}
