package events

import (
	"google.golang.org/protobuf/reflect/protoreflect"

	"kydai.dev/pkg/rules/notation"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// TextsToProto converts a move's texts. Each notation has a field of its name.
// The message shares the texts.
func TextsToProto(list notation.Texts) *refereev1.MoveTexts {
	if len(list) == 0 {
		return nil
	}
	p := &refereev1.MoveTexts{}
	for i := range list {
		*textField(p, list[i].Notation) = &list[i].Text
	}
	return p
}

// textField is where the text of a notation belongs.
func textField(p *refereev1.MoveTexts, name string) **string {
	switch name {
	case "iccs":
		return &p.Iccs
	case "vietnamese":
		return &p.Vietnamese
	case "vietnamese_long":
		return &p.VietnameseLong
	case "wxf":
		return &p.Wxf
	case "chinese":
		return &p.Chinese
	case "chinese_traditional":
		return &p.ChineseTraditional
	case "pdn":
		return &p.Pdn
	case "algebraic":
		return &p.Algebraic
	case "long":
		return &p.Long
	}
	panic("events: no field for the notation " + name) // a test knows every notation
}

func textsFromProto(p *refereev1.MoveTexts) notation.Texts {
	if p == nil {
		return nil
	}
	var texts notation.Texts
	for _, name := range textNames {
		if field := *textField(p, name); field != nil {
			texts = append(texts, notation.Text{Notation: name, Text: *field})
		}
	}
	return texts
}

// textNames are the notations that have a field.
var textNames = fieldNames((&refereev1.MoveTexts{}).ProtoReflect().Descriptor().Fields())

func fieldNames(fields protoreflect.FieldDescriptors) []string {
	names := make([]string, fields.Len())
	for i := range names {
		names[i] = string(fields.Get(i).Name())
	}
	return names
}
