package bus

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// ShardsKey is the metadata of a stream that says into how many shards its
// subjects are cut.
const ShardsKey = "shards"

var (
	// ErrShardsDiffer says that a stream is cut into another number of shards
	// than this process was told: it must not serve.
	ErrShardsDiffer = errors.New("stream has another number of shards")

	errUnbounded = errors.New("a stream needs a name, subjects, a greatest age and a greatest size")
)

// StreamSpec describes a stream, the record of one owner's messages.
type StreamSpec struct {
	Name     string
	Subjects []string
	// MaxAge and MaxBytes bound the stream; the oldest messages go first.
	MaxAge   time.Duration
	MaxBytes int64
	// WorkQueue makes a message go away once it is acknowledged.
	WorkQueue bool
	// PerSubject, where above 0, is how many messages of one subject are kept.
	PerSubject int64
	// Replicas is 1 where it is 0.
	Replicas int
	Metadata map[string]string
}

// EnsureStream creates a stream or brings it up to date. A stream with other
// shards is left alone and reported as ErrShardsDiffer. A stream that is gone later
// is made anew when NATS comes back, or when a message for it finds nobody.
func (b *Bus) EnsureStream(ctx context.Context, spec StreamSpec) error {
	if spec.Name == "" || len(spec.Subjects) == 0 || spec.MaxAge <= 0 || spec.MaxBytes <= 0 {
		return fmt.Errorf("ensure stream %q: %w", spec.Name, errUnbounded)
	}
	// Create first: of two processes that disagree, both come to know it.
	_, err := b.js.CreateStream(ctx, spec.config())
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		err = b.updateStream(ctx, spec)
	}
	if err != nil {
		return fmt.Errorf("ensure stream %s: %w", spec.Name, err)
	}
	b.made.note(spec)
	return nil
}

func (b *Bus) updateStream(ctx context.Context, spec StreamSpec) error {
	stream, err := b.js.Stream(ctx, spec.Name)
	if err != nil {
		return err
	}
	there, want := stream.CachedInfo().Config.Metadata[ShardsKey], spec.Metadata[ShardsKey]
	if there != want {
		return fmt.Errorf("%w: %q, not %q", ErrShardsDiffer, there, want)
	}
	_, err = b.js.UpdateStream(ctx, spec.config())
	return err
}

// Shards is into how many shards a stream says that it is cut; empty where it
// does not say.
func (b *Bus) Shards(ctx context.Context, stream string) (string, error) {
	found, err := b.js.Stream(ctx, stream)
	if err != nil {
		return "", fmt.Errorf("look at stream %s: %w", stream, err)
	}
	return found.CachedInfo().Config.Metadata[ShardsKey], nil
}

func (s StreamSpec) config() jetstream.StreamConfig {
	cfg := jetstream.StreamConfig{
		Name: s.Name, Subjects: s.Subjects, Storage: jetstream.FileStorage, Discard: jetstream.DiscardOld,
		MaxAge: s.MaxAge, MaxBytes: s.MaxBytes, MaxMsgsPerSubject: s.PerSubject,
		Replicas: max(s.Replicas, 1), Metadata: maps.Clone(s.Metadata),
	}
	if s.WorkQueue {
		cfg.Retention = jetstream.WorkQueuePolicy
	}
	if cfg.MaxMsgsPerSubject == 0 {
		cfg.MaxMsgsPerSubject = -1
	}
	return cfg
}
