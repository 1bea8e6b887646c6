package rpc

import (
	"context"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/page"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	"kydai.dev/services/matchmaking/internal/lobby"
)

const defaultPage = 20

// ListRooms lists the open public rooms, newest first.
func (s *Server) ListRooms(ctx context.Context, req *matchmakingv1.ListRoomsRequest) (*matchmakingv1.ListRoomsResponse, error) {
	size := int(req.GetPageSize())
	if size == 0 {
		size = defaultPage
	}
	f := lobby.Filter{Game: req.GetGame(), Limit: size + 1} // one more tells whether there is a next page
	binding := page.Binding("rooms", authn.FromContext(ctx).Account, f.Game)
	var err error
	if f.BeforeTime, f.BeforeID, err = s.pages.Open(req.GetPageToken(), binding); err != nil {
		return nil, err
	}
	rooms, err := s.lobby.List(ctx, f)
	if err != nil {
		return nil, err
	}
	resp := &matchmakingv1.ListRoomsResponse{}
	if len(rooms) > size {
		rooms = rooms[:size]
		last := rooms[size-1]
		resp.NextPageToken = s.pages.Seal(last.Created, last.ID, binding)
	}
	for _, r := range rooms {
		resp.Rooms = append(resp.Rooms, roomToProto(ctx, r))
	}
	return resp, nil
}
