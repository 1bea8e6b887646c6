package convert_test

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/kydai/internal/convert"
)

func TestOutputTakesItsPlaceAtTheEnd(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "out.pgn")
	require.NoError(t, os.WriteFile(path, []byte("before"), 0o600))

	out, err := convert.Create(path)
	require.NoError(t, err)
	_, err = io.WriteString(out, "discarded")
	require.NoError(t, err)
	out.Discard()
	requireFile(t, path, "before")

	out, err = convert.Create(path)
	require.NoError(t, err)
	_, err = io.WriteString(out, "after")
	require.NoError(t, err)
	requireFile(t, path, "before")
	require.NoError(t, out.Place())
	out.Discard()
	requireFile(t, path, "after")

	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), "the mode is kept")
	require.Len(t, entries(t, filepath.Dir(path)), 1)
}

func TestOutputBehindALink(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	require.NoError(t, os.Symlink(file, link))
	place(t, link, "text")
	requireFile(t, file, "text")
	info, err := os.Lstat(link)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&os.ModeSymlink, "it is a link still")
}

// As root, a device would be replaced by a file for everybody.
func TestOutputToWhatIsNoFile(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	read := make(chan string, 1)
	go func() {
		text, _ := os.ReadFile(pipe)
		read <- string(text)
	}()
	place(t, pipe, "text")
	require.Equal(t, "text", <-read)
	info, err := os.Stat(pipe)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&os.ModeNamedPipe, "it is a pipe still")
}

func TestOutputThatCannotBe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, err := convert.Create(dir)
	require.EqualError(t, err, "write "+dir+": it is a folder")
	nowhere := filepath.Join(dir, "missing", "out.pgn")
	_, err = convert.Create(nowhere)
	require.EqualError(t, err, "create "+nowhere+": no such file or directory")
	require.Empty(t, entries(t, dir))
}

func place(t *testing.T, path, text string) {
	t.Helper()
	out, err := convert.Create(path)
	require.NoError(t, err)
	_, err = io.WriteString(out, text)
	require.NoError(t, err)
	require.NoError(t, out.Place())
}

func requireFile(t *testing.T, path, want string) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, want, string(text))
}

func entries(t *testing.T, dir string) []os.DirEntry {
	t.Helper()
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	return list
}
