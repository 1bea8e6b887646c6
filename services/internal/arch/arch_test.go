// Package arch holds the directions in which packages of this repository may
// import each other. They are checked against the real import graph, so a new
// service is covered as soon as it has a folder.
package arch_test

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// pkg is a package as go list prints it.
type pkg struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

func TestDirections(t *testing.T) {
	t.Parallel()
	pkgs := list(t, "kydai.dev/pkg/...", "kydai.dev/proto/...", "kydai.dev/services/...")
	require.NotEmpty(t, pkgs)
	require.Empty(t, broken(pkgs), "imports against the grain; the directions are in this folder")
}

func TestMigrationsLieUnderStore(t *testing.T) {
	t.Parallel()
	services := filepath.Join("..", "..")
	require.NoError(t, filepath.WalkDir(services, func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".sql" {
			require.Regexp(t, `/internal/store/migrations/(postgres|sqlite)/`, filepath.ToSlash(path))
		}
		return err
	}))
}

// list returns the packages that match the patterns.
func list(t *testing.T, patterns ...string) []pkg {
	t.Helper()
	args := append([]string{"list", "-json=ImportPath,Imports,TestImports,XTestImports"}, patterns...)
	var stderr strings.Builder
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, stderr.String())

	var pkgs []pkg
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p pkg
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return pkgs
		}
		require.NoError(t, err)
		pkgs = append(pkgs, p)
	}
}
