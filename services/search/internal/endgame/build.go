package endgame

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"

	"kydai.dev/services/search/internal/endgame/solve"
	"kydai.dev/services/search/internal/endgame/table"
)

// Progress is how far a build has come.
type Progress struct {
	// Table is the table under way, such as "morris/5-4".
	Table string
	// Done and Total count positions of the set, those of finished tables too.
	Done, Total int64
}

// Part is the part that is done, from 0 to 1.
func (p Progress) Part() float64 { return float64(p.Done) / float64(max(1, p.Total)) }

// Builder makes tables.
type Builder struct {
	// Dir is the folder of the tables; it is made where there is none.
	Dir string
	// Threads is how many work at once; one where it is 0.
	Threads int
	// Progress, if any, is told from time to time, by any thread.
	Progress func(Progress)
	// Rest, if any, is called by every thread now and then. It may wait, which
	// leaves the processors to others.
	Rest func(context.Context)
}

// Build makes the tables of a set that are not in the folder yet, and the
// damaged ones again. Each gets to its place when it is whole, so a build that
// was cancelled goes on with the table that was under way. The memory it takes
// is 6 bytes for every position of the largest table.
func (b Builder) Build(ctx context.Context, s Set) error {
	j := &job{Builder: b, family: s.family, tables: empty(b.Dir)}
	for material := range s.Tables {
		space := families[s.family].Space(material, j.below)
		j.spaces = append(j.spaces, space)
		j.total += int64(space.Len())
	}
	for material := range j.spaces {
		if err := j.make(ctx, material); err != nil {
			return errors.Join(fmt.Errorf("build %s: %w", families[s.family].table(material), err), j.tables.Close())
		}
	}
	return j.tables.Close()
}

// job is the build of one set.
type job struct {
	Builder
	family int
	spaces []solve.Space
	tables *Tables
	total  int64
	before int64 // positions of the finished tables
}

// below is the value of a position of a table that is there already.
func (j *job) below(material int, entry uint32) table.Value {
	return j.tables.files[j.family][material].Value(int(entry))
}

// make opens the table of a material, after building it where it is not whole.
func (j *job) make(ctx context.Context, material int) error {
	err := j.tables.open(j.family, material)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrDamaged) {
		if err = j.solve(ctx, material); err == nil {
			err = j.tables.open(j.family, material)
		}
	}
	j.before += int64(j.spaces[material].Len())
	j.tell(material, 0)
	return err
}

func (j *job) solve(ctx context.Context, material int) error {
	f := families[j.family]
	passes := int64(1)
	if f.limit > 0 {
		passes = 2
	}
	var looked atomic.Int64
	solved, err := solve.Solve(ctx, j.spaces[material], solve.Options{
		Limit: f.limit, Threads: j.Threads, Rest: j.Rest,
		Progress: func(positions int) { j.tell(material, looked.Add(int64(positions))/passes) },
	})
	if err != nil {
		return err
	}
	return table.Write(f.path(j.Dir, material), f.table(material), solved)
}

func (j *job) tell(material int, done int64) {
	if j.Progress != nil {
		j.Progress(Progress{Table: families[j.family].table(material), Done: j.before + done, Total: j.total})
	}
}
