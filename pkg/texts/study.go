package texts

import "net/http"

// studyReasons are refusals of analyses.
var studyReasons = []Refusal{
	{
		Name: "NO_SUCH_ANALYSIS", Status: http.StatusNotFound,
		vi: words{"Không có bản phân tích này", "Bản phân tích không tồn tại, đã bị xoá, hoặc không dành cho bạn."},
		en: words{"There is no such analysis", "It does not exist, was deleted, or is not for you."},
	},
	{
		Name: "NO_SUCH_OPERATION", Status: http.StatusNotFound, Owner: "study",
		vi: words{"Không có công việc này", "Công việc không tồn tại, kết quả của nó đã bị xoá, hoặc không dành cho bạn."},
		en: words{"There is no such operation", "It does not exist, its result was deleted, or it is not for you."},
	},
	{
		Name: "GAME_NOT_OVER", Status: http.StatusConflict, Owner: "study",
		vi: words{"Ván cờ chưa kết thúc", "Chỉ phân tích ván đã xong: khi đang đấu thì không ai được giúp."},
		en: words{"The game is not over yet", "Only finished games are analysed: nobody is helped while a game goes on."},
	},
	{
		Name: "NOTHING_TO_ANALYZE", Status: http.StatusConflict, Owner: "study",
		vi: words{"Không có gì để phân tích", "Ván này chưa có nước đi nào."},
		en: words{"There is nothing to analyse", "No move was made in the game."},
	},
	{
		Name: "GAME_TOO_LONG", Status: http.StatusConflict, Owner: "study",
		vi: words{"Ván cờ quá dài", "Ván có quá nhiều nước để phân tích.|Nhiều nhất là {plies} nước của cả hai bên."},
		en: words{"The game is too long", "It has more moves than are analysed.|At most {plies} of both sides together are."},
	},
	{
		Name: "NOT_YOUR_ANALYSIS", Status: http.StatusForbidden, Owner: "study",
		vi: words{"Bạn không yêu cầu bản phân tích này", "Chỉ người đã yêu cầu mới huỷ hoặc xoá được."},
		en: words{"You have not asked for this analysis", "Only those who asked for it can cancel or delete it."},
	},
	{
		Name: "ANALYSIS_ENDED", Status: http.StatusConflict, Owner: "study",
		vi: words{"Việc phân tích đã kết thúc", "Không còn gì để huỷ."},
		en: words{"The analysis has ended", "There is nothing left to cancel."},
	},
	{
		Name: "BAD_RECORD", Status: http.StatusUnprocessableEntity, Owner: "study",
		vi: words{"Không đọc được biên bản", "Biên bản có chỗ sai.|Dòng {line}.|Nước thứ {ply}: {move}.|Lý do: {rule}."},
		en: words{"The record can't be read", "Something in it is wrong.|Line {line}.|Ply {ply}: {move}.|Why: {rule}."},
	},
	{
		Name: "SEVERAL_RECORDS", Status: http.StatusUnprocessableEntity, Owner: "study",
		vi: words{"Có nhiều ván trong văn bản", "Hãy cho biết ván nào bằng trường number.|Văn bản có {games} ván."},
		en: words{"The text has several games", "Say which one is meant in the field number.|There are {games}."},
	},
	{
		Name: "NO_SUCH_RECORD", Status: http.StatusUnprocessableEntity, Owner: "study",
		vi: words{"Văn bản không có ván mang số này", "Trường number đếm từ 1.|Văn bản có {games} ván."},
		en: words{"The text has no game of this number", "The field number counts from 1.|There are {games} games."},
	},
	{
		Name: "TOO_MANY_ANALYSES", Status: http.StatusTooManyRequests, Owner: "study",
		vi: words{"Đang có quá nhiều bản phân tích", "Hãy đợi một bản xong rồi yêu cầu tiếp.|Cùng lúc nhiều nhất là {limit}."},
		en: words{"Too many analyses are under way", "Wait until one of yours is done.|At most {limit} may be under way."},
	},
	{
		Name: "ANALYSES_USED_UP", Status: http.StatusTooManyRequests, Owner: "study",
		vi: words{"Đã hết lượt phân tích", "Hãy thử lại sau.|Trong 24 giờ nhiều nhất là {limit} lần."},
		en: words{"You have used up your analyses", "Try again later.|At most {limit} may be begun in 24 hours."},
	},
	{
		Name: "ANALYSIS_QUEUE_FULL", Status: http.StatusTooManyRequests, Owner: "study",
		vi: words{"Hàng đợi phân tích đã đầy", "Có quá nhiều ván đang chờ. Hãy thử lại sau."},
		en: words{"The queue of analyses is full", "Too many games wait. Try again later."},
	},
}
