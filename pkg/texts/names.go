package texts

import (
	"maps"
	"slices"
)

// Set is a closed set of values that have names.
type Set string

// The sets of the catalogue.
const (
	Games       Set = "game"
	Families    Set = "family"
	Colours     Set = "colour"
	Areas       Set = "area"
	Notations   Set = "notation"
	Categories  Set = "category"
	Counters    Set = "counter"
	Situations  Set = "situation" // of captures
	Handicaps   Set = "handicap"
	CasualRules Set = "casual" // what makes a game casual
	Breaches    Set = "breach" // of the rules of repetition
	Offers      Set = "kind"
	Endings     Set = "reason"
	MoveRules   Set = "rule"
	SetupRules  Set = "setup"
	Titles      Set = "title" // that ratings earn
	Goals       Set = "goal"  // quests and achievements
	Payments    Set = "payment"
	Levels      Set = "level" // of the engine

	// GoalSentences say in a sentence what to do for a goal.
	GoalSentences Set = "goal sentence"
)

// Pieces is the set of a family's kinds of pieces: what is an elephant in xiangqi
// is none in jungle.
func Pieces(family string) Set { return Set("piece " + family) }

// Name says what a value of a set is called; ok is false for a value without a
// name.
func Name(lang Lang, set Set, value string) (name string, ok bool) {
	said, ok := wordsOf(set)[value]
	return said[lang], ok
}

// Values lists the values of a set, sorted.
func Values(set Set) []string { return slices.Sorted(maps.Keys(wordsOf(set))) }

func wordsOf(set Set) map[string]pair {
	if found, ok := names[set]; ok {
		return found
	}
	return vocabulary[string(set)]
}

