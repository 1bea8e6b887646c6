package memory

import (
	"math"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

func TestContainersLimitMemory(t *testing.T) {
	t.Parallel()
	const (
		v2     = "25 1 8:1 / / rw - ext4 /dev/sda rw\n29 25 0:25 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
		v1     = "31 30 0:28 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n32 30 0:29 / /sys/fs/cgroup/memory rw master:9 - cgroup cgroup rw,memory\n"
		v1Part = "32 30 0:29 /docker/ab /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n"
	)
	tests := map[string]struct {
		mounts, own string
		limits      map[string]string
		want        uint64
	}{
		"no groups":                         {"", "", nil, math.MaxUint64},
		"a container":                       {v2, "0::/\n", map[string]string{"memory.max": "536870912\n"}, 512 << 20},
		"a container without a limit":       {v2, "0::/\n", map[string]string{"memory.max": "max\n"}, math.MaxUint64},
		"a service":                         {v2, "0::/system/kydai\n", map[string]string{"system/kydai/memory.max": "1048576\n"}, 1 << 20},
		"less in the group around":          {v2, "0::/pod/c\n", map[string]string{"pod/c/memory.max": "9000\n", "pod/memory.max": "8000\n"}, 8000},
		"less in the own group":             {v2, "0::/pod/c\n", map[string]string{"pod/c/memory.max": "7000\n", "pod/memory.max": "8000\n"}, 7000},
		"the group of somebody else":        {v2, "0::/pod/c\n", map[string]string{"pod/d/memory.max": "7000\n"}, math.MaxUint64},
		"outside of what is seen":           {v2, "0::/../x\n", map[string]string{"memory.max": "7000\n", "x/memory.max": "5\n"}, 7000},
		"the first version":                 {v1, "9:cpu:/b\n4:cpuset,memory:/a\n0::/\n", map[string]string{"memory/a/memory.limit_in_bytes": "4096\n", "memory/b/memory.limit_in_bytes": "5\n"}, 4096},
		"the first version without a limit": {v1, "4:memory:/\n", map[string]string{"memory/memory.limit_in_bytes": "9223372036854771712\n"}, 9223372036854771712},
		"its part in a container":           {v1Part, "4:memory:/docker/ab\n", map[string]string{"memory/memory.limit_in_bytes": "4096\n"}, 4096},
		"both":                              {v1 + v2, "4:memory:/\n0::/\n", map[string]string{"memory/memory.limit_in_bytes": "4096\n", "memory.max": "max\n"}, 4096},
		"nonsense":                          {"x\n - \n1 2 3 4 5 - cgroup2\n" + v2, "x\n0:\n", map[string]string{"memory.max": "-5\n"}, math.MaxUint64},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := fstest.MapFS{"proc/self/mountinfo": {Data: []byte(tt.mounts)}, "proc/self/cgroup": {Data: []byte(tt.own)}}
			for file, text := range tt.limits {
				root["sys/fs/cgroup/"+file] = &fstest.MapFile{Data: []byte(text)}
			}
			require.Equal(t, tt.want, granted(root))
		})
	}
	require.Equal(t, uint64(math.MaxUint64), granted(fstest.MapFS{}), "no /proc")
}
