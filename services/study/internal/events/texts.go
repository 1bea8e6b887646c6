package events

import (
	"google.golang.org/protobuf/reflect/protoreflect"

	"kydai.dev/pkg/rules/notation"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// textsToProto converts a move's texts. Each notation has a field of its name.
func textsToProto(list notation.Texts) *refereev1.MoveTexts {
	if len(list) == 0 {
		return nil
	}
	p := (&refereev1.MoveTexts{}).ProtoReflect()
	fields := p.Descriptor().Fields()
	for _, text := range list {
		p.Set(fields.ByName(protoreflect.Name(text.Notation)), protoreflect.ValueOfString(text.Text))
	}
	return p.Interface().(*refereev1.MoveTexts) //nolint:forcetypeassert // it is what was made
}
