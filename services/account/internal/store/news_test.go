package store_test

import (
	"context"
	"sync"

	"kydai.dev/pkg/outbox"
	"kydai.dev/services/account/internal/profile"
	"kydai.dev/services/account/internal/session"
)

// news keeps what was to be sent.
type news struct {
	mu   sync.Mutex
	told []string
}

func (n *news) Linked(ctx context.Context, l profile.Linked) outbox.Message {
	return outbox.New(ctx, "linked", l.Player.Name, 0, nil)
}

func (n *news) Renamed(ctx context.Context, r profile.Renamed) outbox.Message {
	return outbox.New(ctx, "renamed", r.Player.Name, 0, nil)
}

func (n *news) SignedOut(ctx context.Context, e session.Ending) outbox.Message {
	return outbox.New(ctx, "signed out", e.ID, 0, nil)
}

func (n *news) Hand(msgs ...outbox.Message) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, m := range msgs {
		n.told = append(n.told, m.Subject+" "+m.Type)
	}
}
