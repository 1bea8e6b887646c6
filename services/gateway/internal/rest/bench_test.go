package rest_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// played is an answer of the usual size.
func played() *refereev1.PlayMoveResponse {
	return &refereev1.PlayMoveResponse{
		Seq: 31, Ply: 13, Move: "h2e2", Position: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1", LastSeq: 31,
		Clock: &refereev1.Clock{
			First: durationpb.New(171_200_000_000), Second: durationpb.New(180_000_000_000), Running: wrapperspb.String("second"),
			AsOf: timestamppb.Now(), Deadline: timestamppb.Now(),
		},
	}
}

// BenchmarkMove is the gateway's share of a move, without the socket: the
// front, the in-process call behind real interceptors, the answer.
func BenchmarkMove(b *testing.B) {
	h := newHall(b)
	h.quiet = played()
	headers := http.Header{"Authorization": {"Bearer " + h.token(ann)}, "Content-Type": {"application/json"}, "User-Agent": {"bench"}}
	b.ReportAllocs()
	for b.Loop() {
		body := `{"ply":13,"move":"h2e2","afterSeq":30}`
		r, _ := http.NewRequestWithContext(b.Context(), http.MethodPost, "/v1/games/7Kq2abcdefgh/moves", strings.NewReader(body))
		r.Header, r.RemoteAddr, r.RequestURI = headers, "127.0.0.1:1", r.URL.Path
		w := discard{header: http.Header{}}
		h.Server.ServeHTTP(&w, r)
		if w.status > 200 {
			b.Fatal(w.status)
		}
	}
}

// BenchmarkMoveOverHTTP adds the socket, both ends of it.
func BenchmarkMoveOverHTTP(b *testing.B) {
	h := newHall(b)
	h.quiet = played()
	token := "Bearer " + h.token(ann)
	b.ReportAllocs()
	b.SetParallelism(32)
	b.RunParallel(func(pb *testing.PB) {
		client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1}}
		for pb.Next() {
			r, _ := http.NewRequestWithContext(b.Context(), http.MethodPost, h.url+"/v1/games/7Kq2abcdefgh/moves", strings.NewReader(`{"ply":13,"move":"h2e2","afterSeq":30}`))
			r.Header.Set("Authorization", token)
			r.Header.Set("Content-Type", "application/json")
			resp, err := client.Do(r)
			if err != nil {
				b.Error(err)
				return
			}
			_, _ = io.Copy(io.Discard, resp.Body)
			_ = resp.Body.Close()
		}
	})
}

// discard is a writer that keeps the status only.
type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) Write(b []byte) (int, error) { return len(b), nil }
func (d *discard) WriteHeader(status int)      { d.status = status }
