package rest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"kydai.dev/services/gateway/internal/route"
)

// mediaJSON is the one content type of bodies and answers.
const mediaJSON = "application/json"

// readMessage reads the body into the route's request message and leaves it
// where the mux's handler finds it.
func readMessage(x *exchange, r *http.Request) error {
	raw, err := readBody(x, r)
	if err != nil {
		return err
	}
	msg := x.route.Input.New().Interface()
	if err := decode(x.route, raw, msg); err != nil {
		return err
	}
	if err := setCondition(x.route, r, msg); err != nil {
		return err
	}
	r.Body = decoded{msg: msg}
	return nil
}

// readBody reads a body of JSON. No body at all is an empty one.
func readBody(x *exchange, r *http.Request) ([]byte, error) {
	switch {
	case r.ContentLength == 0:
		return nil, nil
	case !isJSON(r.Header) && r.ContentLength > 0:
		return nil, ErrContentType
	case r.ContentLength > x.route.MostBody:
		return nil, bodySize(x.route)
	case r.ContentLength > 0:
		raw := make([]byte, r.ContentLength)
		_, err := io.ReadFull(r.Body, raw)
		return raw, broken(x.route, err)
	}
	raw, err := io.ReadAll(http.MaxBytesReader(x.ResponseWriter, r.Body, x.route.MostBody))
	if len(raw) > 0 && !isJSON(r.Header) {
		return nil, ErrContentType
	}
	return raw, broken(x.route, err)
}

func broken(to *route.Route, err error) error {
	var size *http.MaxBytesError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &size):
		return bodySize(to)
	default:
		return ErrJSON.Saying("the body broke off: " + err.Error())
	}
}

func bodySize(to *route.Route) error {
	return ErrBodySize.With("limit", strconv.FormatInt(to.MostBody, 10))
}

func isJSON(h http.Header) bool {
	if h.Get("Content-Encoding") != "" {
		return false
	}
	contentType := h.Get("Content-Type")
	if contentType == mediaJSON {
		return true
	}
	media, params, err := mime.ParseMediaType(contentType)
	charset, given := params["charset"]
	return err == nil && media == mediaJSON && (!given || strings.EqualFold(charset, "utf-8"))
}

// decode reads JSON into a request message and refuses what the call does not
// take: unknown fields, fields of the path, fields that services fill.
func decode(to *route.Route, raw []byte, msg proto.Message) error {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	if err := protojson.Unmarshal(raw, msg); err != nil {
		return diagnose(raw, to)
	}
	if err := checkText(raw, msg.ProtoReflect()); err != nil {
		return err
	}
	var err error
	msg.ProtoReflect().Range(func(f protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
		if !takes(to, f) {
			err = unknownField(f.JSONName())
		}
		return err == nil
	})
	return err
}

// takes reports whether clients may send a field in body or query.
func takes(to *route.Route, f protoreflect.FieldDescriptor) bool {
	for _, hidden := range to.Hidden {
		if string(f.Name()) == hidden {
			return false
		}
	}
	return !to.Param(f.Name())
}

func unknownField(name string) error {
	return ErrField.With("field", name).At(name, "the call has no such field")
}

// decoded is a body that has been read: what a handler of the mux decodes.
type decoded struct{ msg proto.Message }

func (decoded) Read([]byte) (int, error) { return 0, io.EOF }
func (decoded) Close() error             { return nil }

// wire is the mux's encoding: messages as protojson prints them, zero values
// and nulls included, and files as they are; bodies come decoded already.
type wire struct{}

var printer = protojson.MarshalOptions{EmitUnpopulated: true}

// Marshal prints a message.
func (wire) Marshal(v any) ([]byte, error) {
	if f, ok := v.(file); ok {
		return f.GetData(), nil
	}
	msg, ok := v.(proto.Message)
	if !ok {
		return nil, fmt.Errorf("print %T: not a message", v)
	}
	return printer.Marshal(msg) //nolint:wrapcheck // the mux reports it
}

// Unmarshal is not used: bodies are decoded before the mux sees them.
func (wire) Unmarshal([]byte, any) error { return errors.New("bodies are decoded already") }

// NewDecoder hands out the decoded body.
func (w wire) NewDecoder(r io.Reader) runtime.Decoder {
	return runtime.DecoderFunc(func(v any) error {
		from, ok1 := r.(decoded)
		into, ok2 := v.(proto.Message)
		if !ok1 || !ok2 {
			return w.Unmarshal(nil, v)
		}
		proto.Merge(into, from.msg)
		return nil
	})
}

// NewEncoder prints messages to a writer.
func (w wire) NewEncoder(to io.Writer) runtime.Encoder {
	return runtime.EncoderFunc(func(v any) error {
		b, err := w.Marshal(v)
		if err != nil {
			return err
		}
		_, err = to.Write(b)
		return err //nolint:wrapcheck // the mux reports it
	})
}

// ContentType is JSON, but for files.
func (wire) ContentType(v any) string {
	if f, ok := v.(file); ok {
		return f.GetMediaType() + "; charset=utf-8"
	}
	return mediaJSON
}
