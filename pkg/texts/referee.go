package texts

import "net/http"

const referee = "referee"

// refereeReasons are refusals of games, moves and set-ups. Those without an
// owner are also given where a game is wished for.
var refereeReasons = []Refusal{
	{
		Name: "UNKNOWN_GAME", Status: http.StatusBadRequest,
		vi: words{"Không có trò chơi này", "Tên phải là một trong xiangqi, jungle, morris, draughts-brazilian, draughts-american, draughts-russian, draughts-international."},
		en: words{"There is no such game", "The name must be one of xiangqi, jungle, morris, draughts-brazilian, draughts-american, draughts-russian, draughts-international."},
	},
	{
		Name: "BAD_POSITION", Status: http.StatusUnprocessableEntity,
		vi: words{"Thế cờ không được chấp nhận", "Không đọc được dòng mô tả thế cờ, hoặc không thể bắt đầu ván từ thế đó.|Phần sai: {field}.|Lý do: {rule}.|Vị trí: {square}."},
		en: words{"The position is refused", "The position string cannot be read, or no game can start from it.|The part at fault is {field}.|Why: {rule}.|The square is {square}."},
	},
	{
		Name: "BAD_HANDICAP", Status: http.StatusUnprocessableEntity,
		vi: words{"Không chấp quân như vậy được", "Trò chơi không có cách chấp này, không nói rõ chấp quân nào, hoặc có bên chấp mà không có cách chấp. Danh mục liệt kê các cách chấp; chấp quân luôn tính từ thế cờ ban đầu."},
		en: words{"The odds can't be given", "The game has no such handicap, no piece is named, or a side is named without one. The catalogue lists them; odds are given from the usual start position."},
	},
	{
		Name: "UNKNOWN_NOTATION", Status: http.StatusBadRequest,
		vi: words{"Không có cách ghi nước này", "Trò chơi không có cách ghi nước mang tên đó. Danh mục liệt kê các cách ghi."},
		en: words{"There is no such notation", "The game has no notation of this name. The catalogue lists them."},
	},
	{
		Name: "UNKNOWN_FORMAT", Status: http.StatusBadRequest,
		vi: words{"Không có định dạng biên bản này", "Trò chơi không có định dạng biên bản mang tên đó. Danh mục liệt kê các định dạng."},
		en: words{"There is no such record format", "The game has no record format of this name. The catalogue lists them."},
	},
	{
		Name: "ILLEGAL_MOVE", Status: http.StatusUnprocessableEntity, Owner: referee,
		vi: words{"Nước đi không hợp luật", "Luật không cho phép nước đi này.|Lý do: {rule}."},
		en: words{"Illegal move", "The rules do not allow this move.|Why: {rule}."},
	},
	{
		Name: "MALFORMED_MOVE", Status: http.StatusBadRequest, Owner: referee,
		vi: words{"Nước đi không đọc được", "Hãy ghi nước đi đúng quy cách của trò chơi."},
		en: words{"The move cannot be read", "Write the move as the game's notation demands."},
	},
	{
		Name: "NO_SUCH_GAME", Status: http.StatusNotFound,
		vi: words{"Không tìm thấy ván cờ", "Không có ván nào mang mã này, hoặc bạn không được xem."},
		en: words{"No such game", "There is no game with this id, or you may not see it."},
	},
	{
		Name: "NOT_YOUR_GAME", Status: http.StatusForbidden,
		vi: words{"Không phải ván của bạn", "Chỉ hai người chơi được làm việc này."},
		en: words{"Not your game", "Only the players may do this."},
	},
	{
		Name: "NOT_YOUR_TURN", Status: http.StatusConflict,
		vi: words{"Chưa đến lượt bạn", "Hãy chờ đối phương đi.|Đến lượt {side}."},
		en: words{"Not your turn", "Wait for the other side's move.|It is the turn of {side}."},
	},
	{
		Name: "GAME_OVER", Status: http.StatusConflict,
		vi: words{"Ván cờ đã kết thúc", "Bên thắng: {winner}.|Lý do: {reason}."},
		en: words{"The game is over", "Winner: {winner}.|Why: {reason}."},
	},
	{
		Name: "PLY_TAKEN", Status: http.StatusConflict, Owner: referee,
		vi: words{"Nước này đã được đi", "Ở số thứ tự đó đã có một nước khác.|Ván cờ đang ở nước {ply}."},
		en: words{"That ply has been played", "Another move was played for that ply.|The game stands at ply {ply}."},
	},
	{
		Name: "PLY_AHEAD", Status: http.StatusConflict, Owner: referee,
		vi: words{"Số thứ tự nước đi quá lớn", "Các nước trước đó chưa được đi.|Ván cờ đang ở nước {ply}."},
		en: words{"The ply is too far ahead", "Earlier plies have not been played.|The game stands at ply {ply}."},
	},
	{
		Name: "REWOUND", Status: http.StatusConflict, Owner: referee,
		vi: words{"Ván cờ đã lùi lại", "Đã có nước được đi lại sau lần cuối bạn xem. Hãy tải lại ván cờ.|Ván cờ đang ở nước {ply}."},
		en: words{"The game was taken back", "Moves were taken back after what you saw last. Read the game again.|The game stands at ply {ply}."},
	},
	{
		Name: "TOO_LATE_TO_ABORT", Status: http.StatusConflict, Owner: referee,
		vi: words{"Không còn huỷ được", "Chỉ huỷ được trước nước đi đầu tiên của chính bạn."},
		en: words{"Too late to abort", "A game can be aborted before your own first move only."},
	},
	{
		Name: "NOTHING_TO_VOID", Status: http.StatusConflict, Owner: referee,
		vi: words{"Không có kết quả để vô hiệu", "Ván cờ đã bị huỷ nên không có kết quả nào."},
		en: words{"There is nothing to annul", "The game was aborted and has no result."},
	},
	{
		Name: "OWN_GAME", Status: http.StatusForbidden, Owner: referee,
		vi: words{"Đây là ván của chính bạn", "Người điều hành không tự vô hiệu ván mình chơi; hãy nhờ người khác."},
		en: words{"It is your own game", "Moderators don't annul games in which they play; another one must."},
	},
	{
		Name: "BAD_TIME_CONTROL", Status: http.StatusUnprocessableEntity,
		vi: words{"Thể thức thời gian không hợp lệ", "Trò chơi này không có thể thức đó, hoặc giá trị nằm ngoài giới hạn."},
		en: words{"The time control is not valid", "The game has no such control, or a value is out of bounds."},
	},
	{
		Name: "RATED_NOT_ALLOWED", Status: http.StatusUnprocessableEntity,
		vi: words{"Không thể tính điểm ván này", "Ván với máy, một người chơi cả hai bên, hai bên khác thời gian, chấp quân, thế cờ tự xếp hoặc không giờ luôn là ván giao hữu."},
		en: words{"This game cannot be rated", "Games against bots, of one person, with unequal clocks, with odds, from a hand-set position or untimed are always casual."},
	},
	{
		Name: "UNUSED_SETTING", Status: http.StatusUnprocessableEntity,
		vi: words{"Có thiết lập không dùng được trong ván này", "Thiết lập này không có tác dụng gì trong ván đang tạo nên hãy bỏ nó đi.|Nó chỉ dùng cho {needs}."},
		en: words{"A setting has no use in this game", "Leave it out: it would change nothing in the game that you create.|It is for {needs} only."},
	},
	{
		Name: "SEATS_NOT_YOURS", Status: http.StatusForbidden, Owner: referee,
		vi: words{"Không được xếp chỗ cho người khác", "Bạn chỉ tạo được ván mà mọi chỗ của người đều là của bạn. Để đấu với người khác hãy mở phòng."},
		en: words{"You cannot seat somebody else", "You may create games only in which every human seat is your own. Open a room to play others."},
	},
	{
		Name: "TOURNAMENT_ONLY", Status: http.StatusForbidden, Owner: referee,
		vi: words{"Chỉ giải đấu mới tạo được ván của giải", "Hãy tạo ván mà không gắn với giải nào, hoặc ghi danh vào giải."},
		en: words{"Only a tournament makes its games", "Create the game without a tournament, or join the tournament."},
	},
	{
		Name: "TOURNAMENT_GAME", Status: http.StatusConflict, Owner: referee,
		vi: words{"Không làm được trong ván của giải", "Ván của giải không thể bị huỷ, đi lại hay mời tái đấu. Bạn vẫn có thể xin hoà hoặc xin thua; việc khác xin gặp trọng tài giải."},
		en: words{"Not in a game of a tournament", "A game of a tournament is not aborted, taken back or played again. You may still offer a draw or resign; ask the tournament's director for anything else."},
	},
	{
		Name: "GAME_PAUSED", Status: http.StatusConflict, Owner: referee,
		vi: words{"Ván cờ đang tạm dừng", "Trọng tài giải đã dừng đồng hồ hai bên. Hãy đi tiếp khi ván được tiếp tục."},
		en: words{"The game is paused", "The tournament's director has stopped both clocks. Move once the game goes on."},
	},
	{
		Name: "NO_TOURNAMENT_GAME", Status: http.StatusConflict, Owner: referee,
		vi: words{"Ván này không thuộc giải nào", "Trọng tài giải chỉ điều hành ván của giải."},
		en: words{"Not a game of a tournament", "Directors act only in the games of their tournament."},
	},
	{
		Name: "NO_CLOCK", Status: http.StatusConflict, Owner: referee,
		vi: words{"Bên này không tính giờ", "Chỉ thêm bớt được thời gian của bên có đồng hồ."},
		en: words{"The side has no clock", "Time is given to a side that has a clock, or taken from it."},
	},
	{
		Name: "TIME_OUT_OF_BOUNDS", Status: http.StatusConflict, Owner: referee,
		vi: words{"Không thêm bớt được chừng ấy thời gian", "Mỗi lần không quá một giờ; bên bị bớt phải còn ít nhất mười giây, và không bên nào có hơn một ngày."},
		en: words{"So much time can't be given or taken", "An hour at a time at most; who loses time keeps ten seconds, and nobody has more than a day."},
	},
	{
		Name: "ADJUSTMENT_KEY_REUSED", Status: http.StatusUnprocessableEntity, Owner: referee,
		vi: words{"Khoá đã dùng cho lần chỉnh giờ khác", "Hãy dùng khoá mới cho mỗi lần thêm bớt thời gian."},
		en: words{"The key was used for another adjustment", "Use a new key for each adjustment of a clock."},
	},
	{
		Name: "CREATION_KEY_REUSED", Status: http.StatusUnprocessableEntity, Owner: referee,
		vi: words{"Khoá tạo ván đã dùng cho ván khác", "Hãy dùng Idempotency-Key mới cho ván có thiết lập khác."},
		en: words{"The creation key was used for another game", "Use a new Idempotency-Key for a game with other settings."},
	},
	{
		Name: "UNKNOWN_LEVEL", Status: http.StatusUnprocessableEntity, Owner: referee,
		vi: words{"Không có máy chơi cấp này", "Trò chơi này không có máy ở cấp đó. Danh mục liệt kê các cấp."},
		en: words{"There is no such level", "The engine does not play this game at that level. The catalogue lists the levels."},
	},
	{
		Name: "NOBODY_PLAYS", Status: http.StatusUnprocessableEntity, Owner: referee,
		vi: words{"Không có người chơi", "Ít nhất một bên phải là người."},
		en: words{"Nobody plays", "One side at least must be a person."},
	},
	{
		Name: "NO_SEATS", Status: http.StatusUnprocessableEntity, Owner: referee,
		vi: words{"Thiếu người chơi", "Phải nói rõ ai ngồi ở mỗi bên."},
		en: words{"Nobody to play", "Say who plays each side."},
	},
	{
		Name: "SPECTATORS_NOT_ALLOWED", Status: http.StatusForbidden,
		vi: words{"Ván cờ không cho xem", "Chỉ hai người chơi được xem ván này."},
		en: words{"Not open to spectators", "Only the players may see this game."},
	},
}
