package rest

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"

	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// privately lets a client keep an answer if it asks each time whether it is
// still the newest.
var privately = []string{"private, no-cache"}

// answer sets status and headers before the mux prints a message.
func (s *Server) answer(_ context.Context, w http.ResponseWriter, msg proto.Message) error {
	x := exchangeOf(w)
	if x.route.Created {
		x.Header().Set("Location", fmt.Sprintf(x.route.Location, idOf(msg)))
		x.WriteHeader(http.StatusCreated)
		return nil
	}
	game, ok := msg.(interface{ GetGame() *refereev1.Game })
	if !ok {
		return nil
	}
	tag := `"` + strconv.Itoa(int(game.GetGame().GetSeq())) + `"`
	h := x.Header()
	h.Set("ETag", tag)
	h["Cache-Control"] = privately
	h.Add("Vary", "Authorization")
	if fresh(x.ifNoneMatch, tag) {
		h.Del("Content-Type")
		h.Del("Content-Length")
		x.WriteHeader(http.StatusNotModified)
	}
	return nil
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
	case interface {
		GetPlayer() *accountv1.PlayerProfile
	}:
		return m.GetPlayer().GetPlayerId()
	default:
		return ""
	}
}
