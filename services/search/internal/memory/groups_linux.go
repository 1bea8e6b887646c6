package memory

import (
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
)

// group is a control group that may limit the process's memory: a folder, that of the
// outermost one that can be seen, and the name of the file with the limit. The paths
// are those of an [fs.FS].
type group struct{ dir, top, file string }

// granted is how many bytes the process may have by its control groups: the least
// limit of its own one and of those around it, as a container has them. root is the
// root of the file system.
func granted(root fs.FS) uint64 {
	least := uint64(math.MaxUint64)
	for _, g := range memoryGroups(root) {
		for dir := g.dir; ; dir = path.Dir(dir) {
			least = min(least, readLimit(root, path.Join(dir, g.file)))
			if dir == g.top || dir == "." {
				break
			}
		}
	}
	return least
}

// readLimit reads a file with a limit; what is not there, or "max", is none.
func readLimit(root fs.FS, name string) uint64 {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return math.MaxUint64
	}
	n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return math.MaxUint64
	}
	return n
}

// memoryGroups finds the process's group in each hierarchy of groups that is mounted
// and may limit memory, of the first version or the second.
func memoryGroups(root fs.FS) (list []group) {
	mounts, err := fs.ReadFile(root, "proc/self/mountinfo")
	if err != nil {
		return nil
	}
	own := ownGroups(root)
	for line := range strings.Lines(string(mounts)) {
		before, after, _ := strings.Cut(line, " - ")
		mount, kind := strings.Fields(before), strings.Fields(after)
		if len(mount) < 5 || len(kind) < 3 {
			continue
		}
		top := strings.TrimPrefix(mount[4], "/")
		switch {
		case kind[0] == "cgroup2":
			list = append(list, group{under(top, mount[3], own[""]), top, "memory.max"})
		case kind[0] == "cgroup" && slices.Contains(strings.Split(kind[2], ","), "memory"):
			list = append(list, group{under(top, mount[3], own["memory"]), top, "memory.limit_in_bytes"})
		}
	}
	return list
}

// ownGroups are the process's groups by what they control; "" is that of the second
// version, which controls everything.
func ownGroups(root fs.FS) map[string]string {
	groups := map[string]string{}
	text, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return groups
	}
	for line := range strings.Lines(string(text)) {
		if parts := strings.SplitN(strings.TrimSpace(line), ":", 3); len(parts) == 3 {
			for controller := range strings.SplitSeq(parts[1], ",") {
				groups[controller] = parts[2]
			}
		}
	}
	return groups
}

// under is the folder of a group where the hierarchy is mounted at top from a group
// of it on. A group that is not seen there is taken for the topmost.
func under(top, from, own string) string {
	rest, ok := strings.CutPrefix(own, strings.TrimSuffix(from, "/"))
	if !ok || strings.Contains(own, "..") || rest != "" && rest[0] != '/' {
		return top
	}
	return path.Join(top, rest)
}
