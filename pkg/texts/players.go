package texts

import "net/http"

// playerReasons are refusals of profiles and blocks.
var playerReasons = []Refusal{
	{
		Name: "BAD_NAME", Status: http.StatusUnprocessableEntity, Owner: account,
		vi: words{"Tên không được chấp nhận", "Tên chỉ gồm chữ của một hệ chữ viết, số, dấu cách đơn và vài dấu câu (. - _ ' ·), dài tối đa 30 ký tự."},
		en: words{"The name is not accepted", "A name has letters of one script, digits, single spaces and a little punctuation (. - _ ' ·), at most 30 characters."},
	},
	{
		Name: "NAME_RESERVED", Status: http.StatusUnprocessableEntity, Owner: account,
		vi: words{"Tên dành riêng cho ban tổ chức", "Tên này trông như của người điều hành. Hãy chọn tên khác."},
		en: words{"The name is kept for the hall", "The name reads as if the hall itself were speaking. Choose another one."},
	},
	{
		Name: "NAME_TAKEN", Status: http.StatusConflict, Owner: account,
		vi: words{"Tên đã có người dùng", "Một người chơi khác đã mang tên này hoặc một tên nhìn giống hệt. Hãy chọn tên khác."},
		en: words{"The name is taken", "Another player has this name or one that looks just like it. Choose another one."},
	},
	{
		Name: "BAD_LANGUAGE", Status: http.StatusUnprocessableEntity, Owner: account,
		vi: words{"Không biết ngôn ngữ này", "Hãy dùng thẻ BCP 47, ví dụ vi hoặc en-GB."},
		en: words{"The language is not known", "Use a BCP 47 tag, such as vi or en-GB."},
	},
	{
		Name: "BAD_COUNTRY", Status: http.StatusUnprocessableEntity, Owner: account,
		vi: words{"Không biết quốc gia này", "Hãy dùng hai chữ cái theo ISO 3166-1, ví dụ VN."},
		en: words{"The country is not known", "Use two letters of ISO 3166-1, such as VN."},
	},
	{
		Name: "BAD_TIME_ZONE", Status: http.StatusUnprocessableEntity, Owner: account,
		vi: words{"Không biết múi giờ này", "Hãy dùng tên trong cơ sở dữ liệu IANA, ví dụ Asia/Ho_Chi_Minh."},
		en: words{"The time zone is not known", "Use a name of the IANA database, such as Asia/Ho_Chi_Minh."},
	},
	{
		Name: "PROFILE_CHANGED", Status: http.StatusPreconditionFailed, Owner: account,
		vi: words{"Hồ sơ đã thay đổi", "Hồ sơ không còn là bản ghi trong If-Match. Hãy tải lại rồi sửa tiếp."},
		en: words{"The profile has changed", "The profile is not the one that If-Match names any more. Read it again, then change it."},
	},
	{
		Name: "GUEST_HAS_NO_ROLE", Status: http.StatusConflict, Owner: account,
		vi: words{"Khách không giữ vai trò", "Tài khoản khách không thể nhận vai trò. Hãy liên kết tài khoản trước."},
		en: words{"A guest has no role", "A guest's account can be given no role. It must be linked first."},
	},
	{
		Name: "NO_SUCH_PLAYER", Status: http.StatusNotFound, Owner: account,
		vi: words{"Không tìm thấy người chơi", "Không có người chơi nào mang mã này."},
		en: words{"No such player", "There is no player with this id."},
	},
	{
		Name: "BLOCKED_SELF", Status: http.StatusUnprocessableEntity, Owner: account,
		vi: words{"Không thể tự chặn mình", "Mã người chơi này là của chính bạn."},
		en: words{"You cannot block yourself", "The player's id is your own."},
	},
	{
		Name: "NO_SUCH_BLOCK", Status: http.StatusNotFound, Owner: account,
		vi: words{"Người chơi này không bị chặn", "Bạn chưa chặn người chơi này, hoặc đã bỏ chặn rồi."},
		en: words{"That player is not blocked", "You have not blocked this player, or no longer do."},
	},
	{
		Name: "TOO_MANY_BLOCKS", Status: http.StatusConflict, Owner: account,
		vi: words{"Đã chặn quá nhiều người", "Hãy bỏ chặn một người trước khi chặn thêm."},
		en: words{"Too many players are blocked", "Unblock somebody before you block another player."},
	},
}
