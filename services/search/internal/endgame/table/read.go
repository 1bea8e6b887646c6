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
	begin  int64 // of the values in the file
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
	if whole := int(t.begin) + t.valuesLen(); t.file.Len() != whole {
		return damaged("%d bytes in place of %d", t.file.Len(), whole)
	}
	sum := crc32.New(castagnoli)
	if _, err := io.Copy(sum, io.NewSectionReader(t.file, t.begin, int64(t.valuesLen()))); err != nil {
		return err
	}
	if sum.Sum32() != t.sum {
		return damaged("the checksum of its values is wrong")
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
	at := entry * t.width
	var b [padding]byte
	if _, err := t.file.ReadAt(b[:], t.begin+int64(at>>3)); err != nil {
		return Value{} // cannot be: Open has seen the whole file
	}
	place := binary.LittleEndian.Uint64(b[:]) >> (at & 7) & (1<<t.width - 1)
	if place >= uint64(len(t.values)) {
		return Value{}
	}
	return t.values[place]
}

// Close unmaps the file.
func (t *Table) Close() error { return t.file.Close() }
