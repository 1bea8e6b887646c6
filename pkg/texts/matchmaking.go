package texts

import "net/http"

const matchmaking = "matchmaking"

// matchmakingReasons are refusals of rooms and tickets.
var matchmakingReasons = []Refusal{
	{
		Name: "NO_SUCH_ROOM", Status: http.StatusNotFound, Owner: matchmaking,
		vi: words{"Không tìm thấy phòng", "Không có phòng nào mang mã này, hoặc bạn không được xem."},
		en: words{"No such room", "There is no room with this id, or you may not see it."},
	},
	{
		Name: "NO_SUCH_TICKET", Status: http.StatusNotFound, Owner: matchmaking,
		vi: words{"Không tìm thấy lượt chờ", "Bạn không có lượt chờ ghép trận nào mang mã này."},
		en: words{"No such ticket", "You have no ticket with this id."},
	},
	{
		Name: "TICKET_MATCHED", Status: http.StatusConflict, Owner: matchmaking,
		vi: words{"Đã ghép được đối thủ", "Không thể hủy nữa: ván đấu đã hoặc đang được mở.|Mã ván: {game}."},
		en: words{"An opponent has been found", "It is too late to give up: the game has begun or is about to.|Game: {game}."},
	},
	{
		Name: "ROOM_CLOSED", Status: http.StatusConflict, Owner: matchmaking,
		vi: words{"Phòng không còn mở", "Phòng đã đủ người hoặc đã đóng."},
		en: words{"The room is not open", "The room is taken or has been closed."},
	},
	{
		Name: "OWN_ROOM", Status: http.StatusConflict, Owner: matchmaking,
		vi: words{"Đây là phòng của bạn", "Không thể tự vào phòng của mình."},
		en: words{"It is your own room", "You cannot join a room that you opened."},
	},
	{
		Name: "NOT_YOUR_ROOM", Status: http.StatusForbidden, Owner: matchmaking,
		vi: words{"Không phải phòng của bạn", "Chỉ người mở phòng được làm việc này."},
		en: words{"Not your room", "Only who opened the room may do this."},
	},
	{
		Name: "ROOM_UNPLAYABLE", Status: http.StatusConflict, Owner: matchmaking,
		vi: words{"Không thể bắt đầu ván của phòng này", "Trọng tài không nhận thiết lập của phòng, nên phòng đã đóng.|Lý do: {cause}."},
		en: words{"The game of this room cannot begin", "The referee does not accept the room's settings, so the room was closed.|Why: {cause}."},
	},
	{
		Name: "KEPT_APART", Status: http.StatusForbidden, Owner: matchmaking,
		vi: words{"Hai người không thể gặp nhau", "Một trong hai người đã chặn người kia."},
		en: words{"The two of you cannot meet", "One of the two players has blocked the other."},
	},
	{
		Name: "NOT_INVITED", Status: http.StatusForbidden, Owner: matchmaking,
		vi: words{"Bạn không được mời", "Chỉ người được mời mới có thể từ chối lời mời."},
		en: words{"You are not invited", "Only the invited player may decline."},
	},
	{
		Name: "WRONG_CODE", Status: http.StatusNotFound, Owner: matchmaking,
		vi: words{"Mã phòng không đúng", "Không có phòng nào đang mở với mã này."},
		en: words{"Wrong code", "No open room has this code."},
	},
	{
		Name: "TOO_MANY_TRIES", Status: http.StatusTooManyRequests, Owner: matchmaking,
		vi: words{"Thử mã quá nhiều lần", "Hãy chờ hết số giây ghi trong Retry-After rồi thử lại."},
		en: words{"Too many tries", "Wait the seconds given in Retry-After, then try again."},
	},
	{
		Name: "TOO_MANY_ROOMS", Status: http.StatusTooManyRequests, Owner: matchmaking,
		vi: words{"Bạn đang mở quá nhiều phòng", "Hãy đóng bớt một phòng trước khi mở phòng mới."},
		en: words{"Too many open rooms", "Close a room before you open another one."},
	},
}
