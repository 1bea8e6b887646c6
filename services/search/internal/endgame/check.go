package endgame

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"kydai.dev/services/search/internal/endgame/solve"
	"kydai.dev/services/search/internal/endgame/table"
)

// Check proves the tables of a set: it derives every position anew from the
// values one ply deep. Values that agree everywhere are the right ones: by
// induction over the distance no win can be missing and none be false. The set
// must be complete.
func (t *Tables) Check(ctx context.Context, s Set, threads int, tell func(Progress)) error {
	c := checker{Tables: t, family: s.family}
	for material := range s.Tables {
		if t.files[s.family][material] == nil {
			return fmt.Errorf("check %s: %s is not there", s.Name, families[s.family].table(material))
		}
		c.total += int64(t.files[s.family][material].Len())
	}
	for material := range s.Tables {
		name := families[s.family].table(material)
		if err := c.material(ctx, material, threads); err != nil {
			return fmt.Errorf("check %s: %w", name, err)
		}
		if tell != nil {
			tell(Progress{Table: name, Done: c.done.Load(), Total: c.total})
		}
	}
	return nil
}

type checker struct {
	*Tables
	family int
	total  int64
	done   atomic.Int64
}

func (c *checker) below(material int, entry uint32) table.Value {
	return c.files[c.family][material].Value(int(entry))
}

// material checks one table, a part of it in every thread.
func (c *checker) material(ctx context.Context, material, threads int) error {
	f, file := families[c.family], c.files[c.family][material]
	space := f.Space(material, c.below)
	if space.Len() != file.Len() {
		return fmt.Errorf("%d positions in place of %d", file.Len(), space.Len())
	}
	group, ctx := errgroup.WithContext(ctx)
	threads = max(1, threads)
	for thread := range threads {
		group.Go(func() error {
			var m solve.Moves
			for entry := thread; entry < file.Len(); entry += threads {
				if err := c.entry(space, file, uint32(entry), &m); err != nil {
					return err
				}
				if c.done.Add(1)&0xffff == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
			}
			return nil
		})
	}
	return group.Wait()
}

var errWrong = errors.New("a value is wrong")

func (c *checker) entry(space solve.Space, file *table.Table, entry uint32, m *solve.Moves) error {
	inside := func(entry uint32) table.Value { return file.Value(int(entry)) }
	want, found := solve.Derive(space, entry, m, inside, families[c.family].limit), file.Value(int(entry))
	if want != found {
		return fmt.Errorf("%w: position %d is %+v, its moves say %+v", errWrong, entry, found, want)
	}
	return nil
}
