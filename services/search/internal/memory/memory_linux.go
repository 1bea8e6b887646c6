package memory

import (
	"os"
	"syscall"
)

// Megabytes is how many the machine has, or the container if that has less.
func Megabytes() int {
	var info syscall.Sysinfo_t
	if err := syscall.Sysinfo(&info); err != nil {
		return unknown
	}
	machine := uint64(info.Totalram) * uint64(info.Unit)   //nolint:gosec,unconvert // words are shorter on other processors
	return int(min(machine, granted(os.DirFS("/"))) >> 20) //nolint:gosec // few
}
