package deploy_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	link   = regexp.MustCompile(`\]\(([^)#:\s]+)(?:#[^)]*)?\)`)
	metric = regexp.MustCompile(`kydai_[a-z_]+`)
)

// files hands every file with an ending to fn, leaving out what is not ours.
func files(t *testing.T, ending string, fn func(path, text string)) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && path != top && (strings.HasPrefix(name, ".") || name == "third_party" || name == "data") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ending) {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			fn(path, string(text))
		}
		return nil
	}))
}

// TestPagesPointAtWhatIsThere follows the links between the repository's pages.
func TestPagesPointAtWhatIsThere(t *testing.T) {
	t.Parallel()
	followed := 0
	files(t, ".md", func(path, text string) {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			followed++
			_, err := os.Stat(filepath.Join(filepath.Dir(path), m[1]))
			require.NoError(t, err, "%s points at %s", path, m[1])
		}
	})
	require.Greater(t, followed, 20)
}

// TestTheDashboardShowsMetricsThatExist holds the names against the code.
func TestTheDashboardShowsMetricsThatExist(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	files(t, ".go", func(path, text string) {
		if !strings.HasSuffix(path, "_test.go") {
			for _, name := range metric.FindAllString(text, -1) {
				known[name] = true
			}
		}
	})
	shown := metric.FindAllString(read(t, "deploy", "dashboard.json"), -1)
	require.NotEmpty(t, shown)
	for _, name := range shown {
		for _, part := range []string{"_bucket", "_sum", "_count"} { // of a histogram
			name = strings.TrimSuffix(name, part)
		}
		require.True(t, known[name], name)
	}
}
