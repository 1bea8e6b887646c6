package store

import (
	"context"

	"gorm.io/gorm"
)

// Transact is how a committer runs a transaction.
type Transact = func(ctx context.Context, fn func(tx *gorm.DB) error) error

// Around puts something around every transaction of a committer that has not
// been started.
func (c *Committer) Around(with func(Transact) Transact) { c.transact = with(c.transact) }

// Queued is how many appends wait for a group.
func (c *Committer) Queued() int { return len(c.queue) }

// GroupSize is the most appends of one commit.
const GroupSize = groupSize