// names are the sets that appear in the catalogue alone.
var names = map[Set]map[string]pair{
	Games: {
		"xiangqi":                {"Cờ tướng", "Xiangqi"},
		"jungle":                 {"Cờ thú", "Jungle"},
		"morris":                 {"Cờ chín quân", "Nine men's morris"},
		"draughts-brazilian":     {"Cờ đam Brazil", "Brazilian draughts"},
		"draughts-american":      {"Cờ đam Mỹ", "American checkers"},
		"draughts-russian":       {"Cờ đam Nga", "Russian draughts"},
		"draughts-international": {"Cờ đam quốc tế", "International draughts"},
	},
	Families: {
		"xiangqi":  {"Cờ tướng", "Xiangqi"},
		"jungle":   {"Cờ thú", "Jungle"},
		"morris":   {"Cờ chín quân", "Nine men's morris"},
		"draughts": {"Cờ đam", "Draughts"},
	},
	Colours: {
		"red":   {"Đỏ", "Red"},
		"black": {"Đen", "Black"},
		"blue":  {"Xanh", "Blue"},
		"white": {"Trắng", "White"},
	},
	Pieces("xiangqi"): {
		"general":  {"Tướng", "General"},
		"advisor":  {"Sĩ", "Advisor"},
		"elephant": {"Tượng", "Elephant"},
		"horse":    {"Mã", "Horse"},
		"chariot":  {"Xe", "Chariot"},
		"cannon":   {"Pháo", "Cannon"},
		"soldier":  {"Tốt", "Soldier"},
	},
	Pieces("jungle"): {
		"elephant": {"Voi", "Elephant"},
		"lion":     {"Sư tử", "Lion"},
		"tiger":    {"Hổ", "Tiger"},
		"leopard":  {"Báo", "Leopard"},
		"wolf":     {"Sói", "Wolf"},
		"dog":      {"Chó", "Dog"},
		"cat":      {"Mèo", "Cat"},
		"rat":      {"Chuột", "Rat"},
	},
	Pieces("morris"):   {"stone": {"Quân", "Stone"}},
	Pieces("draughts"): {"man": {"Quân thường", "Man"}, "king": {"Đam", "King"}},
	Areas: {
		"palace":          {"Cung", "Palace"},
		"home":            {"Phần sân nhà", "Home side"},
		"river":           {"Sông", "River"},
		"river_bank":      {"Bờ sông", "River bank"},
		"advisor_points":  {"Điểm đứng của sĩ", "Advisors' points"},
		"elephant_points": {"Điểm đứng của tượng", "Elephants' points"},
		"soldier_points":  {"Điểm đứng của tốt", "Soldiers' points"},
		"trap":            {"Bẫy", "Trap"},
		"den":             {"Hang", "Den"},
		"promotion_row":   {"Hàng phong đam", "Promotion row"},
	},
	Notations: {
		"iccs":                {"Toạ độ ICCS", "ICCS coordinates"},
		"vietnamese":          {"Ký hiệu tiếng Việt", "Vietnamese"},
		"vietnamese_long":     {"Tiếng Việt đầy đủ", "Vietnamese in full"},
		"wxf":                 {"Ký hiệu WXF", "WXF"},
		"chinese":             {"Chữ Hán giản thể", "Chinese, simplified"},
		"chinese_traditional": {"Chữ Hán phồn thể", "Chinese, traditional"},
		"pdn":                 {"PDN, ô đánh số", "PDN, numbered squares"},
		"algebraic":           {"Toạ độ đại số", "Algebraic"},
		"long":                {"Ký hiệu đầy đủ", "Long form"},
	},
	Categories: {
		"blitz":    {"Chớp", "Blitz"},
		"rapid":    {"Nhanh", "Rapid"},
		"standard": {"Tiêu chuẩn", "Standard"},
		"untimed":  {"Không giờ", "Untimed"},
	},
	Counters: {
		"plies_without_capture":              {"số nước liền không ăn quân", "plies in a row without a capture"},
		"plies_without_mill":                 {"số nước liền không tạo cối", "plies in a row without a mill"},
		"plies_without_capture_or_promotion": {"số nước liền không ăn quân, không phong đam", "plies in a row without a capture or a promotion"},
		"king_plies_without_capture":         {"số nước liền chỉ đam đi, không ăn quân", "plies in a row of kings alone without a capture"},
	},
	Situations: {
		"land":              {"trên cạn", "on land"},
		"water":             {"dưới sông", "in the river"},
		"into_water":        {"từ bờ xuống sông", "from land into the river"},
		"out_of_water":      {"từ sông lên bờ", "out of the river onto land"},
		"enemy_in_trap":     {"quân bị ăn đứng trong bẫy của bên ăn", "the piece taken stands in a trap of the side that takes it"},
		"enemy_in_own_trap": {"quân bị ăn đứng trong bẫy của chính nó", "the piece taken stands in a trap of its own side"},
		"from_trap":         {"quân ăn đứng trong bẫy của đối phương", "the piece that takes stands in a trap of the opponent"},
		"jump":              {"nhảy qua sông", "jumping over the river"},
	},
	Handicaps: {
		"two_advisors":               {"Chấp hai sĩ", "Two advisors"},
		"two_elephants":              {"Chấp hai tượng", "Two elephants"},
		"one_horse":                  {"Chấp một mã", "One horse"},
		"one_cannon":                 {"Chấp một pháo", "One cannon"},
		"two_advisors_two_elephants": {"Chấp hai sĩ hai tượng", "Two advisors and two elephants"},
		"one_chariot":                {"Chấp một xe", "One chariot"},
		"two_horses":                 {"Chấp hai mã", "Two horses"},
		"horse_cannon":               {"Chấp một mã một pháo", "One horse and one cannon"},
		"two_cannons":                {"Chấp hai pháo", "Two cannons"},
		"nine_pieces":                {"Chấp chín quân: sĩ, tượng và tốt", "Nine pieces: advisors, elephants and soldiers"},
		"chariot_horse":              {"Chấp một xe một mã", "One chariot and one horse"},
		"chariot_cannon":             {"Chấp một xe một pháo", "One chariot and one cannon"},
		"two_chariots":               {"Chấp hai xe", "Two chariots"},
		"chariot_horse_cannon":       {"Chấp một xe một mã một pháo", "One chariot, one horse and one cannon"},
	},
	Titles: {
		"nhap_mon":       {"Nhập Môn", "Novice"},
		"ky_do":          {"Kỳ Đồ", "Apprentice"},
		"ky_thu":         {"Kỳ Thủ", "Adept"},
		"ky_vuong":       {"Kỳ Vương", "King of the Board"},
		"ky_thanh":       {"Kỳ Thánh", "Sage of the Board"},
		"doc_co_cau_bai": {"Độc Cô Cầu Bại", "The Undefeated"},
	},
	Levels: {
		"trial":        {"Tập chơi", "First steps"},
		"novice":       {"Nhập môn", "Novice"},
		"easy":         {"Dễ", "Easy"},
		"elementary":   {"Sơ cấp", "Elementary"},
		"medium":       {"Vừa", "Medium"},
		"intermediate": {"Trung cấp", "Intermediate"},
		"hard":         {"Khó", "Hard"},
		"expert":       {"Cao thủ", "Expert"},
		"master":       {"Đại sư", "Grandmaster"},
	},
	CasualRules: {
		"bot":            {"ván với máy", "a bot plays"},
		"hot_seat":       {"một người chơi cả hai bên", "one person plays both sides"},
		"handicap":       {"chấp quân", "odds are given"},
		"hand_set":       {"thế cờ tự xếp", "the position was set by hand"},
		"untimed":        {"không giờ", "there is no clock"},
		"unequal_clocks": {"hai bên khác thời gian", "the two clocks differ"},
	},
	Goals:         goalNames,
	GoalSentences: goalSentences,
	Payments:      paymentNames,
	SetupRules:    setupRules,
	Breaches: {
		"check": {"chiếu mãi", "perpetual check"},
		"chase": {"đuổi mãi", "perpetual chase"},
	},
}
