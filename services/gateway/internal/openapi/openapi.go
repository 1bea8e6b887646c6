// Package openapi finishes the OpenAPI document that is generated from the
// contracts: limits, refusals, sign-in, headers, examples, and the routes that
// no contract declares. It also serves the page that people read.
package openapi

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	generated "kydai.dev/proto/openapi"
	"kydai.dev/services/gateway/internal/route"
)

// extra are the parts of the document that are written by hand: the routes of
// the gateway's own, and the components they need.
//
//go:embed assets/extra.json
var extra []byte

// examples are requests and answers, by operation.
//
//go:embed assets/examples.json
var examples []byte

// tree is an object of the document.
type tree = map[string]any

// example is what an operation is asked and answers.
type example struct {
	Request  any `json:"request"`
	Response any `json:"response"`
}

// Document is the finished document for the routes.
func Document(routes []*route.Route) ([]byte, error) {
	var doc, more tree
	var shown map[string]example
	for from, into := range map[*[]byte]any{&generated.Document: &doc, &extra: &more, &examples: &shown} {
		if err := json.Unmarshal(*from, into); err != nil {
			return nil, fmt.Errorf("read document: %w", err)
		}
	}
	b := builder{doc: doc, schemas: at(at(doc, "components"), "schemas"), byPath: map[string]*route.Route{}, examples: shown}
	for _, r := range routes {
		b.byPath[r.Method+" "+r.Pattern] = r
	}
	b.finishPaths()
	b.finishSchemas()
	merge(doc, more)
	doc["tags"] = more["tags"]
	doc["x-reasons"] = reasonList()
	out, err := json.Marshal(doc)
	if err != nil {
		return nil, fmt.Errorf("write document: %w", err)
	}
	return out, nil
}

// builder works on the document in place.
type builder struct {
	doc, schemas tree
	byPath       map[string]*route.Route
	examples     map[string]example
}

// at is the object under a name, made where it is missing.
func at(of tree, name string) tree {
	if sub, ok := of[name].(tree); ok {
		return sub
	}
	sub := tree{}
	of[name] = sub
	return sub
}

// merge adds one object to another; what is in both is merged where it is an
// object and replaced where it is not.
func merge(into, from tree) {
	for name, value := range from {
		sub, ok := value.(tree)
		if old, both := into[name].(tree); both && ok {
			merge(old, sub)
			continue
		}
		into[name] = value
	}
}

// camel is the JSON spelling of a contract's name.
func camel(name string) string {
	words := strings.Split(name, "_")
	for i := 1; i < len(words); i++ {
		words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
	}
	return strings.Join(words, "")
}

// text makes one line of a comment.
func text(comment any) string {
	s, _ := comment.(string)
	return strings.Join(strings.Fields(s), " ")
}
