package frame_test

import (
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
	"pgregory.net/rapid"
)

// fill draws a value for every field of a message, or leaves it out.
func fill(t *rapid.T, m protoreflect.Message) {
	switch full := m.Interface().(type) {
	case *timestamppb.Timestamp:
		full.Seconds = rapid.Int64Range(-62135596800, 253402300799).Draw(t, "seconds")
		full.Nanos = nanos(t)
		return
	case *durationpb.Duration:
		d := time.Duration(rapid.Int64Range(-1e6, 1e6).Draw(t, "seconds"))*time.Second + time.Duration(nanos(t))
		proto.Merge(full, durationpb.New(d))
		return
	}
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		if field.ContainingOneof() == nil && rapid.Bool().Draw(t, "set") {
			set(t, m, field)
		}
	}
	oneofs := m.Descriptor().Oneofs()
	for i := range oneofs.Len() {
		of := oneofs.Get(i).Fields()
		if n := rapid.IntRange(-1, of.Len()-1).Draw(t, "kind"); n >= 0 {
			set(t, m, of.Get(n))
		}
	}
}

func set(t *rapid.T, m protoreflect.Message, field protoreflect.FieldDescriptor) {
	if !field.IsList() {
		m.Set(field, value(t, field, m.NewField(field)))
		return
	}
	list := m.Mutable(field).List()
	for range rapid.IntRange(0, 3).Draw(t, "length") {
		list.Append(value(t, field, list.NewElement()))
	}
}

func value(t *rapid.T, field protoreflect.FieldDescriptor, empty protoreflect.Value) protoreflect.Value {
	switch field.Kind() {
	case protoreflect.MessageKind:
		fill(t, empty.Message())
		return empty
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(rapid.String().Draw(t, "string"))
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(rapid.Bool().Draw(t, "bool"))
	case protoreflect.Int32Kind:
		return protoreflect.ValueOfInt32(rapid.Int32().Draw(t, "int32"))
	}
	panic("no value is drawn for " + string(field.FullName()))
}

// nanos draws fractions of a second of every length.
func nanos(t *rapid.T) int32 {
	unit := rapid.SampledFrom([]int32{1, 1e3, 1e6}).Draw(t, "unit")
	return rapid.Int32Range(0, 1e9/unit-1).Draw(t, "units") * unit
}
