package rest

import (
	"bytes"
	"fmt"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"kydai.dev/pkg/rpc"
)

// checkText refuses text with the character U+0000, which databases can't keep,
// and names the first field that has it.
func checkText(raw []byte, msg protoreflect.Message) error {
	if !bytes.Contains(raw, []byte(`\u0000`)) { // in JSON there is no other way to write it
		return nil
	}
	if at := nulIn(msg, ""); at != "" {
		return rpc.ErrInvalid.At(at, "text must not contain the character U+0000")
	}
	return nil // an escaped backslash, and digits
}

// nulIn is the path of the first text of a message with U+0000; empty where there
// is none.
func nulIn(msg protoreflect.Message, path string) string {
	fields := msg.Descriptor().Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		if !msg.Has(field) {
			continue
		}
		if at := nulInField(msg.Get(field), field, path+field.JSONName()); at != "" {
			return at
		}
	}
	return ""
}

func nulInField(v protoreflect.Value, field protoreflect.FieldDescriptor, at string) string {
	if !field.IsList() {
		return nulInValue(v, field, at)
	}
	for i := range v.List().Len() {
		if found := nulInValue(v.List().Get(i), field, fmt.Sprintf("%s[%d]", at, i)); found != "" {
			return found
		}
	}
	return ""
}

func nulInValue(v protoreflect.Value, field protoreflect.FieldDescriptor, at string) string {
	switch {
	case field.Kind() == protoreflect.StringKind && strings.Contains(v.String(), "\x00"):
		return at
	case field.Message() == nil || field.IsMap():
		return ""
	case own(field):
		return nulIn(v.Message(), at+".")
	case nulIn(v.Message(), "") != "": // JSON prints it without names of its own
		return at
	}
	return ""
}
