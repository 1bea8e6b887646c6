package timecontrol

import (
	"fmt"
	"slices"
	"time"
)

// Range bounds a part of a custom control, which has whole seconds.
type Range struct{ Least, Most time.Duration }

// Bounds are those of custom controls. A byo-yomi may also be left out.
type Bounds struct{ Bank, Increment, ByoYomi Range }

var custom = Bounds{
	Bank:      Range{Least: 3 * time.Minute, Most: 2 * time.Hour},
	Increment: Range{Most: 30 * time.Second},
	ByoYomi:   Range{Least: 10 * time.Second, Most: time.Minute},
}

// Custom returns the bounds of a game's custom controls; ok is false for a game
// that has its presets only.
func Custom(game string) (b Bounds, ok bool) {
	if !offers[game].custom {
		return Bounds{}, false
	}
	return custom, true
}

func (c Control) checkCustom() error {
	switch {
	case !custom.Bank.has(c.Bank):
		return refuse("bank", "must be whole seconds %s", custom.Bank)
	case !custom.Increment.has(c.Increment):
		return refuse("increment", "must be whole seconds %s", custom.Increment)
	case c.PerMove != 0:
		return refuse("per_move", "belongs to presets only")
	case c.ByoYomi != 0 && !custom.ByoYomi.has(c.ByoYomi):
		return refuse("byo_yomi", "must be 0 or whole seconds %s", custom.ByoYomi)
	}
	return nil
}

func (r Range) has(d time.Duration) bool {
	return d >= r.Least && d <= r.Most && d%time.Second == 0
}

// String says the range in seconds: "from 10 to 60".
func (r Range) String() string {
	return fmt.Sprintf("from %d to %d", r.Least/time.Second, r.Most/time.Second)
}

// Class is a category and the estimates that fall into it: those below a limit
// that no class before it has. Below is 0 where there is no limit.
type Class struct {
	Category Category
	Below    time.Duration
}

var classes = []Class{
	{Category: Blitz, Below: 10 * time.Minute},
	{Category: Rapid, Below: 40 * time.Minute},
	{Category: Standard},
}

// EstimatedMoves is how many moves of a side a game is taken to last: the
// estimate is bank + 60 × increment.
const EstimatedMoves = 60

// Classes lists the categories of timed games, the fastest first. The slice is
// the caller's own.
func Classes() []Class { return slices.Clone(classes) }

// Category returns the class of the control.
func (c Control) Category() Category {
	if !c.Timed() {
		return Untimed
	}
	estimate := c.Bank + EstimatedMoves*c.Increment
	i := slices.IndexFunc(classes, func(k Class) bool { return k.Below == 0 || estimate < k.Below })
	return classes[i].Category
}
