//go:build race

package rulestest

// Raced says that the race detector is on. It makes everything some ten times
// slower and finds nothing in pure functions: CI proves the games without it.
const Raced = true
