package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"kydai.dev/pkg/rules"
)

var errField = errors.New("there is no such field")

// written is a game as our own JSON has it.
type written struct {
	game, start string
	moves       []string
	tags        []Tag
	result      rules.Verdict
	comments    []Comment
}

// read reads an object strictly: no unknown field, none twice.
func (w *written) read(text []byte) error {
	return object(json.NewDecoder(bytes.NewReader(text)), func(dec *json.Decoder, field string) error {
		switch field {
		case "game":
			return dec.Decode(&w.game)
		case "start":
			return dec.Decode(&w.start)
		case "moves":
			return dec.Decode(&w.moves)
		case "tags":
			return object(dec, w.readTag)
		case "result":
			return w.readResult(dec)
		case "comments":
			return w.readComments(dec)
		case "marks":
			var passed json.RawMessage // who reads a record judges it anew
			return dec.Decode(&passed)
		default:
			return errField
		}
	})
}

func (w *written) readTag(dec *json.Decoder, name string) error {
	var value string
	if err := dec.Decode(&value); err != nil {
		return err
	}
	switch {
	case !validTagName(name):
		return errors.New("a tag's name is letters, digits and underscores")
	case oneLine(value) != value:
		return errors.New("there is a control character in it")
	}
	w.tags = append(w.tags, Tag{Name: name, Value: value})
	return nil
}

func (w *written) readResult(dec *json.Decoder) error {
	err := object(dec, func(dec *json.Decoder, field string) error {
		switch field {
		case "winner":
			return dec.Decode(&w.result.Winner)
		case "reason":
			return dec.Decode(&w.result.Reason)
		default:
			return errField
		}
	})
	winners := []rules.Winner{rules.WinnerFirst, rules.WinnerSecond, rules.WinnerNone}
	switch {
	case err != nil || w.result == rules.Verdict{}:
		return err
	case !slices.Contains(winners, w.result.Winner):
		return fmt.Errorf("the winner %.20q is none of first, second, none", w.result.Winner)
	case w.result.Reason != "" && !knownReason(w.result.Reason):
		return fmt.Errorf("there is no reason %.40q", w.result.Reason)
	}
	return nil
}

func (w *written) readComments(dec *json.Decoder) error {
	var list []json.RawMessage
	if err := dec.Decode(&list); err != nil {
		return err
	}
	for _, text := range list {
		var c Comment
		strict := json.NewDecoder(bytes.NewReader(text))
		strict.DisallowUnknownFields()
		if err := strict.Decode(&c); err != nil {
			return err
		}
		if c.Ply < 0 || c.Ply > len(w.moves) && w.moves != nil {
			return fmt.Errorf("there is no ply %d", c.Ply)
		}
		w.comments = append(w.comments, c)
	}
	return nil
}

// object reads an object field by field; null is an object without fields.
func object(dec *json.Decoder, field func(dec *json.Decoder, name string) error) error {
	switch opening, err := dec.Token(); {
	case err != nil:
		return err
	case opening == nil:
		return nil
	case opening != json.Delim('{'):
		return fmt.Errorf("%v in place of an object", opening)
	}
	seen := map[string]bool{}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return err
		}
		name, ok := token.(string)
		switch {
		case !ok:
			return errors.New("a field without a name")
		case seen[name]:
			return fmt.Errorf("%.40s: the field stands twice", name)
		}
		seen[name] = true
		if err := field(dec, name); err != nil {
			return fmt.Errorf("%.40s: %w", name, err)
		}
	}
	_, err := dec.Token()
	return err
}

// encodeJSON writes a record on one line, the fields always in this order.
func encodeJSON(rec *Record, _ string) (string, error) {
	var b strings.Builder
	put := func(name string, value any) {
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quote(name) + ":" + quote(value))
	}
	put("game", rec.Game.Name())
	put("start", rec.start().String())
	put("moves", append([]string{}, rec.Moves...))
	put("tags", tagObject(rec.Tags))
	if rec.Result.Winner != "" {
		put("result", result{Winner: rec.Result.Winner, Reason: rec.Result.Reason})
	}
	if len(rec.Comments) > 0 {
		put("comments", rec.Comments)
	}
	if len(rec.Marks) > 0 {
		put("marks", rec.Marks)
	}
	return "{" + b.String() + "}", nil
}

// result is an outcome in our own JSON.
type result struct {
	Winner rules.Winner `json:"winner"`
	Reason rules.Reason `json:"reason,omitempty"`
}

// tagObject is an object whose fields keep the order of the tags.
type tagObject []Tag

// MarshalJSON implements [json.Marshaler].
func (t tagObject) MarshalJSON() ([]byte, error) {
	fields := make([]string, len(t))
	for i, tag := range t {
		fields[i] = quote(tag.Name) + ":" + quote(tag.Value)
	}
	return []byte("{" + strings.Join(fields, ",") + "}"), nil
}

// quote is a value as JSON, with letters as they are.
func quote(value any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(value) // these types have a JSON form
	return strings.TrimSuffix(b.String(), "\n")
}
