package app_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/app"
)

func TestLockDirKeepsOthersOff(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	release, err := app.LockDir(dir)
	require.NoError(t, err)
	_, err = app.LockDir(dir)
	require.ErrorIs(t, err, app.ErrLocked)
	require.ErrorContains(t, err, dir)

	require.NoError(t, release())
	release, err = app.LockDir(dir)
	require.NoError(t, err)
	require.NoError(t, release())
}
