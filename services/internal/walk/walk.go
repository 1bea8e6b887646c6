// Package walk tries every route of a running hall with bad input: it reads
// the hall's own OpenAPI document, so that a new route is covered as soon as it
// is served. It is for tests: of the gateway alone, and of the whole hall.
package walk

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/texts"
)

// Hall is what is walked.
type Hall struct {
	// URL is where REST is served.
	URL string
	// Token is a player's, with every scope that a guest has.
	Token string
	// BadTokens are tokens that must be refused, by what is wrong with them.
	BadTokens map[string]string
	// Paths are ids that exist, by the parameter's name, so that the checks
	// behind them are reached.
	Paths map[string]string
	// State prints all that bad input must not change.
	State func() string
}

// operation is one route of the document.
type operation struct {
	method, path string
	siblings     []string       // the methods that the path has
	body         map[string]any // its properties; nil without a body
	most         int            // how many bytes it may have
	example      map[string]any // a good body, where there is one
	query        []string
	token        bool // a player's token is needed
	role         bool // and a role that a guest does not have
	stream       bool // the answer does not end
}

// Routes walks all routes. Every bad request must be refused with a problem of
// a known reason, never with HTML or a failure, and change nothing.
func Routes(t *testing.T, h Hall) {
	t.Helper()
	operations := h.operations(t)
	require.Greater(t, len(operations), 20, "the document has no routes")
	before := h.State()
	for _, o := range operations {
		t.Run(o.method+" "+o.path, func(t *testing.T) {
			h.methods(t, o)
			h.tokens(t, o)
			h.paths(t, o)
			h.queries(t, o)
			h.bodies(t, o)
		})
	}
	require.Equal(t, before, h.State(), "bad input changed something")
}

func (h Hall) operations(t *testing.T) []operation {
	t.Helper()
	status, _, data := h.ask(t, request{method: http.MethodGet, path: "/v1/openapi.json"})
	require.Equal(t, http.StatusOK, status)
	var doc struct {
		Paths map[string]map[string]described `json:"paths"`
	}
	require.NoError(t, json.Unmarshal(data, &doc))
	var all []operation
	for path, item := range doc.Paths {
		var siblings []string
		for method := range item {
			siblings = append(siblings, strings.ToUpper(method))
		}
		for method, d := range item {
			o := d.operation(strings.ToUpper(method), path)
			o.siblings = siblings
			all = append(all, o)
		}
	}
	slices.SortFunc(all, func(a, b operation) int { return strings.Compare(a.path+a.method, b.path+b.method) })
	return all
}

// described is an operation as the document has it.
type described struct {
	Parameters []struct {
		Name string `json:"name"`
		In   string `json:"in"`
	} `json:"parameters"`
	RequestBody *struct {
		Most    int `json:"x-max-bytes"`
		Content map[string]struct {
			Schema struct {
				Properties map[string]any `json:"properties"`
			} `json:"schema"`
			Example map[string]any `json:"example"`
		} `json:"content"`
	} `json:"requestBody"`
	Responses map[string]struct {
		Content map[string]any `json:"content"`
	} `json:"responses"`
	Security []map[string][]string `json:"security"`
}

func (d described) operation(method, path string) operation {
	o := operation{method: method, path: path, token: len(d.Security) > 0}
	for _, way := range d.Security {
		o.token = o.token && len(way) > 0
		o.role = slices.ContainsFunc(way["player"], isRole)
	}
	for _, p := range d.Parameters {
		if p.In == "query" {
			o.query = append(o.query, p.Name)
		}
	}
	if d.RequestBody != nil {
		content := d.RequestBody.Content["application/json"]
		o.body, o.example, o.most = content.Schema.Properties, content.Example, d.RequestBody.Most
		if o.body == nil {
			o.body = map[string]any{}
		}
	}
	_, events := d.Responses["200"].Content["text/event-stream"]
	_, socket := d.Responses["101"]
	o.stream = events || socket
	return o
}

// isRole reports whether a scope is a role, which a guest's token never has.
func isRole(scope string) bool {
	return slices.Contains([]string{"admin", "bot", "mod", "organizer"}, scope)
}

var parameter = regexp.MustCompile(`\{(\w+)\}`)

// at is the operation's path with ids that exist.
func (h Hall) at(o operation) string {
	return parameter.ReplaceAllStringFunc(o.path, func(p string) string {
		if id, ok := h.Paths[strings.Trim(p, "{}")]; ok {
			return url.PathEscape(id)
		}
		return "1"
	})
}

// request is what is sent.
type request struct {
	method, path, body string
	token, mediaType   string
}

func (h Hall) ask(t *testing.T, r request) (status int, headers http.Header, body []byte) {
	t.Helper()
	var reader io.Reader
	if r.body != "" {
		reader = strings.NewReader(r.body)
	}
	req, err := http.NewRequestWithContext(t.Context(), r.method, h.URL+r.path, reader)
	require.NoError(t, err)
	if r.mediaType != "" {
		req.Header.Set("Content-Type", r.mediaType)
	}
	if r.token != "" {
		req.Header.Set("Authorization", "Bearer "+r.token)
	}
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer func() { _ = resp.Body.Close() }()
	if resp.Header.Get("Content-Type") == "text/event-stream" {
		return resp.StatusCode, resp.Header, nil
	}
	body, err = io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp.StatusCode, resp.Header, body
}

// refused sends a request and demands a problem with one of the statuses; any
// of the client's where none is given.
func (h Hall) refused(t *testing.T, r request, why string, statuses ...int) {
	t.Helper()
	status, headers, body := h.ask(t, r)
	said := r.method + " " + r.path + " (" + why + "): " + string(body)
	require.GreaterOrEqual(t, status, 400, said)
	h.decent(t, status, headers, body, said)
	if len(statuses) > 0 {
		require.Contains(t, statuses, status, said)
	}
}

// decent demands that an answer is no failure and, where it refuses, a problem.
func (h Hall) decent(t *testing.T, status int, headers http.Header, body []byte, said string) {
	t.Helper()
	require.Less(t, status, 500, said)
	require.NotContains(t, headers.Get("Content-Type"), "html", said)
	if status < 400 {
		return
	}
	require.Equal(t, "application/problem+json", headers.Get("Content-Type"), said)
	var problem struct {
		Reason, Title, Instance string
		Status                  int
		Violations              []struct{ Field string }
	}
	require.NoError(t, json.Unmarshal(body, &problem), said)
	_, known := texts.Reason(problem.Reason)
	require.True(t, known, said)
	require.NotEmpty(t, problem.Title, said)
	require.NotEmpty(t, problem.Instance, said)
	require.Equal(t, status, problem.Status, said)
	for _, v := range problem.Violations {
		require.True(t, v.Field != "" || problem.Reason == "UNKNOWN_FIELD", said) // a client may call one ""
	}
	require.NotContains(t, string(body), "<script", said)
}
