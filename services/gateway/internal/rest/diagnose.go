package rest

import (
	"encoding/json"
	"maps"
	"slices"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"

	"kydai.dev/pkg/rpc"
	"kydai.dev/services/gateway/internal/route"
)

// diagnose says what is wrong with JSON that did not decode: the decoder's own
// message can't be relied on. It looks for the first field at fault, in the
// order of names.
func diagnose(raw []byte, to *route.Route) error {
	fields, ok := object(raw)
	if !ok || !utf8.Valid(raw) {
		return ErrJSON
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) { // before anything in them is
		if field := fieldOf(to.Input.Descriptor(), name); field != nil && !takes(to, field) && string(fields[name]) != "null" {
			return unknownField(name)
		}
	}
	if err := diagnoseFields(fields, to.Input.Descriptor(), ""); err != nil {
		return err
	}
	return ErrJSON.Saying("a field is given twice")
}

// object reads one JSON object.
func object(raw []byte) (map[string]json.RawMessage, bool) {
	var fields map[string]json.RawMessage
	err := json.Unmarshal(raw, &fields)
	return fields, err == nil && fields != nil
}

func diagnoseFields(fields map[string]json.RawMessage, of protoreflect.MessageDescriptor, path string) error {
	chosen := map[protoreflect.OneofDescriptor]string{}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		at := path + name
		field := fieldOf(of, name)
		if field == nil {
			return unknownField(at)
		}
		if choice := field.ContainingOneof(); choice != nil && string(fields[name]) != "null" {
			if other := chosen[choice]; other != "" {
				return rpc.ErrInvalid.At(at, "can't be given together with "+other)
			}
			chosen[choice] = name
		}
		if err := diagnoseValue(fields[name], field, at); err != nil {
			return err
		}
	}
	return nil
}

// fieldOf knows a field by both spellings that protojson reads.
func fieldOf(of protoreflect.MessageDescriptor, name string) protoreflect.FieldDescriptor {
	if f := of.Fields().ByJSONName(name); f != nil {
		return f
	}
	return of.Fields().ByName(protoreflect.Name(name))
}

func diagnoseValue(raw json.RawMessage, field protoreflect.FieldDescriptor, at string) error {
	if own(field) && !field.IsList() {
		if fields, ok := object(raw); ok {
			return diagnoseFields(fields, field.Message(), at+".")
		}
	}
	trial, err := json.Marshal(map[string]json.RawMessage{field.JSONName(): raw})
	if err != nil {
		return ErrJSON
	}
	if protojson.Unmarshal(trial, newOf(field)) != nil {
		return rpc.ErrInvalid.At(at, "must be "+kindOf(field))
	}
	return nil
}

// own reports whether a field is a message of ours, printed as an object.
func own(field protoreflect.FieldDescriptor) bool {
	m := field.Message()
	return m != nil && m.ParentFile().Package() != "google.protobuf"
}

// kindOf names what a field takes, in the words of JSON.
func kindOf(field protoreflect.FieldDescriptor) string {
	name := "a string"
	switch field.Kind() {
	case protoreflect.BoolKind:
		name = "true or false"
	case protoreflect.Int32Kind, protoreflect.Int64Kind, protoreflect.Uint32Kind, protoreflect.Uint64Kind:
		name = "a whole number"
	case protoreflect.DoubleKind, protoreflect.FloatKind:
		name = "a number"
	case protoreflect.MessageKind:
		name = messageKind(field.Message())
	}
	if field.IsList() {
		return "a list; each element " + name
	}
	return name
}

func messageKind(m protoreflect.MessageDescriptor) string {
	switch m.FullName() {
	case "google.protobuf.Duration":
		return `a duration such as "1.500s"`
	case "google.protobuf.Timestamp":
		return `a time such as "2026-01-02T03:04:05Z"`
	default:
		return "an object"
	}
}
