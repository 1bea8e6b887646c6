package load

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const procStat = `cpu  100 1 10 1000 5 1 2 3 0 0
cpu0 40 1 4 500 2 1 1 1 0 0
cpu1 30 0 3 300 2 0 1 2 0 0
cpu2 30 0 3 200 1 0 0 0 0 0
intr 12345
`

func TestTheMachineIsWhatThisProcessMayUse(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		list string
		want machine
	}{
		"a range": {list: "0-1", want: machine{cores: 2, busy: 780 * time.Millisecond, steal: 30 * time.Millisecond}},
		"a list":  {list: "0,2", want: machine{cores: 2, busy: 780 * time.Millisecond, steal: 10 * time.Millisecond}},
		"all":     {list: "0-2", want: machine{cores: 3, busy: 1110 * time.Millisecond, steal: 30 * time.Millisecond}},
		"unknown": {list: "", want: machine{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status := "Name:\tkydai\nCpus_allowed:\t3\nCpus_allowed_list:\t" + tt.list + "\nMems_allowed:\t1\n"
			require.Equal(t, tt.want, parseMachine(status, procStat))
		})
	}
}

func TestThrottled(t *testing.T) {
	t.Parallel()
	require.Equal(t, 1500*time.Microsecond, throttled("usage_usec 9\nnr_throttled 2\nthrottled_usec 1500\nnr_bursts 0\n"))
	require.Zero(t, throttled("usage_usec 9\n"))
}

func TestARunIsJudgedByWhoHadTheCores(t *testing.T) {
	t.Parallel()
	begin := time.Now()
	tests := map[string]struct {
		cores             int
		busy, steal, ours time.Duration
		throttled         time.Duration
		unknown           bool
		valid             bool
	}{
		"all ours":         {cores: 2, busy: 19 * time.Second, ours: 19 * time.Second, valid: true},
		"a little else":    {cores: 2, busy: 20 * time.Second, ours: 19 * time.Second, valid: true},
		"others":           {cores: 2, busy: 19 * time.Second, ours: 16 * time.Second},
		"stolen":           {cores: 2, busy: 15 * time.Second, ours: 15 * time.Second, steal: 3 * time.Second},
		"throttled":        {cores: 2, busy: 15 * time.Second, ours: 15 * time.Second, throttled: 3 * time.Second},
		"one core":         {cores: 1, busy: 9 * time.Second, ours: 9 * time.Second},
		"server unknown":   {cores: 2, busy: 19 * time.Second, ours: 19 * time.Second, unknown: true},
		"no such machines": {cores: 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			after := snapshot{at: begin.Add(10 * time.Second), own: tt.ours / 2, machine: machine{cores: tt.cores, busy: tt.busy, steal: tt.steal, throttled: tt.throttled}}
			server := &Server{CPU: (tt.ours - tt.ours/2).Seconds()}
			if tt.unknown {
				server = nil
			}
			_, invalid := machineReport(snapshot{at: begin}, after, server)
			require.Equal(t, tt.valid, invalid == "", invalid)
		})
	}
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	read := func(lines ...string) metrics {
		m := metrics{}
		for _, l := range lines {
			m.add(l)
		}
		return m
	}
	before := read("# HELP a b 7", "a_total 2", `h_bucket{le="1"} 1`, `h_bucket{le="+Inf"} 1`, "h_sum 1", "h_count 1")
	after := read("a_total 5.5", `a_total{kind="x y"} 1e1`, "ab_total 9", "broken", "also broken x",
		`h_bucket{le="1"} 2`, `h_bucket{le="4"} 8`, `h_bucket{le="16"} 9`, `h_bucket{le="+Inf"} 11`, "h_sum 31", "h_count 11")
	grown := after.minus(before)
	require.InDelta(t, 13.5, grown.sum("a_total"), 1e-9)
	require.InDelta(t, 3, grown.mean("h"), 1e-9)
	require.InDelta(t, 4, grown.quantile("h", 0.5), 1e-9)
	require.InDelta(t, 16, grown.quantile("h", 0.9), 1e-9)
	require.Zero(t, grown.quantile("h", 0.99), "beyond the buckets")
	require.Zero(t, grown.mean("nothing"))
	require.Zero(t, grown.quantile("nothing", 0.5))
}
