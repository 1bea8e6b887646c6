package frame

import (
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// LogEvent is an event of a log that is not of the hot path: of an analysis, of a
// tournament.
type LogEvent interface {
	proto.Message
	GetSeq() int32
	GetAt() *timestamppb.Timestamp
}

// OfLog is the frame of an event of the log of something.
func OfLog(stream, about string, e LogEvent) *Frame {
	f := Of(stream, kind(e.ProtoReflect()), e.GetSeq(), e.GetAt().AsTime(), Message(e))
	f.About = about
	return f
}

// kind is the type of an event: the name of its kind, as JSON spells it.
func kind(e protoreflect.Message) string {
	if which := e.WhichOneof(e.Descriptor().Oneofs().ByName("kind")); which != nil {
		return which.JSONName()
	}
	return "unknown" // of a newer service
}
