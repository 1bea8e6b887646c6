// Package picture draws cross tables and brackets as SVG. The same input always
// gives the same bytes.
package picture

import (
	"encoding/xml"
	"fmt"
	"strings"
)

const (
	line   = 22 // height of a row
	margin = 12
	letter = 7.2 // width of a character, roughly
)

// drawing collects the elements of a picture.
type drawing struct {
	strings.Builder
}

// text writes at the base line y.
func (d *drawing) text(x, y float64, anchor, style, s string) {
	fmt.Fprintf(d, `<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>`+"\n", x, y, anchor, style, escape(s))
}

func (d *drawing) line(x1, y1, x2, y2 float64) {
	fmt.Fprintf(d, `<path d="M%.1f %.1fL%.1f %.1f"/>`+"\n", x1, y1, x2, y2)
}

func (d *drawing) box(x, y, width, height float64, style string) {
	fmt.Fprintf(d, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f"%s/>`+"\n", x, y, width, height, style)
}

// document wraps the elements; title is for those who can't see the picture.
func (d *drawing) document(width, height float64, title string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" `+
		`font-family="sans-serif" font-size="13" role="img">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n", escape(title))
	b.WriteString(`<style>text{fill:#222}path{stroke:#999;fill:none}rect{fill:#fff;stroke:#999}.head{font-weight:bold}.shade{fill:#f3f3f3;stroke:none}</style>` + "\n")
	fmt.Fprintf(&b, `<rect width="%.0f" height="%.0f" style="stroke:none"/>`+"\n", width, height)
	b.WriteString(d.String())
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a builder takes everything
	return b.String()
}

// shorten keeps a text within so many characters.
func shorten(s string, most int) string {
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	return string(runes[:most-1]) + "…"
}
