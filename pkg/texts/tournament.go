package texts

import "net/http"

const tournament = "tournament"

// tournamentReasons are refusals of players, and of whoever reads a tournament.
var tournamentReasons = []Refusal{
	{
		Name: "NO_SUCH_TOURNAMENT", Status: http.StatusNotFound, Owner: tournament,
		vi: words{"Không có giải đấu này", "Không có giải đấu nào mang mã này."},
		en: words{"There is no such tournament", "No tournament has this id."},
	},
	{
		Name: "NO_SUCH_ROUND", Status: http.StatusNotFound, Owner: tournament,
		vi: words{"Không có vòng đấu này", "Giải không có vòng mang số này, hoặc vòng đó chưa được bốc cặp."},
		en: words{"There is no such round", "The tournament has no round of this number, or it is not paired yet."},
	},
	{
		Name: "NO_SUCH_PAIRING", Status: http.StatusNotFound, Owner: tournament,
		vi: words{"Không có cặp đấu này", "Mã cặp đấu là \"VÒNG.BÀN\", ví dụ 3.1; giải không có cặp đấu này."},
		en: words{"There is no such pairing", "A pairing's id is \"ROUND.BOARD\", such as 3.1; the tournament has none of this id."},
	},
	{
		Name: "NO_SUCH_SERIES", Status: http.StatusNotFound, Owner: tournament,
		vi: words{"Không có chuỗi giải này", "Không có chuỗi giải đấu nào mang mã này."},
		en: words{"There is no such series", "No series of tournaments has this id."},
	},
	{
		Name: "NO_BRACKET", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Giải không có sơ đồ nhánh", "Chỉ giải loại trực tiếp đã bắt đầu mới có sơ đồ nhánh."},
		en: words{"There is no bracket", "Only a knockout that has begun has one."},
	},
	{
		Name: "NOT_IN_TOURNAMENT", Status: http.StatusNotFound, Owner: tournament,
		vi: words{"Người chơi không dự giải", "Người chơi này không có tên trong giải, hoặc đã rút khỏi giải."},
		en: words{"The player does not take part", "The player is not in the tournament, or has left it."},
	},
	{
		Name: "TOURNAMENT_NOT_OPEN", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Chưa mở đăng ký", "Giải chưa nhận người chơi.|Đăng ký mở lúc {open_time}."},
		en: words{"Registration has not begun", "Players cannot join yet.|They can from {open_time} on."},
	},
	{
		Name: "TOURNAMENT_CLOSED", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Đã đóng đăng ký", "Giải không nhận thêm người chơi nữa."},
		en: words{"Registration is over", "Players cannot join the tournament any more."},
	},
	{
		Name: "TOURNAMENT_OVER", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Giải đấu đã kết thúc", "Giải đã xong hoặc đã bị huỷ; không thay đổi được nữa."},
		en: words{"The tournament is over", "It has ended or was cancelled; nothing can be changed any more."},
	},
	{
		Name: "TOURNAMENT_BUSY", Status: http.StatusServiceUnavailable, Owner: tournament,
		vi: words{"Giải đấu đang bận", "Đang có quá nhiều việc diễn ra cùng lúc trong giải. Hãy thử lại."},
		en: words{"The tournament is busy", "Too much happens in it at this moment. Try again."},
	},
	{
		Name: "RATING_TOO_LOW", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Điểm xếp hạng quá thấp", "Điểm của bạn ở loại cờ và thể loại này thấp hơn mức giải yêu cầu."},
		en: words{"Your rating is too low", "Your rating in this game and category is below the least that the tournament asks for."},
	},
	{
		Name: "RATING_TOO_HIGH", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Điểm xếp hạng quá cao", "Điểm của bạn ở loại cờ và thể loại này cao hơn mức giải cho phép."},
		en: words{"Your rating is too high", "Your rating in this game and category is above the most that the tournament allows."},
	},
	{
		Name: "GUESTS_NOT_ADMITTED", Status: http.StatusForbidden, Owner: tournament,
		vi: words{"Giải không nhận khách", "Hãy liên kết tài khoản rồi tham gia."},
		en: words{"The tournament is not for guests", "Link your account, then join."},
	},
	{
		Name: "DISQUALIFIED", Status: http.StatusForbidden, Owner: tournament,
		vi: words{"Đã bị loại khỏi giải", "Người bị loại không được quay lại giải."},
		en: words{"Disqualified", "Who was put out of a tournament does not come back."},
	},
	{
		Name: "WITHDRAWN_BY_DIRECTOR", Status: http.StatusForbidden, Owner: tournament,
		vi: words{"Đã bị ban tổ chức rút tên", "Người bị ban tổ chức rút tên không tự quay lại giải được."},
		en: words{"Withdrawn by the director", "Who was withdrawn by the director cannot come back alone."},
	},
	{
		Name: "NO_BYES", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Giải này không cho nghỉ vòng", "Chỉ giải hệ Thuỵ Sĩ mới cho xin nghỉ một vòng."},
		en: words{"No round can be sat out here", "Only in a Swiss can players ask for byes."},
	},
	{
		Name: "TOO_MANY_HALF_BYES", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Đã hết lượt nghỉ nửa điểm", "Bạn vẫn có thể xin nghỉ không điểm."},
		en: words{"No byes worth half a point are left", "You can still ask for one that is worth nothing."},
	},
}

