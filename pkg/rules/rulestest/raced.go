//go:build race

package rulestest

// The race detector makes everything some ten times slower and finds nothing in
// pure functions: CI proves the games without it.
const raced = true
