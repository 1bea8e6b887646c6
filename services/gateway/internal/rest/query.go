package rest

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"kydai.dev/pkg/rpc"
	"kydai.dev/services/gateway/internal/query"
	"kydai.dev/services/gateway/internal/route"
)

// checkQuery refuses parameters that the call does not take. Calls with a body
// take none.
func checkQuery(to *route.Route, raw string) error {
	if raw == "" {
		return nil
	}
	values, err := query.Read(raw)
	if err != nil {
		return err //nolint:wrapcheck // the refusal is the answer
	}
	for _, name := range slices.Sorted(maps.Keys(values)) { // always the same refusal
		all, field := values[name], fieldOf(to.Input.Descriptor(), name)
		if to.Body || field == nil || !takes(to, field) {
			return unknownField(name)
		}
		if err := checkParam(field, name, all); err != nil {
			return err
		}
	}
	return nil
}

// checkParam refuses what is no value of the field; a list has any number of them.
func checkParam(field protoreflect.FieldDescriptor, name string, values []string) error {
	if !field.IsList() && len(values) != 1 {
		return rpc.ErrInvalid.At(name, "must be "+kindOf(field)+", given once")
	}
	for _, v := range values {
		if !fits(field, v) {
			return rpc.ErrInvalid.At(name, "must be "+kindOf(field))
		}
	}
	return nil
}

// checkPath refuses parts of the path that are no values of their fields.
func checkPath(to *route.Route, params map[string]string) error {
	if to.Input == nil {
		return nil
	}
	for name, text := range params {
		field := to.Input.Descriptor().Fields().ByName(protoreflect.Name(name))
		if !fits(field, text) {
			return rpc.ErrInvalid.At(field.JSONName(), "must be "+kindOf(field))
		}
	}
	return nil
}

// fits reports whether a parameter's text is a value of the field.
func fits(field protoreflect.FieldDescriptor, text string) bool {
	switch field.Kind() {
	case protoreflect.StringKind:
		return utf8.ValidString(text) && !strings.ContainsFunc(text, isControl)
	case protoreflect.Int32Kind:
		_, err := strconv.ParseInt(text, 10, 32)
		return err == nil
	case protoreflect.BoolKind:
		return text == "true" || text == "false"
	default:
		return false
	}
}

// newOf returns an empty message of the kind that holds the field.
func newOf(field protoreflect.FieldDescriptor) proto.Message {
	t, err := protoregistry.GlobalTypes.FindMessageByName(field.ContainingMessage().FullName())
	if err != nil {
		panic("rest: " + err.Error()) // generated messages are all registered
	}
	return t.New().Interface()
}
