package openapi

import (
	"net/http"
	"slices"
	"strings"

	"kydai.dev/pkg/texts"
	"kydai.dev/services/gateway/internal/route"
)

// occasions are the calls that a reason belongs to. A reason that is not listed
// belongs to every call of its service.
var occasions = map[string][]string{
	"BAD_NAME":        {"CreateGuestSession", "UpdateMe"},
	"NAME_RESERVED":   {"CreateGuestSession", "UpdateMe"},
	"BAD_REFRESH":     {"RefreshSession"},
	"REFRESH_REUSED":  {"RefreshSession"},
	"NO_SUCH_SESSION": {"DeleteSession"},
	"NO_SUCH_PLAYER":  {"GetPlayer", "GetMe", "UpdateMe", "BlockPlayer"},
	"NAME_TAKEN":      {"UpdateMe"},
	"BAD_LANGUAGE":    {"UpdateMe"},
	"BAD_COUNTRY":     {"UpdateMe"},
	"BAD_TIME_ZONE":   {"UpdateMe"},
	"PROFILE_CHANGED": {"UpdateMe"},
	"BLOCKED_SELF":    {"BlockPlayer"},

	"GUEST_HAS_NO_ROLE": {}, // the operator's command line only

	"UNKNOWN_PROVIDER":    {"SendEmailCode", "SendLinkCode", "StartSession", "StartLink", "FinishSession", "LinkIdentity"},
	"BAD_REDIRECT":        {"StartSession", "StartLink"},
	"PROVIDER_DOWN":       {"StartSession", "StartLink", "FinishSession", "LinkIdentity"},
	"SIGN_IN_REFUSED":     finishing,
	"BAD_EMAIL":           sending,
	"EMAIL_DOWN":          sending,
	"TOO_MANY_CODES":      sending,
	"WRONG_EMAIL_CODE":    finishing,
	"BAD_STATE":           finishing,
	"IDENTITY_TAKEN":      {"LinkIdentity"},
	"TOO_MANY_IDENTITIES": {"LinkIdentity"},
	"NO_SUCH_IDENTITY":    {"UnlinkIdentity"},
	"LAST_IDENTITY":       {"UnlinkIdentity"},

	"TOO_MANY_BLOCKS": {"BlockPlayer"},
	"NO_SUCH_BLOCK":   {"UnblockPlayer"},

	"UNKNOWN_GAME":           {"CreateRoom", "CreateTicket", "CreateGame", "ListRooms", "ListGames", "Evaluate", "Validate", "Convert", "ListRatings", "ListRatingHistory", "GetLeaderboard", "AnalyzeRecord"},
	"UNKNOWN_NOTATION":       {"Evaluate", "Convert", "ExportGame", "ExportAnalysis"},
	"UNKNOWN_FORMAT":         {"Convert", "ExportGame", "ExportAnalysis", "AnalyzeRecord"},
	"BAD_POSITION":           {"CreateRoom", "CreateGame"},
	"BAD_HANDICAP":           {"CreateRoom", "CreateGame"},
	"BAD_TIME_CONTROL":       {"CreateRoom", "CreateTicket", "CreateGame"},
	"RATED_NOT_ALLOWED":      {"CreateRoom", "CreateTicket", "CreateGame"},
	"IDEMPOTENCY_KEY_REUSED": {"CreateRoom", "CreateTicket", "AnalyzeGame", "AnalyzeRecord", "CreateTournament", "CreateSeries"},
	"CREATION_KEY_REUSED":    {"CreateGame"},
	"UNUSED_SETTING":         {"CreateRoom", "CreateGame"},
	"SEATS_NOT_YOURS":        {"CreateGame"},
	"NO_SEATS":               {}, // services only
	"UNKNOWN_LEVEL":          {"CreateGame"},
	"NOBODY_PLAYS":           {"CreateGame"},

	"NO_SUCH_ROOM":    {"GetRoom", "JoinRoom", "LeaveRoom", "DeclineRoom"},
	"NOT_INVITED":     {"DeclineRoom"},
	"KEPT_APART":      {"CreateRoom", "JoinRoom", "JoinRoomByCode"},
	"NOT_YOUR_ROOM":   {"LeaveRoom"},
	"ROOM_CLOSED":     {"JoinRoom", "JoinRoomByCode", "LeaveRoom", "DeclineRoom"},
	"ROOM_UNPLAYABLE": {"JoinRoom", "JoinRoomByCode"},
	"OWN_ROOM":        {"CreateRoom", "JoinRoom", "JoinRoomByCode"},
	"WRONG_CODE":      {"JoinRoomByCode"},
	"TOO_MANY_TRIES":  {"JoinRoomByCode"},
	"TOO_MANY_ROOMS":  {"CreateRoom"},

	"NO_SUCH_TICKET": {"GetTicket", "DeleteTicket"},
	"TICKET_MATCHED": {"DeleteTicket"},

	"NO_SUCH_GAME":           inGame,
	"SPECTATORS_NOT_ALLOWED": append([]string{"GetGame", "ListEvents", "ExportGame"}, studying...),
	"NOT_YOUR_GAME":          playing,
	"GAME_OVER":              playing,
	"MALFORMED_MOVE":         {"PlayMove"},
	"ILLEGAL_MOVE":           {"PlayMove"},
	"NOT_YOUR_TURN":          {"PlayMove", "GetHint"},
	"PLY_TAKEN":              {"PlayMove"},
	"PLY_AHEAD":              {"PlayMove"},
	"REWOUND":                {"PlayMove", "MakeOffer"},
	"TOO_LATE_TO_ABORT":      {"Abort"},
	"GAME_PAUSED":            {"PlayMove", "GetHint"},
	"NO_TOURNAMENT_GAME":     {}, // these are answers to tournaments' own calls only
	"NO_CLOCK":               {},
	"TIME_OUT_OF_BOUNDS":     {},
	"ADJUSTMENT_KEY_REUSED":  {},
	"TOURNAMENT_GAME":        {"Abort", "MakeOffer"},
	"TOURNAMENT_ONLY":        {}, // over REST no game is a tournament's
	"NOTHING_TO_VOID":        {"VoidGame"},
	"OWN_GAME":               {"VoidGame"},
	"GAME_RUNNING":           {"MakeOffer", "AcceptOffer"},
	"OFFER_NOT_ALLOWED":      {"PlayMove", "MakeOffer", "AcceptOffer"},
	"OFFER_TOO_SOON":         {"PlayMove", "MakeOffer"},
	"TAKEBACK_RATED":         {"MakeOffer"},
	"NOTHING_TO_TAKE_BACK":   {"MakeOffer"},
	"NO_SUCH_OFFER":          {"AcceptOffer", "DeclineOffer"},
	"OFFER_OPEN":             {}, // to the engine alone
	"OFFER_CLOSED":           {"AcceptOffer", "DeclineOffer"},
	"OWN_OFFER":              {"AcceptOffer"},
	"NO_TAKEBACKS_LEFT":      {"MakeOffer"},
	"HINTS_NOT_ALLOWED":      {"GetHint"},

	"GAME_NOT_RATED": {"GetGameRating"},

	"NO_SUCH_QUEST":       {"ClaimQuest"},
	"QUEST_NOT_OFFERED":   {"ClaimQuest"},
	"QUEST_NOT_DONE":      {"ClaimQuest"},
	"QUEST_OVER":          {"ClaimQuest"},
	"WALLET_FULL":         {"ClaimQuest", "GrantCoins"},
	"GUEST_EARNS_NOTHING": {"ClaimQuest", "GrantCoins"},
	"BAD_AMOUNT":          {"GrantCoins"},
	"NOT_ENOUGH_COINS":    {"GrantCoins"},
	"PAYMENT_KEY_REUSED":  {"GrantCoins"},

	"NO_SUCH_ANALYSIS":    {"ExportGame", "ExportAnalysis", "GetAnalysis", "ListAnalysisEvents", "CancelAnalysis", "DeleteAnalysis"},
	"NO_SUCH_OPERATION":   {"GetOperation"},
	"GAME_NOT_OVER":       studying,
	"NOTHING_TO_ANALYZE":  beginning,
	"GAME_TOO_LONG":       beginning,
	"NOT_YOUR_ANALYSIS":   {"CancelAnalysis", "DeleteAnalysis"},
	"ANALYSIS_ENDED":      {"CancelAnalysis"},
	"BAD_RECORD":          {"AnalyzeRecord"},
	"SEVERAL_RECORDS":     {"AnalyzeRecord"},
	"NO_SUCH_RECORD":      {"AnalyzeRecord"},
	"TOO_MANY_ANALYSES":   beginning,
	"ANALYSES_USED_UP":    beginning,
	"ANALYSIS_QUEUE_FULL": beginning,

	"NO_SUCH_SERIES":         {"GetSeries", "UpdateSeries"},
	"SERIES_CHANGED":         {"UpdateSeries"},
	"BAD_CRON":               planning,
	"NO_SUCH_TIME_ZONE":      planning,
	"SERIES_NEVER_COMES":     planning,
	"SERIES_TOO_OFTEN":       planning,
	"SERIES_TOO_FAR_AHEAD":   planning,
	"NO_SUCH_TOURNAMENT":     slices.Concat([]string{"GetTournament", "UpdateTournament", "ExportTournament", "GetStandings", "GetRound", "ListEntrants", "GetPlayerCard", "ListTournamentEvents"}, entering, directing),
	"NO_SUCH_ROUND":          {"GetRound", "GetStandings", "PairRound", "StartRound", "UndoRound", "PostponeRound", "RequestBye", "CancelBye"},
	"NO_SUCH_PAIRING":        overruling,
	"NO_BRACKET":             {"ExportTournament"},
	"NOT_IN_TOURNAMENT":      {"GetPlayerCard", "RequestBye", "CancelBye", "WithdrawPlayer", "DisqualifyPlayer", "ForbidPairing"},
	"TOURNAMENT_NOT_OPEN":    {"JoinTournament"},
	"TOURNAMENT_CLOSED":      {"JoinTournament"},
	"TOURNAMENT_OVER":        changing,
	"TOURNAMENT_BUSY":        changing,
	"RATING_TOO_LOW":         {"JoinTournament"},
	"RATING_TOO_HIGH":        {"JoinTournament"},
	"GUESTS_NOT_ADMITTED":    {"JoinTournament"},
	"DISQUALIFIED":           {"JoinTournament"},
	"WITHDRAWN_BY_DIRECTOR":  {"JoinTournament"},
	"NO_BYES":                {"RequestBye", "CancelBye"},
	"TOO_MANY_HALF_BYES":     {"RequestBye"},
	"NOT_DIRECTOR":           append([]string{"UpdateTournament", "UpdateSeries"}, directing...),
	"TOURNAMENT_CHANGED":     {"UpdateTournament"},
	"BAD_SETTINGS":           {"CreateTournament", "UpdateTournament", "CreateSeries", "UpdateSeries"},
	"SETTING_FIXED":          {"UpdateTournament"},
	"TOURNAMENT_NOT_STARTED": directing,
	"TOO_FEW_PLAYERS":        {"StartRound"},
	"TOURNAMENT_NOT_PLAYED":  {"ApproveTournament"},
	"TOURNAMENT_PAUSED":      {"PairRound", "StartRound"},
	"ROUND_PAIRED":           {"PairRound", "RequestBye", "CancelBye"},
	"ROUND_NOT_PAIRED":       {"StartRound", "UndoRound", "PostponeRound"},
	"ROUND_BEGUN":            {"PostponeRound"},
	"ROUND_OVER":             append([]string{"StartRound", "UndoRound", "PostponeRound"}, overruling...),
	"ROUND_OPEN":             {"PairRound", "StartRound"},
	"NOT_LAST_ROUND":         {"UndoRound"},
	"GAME_HAS_MOVES":         {"UndoRound"},
	"NO_LEGAL_PAIRING":       {"PairRound", "StartRound"},
	"BAD_PAIRING":            {"PairRound"},
	"PAIRING_FIXED":          {"PairRound"},
	"BAD_RESULT":             {"SetResult"},
	"NO_RESULT":              {"AnnulResult"},
	"MATCH_WENT_ON":          overruling,
	"TIME_PAST":              {"PostponeRound"},

	"BAD_PAGE_TOKEN": {"ListTournaments", "ListMyTournaments", "ListEntrants", "ListSeries", "ListGameAnalyses", "ListAnalyses", "ListWalletEntries", "ListGrants", "ListVoidedGames", "ListRooms", "ListGames", "ListRatingHistory", "GetLeaderboard"},
}

