package endgame

import (
	"context"
	"errors"
	"sync/atomic"
)

// Library is a folder of tables that grows while it is in use.
type Library struct {
	builder Builder
	tables  atomic.Pointer[Tables]
}

// OpenLibrary opens the tables that are there; the builder says where. The error
// names what is damaged: the library is of use all the same, and Grow mends it.
func OpenLibrary(b Builder) (*Library, error) {
	l := &Library{builder: b}
	return l, l.Refresh()
}

// Tables are the tables of the moment. They stay good: later ones are others.
func (l *Library) Tables() *Tables { return l.tables.Load() }

// Grow builds sets, one after another, and lets each be seen when it is whole.
// It takes as long as that takes: call it in the background.
func (l *Library) Grow(ctx context.Context, sets ...Set) error {
	for _, s := range sets {
		if err := l.builder.Build(ctx, s); err != nil {
			return err
		}
		if err := l.Refresh(); err != nil && !errors.Is(err, ErrDamaged) { // a table of another set
			return err
		}
	}
	return nil
}

// Refresh opens all tables anew, and sees what others have built. Those of before
// are unmapped when the last one who asks them has let them go.
func (l *Library) Refresh() error {
	tables, err := Open(l.builder.Dir)
	l.tables.Store(tables)
	return err
}
