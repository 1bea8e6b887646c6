package route_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/gateway/internal/limit"
	"kydai.dev/services/gateway/internal/route"
)

func refereeRoutes(t *testing.T) map[string]*route.Route {
	t.Helper()
	routes, err := route.Of(refereev1.File_kydai_referee_v1_referee_proto.Services().ByName("RefereeService"))
	require.NoError(t, err)
	byName := map[string]*route.Route{}
	for _, r := range routes {
		byName[r.Method+" "+r.Pattern] = r
	}
	return byName
}

func TestRoutesAreReadFromContracts(t *testing.T) {
	t.Parallel()
	routes := refereeRoutes(t)
	move := routes["POST /v1/games/{game_id}/moves"]
	require.NotNil(t, move)
	require.Equal(t, "/kydai.referee.v1.RefereeService/PlayMove", move.RPC)
	require.Equal(t, "referee", move.Service)
	require.True(t, move.Body)
	require.True(t, move.Free)
	require.True(t, move.Param("game_id"))
	require.False(t, move.Param("ply"))
	require.True(t, move.Callers.GetPlayer())
	require.False(t, move.OnlyNobody())

	create := routes["POST /v1/games"]
	require.True(t, create.Created)
	require.Equal(t, limit.Create, create.Class)
	require.Equal(t, "/v1/games/%s", create.Location)
	require.Equal(t, []string{"creation_key", "tournament"}, create.Hidden)

	require.Equal(t, []string{"player_id"}, routes["GET /v1/me/games"].Hidden)
	require.Empty(t, routes["GET /v1/players/{player_id}/games"].Hidden)
	require.Equal(t, limit.Read, routes["GET /v1/games/{game_id}"].Class)
	require.Equal(t, limit.Write, routes["POST /v1/games/{game_id}:resign"].Class)
	require.Contains(t, routes, "GET /v1/me/games", "a second path of a call")
	for name := range routes {
		require.NotContains(t, name, "ListDue", "calls without a path are not for HTTP")
	}
}
