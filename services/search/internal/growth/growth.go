// Package growth lets the library of endings grow while the service works: what is
// there is used from the start, what is missing is built in the background, out of
// the way of those who think. Nothing needs it: a folder that can't be written, a
// full disk, or a build that was cut short cost knowledge, not service.
package growth

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"kydai.dev/pkg/app"
	"kydai.dev/services/search/internal/endgame"
	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/oracle"
)

// Growth is a library of endings and what it is to become.
type Growth struct {
	dir      string
	sets     []endgame.Set
	library  *endgame.Library // nil without a folder
	log      *slog.Logger
	thinking func() int

	lock     sync.Mutex
	building bool
	progress endgame.Progress // of the set that is being built

	resumed time.Time // when the build last went on; its own thread's alone
}

// Open opens the tables of a folder, in which the sets are wanted. What is damaged
// is told to the log, and built again if it is of those sets. Without a folder
// nothing is known, ever.
func Open(dir string, sets []endgame.Set, log *slog.Logger) *Growth {
	g := &Growth{dir: dir, sets: sets, log: log}
	if dir == "" {
		return g
	}
	var err error
	g.library, err = endgame.OpenLibrary(endgame.Builder{Dir: dir, Threads: 1, Progress: g.note, Rest: g.rest})
	if err != nil {
		log.Warn("databases of endings are damaged", "error", err)
	}
	return g
}

// Certain is what the library knows at the moment of asking, as an option of the
// engine.
func (g *Growth) Certain() func(engine.Board) (engine.Certain, bool) {
	if g.library == nil {
		return nil
	}
	return oracle.New(g.library.Tables)
}

// Run builds what is missing until all is there or the context ends; the next run
// goes on with the table that was under way. While thinking says that somebody
// thinks it works a small part of the time.
func (g *Growth) Run(ctx context.Context, thinking func() int) error {
	if g.library == nil || g.State().Missing == 0 {
		return nil
	}
	g.thinking = thinking
	release, err := g.reserve(ctx)
	if err != nil {
		g.gaveUp(ctx, err)
		return nil
	}
	_ = g.library.Refresh() // with what another process built; the damage has been told
	for _, s := range g.sets {
		if err = g.build(ctx, s); err != nil {
			g.gaveUp(ctx, err)
			break
		}
	}
	return release()
}

// askAgain is how often a folder is asked for in which another process builds.
const askAgain = 5 * time.Second

// reserve keeps other builders off the folder. They wait for each other, so that
// each finds what the one before has built.
func (g *Growth) reserve(ctx context.Context) (release func() error, err error) {
	release, err = app.LockDir(g.dir)
	if errors.Is(err, app.ErrLocked) {
		g.log.InfoContext(ctx, "another process builds databases of endings", "dir", g.dir)
	}
	for errors.Is(err, app.ErrLocked) {
		select {
		case <-time.After(askAgain):
			release, err = app.LockDir(g.dir)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return release, err
}

// build builds one set, unless it is whole.
func (g *Growth) build(ctx context.Context, s endgame.Set) error {
	if g.library.Tables().Stock(s).Tables == s.Tables {
		return nil
	}
	g.log.InfoContext(ctx, "building databases of endings", "set", s.Name)
	g.resumed = time.Now()
	began := g.resumed
	err := g.library.Grow(ctx, s)
	g.lock.Lock()
	g.building, g.progress = false, endgame.Progress{}
	g.lock.Unlock()
	if err == nil {
		g.log.InfoContext(ctx, "databases of endings are built", "set", s.Name, "took", time.Since(began).Round(time.Millisecond))
	}
	return err
}

// gaveUp tells why nothing more is built.
func (g *Growth) gaveUp(ctx context.Context, err error) {
	if ctx.Err() != nil {
		g.log.InfoContext(ctx, "databases of endings are built on at the next start")
		return
	}
	g.log.WarnContext(ctx, "databases of endings can't be built", "error", err)
}

// note keeps how far a build is.
func (g *Growth) note(p endgame.Progress) {
	g.lock.Lock()
	defer g.lock.Unlock()
	g.building, g.progress = true, p
}

const (
	// workFor is how long a build works at a time.
	workFor = 20 * time.Millisecond
	// restFor is how many times as long as it worked a build rests while somebody
	// thinks, restMost the longest: a hall that is never quiet gets its tables, too.
	restFor  = 20
	restMost = time.Second
	// restLook is how often it looks whether somebody still does.
	restLook = 5 * time.Millisecond
)

// rest lets those who think go first.
func (g *Growth) rest(ctx context.Context) {
	worked := time.Since(g.resumed)
	if worked < workFor {
		return
	}
	until := time.Now().Add(min(restFor*worked, restMost))
	for g.thinking() > 0 && time.Now().Before(until) && ctx.Err() == nil {
		time.Sleep(restLook)
	}
	g.resumed = time.Now()
}
