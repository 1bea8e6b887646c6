//go:build !race

package rulestest

// Raced says that the race detector is on.
const Raced = false
