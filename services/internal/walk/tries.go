package walk

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const jsonType = "application/json"

// nasty are ids and texts that nobody has.
var nasty = []string{
	"' OR '1'='1", "1; DROP TABLE games; --", "<script>alert(1)</script>", "../../etc/passwd", "%00", "null", "-1", "０１",
	"\x00", "\xff\xfe", "a\nb", "𝔤𝔞𝔪𝔢", "{}", "${jndi:ldap://x}", strings.Repeat("x", 5000),
}

// tooLong is the length of a text that most fields do not take.
const tooLong = 500

// nobody is an id as accounts and rooms have it, which none of them has.
const nobody = "0198c7a0-0000-7000-8000-0000000000ff"

// methods tries the methods that a path does not have.
func (h Hall) methods(t *testing.T, o operation) {
	for _, method := range []string{http.MethodPut, http.MethodPatch, http.MethodTrace, http.MethodOptions, "BREW"} {
		if slices.Contains(o.siblings, method) {
			continue
		}
		status, headers, body := h.ask(t, request{method: method, path: h.at(o), token: h.Token})
		said := method + " " + o.path + ": " + string(body)
		require.Equal(t, http.StatusMethodNotAllowed, status, said)
		require.Contains(t, headers.Get("Allow"), o.method, said)
		h.decent(t, status, headers, body, said)
	}
}

// tokens tries callers who are nobody, or not who they say.
func (h Hall) tokens(t *testing.T, o operation) {
	if !o.token {
		return
	}
	good := h.good(o)
	good.token = ""
	h.refused(t, good, "no token", http.StatusUnauthorized)
	for what, token := range h.BadTokens {
		good.token = token
		h.refused(t, good, what+" token", http.StatusUnauthorized)
	}
}

// good is a request that would be read, if only the caller were right.
func (h Hall) good(o operation) request {
	r := request{method: o.method, path: h.at(o), token: h.Token}
	if o.body != nil {
		r.body, r.mediaType = encode(o.example), jsonType
	}
	return r
}

func encode(body map[string]any) string {
	if body == nil {
		return "{}"
	}
	data, err := json.Marshal(body)
	if err != nil {
		panic(err) // it was read from JSON
	}
	return string(data)
}

// paths tries ids that nobody has.
func (h Hall) paths(t *testing.T, o operation) {
	for _, name := range parameter.FindAllString(o.path, -1) {
		for _, id := range nasty {
			h.refused(t, h.elsewhere(o, name, id), "a bad "+name)
		}
		if o.method == http.MethodGet { // a list of what nobody has is empty
			status, headers, body := h.ask(t, h.elsewhere(o, name, nobody))
			h.decent(t, status, headers, body, o.path+": "+string(body))
		} else {
			h.refused(t, h.elsewhere(o, name, nobody), "nobody's "+name)
		}
	}
}

// elsewhere is a good request but for one id.
func (h Hall) elsewhere(o operation, name, id string) request {
	other := h
	other.Paths = maps.Clone(h.Paths)
	other.Paths[strings.Trim(name, "{}")] = id
	r := h.good(o)
	r.path = other.at(o)
	return r
}

// queries tries parameters that a call does not have, and bad values of those
// it has. Text that fits nothing may also find nothing.
func (h Hall) queries(t *testing.T, o operation) {
	r := h.good(o)
	if !o.stream && !o.document() {
		r.path = h.at(o) + "?noSuchParameter=1"
		h.refused(t, r, "an unknown parameter", http.StatusBadRequest)
		r.path = h.at(o) + "?%zz"
		h.refused(t, r, "a broken query", http.StatusBadRequest)
	}
	if o.stream {
		return
	}
	for _, name := range o.query {
		for _, value := range nasty {
			r.path = h.at(o) + "?" + url.Values{name: {value}}.Encode()
			status, headers, body := h.ask(t, r)
			said := o.method + " " + r.path + ": " + string(body)
			h.decent(t, status, headers, body, said)
			if name == "pageToken" || name == "pageSize" || strings.HasSuffix(name, "Seq") || name == "limit" {
				require.GreaterOrEqual(t, status, 400, said)
			}
		}
	}
}

// document reports whether the route serves a document, which reads no query.
func (o operation) document() bool { return o.path == "/healthz" || strings.HasSuffix(o.path, ".json") }

// bodies tries bodies that can't be read or hold what the call does not take.
func (h Hall) bodies(t *testing.T, o operation) {
	if o.body == nil {
		return
	}
	try := func(why, body, mediaType string, statuses ...int) {
		r := h.good(o)
		r.body, r.mediaType = body, mediaType
		h.refused(t, r, why, statuses...)
	}
	for why, body := range map[string]string{
		"broken off": `{"a":`, "a list": `[]`, "a number": `1`, "null": `null`, "HTML": `<html></html>`, "two objects": `{}{}`,
		"not UTF-8": "{\"a\":\"\xff\"}", "nested": strings.Repeat("[", 20000), "text": `"text"`,
	} {
		try(why, body, jsonType, http.StatusBadRequest)
	}
	try("an unknown field", encode(with(o.example, "noSuchField", 1)), jsonType, http.StatusBadRequest)
	try("HTML as a field", encode(with(o.example, "<script>", 1)), jsonType, http.StatusBadRequest)
	try("a form", "a=b", "application/x-www-form-urlencoded", http.StatusUnsupportedMediaType)
	try("a file", "x", "multipart/form-data; boundary=x", http.StatusUnsupportedMediaType)
	try("no content type", "{}", "", http.StatusUnsupportedMediaType)
	try("oversized", `{"a":"`+strings.Repeat("x", o.most)+`"}`, jsonType, http.StatusRequestEntityTooLarge)
	refusals := []int{http.StatusBadRequest}
	if o.role { // who has it not is not told what is wrong
		refusals = append(refusals, http.StatusForbidden)
	}
	for _, name := range slices.Sorted(maps.Keys(o.body)) {
		for i, value := range wrong(o.body[name]) {
			try(fmt.Sprintf("%s of a wrong kind, %d", name, i), encode(with(o.example, name, value)), jsonType, refusals...)
		}
	}
}

func with(body map[string]any, name string, value any) map[string]any {
	body = maps.Clone(body)
	if body == nil {
		body = map[string]any{}
	}
	body[name] = value
	return body
}

// wrong are values of other kinds than a property's.
func wrong(schema any) []any {
	s, _ := schema.(map[string]any)
	kind, _ := s["type"].(string)
	if list, ok := s["type"].([]any); ok && len(list) > 0 {
		kind, _ = list[0].(string)
	}
	object, list := map[string]any{"x": 1}, []any{map[string]any{}}
	switch kind {
	case "string":
		values := []any{7, true, object, list, "\x00"}
		if most, ok := s["maxLength"].(float64); !ok || most < tooLong {
			values = append(values, strings.Repeat("x", tooLong))
		}
		return values
	case "integer":
		return []any{"x", 1.5, -1, 1e12, true, object, list}
	case "boolean":
		return []any{"x", 1, object, list}
	case "array":
		return []any{"x", 1, object, list}
	default:
		return []any{"x", 1, true, object, list}
	}
}
