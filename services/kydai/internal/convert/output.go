package convert

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// usualMode is what a file that a shell redirects to usually has.
const usualMode = 0o644

// Output is a file under way. What has its name stays as it is until Place, so
// that a run that fails spoils nothing. Devices and pipes can't be replaced and
// are written to at once.
type Output struct {
	*os.File
	// place is where the file will be; empty where it is there already.
	place string
}

// Create begins a file, and behind a symbolic link the one it leads to.
func Create(path string) (*Output, error) {
	mode := fs.FileMode(usualMode)
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("write %s: it is a folder", path)
	case !info.Mode().IsRegular():
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		return &Output{File: file}, err
	default:
		mode = info.Mode().Perm()
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return nil, err
		}
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".record-*")
	var refused *fs.PathError
	if errors.As(err, &refused) { // the name that the user knows
		return nil, &fs.PathError{Op: "create", Path: path, Err: refused.Err}
	}
	if err != nil {
		return nil, err
	}
	out := &Output{File: file, place: path}
	if err := file.Chmod(mode); err != nil {
		out.Discard()
		return nil, err
	}
	return out, nil
}

// Place ends the file and gives it its name.
func (o *Output) Place() error {
	if err := o.Close(); err != nil {
		return err
	}
	if o.place == "" {
		return nil
	}
	return os.Rename(o.Name(), o.place)
}

// Discard removes what has not been placed.
func (o *Output) Discard() {
	_ = o.Close()
	if o.place != "" {
		_ = os.Remove(o.Name())
	}
}
