package texts

import "maps"

// pair is a word in each language, by Lang.
type pair [2]string

// vocabulary are the values of closed sets that appear in metadata, by key.
var vocabulary = map[string]map[string]pair{
	"side":   sides,
	"winner": sides,
	"rule":   merged(moveRules, setupRules),
	"reason": endings,
	"needs": {
		"ENGINE":     {"ván đấu với máy", "games against the engine"},
		"TWO_PEOPLE": {"ván có tính giờ giữa hai người", "games between two people on the clock"},
		"SPECTATORS": {"ván cho người khác xem", "games that others may watch"},
	},
	"status": {
		"finished": {"đã kết thúc", "finished"},
		"aborted":  {"đã huỷ", "aborted"},
		"void":     {"bị vô hiệu", "void"},
	},
	"kind": {
		"draw":     {"xin hoà", "draw"},
		"takeback": {"xin đi lại", "take-back"},
		"rematch":  {"đấu lại", "rematch"},
	},
}

// merged joins tables; a word that stands in several says the same in each.
func merged(tables ...map[string]pair) map[string]pair {
	all := map[string]pair{}
	for _, t := range tables {
		maps.Copy(all, t)
	}
	return all
}

var sides = map[string]pair{
	"first":  {"bên đi trước", "the first side"},
	"second": {"bên đi sau", "the second side"},
	"none":   {"không bên nào", "neither side"},
}

// moveRules are the rules of the games that a refused move can break.
var moveRules = map[string]pair{
	"NO_PIECE":          {"không có quân để đi hoặc để ăn ở đó", "there is no piece to move or to take"},
	"NOT_YOUR_PIECE":    {"đó là quân của đối phương", "that piece is the opponent's"},
	"OWN_PIECE":         {"ô đích có quân của chính bạn", "a piece of your own stands there"},
	"OCCUPIED":          {"ô đích đã có quân", "the square is occupied"},
	"PALACE":            {"tướng và sĩ không được rời cung", "generals and advisors stay in their palace"},
	"RIVER":             {"tượng không qua sông, tốt chưa qua sông không đi ngang", "elephants do not cross the river, and soldiers go sideways only beyond it"},
	"NOT_ADJACENT":      {"quân không tới được ô đó trong một nước", "the piece cannot get there in one move"},
	"PATH_BLOCKED":      {"đường đi bị chặn", "the way is blocked"},
	"HORSE_LEG":         {"mã bị cản chân", "the horse's leg is blocked"},
	"ELEPHANT_EYE":      {"tượng bị cản mắt", "the elephant's eye is blocked"},
	"CANNON_SCREEN":     {"pháo phải nhảy qua đúng một quân để ăn", "a cannon captures over exactly one piece"},
	"GENERALS_FACE":     {"hai tướng không được đối mặt", "the two generals may not face each other"},
	"LEAVES_CHECK":      {"nước này để tướng của bạn bị chiếu", "it leaves your general in check"},
	"OWN_DEN":           {"không quân nào được vào hang của mình", "no piece enters its own den"},
	"WATER_EDGE":        {"không được ăn quân qua mép nước", "nothing captures across the water's edge"},
	"STRONGER_PIECE":    {"quân bị bắt mạnh hơn", "the other piece is stronger"},
	"JUMP_BLOCKED":      {"chuột dưới sông chặn đường nhảy", "a rat in the river blocks the jump"},
	"ONLY_RAT_SWIMS":    {"chỉ chuột được xuống sông", "only the rat enters the river"},
	"REMOVAL_DUE":       {"tạo cối thì phải bắt một quân", "a mill removes an enemy stone in the same move"},
	"NO_MILL":           {"nước này không tạo cối nên không được bắt quân", "the move makes no mill, so nothing is removed"},
	"IN_MILL":           {"quân đó đang nằm trong cối", "that stone is in a mill and others are not"},
	"BACKWARD":          {"tốt và quân thường không được lùi", "a soldier or a man does not go back"},
	"MUST_CAPTURE":      {"bắt buộc phải ăn quân", "a capture is compulsory"},
	"MUST_CAPTURE_MOST": {"phải ăn được nhiều quân nhất", "the greatest number of pieces must be taken"},
	"CHAIN_GOES_ON":     {"chuỗi ăn quân phải đi đến hết", "the capture must be completed"},
	"AMBIGUOUS":         {"có nhiều nước ăn viết như vậy, hãy ghi đủ các ô", "several captures fit; write every landing square"},
}

// endings are why games end, games.md §1, told of the side that won: both read
// them.
var endings = map[string]pair{
	"checkmate":            {"chiếu hết", "checkmate"},
	"stalemate":            {"hết nước đi", "stalemate"},
	"perpetual_check":      {"bên kia chiếu mãi", "perpetual check"},
	"perpetual_chase":      {"bên kia đuổi mãi", "perpetual chase"},
	"no_attackers":         {"hai bên đều hết quân tấn công", "neither side has an attacking piece left"},
	"den":                  {"vào hang bên kia", "the den was entered"},
	"few_stones":           {"bên kia còn dưới ba quân", "fewer than three stones left"},
	"no_pieces":            {"bên kia hết quân", "no pieces left"},
	"no_moves":             {"bên kia hết nước đi", "no legal move left"},
	"repetition":           {"lặp lại thế cờ", "repetition"},
	"move_count":           {"hết số nước quy định mà không tiến triển", "the move limit without progress"},
	"resignation":          {"bên kia xin thua", "resignation"},
	"timeout":              {"bên kia hết giờ", "time-out"},
	"timeout_no_attackers": {"hết giờ nhưng bên kia không còn quân tấn công", "time out, opponent has no attacking piece"},
	"agreement":            {"hai bên đồng ý", "agreement"},
	"first_move_timeout":   {"nước đầu không được đi kịp giờ", "the first move was not made in time"},
	"aborted":              {"ván cờ bị huỷ", "the game was aborted"},
	"forfeit":              {"bên kia bỏ cuộc", "forfeit"},
	"adjudication":         {"trọng tài giải quyết định", "the director's decision"},
	"void":                 {"kết quả bị vô hiệu", "the result was annulled"},
}

// Result says how a game ended, in one sentence: winner is "first", "second" or
// "none", reason one of games.md §1.
func Result(lang Lang, winner, reason string) string {
	why := word(lang, "reason", reason)
	switch {
	case reason == "aborted" || reason == "first_move_timeout" || reason == "void":
		return pair{"Không có kết quả: ", "No result: "}[lang] + why + "."
	case winner == "first":
		return pair{"Bên đi trước thắng: ", "The first side wins: "}[lang] + why + "."
	case winner == "second":
		return pair{"Bên đi sau thắng: ", "The second side wins: "}[lang] + why + "."
	default:
		return pair{"Hoà: ", "Draw: "}[lang] + why + "."
	}
}

// Ending says why a game ended, in a few words.
func Ending(lang Lang, reason string) string { return word(lang, "reason", reason) }
