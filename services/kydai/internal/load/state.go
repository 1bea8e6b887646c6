package load

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"kydai.dev/services/kydai/internal/hall"
)

// Save writes what was acknowledged, one game a line, for Verify to compare
// with the logs at any time later.
func (p *Report) Save(w io.Writer) error {
	out := bufio.NewWriter(w)
	lines := json.NewEncoder(out)
	for _, m := range p.matches {
		if err := lines.Encode(m); err != nil {
			return fmt.Errorf("save acknowledgements: %w", err)
		}
	}
	return out.Flush()
}

// Verify reads what Save wrote and compares it with the logs of the hall.
func Verify(ctx context.Context, saved io.Reader, url string) (Log, error) {
	var matches []*Match
	lines := json.NewDecoder(saved)
	for {
		m := &Match{}
		err := lines.Decode(m)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return Log{}, fmt.Errorf("read acknowledgements: %w", err)
		}
		if len(m.Seqs) != len(m.Moves) {
			return Log{}, fmt.Errorf("read acknowledgements: game %s has %d moves and %d seqs", m.ID, len(m.Moves), len(m.Seqs))
		}
		matches = append(matches, m)
	}
	transport := &http.Transport{MaxConnsPerHost: calls, MaxIdleConnsPerHost: calls}
	defer transport.CloseIdleConnections()
	return Audit(ctx, hall.New(url, transport, hall.Patient), matches, nil)
}
