package table

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"golang.org/x/exp/mmap"
)

// Table is a table in a file, mapped into memory: the system loads what is
// asked for and forgets it under pressure. It is safe for concurrent use.
type Table struct {
	header
	values []Value // of the keys
	file   *mmap.ReaderAt
	begin  int64 // of the directory in the file
}

// Open maps a file and checks all of it. The error wraps [ErrDamaged] where the
// file is not a whole table of that name.
func Open(path, name string) (*Table, error) {
	file, err := mmap.Open(path)
	if err != nil {
		return nil, err
	}
	t := &Table{file: file}
	if err := t.read(name); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return t, nil
}

func (t *Table) read(name string) error {
	b := make([]byte, min(fixed, t.file.Len()))
	if _, err := t.file.ReadAt(b, 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	length, err := headerLen(b)
	if err != nil {
		return err
	}
	if t.file.Len() < length {
		return damaged("only %d bytes", t.file.Len())
	}
	b = make([]byte, length)
	if _, err := t.file.ReadAt(b, 0); err != nil {
		return err
	}
	if err := t.decode(b); err != nil {
		return err
	}
	t.begin = int64(length)
	return t.verify(name)
}

// verify compares the whole with what the header says.
func (t *Table) verify(name string) error {
	if t.name != name {
		return damaged("it is the table %q, not %q", t.name, name)
	}
	if whole := int(t.begin) + t.directoryLen() + t.blocksLen(); t.file.Len() != whole {
		return damaged("%d bytes in place of %d", t.file.Len(), whole)
	}
	for i, part := range [2]string{"directory", "values"} {
		begin, length := t.begin, t.directoryLen()
		if i > 0 {
			begin, length = begin+int64(length), t.blocksLen()
		}
		sum := crc32.New(castagnoli)
		if _, err := io.Copy(sum, io.NewSectionReader(t.file, begin, int64(length))); err != nil {
			return err
		}
		if sum.Sum32() != t.sums[i] {
			return damaged("the checksum of its %s is wrong", part)
		}
	}
	for _, key := range t.keys {
		t.values = append(t.values, valueOf(key))
	}
	return nil
}

// Len is how many positions there are.
func (t *Table) Len() int { return t.entries }

// Size is the length of the file in bytes.
func (t *Table) Size() int { return t.file.Len() }

// Value is the value of a position: a draw, if there is none of that number.
func (t *Table) Value(entry int) Value {
	if entry < 0 || entry >= t.entries {
		return Value{}
	}
	at := t.word(t.begin+int64(entry/block)*4) & (1<<32 - 1)
	place := at &^ constant
	if at&constant == 0 {
		bit := int64(entry%block) * int64(t.width)
		begin := t.begin + int64(t.directoryLen()) + int64(at)*int64(t.blockLen())
		place = t.word(begin+bit/8) >> (bit % 8) & (1<<t.width - 1)
	}
	if place >= uint64(len(t.values)) {
		return Value{} // cannot be: Open has seen the whole file
	}
	return t.values[place]
}

// word is the eight bytes that begin there. The padding lets there be eight.
func (t *Table) word(at int64) uint64 {
	var b [padding]byte
	_, _ = t.file.ReadAt(b[:], at)
	return binary.LittleEndian.Uint64(b[:])
}

// Close unmaps the file.
func (t *Table) Close() error { return t.file.Close() }
