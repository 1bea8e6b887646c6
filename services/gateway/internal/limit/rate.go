package limit

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

// none is how a setting says that there is no limit.
const none = "none"

// Rate is how often something may be done: so many times at once, and as many
// again spread evenly over the time. The zero Rate is no limit.
type Rate struct {
	Calls int
	Per   time.Duration
}

// UnmarshalText reads "600/1m" or "none".
func (r *Rate) UnmarshalText(text []byte) error {
	if string(text) == none {
		*r = Rate{}
		return nil
	}
	calls, per, _ := strings.Cut(string(text), "/")
	n, err := strconv.Atoi(calls)
	if err != nil || n < 1 {
		return fmt.Errorf("rate %q: begin with a number of calls, as in 600/1m", text)
	}
	d, err := time.ParseDuration(per)
	if err != nil || d <= 0 {
		return fmt.Errorf("rate %q: end with a time, as in 600/1m", text)
	}
	*r = Rate{Calls: n, Per: d}
	return nil
}

// String prints what UnmarshalText reads.
func (r Rate) String() string {
	if r.Calls == 0 {
		return none
	}
	return fmt.Sprintf("%d/%s", r.Calls, r.Per)
}

func (r Rate) times(n int) Rate { return Rate{Calls: r.Calls * n, Per: r.Per} }

// perSecond is how fast a bucket fills.
func (r Rate) perSecond() float64 { return float64(r.Calls) / r.Per.Seconds() }

func (r Rate) bucket() *rate.Limiter { return rate.NewLimiter(rate.Limit(r.perSecond()), r.Calls) }
