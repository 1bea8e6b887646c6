package endgame

import (
	"errors"
	"io/fs"

	"kydai.dev/pkg/rules"
	rulesdraughts "kydai.dev/pkg/rules/draughts"
	rulesjungle "kydai.dev/pkg/rules/jungle"
	"kydai.dev/services/search/internal/endgame/draughts"
	"kydai.dev/services/search/internal/endgame/jungle"
	"kydai.dev/services/search/internal/endgame/morris"
	"kydai.dev/services/search/internal/endgame/solve"
	"kydai.dev/services/search/internal/endgame/table"
)

// Value is what a position is worth.
type Value = table.Value

// Outcome is the result of a position for the side to move.
type Outcome = table.Outcome

// The outcomes.
const (
	Loss = table.Loss
	Draw = table.Draw
	Win  = table.Win
)

// ErrDamaged is the error of a file that is not a whole table.
var ErrDamaged = table.ErrDamaged

// Tables are the tables of a folder. They are safe for concurrent use; a nil
// *Tables knows nothing.
type Tables struct {
	dir string
	// files are the tables by family and material; nil where there is none.
	files [][]*table.Table
}

// Open maps the tables of a folder, which need not exist, and checks them all.
// What is damaged is named in the error; the other tables can be used all the
// same. Tables that are built later are seen by a new Open alone.
func Open(dir string) (*Tables, error) {
	t := empty(dir)
	var damage []error
	for i, f := range families {
		for material := range f.names {
			switch err := t.open(i, material); {
			case errors.Is(err, fs.ErrNotExist):
			case err != nil:
				damage = append(damage, err)
			}
		}
	}
	return t, errors.Join(damage...)
}

// empty has room for all tables.
func empty(dir string) *Tables {
	t := &Tables{dir: dir, files: make([][]*table.Table, len(families))}
	for i, f := range families {
		t.files[i] = make([]*table.Table, len(f.names))
	}
	return t
}

func (t *Tables) open(family, material int) error {
	f := families[family]
	file, err := table.Open(f.path(t.dir, material), f.table(material))
	if err != nil {
		return err
	}
	t.files[family][material] = file
	return nil
}

// Close unmaps the tables. Nobody may use them any more.
func (t *Tables) Close() error {
	var all []error
	for _, files := range t.files {
		for _, file := range files {
			if file != nil {
				all = append(all, file.Close())
			}
		}
	}
	return errors.Join(all...)
}

// Probe is the value of a position under its own counter; false where no table
// knows it. It allocates nothing.
func (t *Tables) Probe(p rules.Position) (Value, bool) {
	for i, f := range families {
		if spot, ok := f.Find(p); ok {
			return t.value(i, spot)
		}
	}
	return Value{}, false
}

// Morris is Probe for the stones of the side to move and of the other, bits as
// package morris of the rules numbers points, none in hand, and so many plies
// since the last mill.
func (t *Tables) Morris(own, enemy uint32, plies int) (Value, bool) {
	spot, ok := morris.Place(own, enemy, plies)
	if !ok {
		return Value{}, false
	}
	return t.value(morrisFamily, spot)
}

// Jungle is Probe for a board of jungle.
func (t *Tables) Jungle(b *rulesjungle.Board) (Value, bool) {
	spot, ok := jungle.Place(b)
	if !ok {
		return Value{}, false
	}
	return t.value(jungleFamily, spot)
}

// Draughts is Probe for a board of draughts with so many plies on its counter H.
func (t *Tables) Draughts(b *rulesdraughts.Board, plies int) (Value, bool) {
	for i := brazilianFamily; i <= russianFamily; i++ {
		if spot, ok := families[i].endings.(draughts.Endings).Place(b, plies); ok {
			return t.value(i, spot)
		}
	}
	return Value{}, false
}

// value is the value at a spot.
func (t *Tables) value(family int, spot solve.Spot) (Value, bool) {
	if t == nil {
		return Value{}, false
	}
	file := t.files[family][spot.Material]
	if file == nil {
		return Value{}, false
	}
	return file.Value(int(spot.Entry)).Under(spot.Plies, families[family].limit), true
}

// Len is how many tables there are.
func (t *Tables) Len() (n int) {
	for _, files := range t.files {
		for _, file := range files {
			if file != nil {
				n++
			}
		}
	}
	return n
}

// UpTo is the tables of endings with up to so many pieces alone.
func (t *Tables) UpTo(pieces int) *Tables {
	some := empty(t.dir)
	for i, f := range families {
		for material, file := range t.files[i] {
			if f.Pieces(material) <= pieces {
				some.files[i][material] = file
			}
		}
	}
	return some
}

// Stock is what of a set is in a folder.
type Stock struct {
	// Tables is how many of the set's tables are there.
	Tables int
	// Positions and Bytes are theirs.
	Positions, Bytes int64
}

// Stock counts what is there of a set.
func (t *Tables) Stock(s Set) (stock Stock) {
	for _, file := range t.files[s.family][:s.Tables] {
		if file != nil {
			stock.Tables++
			stock.Positions += int64(file.Len())
			stock.Bytes += int64(file.Size())
		}
	}
	return stock
}
