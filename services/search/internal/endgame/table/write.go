package table

import (
	"bufio"
	"encoding/binary"
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

// write writes the blocks, then, as only now they are known, the directory and
// the header before them.
func write(file *os.File, name string, values Values) error {
	h := &header{name: name, keys: keysOf(values), entries: values.Len()}
	h.width = widthFor(len(h.keys))
	room := len(h.encode())
	if _, err := file.Seek(int64(room+h.directoryLen()), io.SeekStart); err != nil {
		return err
	}
	p := newPacker(file, h)
	for begin := 0; begin < h.entries; begin += block {
		p.block(values, begin)
	}
	for range padding {
		p.byte(0)
	}
	if err := p.out.Flush(); err != nil {
		return err
	}
	h.sums = [2]uint32{crc32.Checksum(p.directory, castagnoli), p.sum.Sum32()}
	if _, err := file.WriteAt(p.directory, int64(room)); err != nil {
		return err
	}
	_, err := file.WriteAt(h.encode(), 0)
	return err
}

// keysOf lists the different values.
func keysOf(values Values) []uint32 {
	seen := map[uint32]bool{}
	var last Value
	for entry := range values.Len() {
		if v := values.Value(entry); entry == 0 || v != last { // mostly like the one before
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

// packer writes blocks and their directory. Its errors wait in the buffered
// writer.
type packer struct {
	*header
	places    map[uint32]uint32 // of the keys
	directory []byte
	out       *bufio.Writer
	sum       hash.Hash32
	bits      uint64
	held      int // bits that wait
}

func newPacker(file *os.File, h *header) *packer {
	p := &packer{header: h, out: bufio.NewWriterSize(file, 1<<16), sum: crc32.New(castagnoli)}
	p.places = make(map[uint32]uint32, len(h.keys))
	for i, key := range h.keys {
		p.places[key] = uint32(i)
	}
	return p
}

// block writes the block that begins with a position. Behind the last position
// its last value is repeated.
func (p *packer) block(values Values, begin int) {
	var numbers [block]uint32
	same := true
	for i := range numbers {
		numbers[i] = p.places[values.Value(min(begin+i, p.entries-1)).key()]
		same = same && numbers[i] == numbers[0]
	}
	if same {
		p.directory = binary.LittleEndian.AppendUint32(p.directory, constant|numbers[0])
		return
	}
	p.directory = binary.LittleEndian.AppendUint32(p.directory, uint32(p.packed))
	p.packed++
	for _, number := range numbers {
		p.add(uint64(number))
	}
}

// add puts a number behind the others. A block ends with a whole byte.
func (p *packer) add(number uint64) {
	p.bits |= number << p.held
	for p.held += p.width; p.held >= 8; p.held -= 8 {
		p.byte(byte(p.bits))
		p.bits >>= 8
	}
}

func (p *packer) byte(b byte) {
	_ = p.out.WriteByte(b)
	_, _ = p.sum.Write([]byte{b})
}
