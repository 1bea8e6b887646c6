package texts

import "net/http"

// offerReasons are refusals of draws, take-backs and rematches.
var offerReasons = []Refusal{
	{
		Name: "OFFER_CLOSED", Status: http.StatusConflict, Owner: referee,
		vi: words{"Lời đề nghị không còn", "Lời đề nghị đã được trả lời hoặc đã hết hiệu lực."},
		en: words{"The offer is closed", "The offer has been answered or has lapsed."},
	},
	{
		Name: "NO_SUCH_OFFER", Status: http.StatusNotFound, Owner: referee,
		vi: words{"Không có lời đề nghị này", "Ván cờ không có lời đề nghị nào mang số đó."},
		en: words{"No such offer", "The game has no offer with this id."},
	},
	{
		Name: "OFFER_NOT_ALLOWED", Status: http.StatusConflict, Owner: referee,
		vi: words{"Không thể đề nghị lúc này", "Ván cờ không cho phép đề nghị này vào lúc này."},
		en: words{"The offer is not possible now", "The game does not allow this offer as it stands."},
	},
	{
		Name: "OFFER_TOO_SOON", Status: http.StatusConflict, Owner: referee,
		vi: words{"Đề nghị lại quá sớm", "Hãy đi nước tiếp theo của bạn rồi mới đề nghị lại."},
		en: words{"Too soon to offer again", "Make your own next move before you offer again."},
	},
	{
		Name: "TAKEBACK_RATED", Status: http.StatusConflict, Owner: referee,
		vi: words{"Ván tính điểm không được đi lại", "Chỉ ván giao hữu mới được đi lại."},
		en: words{"No take-backs in rated games", "Moves can be taken back in casual games only."},
	},
	{
		Name: "NOTHING_TO_TAKE_BACK", Status: http.StatusConflict, Owner: referee,
		vi: words{"Không có nước nào để đi lại", "Bạn chưa đi nước nào."},
		en: words{"Nothing to take back", "You have not made a move yet."},
	},
	{
		Name: "NO_TAKEBACKS_LEFT", Status: http.StatusConflict, Owner: referee,
		vi: words{"Hết lượt đi lại", "Bạn đã dùng hết số lần đi lại của ván này."},
		en: words{"No take-backs left", "You have used all take-backs of this game."},
	},
	{
		Name: "HINTS_NOT_ALLOWED", Status: http.StatusConflict,
		vi: words{"Ván này không có gợi ý", "Chỉ ván với máy và ván một người chơi hai bên mới có gợi ý."},
		en: words{"No hints in this game", "Hints are given only in games against the engine and in games of one person alone."},
	},
	{
		Name: "OFFER_OPEN", Status: http.StatusConflict, Owner: referee,
		vi: words{"Còn lời xin hoà chưa trả lời", "Máy phải trả lời lời xin hoà trước khi đi."},
		en: words{"An offer of a draw is open", "The engine answers the offer of a draw before it moves."},
	},
	{
		Name: "OWN_OFFER", Status: http.StatusConflict, Owner: referee,
		vi: words{"Đây là đề nghị của bạn", "Chỉ đối phương mới chấp nhận được đề nghị này."},
		en: words{"It is your own offer", "Only the other side can accept this offer."},
	},
	{
		Name: "GAME_RUNNING", Status: http.StatusConflict, Owner: referee,
		vi: words{"Ván cờ chưa kết thúc", "Chỉ đề nghị đấu lại khi ván cờ đã xong."},
		en: words{"The game is not over yet", "A rematch can be offered once the game is over."},
	},
}
