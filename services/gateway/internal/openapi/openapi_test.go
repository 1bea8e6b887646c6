package openapi_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"buf.build/go/protovalidate"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"kydai.dev/pkg/rules/record"
	"kydai.dev/pkg/texts"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	rewardsv1 "kydai.dev/proto/gen/kydai/rewards/v1"
	searchv1 "kydai.dev/proto/gen/kydai/search/v1"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/gateway/internal/openapi"
	"kydai.dev/services/gateway/internal/route"
)

func contracts(t *testing.T) []*route.Route {
	t.Helper()
	routes, err := route.Of(
		accountv1.File_kydai_account_v1_account_proto.Services().Get(0),
		matchmakingv1.File_kydai_matchmaking_v1_rooms_proto.Services().Get(0),
		matchmakingv1.File_kydai_matchmaking_v1_tickets_proto.Services().Get(0),
		matchmakingv1.File_kydai_matchmaking_v1_lobby_proto.Services().Get(0),
		ratingv1.File_kydai_rating_v1_rating_proto.Services().Get(0),
		rewardsv1.File_kydai_rewards_v1_rewards_proto.Services().Get(0),
		searchv1.File_kydai_search_v1_search_proto.Services().Get(0),
		studyv1.File_kydai_study_v1_study_proto.Services().Get(0),
		tournamentv1.File_kydai_tournament_v1_tournament_proto.Services().Get(0),
		tournamentv1.File_kydai_tournament_v1_director_proto.Services().Get(0),
		tournamentv1.File_kydai_tournament_v1_series_proto.Services().Get(0),
		refereev1.File_kydai_referee_v1_referee_proto.Services().Get(0),
		refereev1.File_kydai_referee_v1_rules_proto.Services().Get(0),
		refereev1.File_kydai_referee_v1_catalog_proto.Services().Get(0),
	)
	require.NoError(t, err)
	return routes
}

func document(t *testing.T) map[string]any {
	t.Helper()
	data, err := openapi.Document(contracts(t))
	require.NoError(t, err)
	var doc map[string]any
	require.NoError(t, json.Unmarshal(data, &doc))
	return doc
}

// dig follows names and indexes into a document.
func dig(t *testing.T, at any, path ...string) any {
	t.Helper()
	for i, key := range path {
		m, ok := at.(map[string]any)
		require.True(t, ok, "%v is no object", path[:i])
		at, ok = m[key]
		require.True(t, ok, "%v is missing", path[:i+1])
	}
	return at
}

func TestEveryRouteIsDescribed(t *testing.T) {
	t.Parallel()
	doc := document(t)
	require.Equal(t, "3.1.0", doc["openapi"])
	operations := map[string]bool{}
	for path, item := range dig(t, doc, "paths").(map[string]any) {
		require.NotContains(t, path, "_", "parameters are spelt as JSON is")
		for method, op := range item.(map[string]any) {
			op := op.(map[string]any)
			id := op["operationId"].(string)
			require.False(t, operations[id], id)
			operations[id] = true
			require.NotEmpty(t, op["summary"], id)
			require.NotEmpty(t, op["security"], "%s %s says whose token it needs", method, path)
			require.Contains(t, "accounts rooms tickets lobby games analyses tournaments rules catalogue ratings rewards streams server", op["tags"].([]any)[0], id)
		}
	}
	require.Len(t, operations, len(contracts(t))+9)
}

