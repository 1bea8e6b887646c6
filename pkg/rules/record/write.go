package record

import (
	"fmt"
	"io"
	"slices"
)

// Writer writes records to one file.
type Writer struct {
	w        io.Writer
	format   Format
	notation string
	count    int
	// held is the first record of a JSON document, which is an array as soon
	// as there is another.
	held string
}

// NewWriter begins a file of a format with moves in a notation; an empty
// notation is the format's usual one.
func NewWriter(w io.Writer, format, notation string) (*Writer, error) {
	f, ok := Find(format)
	if !ok {
		return nil, fmt.Errorf("there is no format %q", format)
	}
	if notation != "" && !slices.Contains(f.Notations, notation) {
		return nil, fmt.Errorf("the format %s has no notation %q", format, notation)
	}
	return &Writer{w: w, format: f, notation: notation}, nil
}

// Write adds a record. The error is an *Error where the record is at fault; it
// is left out then, and others may follow.
func (w *Writer) Write(rec *Record) error {
	text, err := w.encode(rec)
	if err != nil {
		bad := asError(err, 0)
		bad.Game = w.count + 1
		return bad
	}
	w.count++
	if w.format.Name == JSON && w.count == 1 {
		w.held = text
		return nil
	}
	_, err = io.WriteString(w.w, w.before()+text+w.after())
	return err
}

func (w *Writer) encode(rec *Record) (string, error) {
	if !w.format.Serves(rec.Game) {
		return "", fmt.Errorf("the format %s has no records of %s", w.format.Name, rec.Game.Name())
	}
	return w.format.encode(rec, w.notation)
}

// before is what stands between the record before and the next one.
func (w *Writer) before() string {
	switch {
	case w.format.Name == JSON && w.count == 2:
		first := w.held
		w.held = ""
		return "[\n" + first + ",\n"
	case w.format.Name == JSON:
		return ",\n"
	case w.format.Name != NDJSON && w.count > 1:
		return "\n"
	default:
		return ""
	}
}

// after ends the line of a record.
func (w *Writer) after() string {
	if w.format.Name == NDJSON {
		return "\n"
	}
	return ""
}

// Close ends the file.
func (w *Writer) Close() error {
	end := ""
	switch {
	case w.format.Name != JSON:
	case w.count == 0:
		end = "[]\n"
	case w.count == 1:
		end = w.held + "\n"
	default:
		end = "\n]\n"
	}
	_, err := io.WriteString(w.w, end)
	return err
}

// Write writes a file of records.
func Write(w io.Writer, format, notation string, records ...*Record) error {
	out, err := NewWriter(w, format, notation)
	if err != nil {
		return err
	}
	for _, rec := range records {
		if err := out.Write(rec); err != nil {
			return err
		}
	}
	return out.Close()
}