// directorReasons are refusals of those who hold tournaments.
var directorReasons = []Refusal{
	{
		Name: "NOT_DIRECTOR", Status: http.StatusForbidden, Owner: tournament,
		vi: words{"Bạn không điều hành giải này", "Chỉ người tạo giải và quản trị viên mới được làm việc này."},
		en: words{"You do not direct this tournament", "Only who created it and administrators may do this."},
	},
	{
		Name: "TOURNAMENT_CHANGED", Status: http.StatusPreconditionFailed, Owner: tournament,
		vi: words{"Giải đấu đã thay đổi", "Giải không còn như bản ghi trong If-Match. Hãy tải lại rồi sửa tiếp.|Seq hiện nay là {seq}."},
		en: words{"The tournament has changed", "It is not the one that If-Match names any more. Read it again, then change it.|Its seq is {seq}."},
	},
	{
		Name: "SERIES_CHANGED", Status: http.StatusPreconditionFailed, Owner: tournament,
		vi: words{"Chuỗi giải đã thay đổi", "Chuỗi giải không còn như bản ghi trong If-Match. Hãy tải lại rồi sửa tiếp."},
		en: words{"The series has changed", "It is not the one that If-Match names any more. Read it again, then change it."},
	},
	{
		Name: "BAD_CRON", Status: http.StatusUnprocessableEntity, Owner: tournament,
		vi: words{"Biểu thức cron không hợp lệ", "Cần năm trường: phút, giờ, ngày, tháng, thứ; violations cho biết trường nào sai."},
		en: words{"The cron expression cannot be read", "It has five fields: minute, hour, day of month, month, day of week; the violations say which is wrong."},
	},
	{
		Name: "NO_SUCH_TIME_ZONE", Status: http.StatusUnprocessableEntity, Owner: tournament,
		vi: words{"Không có múi giờ này", "Hãy dùng tên như Asia/Ho_Chi_Minh."},
		en: words{"There is no such time zone", "Use a name such as Asia/Ho_Chi_Minh."},
	},
	{
		Name: "SERIES_NEVER_COMES", Status: http.StatusUnprocessableEntity, Owner: tournament,
		vi: words{"Không bao giờ đến lượt", "Không có ngày nào khớp với biểu thức cron, chẳng hạn 30 tháng 2."},
		en: words{"The series would never come", "No day fits the cron expression, as with the 30th of February."},
	},
	{
		Name: "SERIES_TOO_OFTEN", Status: http.StatusUnprocessableEntity, Owner: tournament,
		vi: words{"Các giải quá sát nhau", "Hai giải của một chuỗi phải bắt đầu cách nhau ít nhất 5 phút."},
		en: words{"The series comes too often", "Its tournaments start at least 5 minutes apart."},
	},
	{
		Name: "SERIES_TOO_FAR_AHEAD", Status: http.StatusUnprocessableEntity, Owner: tournament,
		vi: words{"Tạo trước quá nhiều giải", "Một chuỗi chỉ tạo trước tối đa 100 giải; hãy giảm ahead hoặc cho giải thưa hơn."},
		en: words{"Too many tournaments would be made ahead", "At most 100 of a series are there at a time: shorten ahead, or let it come less often."},
	},
	{
		Name: "BAD_SETTINGS", Status: http.StatusUnprocessableEntity, Owner: tournament,
		vi: words{"Thiết lập không hợp lệ", "Các thiết lập này không dùng được cùng nhau; violations cho biết trường nào."},
		en: words{"The settings are impossible", "They do not go together; the violations name the fields."},
	},
	{
		Name: "SETTING_FIXED", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Thiết lập này không đổi được nữa", "Khi giải đã có người tham gia hoặc đã bắt đầu, một số thiết lập được giữ nguyên."},
		en: words{"This setting cannot be changed any more", "Once players have joined or play has begun some settings stand still."},
	},
	{
		Name: "TOURNAMENT_NOT_STARTED", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Giải chưa bắt đầu", "Việc này chỉ làm được khi giải đã bắt đầu."},
		en: words{"Play has not begun", "This can only be done once it has."},
	},
	{
		Name: "TOO_FEW_PLAYERS", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Chưa đủ người chơi", "Giải cần thêm người tham gia mới bắt đầu được."},
		en: words{"Too few players", "More of them must join before play can begin."},
	},
	{
		Name: "TOURNAMENT_NOT_PLAYED", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Giải chưa đấu xong", "Chưa có gì để phê duyệt: các vòng chưa kết thúc hết."},
		en: words{"Play is not over", "There is nothing to approve yet: not all rounds are over."},
	},
	{
		Name: "TOURNAMENT_PAUSED", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Giải đang tạm dừng", "Đồng hồ đang dừng. Hãy cho giải tiếp tục trước."},
		en: words{"The tournament is paused", "The clocks stand. Resume it first."},
	},
	{
		Name: "ROUND_PAIRED", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Vòng đã được bốc cặp", "Việc này chỉ làm được trước khi vòng được bốc cặp."},
		en: words{"The round is paired already", "This can only be done before it is."},
	},
	{
		Name: "ROUND_NOT_PAIRED", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Vòng chưa được bốc cặp", "Hãy bốc cặp vòng này trước."},
		en: words{"The round is not paired", "Pair it first."},
	},
	{
		Name: "ROUND_BEGUN", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Vòng đã bắt đầu", "Không hoãn được vòng đã bắt đầu."},
		en: words{"The round has begun", "A round that has begun cannot be put off."},
	},
	{
		Name: "ROUND_OVER", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Vòng đã kết thúc", "Mọi ván của vòng này đã xong."},
		en: words{"The round is over", "All of its games are."},
	},
	{
		Name: "ROUND_OPEN", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Vòng trước chưa kết thúc", "Vòng sau chỉ bắt đầu khi vòng trước đã xong."},
		en: words{"The round before is not over", "A round follows once all games of the one before have ended."},
	},
	{
		Name: "NOT_LAST_ROUND", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Không phải vòng cuối đã bốc cặp", "Chỉ huỷ được việc bốc cặp của vòng mới nhất."},
		en: words{"It is not the last round that was paired", "Only that one's pairing can be undone."},
	},
	{
		Name: "GAME_HAS_MOVES", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Đã có ván đi nước", "Không huỷ được việc bốc cặp khi một ván của vòng đã có nước đi hoặc kết quả.|Cặp {pairing}."},
		en: words{"A game has begun", "The pairing cannot be undone once a game of the round has a move or a result.|Pairing {pairing}."},
	},
	{
		Name: "NO_LEGAL_PAIRING", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Không bốc cặp được", "Không có cách bốc cặp nào đúng luật. Hãy bốc cặp bằng tay, hoặc bỏ một lệnh cấm gặp nhau."},
		en: words{"No legal pairing exists", "Pair the round by hand, or let a forbidden pair meet."},
	},
	{
		Name: "BAD_PAIRING", Status: http.StatusUnprocessableEntity, Owner: tournament,
		vi: words{"Cặp đấu không hợp lệ", "Mỗi người đang dự giải phải có đúng một cặp hoặc được nghỉ, không ai gặp chính mình, và nhiều nhất một người được nghỉ mà không xin.|Người chơi {player}."},
		en: words{"The pairing is impossible", "Everybody who takes part has one pairing or a bye, nobody plays themselves, and one at most has a bye without asking.|Player {player}."},
	},
	{
		Name: "PAIRING_FIXED", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Không bốc cặp bằng tay được", "Chỉ giải hệ Thuỵ Sĩ mới bốc cặp bằng tay được."},
		en: words{"The pairings are fixed", "Only a Swiss is paired by hand."},
	},
	{
		Name: "BAD_RESULT", Status: http.StatusUnprocessableEntity, Owner: tournament,
		vi: words{"Kết quả không hợp lệ", "Cặp đấu này không thể có kết quả đó."},
		en: words{"The result is impossible", "The pairing cannot have it."},
	},
	{
		Name: "NO_RESULT", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Chưa có kết quả", "Không có kết quả nào để huỷ."},
		en: words{"There is no result", "There is nothing to annul."},
	},
	{
		Name: "MATCH_WENT_ON", Status: http.StatusConflict, Owner: tournament,
		vi: words{"Trận sau đã bắt đầu", "Người thắng đã có kết quả ở trận tiếp theo, nên kết quả này được giữ nguyên."},
		en: words{"The next match has begun", "The winner has a result in it, so that this one stands."},
	},
	{
		Name: "TIME_PAST", Status: http.StatusUnprocessableEntity, Owner: tournament,
		vi: words{"Thời điểm đã qua", "Hãy cho một thời điểm trong tương lai."},
		en: words{"The time has passed", "Name a time to come."},
	},
}
