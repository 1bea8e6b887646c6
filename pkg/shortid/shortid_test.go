package shortid_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/shortid"
)

func TestNewIsValidAndNew(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 1000 {
		id := shortid.New()
		require.True(t, shortid.Valid(id), id)
		require.False(t, seen[id], id)
		seen[id] = true
	}
}

func TestOthersAreNoIDs(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "7Kq2", "7Kq27Kq27Kq", "7Kq27Kq27Kq22", "0Kq27Kq27Kq2", "7Kq2 Kq27Kq2", "7Kq27KqI7Kq2", "7Kq27Kqé7Kq"} {
		require.False(t, shortid.Valid(text), text)
	}
}
