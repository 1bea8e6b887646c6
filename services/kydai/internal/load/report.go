package load

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// Report is what a run found out.
type Report struct {
	Transport string  `json:"transport"`
	Games     int     `json:"games"`
	Moves     int     `json:"moves"`
	Seconds   float64 `json:"seconds"`
	// MovesPerSecond counts acknowledged moves.
	MovesPerSecond float64 `json:"moves_per_s"`
	// Round trips of moves, from sending to the player's own answer.
	P50 float64 `json:"p50_ms"`
	P95 float64 `json:"p95_ms"`
	P99 float64 `json:"p99_ms"`
	Max float64 `json:"max_ms"`
	// MaxGap is the longest time from a move's acknowledgement to its arrival
	// at the other player.
	MaxGap float64 `json:"max_gap_ms"`
	// Errors counts by reason what was refused or broke off.
	Errors map[string]int `json:"errors"`
	// Stuck counts tables at which nothing moved any more.
	Stuck  int     `json:"stuck"`
	Server *Server `json:"server,omitempty"`
	// LoadCPU is the processor time of this process in seconds.
	LoadCPU float64 `json:"load_cpu_s"`
	Machine Machine `json:"machine"`
	// Log is what the logs say to the acknowledgements.
	Log Log `json:"log"`
	// Valid says whether the machine gave what the figures need; Invalid why
	// not.
	Valid   bool   `json:"valid"`
	Invalid string `json:"invalid,omitempty"`

	matches []*Match
}

// Matches are the games that were played.
func (p *Report) Matches() []*Match { return p.matches }

// Server is what the server says of itself.
type Server struct {
	// CPU is its processor time in seconds.
	CPU        float64 `json:"cpu_s"`
	ResidentMB float64 `json:"resident_mb"`
	Commits    int     `json:"commits"`
	// Group is the mean number of games in a commit.
	Group float64 `json:"group_mean"`
	// CommitMean and CommitP99 are times of a commit, its flush included.
	CommitMean float64 `json:"commit_mean_ms"`
	CommitP99  float64 `json:"commit_p99_ms"`
}

// Machine is how much of the machine both processes had. Others, Steal and
// Throttled are shares of the time of all cores.
type Machine struct {
	Cores     int     `json:"cores"`
	Others    float64 `json:"others"`
	Steal     float64 `json:"steal"`
	Throttled float64 `json:"throttled"`
	// Flush is how long the working directory's disk takes to keep 32 KB.
	Flush float64 `json:"flush_ms"`
}

const (
	// wanted is how many cores the figures are for.
	wanted = 2
	// disturbed is the share of the cores that may go elsewhere.
	disturbed = 0.1

	serverTime  = "process_cpu_seconds_total"
	serverBytes = "process_resident_memory_bytes"
	commitSize  = "kydai_referee_commit_appends"
	commitTime  = "kydai_referee_commit_seconds"
)

// snapshot is the state of the machine and the server at one moment.
type snapshot struct {
	at      time.Time
	own     time.Duration
	machine machine
	server  metrics
}

func (c *Config) snapshot(ctx context.Context) (s snapshot, err error) {
	if c.Ops != "" {
		if s.server, err = scrape(ctx, c.Ops); err != nil && !c.Retry { // it may be down just now
			return s, err
		}
	}
	s.machine, _ = readMachine() // no cores are told below
	s.at, s.own = time.Now(), ownTime()
	return s, nil
}

func (r *Session) report(before, after snapshot, took time.Duration) *Report {
	p := &Report{
		Transport: r.Transport, Games: r.Games, Seconds: took.Seconds(), Errors: map[string]int{},
		LoadCPU: (after.own - before.own).Seconds(),
	}
	var waits []time.Duration
	var gap time.Duration
	for _, t := range r.tables {
		p.matches = append(p.matches, t.matches()...)
		if t.stuck {
			p.Stuck++
		}
		for _, s := range t.seats {
			waits = append(waits, s.waits...)
			gap = max(gap, s.maxGap)
			for reason, n := range s.errors {
				p.Errors[reason] += n
			}
		}
	}
	p.Moves, p.MovesPerSecond, p.MaxGap = len(waits), float64(len(waits))/took.Seconds(), millis(gap)
	slices.Sort(waits)
	p.P50, p.P95, p.P99, p.Max = at(waits, 0.5), at(waits, 0.95), at(waits, 0.99), at(waits, 1)
	p.Server = serverReport(before.server, after.server)
	p.Machine, p.Invalid = machineReport(before, after, p.Server)
	p.Valid = p.Invalid == ""
	return p
}

// serverReport is nil where the server did not tell.
func serverReport(before, after metrics) *Server {
	if before == nil || after == nil {
		return nil
	}
	grown := after.minus(before)
	return &Server{
		CPU: grown.sum(serverTime), ResidentMB: after.sum(serverBytes) / 1e6,
		Commits: int(grown.sum(commitTime + "_count")), Group: grown.mean(commitSize),
		CommitMean: 1000 * grown.mean(commitTime), CommitP99: 1000 * grown.quantile(commitTime, 0.99),
	}
}

// machineReport says whether both processes had the machine to themselves: what
// others took is all busy time that neither process accounts for, and stolen time.
func machineReport(before, after snapshot, told *Server) (m Machine, invalid string) {
	var server time.Duration
	if told != nil {
		server = time.Duration(told.CPU * float64(time.Second))
	}
	m = Machine{Cores: after.machine.cores, Flush: millis(flushTime())}
	all := time.Duration(m.Cores) * after.at.Sub(before.at)
	if all > 0 {
		others := after.machine.busy - before.machine.busy - server - (after.own - before.own)
		m.Others = max(0, others.Seconds()/all.Seconds())
		m.Steal = (after.machine.steal - before.machine.steal).Seconds() / all.Seconds()
		m.Throttled = (after.machine.throttled - before.machine.throttled).Seconds() / all.Seconds()
	}
	missing := m.Others + m.Steal + m.Throttled
	switch {
	case told == nil:
		invalid = "the server's processor time is unknown"
	case m.Cores < wanted:
		invalid = fmt.Sprintf("%d cores in place of %d", m.Cores, wanted)
	case missing > disturbed:
		invalid = fmt.Sprintf("%.0f %% of the cores went elsewhere", 100*missing)
	}
	return m, invalid
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// at is a quantile of sorted times.
func at(sorted []time.Duration, q float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return millis(sorted[min(int(q*float64(len(sorted))), len(sorted)-1)])
}
