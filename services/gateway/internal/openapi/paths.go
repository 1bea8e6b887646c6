package openapi

import (
	"net/http"
	"regexp"
	"slices"
	"strings"

	"kydai.dev/services/gateway/internal/route"
)

// tags are the groups that people know, by the contracts' services.
var tags = map[string]string{
	"AccountService": "accounts", "RoomService": "rooms", "TicketService": "tickets", "LobbyService": "lobby", "RefereeService": "games", "RulesService": "rules", "CatalogService": "catalogue",
	"RatingService": "ratings", "RewardsService": "rewards", "SearchService": "games", "StudyService": "analyses",
	"TournamentService": "tournaments", "DirectorService": "tournaments", "SeriesService": "tournaments",
}

var parameter = regexp.MustCompile(`\{\w+\}`)

// finishPaths goes through the operations of all contracts.
func (b *builder) finishPaths() {
	paths := tree{}
	for pattern, item := range at(b.doc, "paths") {
		item, _ := item.(tree)
		for method, op := range item {
			r := b.byPath[strings.ToUpper(method)+" "+pattern]
			if op, ok := op.(tree); ok && r != nil {
				b.finishOperation(op, r)
			}
		}
		paths[parameter.ReplaceAllStringFunc(pattern, camel)] = item
	}
	b.doc["paths"] = paths
}

func (b *builder) finishOperation(op tree, r *route.Route) {
	comment := text(op["summary"])
	summary, _, more := strings.Cut(comment, ". ")
	op["summary"] = strings.TrimSuffix(summary, ".")
	if more {
		op["description"] = comment
	}
	if list, ok := op["tags"].([]any); ok && len(list) == 1 {
		if name, ok := list[0].(string); ok {
			op["tags"] = []any{tags[name]}
		}
	}
	finishParameters(op, r)
	b.finishBody(op, r)
	b.finishAnswers(op, r)
	op["security"] = security(r)
}

// finishParameters takes hidden parameters out, spells the others as JSON does,
// gives them their limits and adds the headers that the gateway reads.
func finishParameters(op tree, r *route.Route) {
	given, _ := op["parameters"].([]any)
	fields := r.Input.Descriptor().Fields()
	var list []any
	for _, p := range given {
		p, _ := p.(tree)
		name, _ := p["name"].(string)
		field := fields.ByName(protoName(name))
		if field == nil {
			field = fields.ByJSONName(name)
		}
		if field != nil && slices.Contains(r.Hidden, string(field.Name())) {
			continue
		}
		list = append(list, p)
		p["name"] = camel(name)
		p["description"] = text(p["description"])
		if field != nil {
			limit(at(p, "schema"), field)
			if rules(field).GetRepeated().GetMinItems() > 0 {
				p["required"] = true
			}
		}
	}
	add := func(name string) { list = append(list, tree{"$ref": "#/components/parameters/" + name}) }
	if r.Created && !r.OnlyNobody() {
		add("IdempotencyKey")
	}
	if tagged(r) {
		add(condition(r))
	}
	add("AcceptLanguage")
	op["parameters"] = list
}

// condition is the header that an ETag is sent back in.
func condition(r *route.Route) string {
	if r.Method == http.MethodGet {
		return "IfNoneMatch"
	}
	return "IfMatch"
}

// finishBody takes hidden fields out of the body and gives the others their
// limits. A body may be left out where every field may.
func (b *builder) finishBody(op tree, r *route.Route) {
	body, ok := op["requestBody"].(tree)
	if !ok {
		return
	}
	content := at(at(body, "content"), "application/json")
	properties := at(at(content, "schema"), "properties")
	for name := range properties {
		field := r.Input.Descriptor().Fields().ByJSONName(name)
		if slices.Contains(r.Hidden, string(field.Name())) {
			delete(properties, name)
			continue
		}
		b.finishProperty(at(properties, name), field)
	}
	body["x-max-bytes"] = r.MostBody
	schema := at(content, "schema")
	schema["additionalProperties"] = false
	needed := required(r.Input.Descriptor(), properties)
	body["required"] = len(needed) > 0
	if len(needed) > 0 {
		schema["required"] = needed
	}
	if shown := b.example(op).Request; shown != nil {
		content["example"] = shown
	}
}

func (b *builder) example(op tree) example {
	id, _ := op["operationId"].(string)
	return b.examples[id]
}

// ownPaths are those of whoever calls, who must say so even where others may read
// the same of a player by the player's id.
const ownPaths = "/v1/me"

// security says whose token a call needs; nobody's where it may come without.
func security(r *route.Route) []any {
	var ways []any
	if own := strings.HasPrefix(r.Pattern, ownPaths); r.Callers.GetNobody() && !own {
		ways = append(ways, tree{})
	}
	if r.Callers.GetPlayer() {
		ways = append(ways, players(r.Callers.GetScope())...)
	}
	return ways
}

// players are the tokens that do, by the scopes of which they must hold one.
func players(scopes string) []any {
	var ways []any
	for scope := range strings.FieldsSeq(scopes) {
		ways = append(ways, tree{"player": []any{scope}})
	}
	if ways == nil {
		return []any{tree{"player": []any{}}}
	}
	return ways
}
