package openapi

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"kydai.dev/pkg/rules/record"
	"kydai.dev/pkg/texts"
	"kydai.dev/services/gateway/internal/route"
)

// finishAnswers replaces the generated error by the problems that the call may
// answer with, and describes what success carries.
func (b *builder) finishAnswers(op tree, r *route.Route) {
	answers := at(op, "responses")
	delete(answers, "default")
	ok := at(answers, "200")
	ok["description"] = text(ok["description"])
	if content := files(r); content != nil {
		ok["content"] = content
	}
	if shown := b.example(op).Response; shown != nil {
		at(at(ok, "content"), "application/json")["example"] = shown
	}
	if r.Created {
		delete(answers, "200")
		answers[strconv.Itoa(r.Success())] = ok
		ok["headers"] = tree{"Location": tree{"description": "Where it is found.", "schema": tree{"type": "string"}}}
	}
	if tagged(r) {
		ok["headers"] = tree{"ETag": tree{"description": "Changes with the resource; a game's and a tournament's is its seq.", "schema": tree{"type": "string"}}}
		if r.Method == http.MethodGet {
			answers["304"] = tree{"description": "It has not changed."}
		}
	}
	for status, reasons := range refusals(r) {
		answers[strconv.Itoa(status)] = b.refusal(r.Service, status, reasons)
	}
}

// files are the contents of an answer that is a file; nil where it is none.
func files(r *route.Route) tree {
	switch {
	case strings.HasSuffix(r.RPC, "/ExportGame"), strings.HasSuffix(r.RPC, "/ExportAnalysis"):
		return records()
	case strings.HasSuffix(r.RPC, "/ExportTournament"):
		return tournamentFiles()
	}
	return nil
}

func records() tree {
	content := tree{}
	for _, f := range record.Formats() {
		kind := "string"
		if f.Name == record.JSON {
			kind = "object"
		}
		content[f.MediaType] = tree{"schema": tree{"type": kind, "description": "A record in the format " + f.Name + "."}}
	}
	return content
}

func tournamentFiles() tree {
	content := tree{}
	for mediaType, says := range map[string]string{
		"text/plain": "A report file: trf26, trfx or trf16.", "text/csv": "The standings.", "image/svg+xml": "The crosstable, or the bracket of a knockout.",
	} {
		content[mediaType] = tree{"schema": tree{"type": "string", "description": says}}
	}
	content["application/json"] = tree{"schema": tree{"type": "object", "description": "All of it."}}
	return content
}

// tagged reports whether the answers of a call have an ETag.
func tagged(r *route.Route) bool {
	return slices.Contains([]string{
		"GetGame", "GetMe", "UpdateMe", "GetCatalog", "GetTournament", "UpdateTournament", "GetStandings", "GetSeries", "UpdateSeries",
	}, r.RPC[strings.LastIndex(r.RPC, "/")+1:])
}

// refusals are the reasons that a call may be refused for, by status.
func refusals(r *route.Route) map[int][]texts.Refusal {
	found := map[int][]texts.Refusal{}
	for _, reason := range texts.Reasons() {
		if may(r, reason) {
			found[reason.Status] = append(found[reason.Status], reason)
		}
	}
	return found
}

// refusal is a reference to the shared answer for a status and its reasons.
func (b *builder) refusal(service string, status int, reasons []texts.Refusal) tree {
	names := make([]string, len(reasons))
	lines := make([]string, len(reasons))
	for i, r := range reasons {
		title, _ := r.Text(texts.English, nil)
		names[i], lines[i] = r.Name, fmt.Sprintf("- `%s`: %s", r.Name, title)
	}
	shared := at(at(b.doc, "components"), "responses")
	id := freeName(shared, fmt.Sprintf("%s%d", service, status), names)
	shared[id] = tree{
		"description": strings.Join(lines, "\n"),
		"content":     tree{"application/problem+json": tree{"schema": tree{"$ref": "#/components/schemas/Problem"}}},
		"x-reasons":   names,
	}
	return tree{"$ref": "#/components/responses/" + id}
}

// freeName is a name that nothing else or the same reasons have.
func freeName(shared tree, base string, names []string) string {
	for n, id := 1, base; ; n, id = n+1, fmt.Sprintf("%s_%d", base, n+1) {
		old, taken := shared[id].(tree)
		if !taken {
			return id
		}
		if same, _ := old["x-reasons"].([]string); slices.Equal(same, names) {
			return id
		}
	}
}

// reasonList is the whole table, for the page.
func reasonList() []any {
	var list []any
	for _, r := range texts.Reasons() {
		en, enDetail := r.Text(texts.English, nil)
		vi, viDetail := r.Text(texts.Vietnamese, nil)
		list = append(list, tree{
			"reason": r.Name, "status": r.Status, "service": r.Owner,
			"en": tree{"title": en, "detail": enDetail}, "vi": tree{"title": vi, "detail": viDetail},
		})
	}
	return list
}
