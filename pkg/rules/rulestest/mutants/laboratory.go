package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"
)

// rules is where the rules are, seen from the top of the repository.
const rules = "pkg/rules"

// laboratory tries mutants.
type laboratory struct {
	temp   string
	mutex  sync.Mutex // guards report
	report io.Writer
}

// tryAll tries the mutants, as many at a time as there are processors, and says
// how each has fared.
func (l *laboratory) tryAll(ctx context.Context, list []mutant) error {
	if err := unbroken(ctx, list); err != nil {
		return err
	}
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	failures := make([]error, len(list))
	for i, m := range list {
		group.Go(func() error {
			failures[i] = l.try(ctx, i, m)
			return nil // the others are tried all the same
		})
	}
	_ = group.Wait()
	return errors.Join(failures...)
}

// unbroken demands that the tests pass as long as no rule is broken: a test that
// fails anyway notices nothing.
func unbroken(ctx context.Context, list []mutant) error {
	var packages []string
	for _, m := range list {
		packages = append(packages, m.tests()...)
	}
	if len(packages) == 0 {
		return errors.New("there is no such mutant")
	}
	slices.Sort(packages)
	if output, passed := test(ctx, []string{"-short"}, slices.Compact(packages)); !passed {
		return fmt.Errorf("the tests fail before any rule is broken:\n%s", output)
	}
	return nil
}

// try breaks a rule and demands that a test fails. The short tests come first:
// they notice nearly everything.
func (l *laboratory) try(ctx context.Context, number int, m mutant) error {
	source, line, err := m.apply(rules)
	if err != nil {
		return err
	}
	where := fmt.Sprintf("%s:%d", m.file, line)
	overlay, err := l.overlay(number, m.file, source)
	if err != nil {
		return err
	}
	for _, flags := range [][]string{{overlay, "-short"}, {overlay}} {
		output, passed := test(ctx, flags, m.tests())
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case strings.Contains(output, "[build failed]") || strings.Contains(output, "[setup failed]"):
			return fmt.Errorf("%s (%s) does not compile:\n%s", where, m.rule, output)
		case !passed:
			l.say("killed    %-26s %s · %s", where, m.rule, killer(output))
			return nil
		}
	}
	l.say("SURVIVED  %-26s %s", where, m.rule)
	return fmt.Errorf("%s (%s) survived: no test notices", where, m.rule)
}

func (l *laboratory) say(format string, args ...any) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	fmt.Fprintf(l.report, format+"\n", args...)
}

// overlay writes what makes the go command read other source for a file, and
// returns the flag for it.
func (l *laboratory) overlay(number int, file, source string) (string, error) {
	original, err := filepath.Abs(filepath.Join(rules, file))
	if err != nil {
		return "", err
	}
	broken := filepath.Join(l.temp, fmt.Sprintf("%d.go", number))
	if err := os.WriteFile(broken, []byte(source), 0o600); err != nil {
		return "", err
	}
	data, err := json.Marshal(map[string]map[string]string{"Replace": {original: broken}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(l.temp, fmt.Sprintf("%d.json", number))
	return "-overlay=" + overlay, os.WriteFile(overlay, data, 0o600)
}

// test runs the tests of packages below pkg/rules. Properties start from the same
// seed every time, write no files and lose no time on making a failure small.
func test(ctx context.Context, flags, packages []string) (output string, passed bool) {
	args := append([]string{"test", "-count=1", "-failfast", "-timeout=10m"}, flags...)
	for _, p := range packages {
		args = append(args, "./"+filepath.Join(rules, p))
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env = append(os.Environ(), "RAPID_SEED=1", "RAPID_NOFAILFILE=true", "RAPID_SHRINKTIME=0s")
	out, err := cmd.CombinedOutput()
	return string(out), err == nil
}

var (
	failedTest    = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)
	failedPackage = regexp.MustCompile(`(?m)^FAIL\s+\S*/` + rules + `(\S*)`)
)

// killer names the package and the innermost of the first tests that failed.
func killer(output string) string {
	var name string
	for _, found := range failedTest.FindAllStringSubmatch(output, -1) {
		if name != "" && !strings.HasPrefix(found[1], name) {
			break
		}
		name = found[1]
	}
	in := failedPackage.FindStringSubmatch(output)
	switch {
	case in == nil:
		return "by a test that never began"
	case name == "":
		return fmt.Sprintf("by rules%s, which crashed", in[1])
	}
	return fmt.Sprintf("by rules%s %s", in[1], name)
}
