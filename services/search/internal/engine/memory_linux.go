package engine

import (
	"syscall"
	"unsafe"
)

// enlarge asks for big pages for the table. Every look into it is a look somewhere
// else, and with small pages finding the page takes as long as reading it. Where
// the system has none to give, nothing changes.
func enlarge(buckets [][bucketSize]entry) {
	const (
		page          = 2 << 20
		adviseBigPage = 14 // MADV_HUGEPAGE
	)
	size := len(buckets) * bucketSize * entryBytes
	skip := -int(uintptr(unsafe.Pointer(&buckets[0]))) & (page - 1)
	if whole := (size - skip) / page * page; whole > 0 {
		memory := unsafe.Slice((*byte)(unsafe.Pointer(&buckets[0])), size)
		_ = syscall.Madvise(memory[skip:skip+whole], adviseBigPage)
	}
}
