package load

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"

	"kydai.dev/services/kydai/internal/hall"
)

const (
	lineSize    = 16 << 10
	maxProblem  = 64 << 10
	eventLine   = "event: "
	dataLine    = "data: "
	idLine      = "id: "
	endOfStream = "end"
	lagged      = "lagged"
	movePlayed  = "played"
)

// stream reads a game's server-sent events.
type stream struct {
	conn net.Conn
	in   *reader
}

func openStream(conn net.Conn, host, token, game string, after int32) (*stream, error) {
	authorization := ""
	if token != "" {
		authorization = "Authorization: Bearer " + token + "\r\n"
	}
	_, err := fmt.Fprintf(conn, "GET /v1/games/%s/stream HTTP/1.1\r\nHost: %s\r\n%sAccept: text/event-stream\r\nLast-Event-ID: %d\r\n\r\n",
		game, host, authorization, after)
	if err != nil {
		return nil, fmt.Errorf("open stream: %w", err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return nil, fmt.Errorf("open stream: %w", err)
	}
	if res.StatusCode != http.StatusOK {
		defer func() { _ = res.Body.Close() }() // the connection is dropped
		body, err := io.ReadAll(io.LimitReader(res.Body, maxProblem))
		if err != nil {
			return nil, fmt.Errorf("open stream: %w", err)
		}
		return nil, hall.ReadProblem(res.StatusCode, body)
	}
	return &stream{conn: conn, in: newReader(res.Body)}, nil
}

// next waits for an event of the game.
func (s *stream) next() (event, error) {
	var e event
	var kind string
	for {
		line, err := s.in.line()
		switch {
		case err != nil:
			return event{}, fmt.Errorf("read stream: %w", err)
		case bytes.HasPrefix(line, []byte(eventLine)):
			kind = known(line[len(eventLine):])
		case bytes.HasPrefix(line, []byte(idLine)):
			e.seq = int32(number(line, idLine))
		case bytes.HasPrefix(line, []byte(dataLine)) && kind == movePlayed:
			e.ply, e.move = number(line, `"ply":`), word(line, `"move":"`)
		case len(line) == 0 && (kind == endOfStream || kind == lagged):
			return event{}, errStreamOver
		case len(line) == 0 && e.seq > 0:
			return e, nil
		}
	}
}

// known spares a string for each event.
func known(kind []byte) string {
	for _, k := range []string{movePlayed, endOfStream, lagged} {
		if string(kind) == k {
			return k
		}
	}
	return ""
}

// reader reads lines.
type reader struct{ *bufio.Reader }

func newReader(r io.Reader) *reader { return &reader{bufio.NewReaderSize(r, lineSize)} }

// line returns the next line without its end; it is good until the next call.
func (r *reader) line() ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if err != nil {
		return nil, err
	}
	return bytes.TrimRight(line, "\r\n"), nil
}
