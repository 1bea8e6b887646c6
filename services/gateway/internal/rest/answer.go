package rest

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"google.golang.org/protobuf/proto"

	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/gateway/internal/route"
)

// How an answer with an ETag may be kept: by its client, who asks each time
// whether it is still the newest, or by anybody and for a while unasked.
var (
	privately = []string{"private, no-cache"}
	publicly  = []string{"public, max-age=300"}
)

// answer sets status and headers before the mux prints a message.
func (s *Server) answer(_ context.Context, w http.ResponseWriter, msg proto.Message) error {
	x := exchangeOf(w)
	if x.route.Created {
		x.Header().Set("Location", fmt.Sprintf(x.route.Location, idOf(msg)))
		x.WriteHeader(made(x.route, msg))
		return nil
	}
	if f, ok := msg.(file); ok {
		describe(x.Header(), f)
		return nil
	}
	tag := tagOf(msg)
	if tag == "" {
		return nil
	}
	h := x.Header()
	h.Set("ETag", tag)
	if shared(msg) {
		h["Cache-Control"] = publicly
	} else {
		h["Cache-Control"] = privately
		h.Add("Vary", "Authorization")
	}
	if x.route.Method == http.MethodGet && fresh(x.ifNoneMatch, tag) {
		h.Del("Content-Type")
		h.Del("Content-Length")
		x.WriteHeader(http.StatusNotModified)
	}
	return nil
}

// made is the status of a call that makes something: a ticket may be there
// already, and work may go on.
func made(to *route.Route, msg proto.Message) int {
	if t, ok := msg.(interface{ GetExisting() bool }); ok && t.GetExisting() {
		return http.StatusOK
	}
	return to.Success()
}

// tagOf is the ETag of a resource that changes: the seq of a game or a tournament,
// the version of a series, of the catalogue or of a profile. It is empty where there
// is none.
func tagOf(msg proto.Message) string {
	switch m := msg.(type) {
	case interface{ GetGame() *refereev1.Game }:
		return fmt.Sprintf(`"%d"`, m.GetGame().GetSeq())
	case interface {
		GetTournament() *tournamentv1.Tournament
	}:
		return fmt.Sprintf(`"%d"`, m.GetTournament().GetSeq())
	case interface{ GetSeries() *tournamentv1.Series }:
		return fmt.Sprintf(`"%d"`, m.GetSeries().GetVersion())
	case interface {
		GetStandings() *tournamentv1.Standings
	}:
		return fmt.Sprintf(`"%d-%d"`, m.GetStandings().GetRound(), m.GetStandings().GetSeq())
	case *refereev1.GetCatalogResponse:
		return `"` + m.GetVersion() + `"`
	case interface{ GetEtag() string }:
		return `"` + m.GetEtag() + `"`
	default:
		return ""
	}
}

// shared reports whether a resource is the same for everybody.
func shared(msg proto.Message) bool {
	_, ok := msg.(*refereev1.GetCatalogResponse)
	return ok
}

// fresh reports whether one of the tags of If-None-Match is the resource's
// (RFC 9110 §13.1.2: compared weakly).
func fresh(header, tag string) bool {
	for candidate := range strings.SplitSeq(header, ",") {
		c := strings.TrimPrefix(strings.TrimSpace(candidate), "W/")
		if c == tag || c == "*" {
			return true
		}
	}
	return false
}

// idOf is the id of what was created.
func idOf(msg proto.Message) string {
	switch m := msg.(type) {
	case interface{ GetGame() *refereev1.Game }:
		return m.GetGame().GetGameId()
	case interface{ GetRoom() *matchmakingv1.Room }:
		return m.GetRoom().GetRoomId()
	case interface{ GetTicket() *matchmakingv1.Ticket }:
		return m.GetTicket().GetTicketId()
	case interface {
		GetPlayer() *accountv1.PlayerProfile
	}:
		return m.GetPlayer().GetPlayerId()
	case interface{ GetOperation() *studyv1.Operation }:
		return m.GetOperation().GetOperationId()
	case interface {
		GetTournament() *tournamentv1.Tournament
	}:
		return m.GetTournament().GetTournamentId()
	case interface{ GetSeries() *tournamentv1.Series }:
		return m.GetSeries().GetSeriesId()
	default:
		return ""
	}
}
