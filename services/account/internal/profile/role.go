package profile

import (
	"time"

	"kydai.dev/pkg/errs"
)

// ErrGuestRole says that a guest can have no role: whoever finds the device
// would have it.
var ErrGuestRole = errs.New(errs.State, "GUEST_HAS_NO_ROLE", "a guest can have no role; the account must be linked first")

// RoleChange is a role that is granted to a player, or revoked. Roles are names
// of scopes: the player's tokens have them.
type RoleChange struct {
	ID, PlayerID string
	Role         string
	Granted      bool
	// Note says why, and By which service acted.
	Note, By string
	At       time.Time
}
