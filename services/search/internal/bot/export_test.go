package bot

import "time"

// After is the pace with one more move.
func After(p Pace, wait, think time.Duration) Pace { return p.after(wait, think) }
