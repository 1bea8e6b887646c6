// Package eval answers questions about the rules, one JSON object a line: what
// holds after moves from a position, or the first error. Authors of clients and
// engines use it as their oracle.
package eval

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

const (
	readSize = 64 << 10
	// maxLine is the longest question that is read.
	maxLine = 64 << 20
)

// Run answers the questions of in on out, in their order, until in ends. A line
// that is no question is answered with an error and named on complaints.
func Run(in io.Reader, out, complaints io.Writer) error {
	buffered := bufio.NewWriterSize(out, readSize)
	answers := json.NewEncoder(buffered)
	answers.SetEscapeHTML(false)
	lines := bufio.NewScanner(flushing{in: in, out: buffered})
	lines.Buffer(make([]byte, readSize), maxLine)
	for n := 1; lines.Scan(); n++ {
		if isBlank(lines.Bytes()) {
			continue
		}
		answer, err := respond(lines.Bytes())
		if err != nil {
			fmt.Fprintf(complaints, "line %d: %v\n", n, err)
		}
		if err := answers.Encode(answer); err != nil {
			return fmt.Errorf("write answer: %w", err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read questions: %w", err)
	}
	return buffered.Flush()
}

func isBlank(line []byte) bool {
	for _, c := range line {
		if c != ' ' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}

// flushing hands over the answers so far before it waits for questions, since
// whoever asks may wait for them.
type flushing struct {
	in  io.Reader
	out *bufio.Writer
}

func (f flushing) Read(p []byte) (int, error) {
	if err := f.out.Flush(); err != nil {
		return 0, fmt.Errorf("write answers: %w", err)
	}
	return f.in.Read(p)
}
