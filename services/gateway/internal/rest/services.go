package rest

import (
	"context"
	"strings"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/reflect/protoreflect"

	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	rewardsv1 "kydai.dev/proto/gen/kydai/rewards/v1"
	searchv1 "kydai.dev/proto/gen/kydai/search/v1"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
)

// service is a contract that REST serves, and where its calls go.
type service struct {
	name     string
	contract protoreflect.ServiceDescriptor
	register func(context.Context, *runtime.ServeMux, grpc.ClientConnInterface) error
}

// served are the contracts behind REST; a new one is one more entry.
var served = []service{
	{
		"account", accountv1.File_kydai_account_v1_account_proto.Services().ByName("AccountService"),
		func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
			return accountv1.RegisterAccountServiceHandlerClient(ctx, mux, accountv1.NewAccountServiceClient(conn))
		},
	},
	{
		"matchmaking", matchmakingv1.File_kydai_matchmaking_v1_rooms_proto.Services().ByName("RoomService"),
		func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
			return matchmakingv1.RegisterRoomServiceHandlerClient(ctx, mux, matchmakingv1.NewRoomServiceClient(conn))
		},
	},
	{
		"matchmaking", matchmakingv1.File_kydai_matchmaking_v1_tickets_proto.Services().ByName("TicketService"),
		func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
			return matchmakingv1.RegisterTicketServiceHandlerClient(ctx, mux, matchmakingv1.NewTicketServiceClient(conn))
		},
	},
	{
		"matchmaking", matchmakingv1.File_kydai_matchmaking_v1_lobby_proto.Services().ByName("LobbyService"),
		func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
			return matchmakingv1.RegisterLobbyServiceHandlerClient(ctx, mux, matchmakingv1.NewLobbyServiceClient(conn))
		},
	},
	{
		"rating", ratingv1.File_kydai_rating_v1_rating_proto.Services().ByName("RatingService"),
		func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
			return ratingv1.RegisterRatingServiceHandlerClient(ctx, mux, ratingv1.NewRatingServiceClient(conn))
		},
	},
	{
		"rewards", rewardsv1.File_kydai_rewards_v1_rewards_proto.Services().ByName("RewardsService"),
		func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
			return rewardsv1.RegisterRewardsServiceHandlerClient(ctx, mux, rewardsv1.NewRewardsServiceClient(conn))
		},
	},
	{
		"search", searchv1.File_kydai_search_v1_search_proto.Services().ByName("SearchService"),
		func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
			return searchv1.RegisterSearchServiceHandlerClient(ctx, mux, searchv1.NewSearchServiceClient(conn))
		},
	},
	{
		"study", studyv1.File_kydai_study_v1_study_proto.Services().ByName("StudyService"),
		func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
			return studyv1.RegisterStudyServiceHandlerClient(ctx, mux, studyv1.NewStudyServiceClient(conn))
		},
	},
	{
		"tournament", tournamentv1.File_kydai_tournament_v1_tournament_proto.Services().ByName("TournamentService"),
		func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
			return tournamentv1.RegisterTournamentServiceHandlerClient(ctx, mux, tournamentv1.NewTournamentServiceClient(conn))
		},
	},
	{
		"tournament", tournamentv1.File_kydai_tournament_v1_director_proto.Services().ByName("DirectorService"),
		func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
			return tournamentv1.RegisterDirectorServiceHandlerClient(ctx, mux, tournamentv1.NewDirectorServiceClient(conn))
		},
	},
	{
		"tournament", tournamentv1.File_kydai_tournament_v1_series_proto.Services().ByName("SeriesService"),
		func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
			return tournamentv1.RegisterSeriesServiceHandlerClient(ctx, mux, tournamentv1.NewSeriesServiceClient(conn))
		},
	},
	{
		"referee", refereev1.File_kydai_referee_v1_referee_proto.Services().ByName("RefereeService"),
		func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
			return refereev1.RegisterRefereeServiceHandlerClient(ctx, mux, refereev1.NewRefereeServiceClient(conn))
		},
	},
	{
		"referee", refereev1.File_kydai_referee_v1_rules_proto.Services().ByName("RulesService"),
		func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
			return refereev1.RegisterRulesServiceHandlerClient(ctx, mux, refereev1.NewRulesServiceClient(conn))
		},
	},
	{
		"referee", refereev1.File_kydai_referee_v1_catalog_proto.Services().ByName("CatalogService"),
		func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error {
			return refereev1.RegisterCatalogServiceHandlerClient(ctx, mux, refereev1.NewCatalogServiceClient(conn))
		},
	},
}

// patternKey is a path as the mux prints it.
func patternKey(pattern string) string { return strings.ReplaceAll(pattern, "}", "=*}") }

// matches reports whether a path fits a pattern.
func matches(pattern, path string) bool {
	want, got := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return false
	}
	for i, w := range want {
		if !segmentFits(w, got[i]) {
			return false
		}
	}
	return true
}

// segmentFits knows literals, {name} and {name}:verb. No name has a colon.
func segmentFits(want, got string) bool {
	if !strings.HasPrefix(want, "{") {
		return want == got
	}
	_, verb, _ := strings.Cut(want, "}")
	id, ok := strings.CutSuffix(got, verb)
	return ok && id != "" && !strings.Contains(id, ":")
}
