package texts

import "net/http"

// rewardsReasons are refusals of quests and coins.
var rewardsReasons = []Refusal{
	{
		Name: "NO_SUCH_QUEST", Status: http.StatusNotFound, Owner: "rewards",
		vi: words{"Không có nhiệm vụ này", "Danh sách nhiệm vụ ở GET /v1/me/quests. Thành tích được trả xu tự động, không cần nhận."},
		en: words{"There is no such quest", "GET /v1/me/quests lists the quests. Achievements pay by themselves and are not claimed."},
	},
	{
		Name: "QUEST_NOT_OFFERED", Status: http.StatusConflict, Owner: "rewards",
		vi: words{"Nhiệm vụ không có trong kỳ này", "Kỳ {period} không có nhiệm vụ này.|GET /v1/me/quests cho biết nhiệm vụ hôm nay và tuần này."},
		en: words{"The quest is not on offer in that period", "It is not among those of {period}.|GET /v1/me/quests lists those of today and of this week."},
	},
	{
		Name: "QUEST_NOT_DONE", Status: http.StatusConflict, Owner: "rewards",
		vi: words{"Nhiệm vụ chưa xong", "Mới được {count} trên {target}."},
		en: words{"The quest is not done yet", "You have {count} of {target}."},
	},
	{
		Name: "QUEST_OVER", Status: http.StatusConflict, Owner: "rewards",
		vi: words{"Đã quá hạn nhận thưởng", "Nhiệm vụ của kỳ {period} chỉ nhận thưởng được trong một ngày sau khi kỳ kết thúc."},
		en: words{"The quest can't be claimed any more", "A quest of {period} could be claimed until a day after its end."},
	},
	{
		Name: "GUEST_EARNS_NOTHING", Status: http.StatusForbidden, Owner: "rewards",
		vi: words{"Khách chưa được nhận xu", "Chỉ tài khoản đã liên kết mới được nhận xu. Những gì khách đã đạt được vẫn giữ nguyên và sẽ được trả xu khi liên kết."},
		en: words{"Guests are not paid", "Only linked accounts are paid. What a guest has reached is kept, and paid once the account is linked."},
	},
	{
		Name: "BAD_AMOUNT", Status: http.StatusBadRequest, Owner: "rewards",
		vi: words{"Số xu không hợp lệ", "Số xu là số nguyên khác 0 và không quá một triệu."},
		en: words{"The amount is not accepted", "An amount is a whole number other than 0, and at most a million."},
	},
	{
		Name: "NOT_ENOUGH_COINS", Status: http.StatusConflict, Owner: "rewards",
		vi: words{"Không đủ xu", "Trong ví chỉ có {balance} xu; số dư không bao giờ xuống dưới 0."},
		en: words{"There are not enough coins", "The wallet has {balance}; it never goes below 0."},
	},
	{
		Name: "WALLET_FULL", Status: http.StatusConflict, Owner: "rewards",
		vi: words{"Ví đã đầy", "Ví đang có {balance} xu và không chứa thêm được ngần ấy."},
		en: words{"The wallet is full", "It has {balance} coins and can't hold so many more."},
	},
	{
		Name: "PAYMENT_KEY_REUSED", Status: http.StatusConflict, Owner: "rewards",
		vi: words{"Khoá đã được dùng cho lần trả xu khác", "Hãy dùng khoá mới, hoặc gửi lại đúng yêu cầu cũ."},
		en: words{"The key was used for another payment", "Use a new key, or send the same request again."},
	},
}

// paymentNames are what payments are for, where no goal says it.
var paymentNames = map[string]pair{
	"quest":       {"Nhiệm vụ", "Quest"},
	"achievement": {"Thành tích", "Achievement"},
	"prize":       {"Giải thưởng giải đấu", "Tournament prize"},
	"grant":       {"Ban quản trị điều chỉnh", "Adjustment by the hall"},
}
