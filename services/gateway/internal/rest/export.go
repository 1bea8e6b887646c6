package rest

import (
	"mime"
	"net/http"
	"strings"

	"kydai.dev/pkg/rules/record"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/gateway/internal/route"
)

// file is an answer that is a file and no message.
type file interface {
	GetMediaType() string
	GetFileName() string
	GetData() []byte
}

var _ file = (*refereev1.ExportGameResponse)(nil)

// accepted names the format of a record by the Accept header where the query
// does not: the first media type in it that is one of a format.
func accepted(to *route.Route, r *http.Request) {
	if !strings.HasSuffix(to.RPC, "/ExportGame") {
		return
	}
	query := r.URL.Query()
	if query.Has("format") {
		return
	}
	for item := range strings.SplitSeq(strings.Join(r.Header.Values("Accept"), ","), ",") {
		mediaType, _, err := mime.ParseMediaType(item)
		if err != nil {
			continue
		}
		if format, ok := formatOf(mediaType); ok {
			query.Set("format", format)
			r.URL.RawQuery = query.Encode()
			return
		}
	}
}

func formatOf(mediaType string) (name string, ok bool) {
	for _, f := range record.Formats() {
		if f.MediaType == mediaType {
			return f.Name, true
		}
	}
	return "", false
}

// describe sets the headers of a file.
func describe(h http.Header, f file) {
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": f.GetFileName()}))
	h.Add("Vary", "Accept")
	h.Add("Vary", "Authorization")
	h["Cache-Control"] = privately
}
