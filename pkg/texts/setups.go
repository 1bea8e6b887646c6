package texts

// setupRules are the validity rules that a position can break when a game is to
// start from it.
var setupRules = map[string]pair{
	"TOO_MANY_PIECES":       {"một bên có quá nhiều quân", "a side has too many pieces"},
	"NO_PIECES_LEFT":        {"một bên không có quân nào", "a side has no piece"},
	"TOO_FEW_PIECES":        {"một bên có ít hơn ba quân", "a side has fewer than three stones"},
	"ONE_GENERAL":           {"mỗi bên phải có đúng một tướng", "each side has exactly one general"},
	"WRONG_POINT":           {"quân không thể đứng ở điểm đó", "that piece can never stand there"},
	"GENERALS_FACE":         {"hai tướng không được đối mặt", "the two generals may not face each other"},
	"WAITING_SIDE_IN_CHECK": {"bên chưa đến lượt đang bị chiếu", "the side that is not to move is in check"},
	"NO_LEGAL_MOVE":         {"bên đến lượt không có nước đi hợp lệ", "the side to move has no legal move"},
	"HANDS_DIFFER":          {"số quân trên tay hai bên không khớp với lượt đi", "the stones in hand do not go with the side to move"},
	"NOT_IN_RIVER":          {"chỉ chuột được đứng dưới sông", "only rats may stand in the river"},
	"DEN_TAKEN":             {"không quân nào được đứng trong hang", "no piece may stand in a den"},
	"NOTHING_TO_REMOVE":     {"không có quân nào ở đó để bỏ ra", "there is no piece there to remove"},
	"GENERAL_STAYS":         {"không được bỏ tướng", "a general cannot be removed"},
	"PROMOTION_ROW":         {"quân thường không được đứng ở hàng phong đam", "no man may stand on its promotion row"},
}

// SetupRule says why a game can't start from a position, in a few words: rule
// is the rule of the refusal.
func SetupRule(lang Lang, rule string) string {
	if said, ok := setupRules[rule]; ok {
		return said[lang]
	}
	return rule
}
