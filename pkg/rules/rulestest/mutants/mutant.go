package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// mutant is one rule broken on purpose: a piece of the source of a file below
// pkg/rules is another one.
type mutant struct {
	rule     string // what is broken
	file     string
	old, new string
}

// mutants lists them all.
func mutants() []mutant {
	return slices.Concat(
		lineMutants, xiangqiMutants, repetitionMutants, jungleMutants, morrisMutants, draughtsMutants, textMutants,
	)
}

// tests are the packages below pkg/rules whose tests are to notice the mutant.
// The common part shows in the games, each of which uses all of it.
func (m mutant) tests() []string {
	folder := path.Dir(m.file)
	if folder == "." {
		return []string{".", "xiangqi", "jungle", "morris"}
	}
	return []string{folder}
}

// apply returns the broken source and the line where it is broken. It fails where
// the old text does not stand there exactly once.
func (m mutant) apply(root string) (source string, line int, err error) {
	data, err := os.ReadFile(filepath.Join(root, m.file))
	if err != nil {
		return "", 0, err
	}
	before, after, _ := strings.Cut(string(data), m.old)
	if n := strings.Count(string(data), m.old); n != 1 {
		return "", 0, fmt.Errorf("%s (%s): this stands there %d times, not once: bring the list of mutants up to date\n%s", m.file, m.rule, n, m.old)
	}
	return before + m.new + after, strings.Count(before, "\n") + 1, nil
}
