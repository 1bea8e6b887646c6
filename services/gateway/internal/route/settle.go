package route

import (
	"net/http"
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"

	"kydai.dev/services/gateway/internal/limit"
)

// created are the calls that make something, and where it is found afterwards.
var created = map[string]string{
	"CreateGame":         "/v1/games/%s",
	"CreateRoom":         "/v1/rooms/%s",
	"CreateTicket":       "/v1/tickets/%s",
	"CreateGuestSession": "/v1/players/%s",
	"AnalyzeGame":        "/v1/operations/%s",
	"AnalyzeRecord":      "/v1/operations/%s",
	"CreateTournament":   "/v1/tournaments/%s",
	"CreateSeries":       "/v1/tournamentSeries/%s",
}

// accepted are those of them that only begin to make it.
var accepted = []string{"AnalyzeGame", "AnalyzeRecord"}

// begins are the calls that make something without a place of its own.
var begins = []string{"StartSession", "StartLink", "SendEmailCode", "SendLinkCode", "FinishSession", "LinkIdentity"}

// free are the calls of a running game, which no bucket may stop.
var free = []string{"PlayMove", "Resign", "Abort", "MakeOffer", "AcceptOffer", "DeclineOffer"}

// reads are the calls that ask with a body.
var reads = []string{"Evaluate", "Validate"}

// exports are the calls that write records.
var exports = []string{"ExportGame", "ExportAnalysis", "ExportTournament", "Convert"}

// conditions are the fields in which calls are told the tags of If-Match: as they
// are, or as the number that they stand for.
var conditions = map[string]string{"UpdateMe": "if_match", "UpdateTournament": "seq", "UpdateSeries": "version"}

// The most bytes that a body may have: that of an ordinary call, and that of one that
// lists the players of a whole tournament.
const (
	ordinaryBody = 64 << 10
	listBody     = 512 << 10
)

// hidden are fields that clients may not send, by path: a player's key and a
// condition are headers, one's own games are nobody else's, and what services alone
// say no client does.
var hidden = map[string][]string{
	"/v1/games": {"creation_key", "tournament"}, "/v1/me/games": {"player_id"}, "/v1/me": {"if_match"}, "/v1/players/{player_id}/grants": {"operator"},
	"/v1/games/{game_id}:void": {"operator"}, "/v1/analyses/{analysis_id}/export": {"game_id"},
	"/v1/tournaments/{tournament_id}": {"seq"}, "/v1/tournamentSeries/{series_id}": {"version"},
}

// settle adds what the contracts don't say.
func (r *Route) settle(call string) {
	r.Location, r.Created = created[call]
	r.Accepted = slices.Contains(accepted, call)
	r.Free = slices.Contains(free, call)
	r.Hidden = hidden[r.Pattern]
	r.Condition = protoreflect.Name(conditions[call])
	r.MostBody = ordinaryBody
	if call == "PairRound" {
		r.MostBody = listBody
	}
	switch {
	case r.Created || slices.Contains(begins, call):
		r.Class = limit.Create
	case slices.Contains(exports, call):
		r.Class = limit.Export
	case r.Method == http.MethodGet || slices.Contains(reads, call):
		r.Class = limit.Read
	default:
		r.Class = limit.Write
	}
}
