package profile

import (
	"time"

	"kydai.dev/pkg/errs"
)

// The refusals of blocks.
var (
	ErrSelf          = errs.New(errs.Invalid, "BLOCKED_SELF", "nobody can block themselves")
	ErrNotBlocked    = errs.New(errs.NotFound, "NO_SUCH_BLOCK", "that player is not blocked")
	ErrTooManyBlocks = errs.New(errs.State, "TOO_MANY_BLOCKS", "no more players can be blocked")
)

// MaxBlocks is how many players one can block.
const MaxBlocks = 200

// Block is a player whom another has blocked.
type Block struct {
	Player Player
	Since  time.Time
}

// Relation is a block between two players.
type Relation struct {
	Player, Blocked string
}
