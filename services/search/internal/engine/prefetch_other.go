//go:build !amd64

package engine

// prefetch does nothing where it is not known how.
func prefetch(*[bucketSize]entry) {}