func TestReferencesLead(t *testing.T) {
	t.Parallel()
	doc := document(t)
	count := 0
	walk(doc, func(ref string) {
		count++
		dig(t, doc, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
	})
	require.Greater(t, count, 100)
}

func walk(at any, visit func(ref string)) {
	switch at := at.(type) {
	case map[string]any:
		if ref, ok := at["$ref"].(string); ok {
			visit(ref)
		}
		for _, v := range at {
			walk(v, visit)
		}
	case []any:
		for _, v := range at {
			walk(v, visit)
		}
	}
}

func TestWhatTheGeneratorLeavesOut(t *testing.T) {
	t.Parallel()
	doc := document(t)
	move := dig(t, doc, "paths", "/v1/games/{gameId}/moves", "post")
	body := dig(t, move, "requestBody", "content", "application/json", "schema")
	require.Equal(t, []any{"move", "ply"}, dig(t, body, "required"))
	require.EqualValues(t, 1, dig(t, body, "properties", "ply", "minimum"))
	require.EqualValues(t, 100, dig(t, body, "properties", "move", "maxLength"))
	require.Equal(t, false, dig(t, body, "additionalProperties"))
	require.Equal(t, []any{map[string]any{"player": []any{"play"}}}, dig(t, move, "security"))
	require.NotContains(t, dig(t, doc, "paths", "/v1/me/games", "get", "security"), map[string]any{}, "nobody has games of his own")
	require.Contains(t, dig(t, doc, "paths", "/v1/players/{playerId}/games", "get", "security"), map[string]any{})
	require.Contains(t, reasonsOf(t, doc, move, "409"), "PLY_TAKEN")
	require.NotContains(t, reasonsOf(t, doc, move, "409"), "ROOM_CLOSED")
	require.Equal(t, []any{"ILLEGAL_MOVE"}, reasonsOf(t, doc, move, "422"))

	create := dig(t, doc, "paths", "/v1/games", "post")
	require.NotContains(t, dig(t, create, "requestBody", "content", "application/json", "schema", "properties"), "creationKey")
	require.NotContains(t, dig(t, create, "requestBody", "content", "application/json", "schema", "properties"), "tournament")
	require.NotContains(t, dig(t, create, "responses"), "200")
	require.Contains(t, dig(t, create, "responses", "201", "headers"), "Location")
	sides := dig(t, doc, "paths", "/v1/rooms", "post", "requestBody", "content", "application/json", "schema", "properties", "side", "enum")
	require.Equal(t, []any{"", "first", "second", "random"}, sides)
	clock := dig(t, doc, "components", "schemas", "kydai.referee.v1.PlayMoveResponse", "properties", "clock", "anyOf")
	require.Len(t, clock, 2, "null is one of its values")
	require.NotContains(t, dig(t, doc, "components", "schemas"), "google.rpc.Status")
}

// reasonsOf are the reasons of an operation's answers with a status.
func reasonsOf(t *testing.T, doc map[string]any, op any, status string) any {
	t.Helper()
	ref := dig(t, op, "responses", status, "$ref").(string)
	return dig(t, doc, append(strings.Split(strings.TrimPrefix(ref, "#/"), "/"), "x-reasons")...)
}

// Every reason of a service is said of some call, or is none of a client's
// business. Those of the gateway are said of the whole, or by streams.
func TestRecordsAreDescribedAsTheyCome(t *testing.T) {
	t.Parallel()
	content := dig(t, document(t), "paths", "/v1/games/{gameId}/export", "get", "responses", "200", "content")
	require.Len(t, content, len(record.Formats()))
	for _, f := range record.Formats() {
		kind := "string"
		if f.Name == record.JSON {
			kind = "object"
		}
		require.Equal(t, kind, dig(t, content, f.MediaType, "schema", "type"), f.Name)
	}
}

func TestFilesOfTournamentsAreDescribedAsTheyCome(t *testing.T) {
	t.Parallel()
	content := dig(t, document(t), "paths", "/v1/tournaments/{tournamentId}/export", "get", "responses", "200", "content")
	for mediaType, kind := range map[string]string{"text/plain": "string", "text/csv": "string", "image/svg+xml": "string", "application/json": "object"} {
		require.Equal(t, kind, dig(t, content, mediaType, "schema", "type"))
	}
}

func TestReasonsHaveOccasions(t *testing.T) {
	t.Parallel()
	doc := document(t)
	said := map[string]bool{}
	for _, answer := range dig(t, doc, "components", "responses").(map[string]any) {
		reasons, _ := answer.(map[string]any)["x-reasons"].([]any)
		for _, r := range reasons {
			said[r.(string)] = true
		}
	}
	elsewhere := []string{
		"DEADLINE_EXCEEDED", "CANCELED", "UNIMPLEMENTED", "NO_SEATS", "TOURNAMENT_ONLY", "GUEST_HAS_NO_ROLE",
		"NO_TOURNAMENT_GAME", "NO_CLOCK", "TIME_OUT_OF_BOUNDS", "ADJUSTMENT_KEY_REUSED", "OFFER_OPEN",
	}
	for _, r := range texts.Reasons() {
		if r.Owner != "gateway" {
			require.Equal(t, !slices.Contains(elsewhere, r.Name), said[r.Name], r.Name)
		}
	}
}

// Parameters say what the contract says of them.
func TestParametersHaveTheirLimits(t *testing.T) {
	t.Parallel()
	doc := document(t)
	param := func(path, name string) map[string]any {
		list := dig(t, doc, "paths", path, "get", "parameters").([]any)
		i := slices.IndexFunc(list, func(p any) bool { return p.(map[string]any)["name"] == name })
		require.GreaterOrEqual(t, i, 0, name)
		return list[i].(map[string]any)
	}
	require.Equal(t, []any{0.0, 10.0, 20.0, 50.0, 100.0}, dig(t, param("/v1/leaderboards/{game}/{category}", "top"), "schema", "enum"))
	ids := param("/v1/players", "ids")
	require.Equal(t, true, ids["required"])
	require.InDelta(t, 1, dig(t, ids, "schema", "minItems"), 0)
	require.InDelta(t, 100, dig(t, ids, "schema", "maxItems"), 0)
}

// The examples are what the calls take and answer.
func TestExamples(t *testing.T) {
	t.Parallel()
	validator, err := protovalidate.New()
	require.NoError(t, err)
	doc := document(t)
	seen := 0
	for _, r := range contracts(t) {
		path := strings.NewReplacer("{game_id}", "{gameId}", "{room_id}", "{roomId}", "{session_id}", "{sessionId}",
			"{player_id}", "{playerId}", "{ticket_id}", "{ticketId}", "{offer_id}", "{offerId}", "{identity_id}", "{identityId}", "{quest_id}", "{questId}", "{analysis_id}", "{analysisId}", "{operation_id}", "{operationId}",
			"{tournament_id}", "{tournamentId}", "{pairing_id}", "{pairingId}", "{series_id}", "{seriesId}").Replace(r.Pattern)
		op := dig(t, doc, "paths", path, strings.ToLower(r.Method)).(map[string]any)
		if request, ok := find(op, "requestBody", "content", "application/json", "example"); ok {
			seen++
			msg := r.Input.New().Interface()
			read(t, request, msg)
			fill(msg.ProtoReflect(), r.Params())
			require.NoError(t, validator.Validate(msg), "%s", r.RPC)
		}
		status := strconv.Itoa(r.Success())
		answer, ok := find(op, "responses", status, "content", "application/json", "example")
		if !ok {
			continue
		}
		seen++
		ref := dig(t, op, "responses", status, "content", "application/json", "schema", "$ref").(string)
		typ, err := protoregistry.GlobalTypes.FindMessageByName(protoreflect.FullName(ref[strings.LastIndex(ref, "/")+1:]))
		require.NoError(t, err)
		read(t, answer, typ.New().Interface())
	}
	require.Greater(t, seen, 12)
}

func find(at any, path ...string) (any, bool) {
	for _, key := range path {
		m, ok := at.(map[string]any)
		if !ok {
			return nil, false
		}
		if at, ok = m[key]; !ok {
			return nil, false
		}
	}
	return at, true
}

func read(t *testing.T, value any, into proto.Message) {
	t.Helper()
	data, err := json.Marshal(value)
	require.NoError(t, err)
	require.NoError(t, protojson.Unmarshal(data, into), "%s", data)
}

// fill sets what stands in the path.
func fill(m protoreflect.Message, params []string) {
	for _, name := range params {
		field := m.Descriptor().Fields().ByName(protoreflect.Name(name))
		if name == "player_id" {
			m.Set(field, protoreflect.ValueOfString("0198c7a0-5b1e-7c3a-9d42-6f0c2b7e1a55"))
		} else if name == "pairing_id" {
			m.Set(field, protoreflect.ValueOfString("3.1"))
		} else if field.Kind() == protoreflect.StringKind {
			m.Set(field, protoreflect.ValueOfString("xiangqi"))
		} else {
			m.Set(field, protoreflect.ValueOfInt32(1))
		}
	}
}

func TestServe(t *testing.T) {
	t.Parallel()
	h := openapi.Serve([]byte(`{"openapi":"3.1.0"}`))
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/v1/openapi.json", nil)
	h.ServeHTTP(w, r)
	require.Equal(t, "application/json", w.Header().Get("Content-Type"))
	tag := w.Header().Get("ETag")
	require.True(t, strings.HasPrefix(tag, `W/"`))
	require.Contains(t, w.Header().Get("Cache-Control"), "public")

	r.Header.Set("If-None-Match", tag)
	w = httptest.NewRecorder()
	h.ServeHTTP(w, r)
	require.Equal(t, http.StatusNotModified, w.Code)
	require.Empty(t, w.Body.Bytes())
}

func TestPageNeedsNobodyElse(t *testing.T) {
	t.Parallel()
	for name, mediaType := range map[string]string{"docs.html": "text/html", "docs.js": "text/javascript", "docs.css": "text/css"} {
		h, err := openapi.Asset(name)
		require.NoError(t, err)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/docs", nil))
		require.Contains(t, w.Header().Get("Content-Type"), mediaType)
		require.False(t, bytes.Contains(w.Body.Bytes(), []byte("//cdn")) || bytes.Contains(w.Body.Bytes(), []byte("https://")), name)
		require.False(t, bytes.Contains(w.Body.Bytes(), []byte("innerHTML")), name)
	}
	_, err := openapi.Asset("nothing")
	require.Error(t, err)
}
