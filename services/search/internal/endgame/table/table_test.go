package table_test

import (
	"encoding/binary"
	"hash/crc32"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/search/internal/endgame/table"
)

// list is values in a slice.
type list []table.Value

func (l list) Len() int                    { return len(l) }
func (l list) Value(entry int) table.Value { return l[entry] }

// drawValue draws one of a few values, or of all.
func drawValue() *rapid.Generator[table.Value] {
	outcome := rapid.SampledFrom([]table.Outcome{table.Loss, table.Draw, table.Win})
	return rapid.Custom(func(t *rapid.T) table.Value {
		return table.Value{
			Outcome: outcome.Draw(t, "outcome"), Theory: outcome.Draw(t, "theory"),
			Zeroing: rapid.Uint8().Draw(t, "zeroing"), Plies: rapid.Uint16().Draw(t, "plies"),
		}
	})
}

func write(tb testing.TB, values list) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "deep", "x.kye")
	require.NoError(tb, table.Write(path, "game/x", values))
	return path
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		few := rapid.SliceOfN(drawValue(), 1, 70).Draw(t, "kinds")
		values := make(list, rapid.IntRange(1, 1000).Draw(t, "len"))
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		monotone := rapid.IntRange(1, 300).Draw(t, "monotone") // some blocks hold one value alone
		for i := range values {
			values[i] = few[0]
			if i%monotone == 0 || i/monotone%2 == 1 {
				values[i] = few[random.IntN(len(few))]
			}
		}
		path := filepath.Join(dir, "x.kye")
		require.NoError(t, table.Write(path, "game/x", values))
		read, err := table.Open(path, "game/x")
		require.NoError(t, err)
		require.Equal(t, len(values), read.Len())
		for i, v := range values {
			require.Equal(t, v, read.Value(i))
		}
		require.Equal(t, table.Value{}, read.Value(-1))
		require.Equal(t, table.Value{}, read.Value(len(values)))
		require.NoError(t, read.Close())
	})
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1, "no parts are left behind")
}

func TestATableTakesFewBits(t *testing.T) {
	t.Parallel()
	values := make(list, 8000)
	for i := range values {
		values[i].Plies = uint16(i % 8)
	}
	file, err := table.Open(write(t, values), "game/x")
	require.NoError(t, err)
	require.Less(t, file.Size(), 3*1000+4*63+200, "three bits a position, and the directory")
	require.NoError(t, file.Close())

	for i := range values {
		values[i].Plies = uint16(i / 4000)
	}
	file, err = table.Open(write(t, values), "game/x")
	require.NoError(t, err)
	require.Less(t, file.Size(), 500, "blocks of one value take none")
	require.NoError(t, file.Close())
}

func TestDamage(t *testing.T) {
	t.Parallel()
	values := make(list, 500)
	for i := range values {
		values[i] = table.Value{Outcome: table.Win, Theory: table.Win, Plies: uint16(i % 21), Zeroing: 3}
	}
	whole, err := os.ReadFile(write(t, values))
	require.NoError(t, err)
	refuse := func(t *testing.T, bytes []byte, name, want string) {
		t.Helper()
		path := filepath.Join(t.TempDir(), "y.kye")
		require.NoError(t, os.WriteFile(path, bytes, 0o600))
		_, err := table.Open(path, name)
		require.ErrorIs(t, err, table.ErrDamaged)
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "y.kye")
	}
	t.Run("cut short", func(t *testing.T) {
		t.Parallel()
		for n := range whole {
			refuse(t, whole[:n], "game/x", "bytes")
		}
	})
	t.Run("a bit is wrong", func(t *testing.T) {
		t.Parallel()
		for at := range whole {
			bad := append([]byte{}, whole...)
			bad[at] ^= 1 << (at % 8)
			refuse(t, bad, "game/x", "")
		}
	})
	t.Run("too long", func(t *testing.T) {
		t.Parallel()
		refuse(t, append(append([]byte{}, whole...), 0), "game/x", "bytes in place of")
	})
	t.Run("another table", func(t *testing.T) {
		t.Parallel()
		refuse(t, whole, "game/z", `it is the table "game/x", not "game/z"`)
	})
	t.Run("another version", func(t *testing.T) {
		t.Parallel()
		bad := append([]byte{}, whole...)
		bad[8]++
		refuse(t, bad, "game/x", "build it anew")
	})
}

func TestNoFile(t *testing.T) {
	t.Parallel()
	_, err := table.Open(filepath.Join(t.TempDir(), "none.kye"), "game/x")
	require.ErrorIs(t, err, fs.ErrNotExist)
}

func TestAFileThatCannotBeInItsPlace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "x.kye")
	require.NoError(t, os.MkdirAll(filepath.Join(path, "in the way"), 0o700))
	require.ErrorContains(t, table.Write(path, "game/x", list{{}}), "write table game/x")
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1, "the part is gone")
}

func TestUnder(t *testing.T) {
	t.Parallel()
	won := table.Value{Outcome: table.Win, Zeroing: 10, Theory: table.Win, Plies: 33}
	drawn := table.Value{Theory: table.Win, Plies: 33}
	tests := map[string]struct {
		value        table.Value
		plies, limit int
		want         table.Value
	}{
		"room":                         {won, 40, 50, won},
		"no room":                      {won, 41, 50, drawn},
		"no counter":                   {won, 41, 0, won},
		"over":                         {table.Lost, 50, 50, table.Lost},
		"a full counter, one ply left": {table.Value{Outcome: table.Win, Zeroing: 1}, 50, 50, table.Value{Outcome: table.Win, Zeroing: 1}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, tt.value.Under(tt.plies, tt.limit))
		})
	}
}

func FuzzOpen(f *testing.F) {
	values := make(list, 300)
	for i := range values {
		values[i] = table.Value{Plies: uint16(i / 140 * i)}
	}
	whole, err := os.ReadFile(write(f, values))
	require.NoError(f, err)
	f.Add(whole, true)
	f.Add(whole, false)
	f.Add(whole[:len(whole)-9], true)
	f.Add([]byte("KYDAIEND"), false)
	f.Fuzz(func(t *testing.T, bytes []byte, sealed bool) {
		if sealed {
			seal(bytes)
		}
		path := filepath.Join(t.TempDir(), "x.kye")
		require.NoError(t, os.WriteFile(path, bytes, 0o600))
		file, err := table.Open(path, "game/x")
		if err != nil {
			return
		}
		for i := range min(file.Len(), 1000) {
			file.Value(i)
		}
		require.NoError(t, file.Close())
	})
}

// seal makes the checksums of a damaged file right, where the lengths allow.
func seal(file []byte) {
	const fixed, own = 48, 16
	if len(file) < fixed {
		return
	}
	le, sum := binary.LittleEndian, crc32.MakeTable(crc32.Castagnoli)
	header, entries := int(le.Uint32(file[12:])), int(le.Uint32(file[32:]))
	blocks := header + (entries+127)/128*4
	if header < fixed || blocks > len(file) {
		return
	}
	le.PutUint32(file[20:], crc32.Checksum(file[header:blocks], sum))
	le.PutUint32(file[24:], crc32.Checksum(file[blocks:], sum))
	le.PutUint32(file[own:], 0)
	le.PutUint32(file[own:], crc32.Checksum(file[:header], sum))
}
