// Package memory knows how much memory there is for tables. It asks the system, which
// the search must not.
package memory

// unknown is what a machine is taken to have, in megabytes, that doesn't say.
const unknown = 1 << 16
