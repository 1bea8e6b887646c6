package events

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/outbox"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
	"kydai.dev/services/study/internal/analysis"
)

const typeAnalysisEvents = "kydai.study.v1.AnalysisEvents"

// Lanes are how many messages may be on their way at a time; those of one analysis
// go one after the other.
const Lanes = 8

// Message makes the outbox row of events of one analysis.
func Message(ctx context.Context, list []analysis.Event) (outbox.Message, error) {
	id := list[0].ID
	payload, err := proto.Marshal(&studyv1.AnalysisEvents{Events: ToProto(list)})
	if err != nil {
		return outbox.Message{}, fmt.Errorf("encode events of analysis %s: %w", id, err)
	}
	return outbox.New(ctx, bus.StudyEvents(id), typeAnalysisEvents, bus.Shard(id, Lanes), payload), nil
}

// ToProto converts events.
func ToProto(list []analysis.Event) []*studyv1.AnalysisEvent {
	events := make([]*studyv1.AnalysisEvent, len(list))
	for i, e := range list {
		events[i] = eventToProto(e)
	}
	return events
}

func eventToProto(e analysis.Event) *studyv1.AnalysisEvent {
	p := &studyv1.AnalysisEvent{AnalysisId: e.ID, Seq: int32(e.Seq), At: timestamppb.New(e.At)} //nolint:gosec // plies are bounded
	switch e.State {
	case analysis.Queued:
		p.Kind = &studyv1.AnalysisEvent_Queued{Queued: &studyv1.Queued{Progress: progressToProto(e.Done, e.Total)}}
	case analysis.Running:
		p.Kind = &studyv1.AnalysisEvent_Analyzed{Analyzed: &studyv1.Analyzed{Ply: plyToProto(e.Ply), Progress: progressToProto(e.Done, e.Total)}}
	case analysis.Done:
		p.Kind = &studyv1.AnalysisEvent_Finished{Finished: &studyv1.Finished{Report: reportToProto(e.Report)}}
	case analysis.Failed:
		p.Kind = &studyv1.AnalysisEvent_Failed{Failed: &studyv1.Failed{Reason: e.Error}}
	case analysis.Cancelled:
		p.Kind = &studyv1.AnalysisEvent_Cancelled{Cancelled: &studyv1.Cancelled{}}
	}
	return p
}

// Stream returns the loop that makes the study's own stream once NATS is there.
func Stream(b *bus.Bus, age time.Duration, size int64) func(context.Context) error {
	spec := bus.StreamSpec{Name: bus.StudyStream, Subjects: []string{bus.StudyEvents("*")}, MaxAge: age, MaxBytes: size}
	return func(ctx context.Context) error {
		err := b.WhenConnected(ctx, func(ctx context.Context) error { return b.EnsureStream(ctx, spec) })
		if ctx.Err() != nil {
			return nil // the way to stop it
		}
		return err
	}
}
