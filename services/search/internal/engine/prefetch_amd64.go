package engine

// prefetch begins to bring a bucket near to the processor, which takes as long as
// many instructions. It changes nothing.
//
//go:noescape
func prefetch(place *[bucketSize]entry)
