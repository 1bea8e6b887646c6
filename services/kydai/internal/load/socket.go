package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"

	"github.com/coder/websocket"

	"kydai.dev/services/kydai/internal/hall"
)

// maxFrame bounds what the hall may say at once.
const maxFrame = 1 << 20

// socketWire does everything on one WebSocket.
type socketWire struct {
	url, token string
	conn       *websocket.Conn
	asked      int // number of the last question
	frame, in  []byte
	// early are events that came before an answer.
	early []event
	game  string

	mu     sync.Mutex
	closed bool
}

func newSocket(host, token string) *socketWire {
	return &socketWire{url: "ws://" + host + "/v1/ws", token: token}
}

func (w *socketWire) follow(ctx context.Context, game string, after int32) error {
	if err := w.connect(ctx); err != nil {
		return err
	}
	if w.game != "" && w.game != game {
		w.begin("unsubscribe")
		w.frame = append(append(append(w.frame, `,"stream":"game:`...), w.game...), `"}`...)
		if _, err := w.ask(ctx); err != nil {
			return err
		}
	}
	w.game, w.early = game, nil
	w.begin("subscribe")
	w.frame = fmt.Appendf(w.frame, `,"stream":"game:%s","afterSeq":%d}`, game, after)
	_, err := w.ask(ctx)
	return err
}

func (w *socketWire) play(ctx context.Context, game string, ply int, move string, after int32) (int32, error) {
	if w.conn == nil { // it was lost; what came early will come again
		if err := w.follow(ctx, game, after); err != nil {
			return 0, err
		}
	}
	w.begin("move")
	w.frame = append(append(append(w.frame, `,"game":"`...), game...), `",`...)
	w.frame = append(appendMove(w.frame, ply, move, after), '}')
	answer, err := w.ask(ctx)
	if err != nil {
		return 0, err
	}
	return answered(answer, ply)
}

// begin begins a question in w.frame.
func (w *socketWire) begin(op string) {
	w.asked++
	w.frame = strconv.AppendInt(append(w.frame[:0], `{"id":"`...), int64(w.asked), 10)
	w.frame = append(append(append(w.frame, `","op":"`...), op...), '"')
}

// ask sends w.frame and waits for the answer.
func (w *socketWire) ask(ctx context.Context) ([]byte, error) {
	// Close ends what waits; watching a context would cost more than the frame.
	ctx = context.WithoutCancel(ctx)
	if err := w.conn.Write(ctx, websocket.MessageText, w.frame); err != nil {
		return nil, w.lost(err)
	}
	for {
		in, err := w.read(ctx)
		if err != nil {
			return nil, err
		}
		if !bytes.HasPrefix(in, []byte(`{"re":`)) {
			if e, ok := w.event(in); ok {
				w.early = append(w.early, e)
			}
			continue
		}
		return w.answer(in)
	}
}

func (w *socketWire) answer(in []byte) ([]byte, error) {
	if number(in, `{"re":"`) != w.asked {
		return nil, errNonsense
	}
	if !bytes.Contains(in[:min(len(in), 64)], []byte(`"error":`)) {
		return in, nil
	}
	var refused struct{ Error json.RawMessage }
	if err := json.Unmarshal(in, &refused); err != nil {
		return nil, errors.Join(errNonsense, err)
	}
	return nil, hall.ReadProblem(0, refused.Error)
}

func (w *socketWire) next(ctx context.Context) (event, error) {
	if len(w.early) > 0 {
		e := w.early[0]
		w.early = w.early[1:]
		return e, nil
	}
	if w.conn == nil {
		return event{}, errStreamOver
	}
	ctx = context.WithoutCancel(ctx) // as in ask
	for {
		in, err := w.read(ctx)
		if err != nil {
			return event{}, err
		}
		if e, ok := w.event(in); ok {
			return e, nil
		}
		if over(in) {
			return event{}, w.lost(errStreamOver)
		}
	}
}

// event reads an envelope of the game that is followed.
func (w *socketWire) event(in []byte) (event, bool) {
	head := in[:min(len(in), 128)]
	if !bytes.Contains(head, []byte(w.game)) || over(in) {
		return event{}, false
	}
	e := event{seq: int32(number(head, `"seq":`))}
	if bytes.Contains(head, []byte(`"type":"played"`)) {
		e.ply, e.move = number(in, `"ply":`), word(in, `"move":"`)
	}
	return e, e.seq > 0
}

func over(in []byte) bool {
	head := in[:min(len(in), 128)]
	return bytes.Contains(head, []byte(`"type":"end"`)) || bytes.Contains(head, []byte(`"type":"lagged"`))
}

// read returns the next message; it is good until the next call.
func (w *socketWire) read(ctx context.Context) ([]byte, error) {
	_, r, err := w.conn.Reader(ctx)
	if err != nil {
		return nil, w.lost(err)
	}
	buf := bytes.NewBuffer(w.in[:0])
	if _, err := io.Copy(buf, r); err != nil {
		return nil, w.lost(err)
	}
	w.in = buf.Bytes()
	return w.in, nil
}

func (w *socketWire) connect(ctx context.Context) error {
	if w.conn != nil {
		return nil
	}
	conn, _, err := websocket.Dial(ctx, w.url, &websocket.DialOptions{ //nolint:bodyclose // Dial has closed it
		HTTPHeader: http.Header{"Authorization": {"Bearer " + w.token}}, CompressionMode: websocket.CompressionDisabled,
	})
	if err != nil {
		return fmt.Errorf("open socket: %w", err)
	}
	conn.SetReadLimit(maxFrame)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return errors.Join(errClosed, conn.CloseNow())
	}
	w.conn, w.game = conn, ""
	return nil
}

// lost drops the socket after an error.
func (w *socketWire) lost(err error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.conn != nil {
		_ = w.conn.CloseNow() // nothing is lost with it
		w.conn = nil
	}
	return fmt.Errorf("socket: %w", err)
}

func (w *socketWire) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	if w.conn != nil {
		_ = w.conn.CloseNow() // nothing is lost with it
	}
}
