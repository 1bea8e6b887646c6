package ws

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/bits"
	"unicode/utf8"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
)

// The refusals of frames.
var (
	errJSON  = errs.New(errs.Invalid, "BAD_JSON", "a frame must be one JSON object")
	errField = errs.New(errs.Invalid, "UNKNOWN_FIELD", "the operation has no such field")
	errOp    = errs.New(errs.Invalid, "UNKNOWN_OP", "there is no such operation")
)

// maxID is how long the id of a frame may be, idKind what it is.
const (
	maxID  = 64
	idKind = "must be a whole number, or a string of up to 64 bytes"
)

// fields are a frame's fields, as bits.
type fields uint16

// The fields of frames.
const (
	fieldID fields = 1 << iota
	fieldOp
	fieldStream
	fieldAfterSeq
	fieldToken
	fieldGame
	fieldPly
	fieldMove
	fieldOfferDraw
)

// names are the fields' names, in the order of their bits.
var names = [...]string{"id", "op", "stream", "afterSeq", "token", "game", "ply", "move", "offerDraw"}

var fieldOf = func() map[string]fields {
	of := map[string]fields{}
	for i, name := range names {
		of[name] = 1 << i
	}
	return of
}()

// name is the name of the first of some fields.
func (f fields) name() string { return names[bits.TrailingZeros16(uint16(f))] }

// request is what a client's frame says.
type request struct {
	// id is given back with the answer, as the client wrote it.
	id []byte
	op string
	// has are the fields that were given.
	has fields

	stream, token, game, move string
	afterSeq, ply             int32
	offerDraw                 bool
}

// The operations.
const (
	opSubscribe   = "subscribe"
	opUnsubscribe = "unsubscribe"
	opAuth        = "auth"
	opMove        = "move"
	opPing        = "ping"
)

// operation says which fields a frame must and may have besides id and op.
type operation struct{ must, may fields }

var operations = map[string]operation{
	opSubscribe:   {must: fieldStream, may: fieldAfterSeq},
	opUnsubscribe: {must: fieldStream},
	opAuth:        {must: fieldToken},
	opMove:        {must: fieldGame | fieldPly | fieldMove, may: fieldAfterSeq | fieldOfferDraw},
	opPing:        {},
}

// parse reads a frame. The usual form is read by plain code, everything else
// by encoding/json; a test holds the two equal. An error comes with as much of
// the request as is known, for the answer to name its id.
func parse(message []byte) (request, error) {
	r, usual := readUsual(message)
	if !usual {
		var err error
		if r, err = decode(message); err != nil {
			return r, err
		}
	}
	return r, r.check()
}

// check holds a request against its operation.
func (r *request) check() error {
	if r.has&fieldID == 0 {
		return rpc.ErrInvalid.At("id", idKind)
	}
	op, known := operations[r.op]
	if !known {
		return errOp.With("op", r.op)
	}
	if strange := r.has &^ (op.must | op.may | fieldID | fieldOp); strange != 0 {
		return errField.With("field", strange.name()).At(strange.name(), "is not a field of "+r.op)
	}
	if missing := op.must &^ r.has; missing != 0 {
		return rpc.ErrInvalid.At(missing.name(), "must be given")
	}
	return nil
}

// decode reads any frame, or says what is wrong with it.
func decode(message []byte) (request, error) {
	var r request
	if !utf8.Valid(message) {
		return r, errJSON
	}
	d := json.NewDecoder(bytes.NewReader(message))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return r, errJSON
	}
	var wrong error // the first one; the id may come after it
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return r, errJSON
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return r, errJSON
		}
		err = r.set(name.(string), value) //nolint:forcetypeassert // the keys of objects are strings
		if errors.Is(err, errJSON) {
			return r, err
		}
		if wrong == nil {
			wrong = err
		}
	}
	if _, err := d.Token(); err != nil {
		return r, errJSON
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return r, errJSON.Saying("something follows the object")
	}
	return r, wrong
}

// set takes one field; null is a field that is not given.
func (r *request) set(name string, value json.RawMessage) error {
	field, known := fieldOf[name]
	switch {
	case !known:
		return errField.With("field", name).At(name, "is not known")
	case r.has&field != 0:
		return errJSON.Saying("a field is given twice")
	case string(value) == "null":
		return nil
	case field == fieldID:
		return r.setID(value)
	}
	into, kind := r.target(field)
	if json.Unmarshal(value, into) != nil {
		return rpc.ErrInvalid.At(name, "must be "+kind)
	}
	r.has |= field
	return nil
}

// target is where a field's value goes, and what it must be.
func (r *request) target(field fields) (into any, kind string) {
	switch field {
	case fieldOp:
		return &r.op, "a string"
	case fieldStream:
		return &r.stream, "a string"
	case fieldToken:
		return &r.token, "a string"
	case fieldGame:
		return &r.game, "a string"
	case fieldMove:
		return &r.move, "a string"
	case fieldAfterSeq:
		return &r.afterSeq, "a whole number"
	case fieldPly:
		return &r.ply, "a whole number"
	default:
		return &r.offerDraw, "true or false"
	}
}

func (r *request) setID(value json.RawMessage) error {
	var number int64
	var text string
	if len(value) > maxID || json.Unmarshal(value, &number) != nil && json.Unmarshal(value, &text) != nil {
		return rpc.ErrInvalid.At("id", idKind)
	}
	r.id, r.has = value, r.has|fieldID
	return nil
}
