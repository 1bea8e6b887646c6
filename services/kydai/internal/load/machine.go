package load

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// machine is what the processors that this process may use have done so far, as
// Linux tells it.
type machine struct {
	cores int
	// busy is the time of all processes, without interrupts, steal the time
	// that the host gave to others, throttled the time that a container's
	// bound held processes back.
	busy, steal, throttled time.Duration
}

// tick is the unit of /proc/stat on every Linux that Go runs on.
const tick = 10 * time.Millisecond

// readMachine reads /proc; the error says what is missing elsewhere.
func readMachine() (machine, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return machine{}, fmt.Errorf("look at the processors: %w", err)
	}
	stat, err := os.ReadFile("/proc/stat")
	if err != nil {
		return machine{}, fmt.Errorf("look at the processors: %w", err)
	}
	m := parseMachine(string(status), string(stat))
	if group, err := os.ReadFile("/sys/fs/cgroup/cpu.stat"); err == nil { // there is none outside of containers
		m.throttled = throttled(string(group))
	}
	return m, nil
}

func throttled(group string) time.Duration {
	_, text, _ := strings.Cut(group, "throttled_usec ")
	text, _, _ = strings.Cut(text, "\n")
	n, _ := strconv.ParseInt(text, 10, 64) // the kernel writes numbers
	return time.Duration(n) * time.Microsecond
}

func parseMachine(status, stat string) machine {
	var m machine
	mine := allowed(status)
	for line := range strings.Lines(stat) {
		fields := strings.Fields(line)
		if len(fields) < 9 || !mine[fields[0]] {
			continue
		}
		m.cores++
		// user, nice, system; idle, iowait, irq, softirq; steal
		m.busy += ticks(fields[1]) + ticks(fields[2]) + ticks(fields[3])
		m.steal += ticks(fields[8])
	}
	return m
}

func ticks(text string) time.Duration {
	n, _ := strconv.ParseInt(text, 10, 64) // the kernel writes numbers
	return time.Duration(n) * tick
}

// allowed are the processors of a status such as "Cpus_allowed_list: 0-1,4", as
// /proc/stat calls them.
func allowed(status string) map[string]bool {
	cpus := map[string]bool{}
	_, list, _ := strings.Cut(status, "Cpus_allowed_list:")
	list, _, _ = strings.Cut(list, "\n")
	for span := range strings.SplitSeq(strings.TrimSpace(list), ",") {
		from, to, ranged := strings.Cut(span, "-")
		if !ranged {
			to = from
		}
		first, err1 := strconv.Atoi(from)
		last, err2 := strconv.Atoi(to)
		for n := first; err1 == nil && err2 == nil && n <= last; n++ {
			cpus["cpu"+strconv.Itoa(n)] = true
		}
	}
	return cpus
}

// ownTime is the processor time of this process.
func ownTime() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil { // no such thing here
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
