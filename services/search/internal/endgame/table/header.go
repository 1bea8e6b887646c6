package table

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/bits"
	"slices"
)

// A file is a header, the directory of blocks, and the packed blocks. The header
// is, little-endian:
//
//	 0  8 bytes  magic
//	 8  uint32   version
//	12  uint32   length of the header, which is where the directory begins
//	16  uint32   checksum (CRC-32C) of the header, these four bytes as zeros
//	20  uint32   checksum of the directory
//	24  uint32   checksum of the blocks
//	28  uint32   number of packed blocks
//	32  uint64   number of positions
//	40  uint32   number of different values
//	44  uint16   bits that a position takes
//	46  uint16   length of the name
//	48           the name, then the keys of the different values, 4 bytes each
//
// A position takes just the bits that tell the different values of its table
// apart: the place of its value among the keys. The bits of one position follow
// those of the one before, the lowest bit of a byte first. Positions come in
// blocks of equal length. The directory says for each, in 4 bytes, which packed
// block it is or, with the highest bit set, which value all its positions have:
// in most tables of morris nearly all of them are draws. padding bytes at the end
// let a reader take eight bytes at once.
const (
	magic      = "KYDAIEND"
	version    = 2
	fixed      = 48
	block      = 128 // positions
	constant   = 1 << 31
	padding    = 8
	mostValues = 1 << 20 // keeps a damaged header from asking for all memory
	mostName   = 256
)

// ErrDamaged is the error of a file that is not a whole table.
var ErrDamaged = errors.New("not a whole table of endings")

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// header is what a file says of itself.
type header struct {
	name    string
	keys    []uint32
	width   int // bits a position
	entries int
	packed  int // blocks
	// sums are the checksums of the directory and of the blocks.
	sums [2]uint32
}

// blocks is how many blocks there are, packed or not.
func (h *header) blocks() int { return (h.entries + block - 1) / block }

// directoryLen and blocksLen are how many bytes they take.
func (h *header) directoryLen() int { return 4 * h.blocks() }
func (h *header) blocksLen() int    { return h.packed*h.blockLen() + padding }
func (h *header) blockLen() int     { return block / 8 * h.width }

// widthFor is how many bits tell that many values apart.
func widthFor(values int) int { return max(1, bits.Len(uint(values-1))) }

func (h *header) encode() []byte {
	le := binary.LittleEndian
	b := make([]byte, 0, fixed+len(h.name)+4*len(h.keys))
	b = append(b, magic...)
	b = le.AppendUint32(b, version)
	b = le.AppendUint32(b, uint32(cap(b)))
	b = le.AppendUint32(b, 0)
	b = le.AppendUint32(b, h.sums[0])
	b = le.AppendUint32(b, h.sums[1])
	b = le.AppendUint32(b, uint32(h.packed))
	b = le.AppendUint64(b, uint64(h.entries))
	b = le.AppendUint32(b, uint32(len(h.keys)))
	b = le.AppendUint16(b, uint16(h.width))
	b = le.AppendUint16(b, uint16(len(h.name)))
	b = append(b, h.name...)
	for _, key := range h.keys {
		b = le.AppendUint32(b, key)
	}
	le.PutUint32(b[16:], crc32.Checksum(b, castagnoli))
	return b
}

// headerLen reads the length of the header from its fixed part.
func headerLen(b []byte) (int, error) {
	le := binary.LittleEndian
	switch {
	case len(b) < fixed:
		return 0, damaged("only %d bytes", len(b))
	case string(b[:8]) != magic:
		return 0, damaged("it begins otherwise")
	case le.Uint32(b[8:]) != version:
		return 0, damaged("version %d in place of %d; build it anew", le.Uint32(b[8:]), version)
	}
	length, values, name := le.Uint32(b[12:]), le.Uint32(b[40:]), le.Uint16(b[46:])
	if values == 0 || values > mostValues || name > mostName || length != fixed+uint32(name)+4*values {
		return 0, damaged("its header makes no sense")
	}
	return int(length), nil
}

// decode reads a header of the right length.
func (h *header) decode(b []byte) error {
	le := binary.LittleEndian
	whole := slices.Clone(b)
	clear(whole[16:20])
	if crc32.Checksum(whole, castagnoli) != le.Uint32(b[16:]) {
		return damaged("the checksum of its header is wrong")
	}
	h.sums = [2]uint32{le.Uint32(b[20:]), le.Uint32(b[24:])}
	h.packed, h.width = int(le.Uint32(b[28:])), int(le.Uint16(b[44:]))
	entries := le.Uint64(b[32:])
	names := fixed + int(le.Uint16(b[46:]))
	h.name = string(b[fixed:names])
	for at := names; at < len(b); at += 4 {
		key := le.Uint32(b[at:])
		if !valid(key) {
			return damaged("%#x is no value", key)
		}
		h.keys = append(h.keys, key)
	}
	if h.width != widthFor(len(h.keys)) || entries > 1<<32 {
		return damaged("its header makes no sense")
	}
	h.entries = int(entries)
	return nil
}