var (
	sending   = []string{"SendEmailCode", "SendLinkCode"}
	finishing = []string{"FinishSession", "LinkIdentity"}

	playing = []string{"PlayMove", "Resign", "Abort", "MakeOffer", "AcceptOffer", "DeclineOffer", "GetHint"}
	inGame  = slices.Concat([]string{"GetGame", "ListEvents", "ExportGame", "VoidGame"}, playing, studying)

	// entering are the calls of players in a tournament, directing those of its
	// director, overruling those of them about a result, planning those that say when
	// a series comes.
	entering   = []string{"JoinTournament", "LeaveTournament", "RequestBye", "CancelBye"}
	overruling = []string{"SetResult", "AnnulResult"}
	directing  = append([]string{
		"CancelTournament", "ApproveTournament", "PauseTournament", "ResumeTournament", "PairRound", "StartRound", "UndoRound", "PostponeRound",
		"WithdrawPlayer", "DisqualifyPlayer", "ForbidPairing",
	}, overruling...)
	planning = []string{"CreateSeries", "UpdateSeries"}
	changing = slices.Concat([]string{"UpdateTournament"}, entering, directing)

	beginning = []string{"AnalyzeGame", "AnalyzeRecord"}
	// studying are the calls about a game's analyses.
	studying = []string{"AnalyzeGame", "ListGameAnalyses", "GetOperation", "GetAnalysis", "ExportAnalysis", "ListAnalysisEvents", "CancelAnalysis", "DeleteAnalysis"}
)

