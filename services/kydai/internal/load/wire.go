package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"kydai.dev/services/kydai/internal/hall"
)

// wire is one player's way to the hall, over REST or a WebSocket. Only close
// may be called while another call runs. After an error the next call connects
// anew.
type wire interface {
	// follow watches a game, from the event after a seq.
	follow(ctx context.Context, game string, after int32) error
	// play sends a move and waits for the answer, which gives the event's seq.
	play(ctx context.Context, game string, ply int, move string, after int32) (seq int32, err error)
	// next waits for an event of the game that is followed.
	next(ctx context.Context) (event, error)
	close()
}

// event is what a player needs of an event.
type event struct {
	seq int32
	// ply is the number of the move played, move its text; 0 and empty where the
	// event is no move.
	ply  int
	move string
}

var (
	errClosed     = errors.New("closed by us")
	errStreamOver = errors.New("the hall ended the stream")
	errNonsense   = errors.New("the hall answers what nobody asked")
)

// temporary tells the errors after which the same call may do.
func temporary(err error) bool {
	var p *hall.Problem
	if !errors.As(err, &p) {
		return !errors.Is(err, errClosed) && !errors.Is(err, errNonsense)
	}
	switch p.Status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// reason names an error in the report.
func reason(err error) string {
	var p *hall.Problem
	switch {
	case errors.As(err, &p):
		return p.Reason
	case errors.Is(err, errStreamOver):
		return "STREAM_OVER"
	case errors.Is(err, errNonsense):
		return "NONSENSE"
	}
	return "CONNECTION"
}

// number finds the first whole number after a key such as `"ply":` in JSON.
func number(json []byte, key string) int {
	i := bytes.Index(json, []byte(key))
	if i < 0 {
		return 0
	}
	n := 0
	for _, c := range json[i+len(key):] {
		if c < '0' || '9' < c {
			break
		}
		n = n*10 + int(c-'0')
	}
	return n
}

// word finds the first text after a key such as `"move":"` in JSON.
func word(json []byte, key string) string {
	_, rest, _ := bytes.Cut(json, []byte(key))
	text, _, _ := bytes.Cut(rest, []byte(`"`))
	return string(text)
}

// answered reads the answer to a move.
func answered(body []byte, ply int) (int32, error) {
	if got := number(body, `"ply":`); got != ply {
		return 0, fmt.Errorf("%w: ply %d in place of %d", errNonsense, got, ply)
	}
	return int32(number(body, `"seq":`)), nil
}

// appendMove appends the members of a move in JSON.
func appendMove(b []byte, ply int, move string, after int32) []byte {
	b = strconv.AppendInt(append(b, `"ply":`...), int64(ply), 10)
	b = append(append(append(b, `,"move":"`...), move...), '"')
	return strconv.AppendInt(append(b, `,"afterSeq":`...), int64(after), 10)
}
