package rpc

import (
	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/durationpb"

	"kydai.dev/pkg/texts"
	"kydai.dev/pkg/timecontrol"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/events"
)

func timeOfferToProto(game string) *refereev1.TimeOffer {
	offer := &refereev1.TimeOffer{}
	for _, c := range timecontrol.Presets(game) {
		offer.Presets = append(offer.Presets, &refereev1.TimePreset{
			Control: events.ControlToProto(c), Category: string(c.Category()),
		})
	}
	if b, ok := timecontrol.Custom(game); ok {
		offer.Custom = &refereev1.CustomTime{
			Bank: rangeToProto(b.Bank), Increment: rangeToProto(b.Increment), ByoYomi: rangeToProto(b.ByoYomi),
		}
	}
	return offer
}

func rangeToProto(r timecontrol.Range) *refereev1.TimeRange {
	return &refereev1.TimeRange{Least: durationpb.New(r.Least), Most: durationpb.New(r.Most)}
}

func categoriesToProto() []*refereev1.TimeCategory {
	var list []*refereev1.TimeCategory
	for _, c := range timecontrol.Classes() {
		p := &refereev1.TimeCategory{Category: term(texts.Categories, string(c.Category))}
		if c.Below > 0 {
			p.Below = durationpb.New(c.Below)
		}
		list = append(list, p)
	}
	return append(list, &refereev1.TimeCategory{Category: term(texts.Categories, string(timecontrol.Untimed))})
}

// limitOf reads the limits that a contract writes beside a field.
func limitOf(msg proto.Message, field protoreflect.Name) *validate.FieldRules {
	f := msg.ProtoReflect().Descriptor().Fields().ByName(field)
	limits, _ := proto.GetExtension(f.Options(), validate.E_Field).(*validate.FieldRules)
	return limits
}