// may says whether a reason has a place in a call.
func may(r *route.Route, reason texts.Refusal) bool {
	if reason.Owner != "" && reason.Owner != "gateway" && reason.Owner != r.Service {
		return false
	}
	if calls, listed := occasions[reason.Name]; listed {
		return slices.Contains(calls, r.RPC[strings.LastIndex(r.RPC, "/")+1:])
	}
	switch reason.Name {
	case "TOO_MANY_STREAMS", "UNKNOWN_OP":
		return false // streams describe themselves
	case "NO_TOKEN":
		return !r.Callers.GetNobody() || strings.HasSuffix(r.RPC, "/GetLeaderboard") // around oneself
	case "CALLER_DENIED":
		return !r.Callers.GetNobody()
	case "BAD_TOKEN", "EXPIRED_TOKEN", "SESSION_ENDED":
		return !r.OnlyNobody()
	case "SCOPE_MISSING":
		return r.Callers.GetPlayer()
	case "BAD_HEADER":
		return r.Created || tagged(r) && r.Body
	case "BAD_JSON":
		return r.Body
	}
	return anywhere(r, reason.Status)
}

// anywhere says whether a call may have answers of a status at all.
func anywhere(r *route.Route, status int) bool {
	switch status {
	case http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType:
		return r.Body
	case http.StatusBadRequest, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusServiceUnavailable:
		return true
	default: // said once, in the description of the whole
		return false
	}
}
