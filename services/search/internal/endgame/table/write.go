package table

import (
	"bufio"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// Values are the values of a table by the number of the position.
type Values interface {
	Len() int
	Value(entry int) Value
}

// Write writes a table of that name to a file, which is in its place only when
// it is whole and on the disk.
func Write(path, name string, values Values) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("make the folder of a table: %w", err)
	}
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part")
	if err != nil {
		return fmt.Errorf("begin a table: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("write table %s: %w", name, err), file.Close(), os.Remove(file.Name()))
		}
	}()
	if err := write(file, name, values); err != nil {
		return err
	}
	if err := errors.Join(file.Chmod(0o644), file.Sync()); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return err
	}
	return file.Close()
}

// write writes the values and then, as it holds their checksum, the header
// before them.
func write(file *os.File, name string, values Values) error {
	h := &header{name: name, keys: keysOf(values), entries: values.Len()}
	h.width = widthFor(len(h.keys))
	room := int64(len(h.encode()))
	if _, err := file.Seek(room, io.SeekStart); err != nil {
		return err
	}
	p := packer{out: bufio.NewWriterSize(file, 1<<16), sum: crc32.New(castagnoli)}
	places := make(map[uint32]uint64, len(h.keys))
	for i, key := range h.keys {
		places[key] = uint64(i)
	}
	for entry := range h.entries {
		p.add(places[values.Value(entry).key()], h.width)
	}
	p.end()
	if err := p.out.Flush(); err != nil {
		return err
	}
	h.sum = p.sum.Sum32()
	_, err := file.WriteAt(h.encode(), 0)
	return err
}

// keysOf lists the different values.
func keysOf(values Values) []uint32 {
	seen := map[uint32]bool{}
	last := Value{Plies: 1} // a draw has none: no value of a table
	for entry := range values.Len() {
		if v := values.Value(entry); v != last {
			seen[v.key()], last = true, v
		}
	}
	keys := make([]uint32, 0, len(seen))
	for key := range seen {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// packer puts numbers of a few bits one after the other. Its errors wait in the
// buffered writer.
type packer struct {
	out  *bufio.Writer
	sum  hash.Hash32
	bits uint64
	held int // bits that wait
}

func (p *packer) add(number uint64, width int) {
	p.bits |= number << p.held
	for p.held += width; p.held >= 8; p.held -= 8 {
		p.byte(byte(p.bits))
		p.bits >>= 8
	}
}

func (p *packer) end() {
	if p.held > 0 {
		p.byte(byte(p.bits))
	}
	for range padding {
		p.byte(0)
	}
}

func (p *packer) byte(b byte) {
	_ = p.out.WriteByte(b)
	_, _ = p.sum.Write([]byte{b})
}
