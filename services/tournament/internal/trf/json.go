package trf

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"kydai.dev/services/tournament/internal/crosstable"
)

// The shapes of the JSON: each level is read on its own, so that an error can say
// whose it is.
type (
	tableFields  crosstable.Table
	playerFields crosstable.Player
	tableJSON    struct {
		tableFields
		Players []json.RawMessage `json:"players"`
	}
	playerJSON struct {
		playerFields
		Rounds []json.RawMessage `json:"rounds"`
	}
)

// ReadJSON reads what a table is as JSON, as strictly as a report file.
func ReadJSON(data []byte) (*crosstable.Table, error) {
	whole := tableJSON{tableFields: tableFields{Scoring: crosstable.Usual()}}
	if err := unmarshal(data, &whole, ""); err != nil {
		return nil, placed(data, err)
	}
	t := crosstable.Table(whole.tableFields)
	if n := len(whole.Players); n == 0 || n > MaxPlayers {
		return nil, fmt.Errorf("an event has 1 to %d players, not %d", MaxPlayers, n)
	}
	for i, raw := range whole.Players {
		p, err := readPlayer(raw, fmt.Sprintf("player %d", i+1))
		if err != nil {
			return nil, err
		}
		t.Players = append(t.Players, p)
	}
	if err := checkHeaders(&t); err != nil {
		return nil, err
	}
	if err := t.Validate(); err != nil {
		return nil, err
	}
	return &t, checkSeeds(&t)
}

func readPlayer(raw []byte, place string) (crosstable.Player, error) {
	var fields playerJSON
	if err := unmarshal(raw, &fields, place); err != nil {
		return crosstable.Player{}, err
	}
	p := crosstable.Player(fields.playerFields)
	if p.Seed == 0 {
		p.Seed = p.ID
	}
	if fields.Rounds != nil {
		p.Rounds = make([]crosstable.Entry, len(fields.Rounds))
	}
	for r := range p.Rounds {
		if err := unmarshal(fields.Rounds[r], &p.Rounds[r], fmt.Sprintf("%s, round %d", place, r+1)); err != nil {
			return p, err
		}
	}
	return p, nil
}

// unmarshal reads one value, without unknown fields and with nothing after it.
func unmarshal(data []byte, into any, place string) error {
	in := json.NewDecoder(bytes.NewReader(data))
	in.DisallowUnknownFields()
	err := in.Decode(into)
	if err == nil {
		if _, more := in.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("there is more after the event")
		}
	}
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		_, field, _ := strings.Cut("."+kind.Field, "Fields.") // the embedded struct is not in the text
		err = fmt.Errorf("%q: a %s doesn't fit", cmp.Or(field, kind.Field), kind.Value)
	}
	if err == nil || place == "" {
		return err
	}
	return fmt.Errorf("%s: %s", place, strings.TrimPrefix(err.Error(), "json: "))
}

// placed says where the text is no JSON.
func placed(data []byte, err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &SyntaxError{Line: 1 + bytes.Count(data, []byte("\n")), Reason: "the JSON ends too early"}
	case errors.As(err, &syntax):
		before := data[:min(int(syntax.Offset), len(data))]
		column := len(before) - 1 - bytes.LastIndexByte(before, '\n')
		return &SyntaxError{
			Line: 1 + bytes.Count(before, []byte("\n")), Reason: fmt.Sprintf("byte %d: %s", column, syntax),
		}
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}

// checkHeaders lets no header be a record that is understood.
func checkHeaders(t *crosstable.Table) error {
	records := understood()
	for _, h := range t.Headers {
		if _, known := records[h.Code]; known || len(h.Code) != 3 || !passed(h.Code) {
			return fmt.Errorf("%q is no code of a header", h.Code)
		}
	}
	return nil
}

// checkSeeds holds that everybody has a place of the initial order.
func checkSeeds(t *crosstable.Table) error {
	taken := make([]bool, len(t.Players)+1)
	for _, p := range t.Players {
		if p.Seed < 1 || p.Seed > len(t.Players) || taken[p.Seed] {
			return fmt.Errorf("player %d: every seed from 1 to %d must be there once, not %d", p.ID, len(t.Players), p.Seed)
		}
		taken[p.Seed] = true
	}
	return nil
}
