package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// lockFile lies in a locked folder; its text is the process that holds it.
const lockFile = "lock"

// ErrLocked says that another process works in a folder.
var ErrLocked = errors.New("in use by another process")

// LockDir makes dir where it is missing and keeps other processes off it until
// release is called or the process ends. The lock is the kernel's, so a crash
// leaves nothing to clean up; the file stays.
func LockDir(dir string) (release func() error, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make data folder: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock file: %w", err)
	}
	if err := hold(file); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("data folder %s: %w", dir, err)
	}
	return file.Close, nil
}

func hold(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		holder, _ := os.ReadFile(file.Name())
		return fmt.Errorf("%w (pid %s): stop it, or choose another folder", ErrLocked, strings.TrimSpace(string(holder)))
	}
	if err != nil {
		return fmt.Errorf("lock: %w", err)
	}
	if err := file.Truncate(0); err != nil {
		return fmt.Errorf("empty lock file: %w", err)
	}
	if _, err := fmt.Fprintln(file, os.Getpid()); err != nil {
		return fmt.Errorf("write lock file: %w", err)
	}
	return nil
}
