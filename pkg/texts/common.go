package texts

import "net/http"

// common are the reasons that any service may give.
var common = []Refusal{
	{
		Name: "NO_TOKEN", Status: http.StatusUnauthorized,
		vi: words{"Cần đăng nhập", "Hãy gửi mã truy cập trong tiêu đề Authorization: Bearer …"},
		en: words{"Sign in first", "Send an access token in the header Authorization: Bearer …"},
	},
	{
		Name: "BAD_TOKEN", Status: http.StatusUnauthorized,
		vi: words{"Mã truy cập không hợp lệ", "Mã truy cập sai hoặc không do máy chủ này cấp. Hãy đăng nhập lại."},
		en: words{"The token is not valid", "The access token is malformed or was not issued here. Sign in again."},
	},
	{
		Name: "EXPIRED_TOKEN", Status: http.StatusUnauthorized,
		vi: words{"Mã truy cập đã hết hạn", "Hãy lấy mã mới bằng POST /v1/sessions:refresh."},
		en: words{"The token has expired", "Get a new one by POST /v1/sessions:refresh."},
	},
	{
		Name: "SESSION_ENDED", Status: http.StatusUnauthorized,
		vi: words{"Phiên đăng nhập đã đóng", "Phiên này đã bị đóng. Hãy đăng nhập lại."},
		en: words{"The session has been closed", "This session has been closed. Sign in again."},
	},
	{
		Name: "BAD_SERVICE_TOKEN", Status: http.StatusServiceUnavailable, // no client's fault
		vi: words{"Tạm thời không phục vụ được", "Các dịch vụ phía máy chủ không nhận ra nhau. Hãy thử lại sau."},
		en: words{"Not available now", "The services behind this server do not know each other. Try again later."},
	},
	{
		Name: "CALLER_DENIED", Status: http.StatusForbidden,
		vi: words{"Không được phép gọi", "Lệnh này không dành cho bạn."},
		en: words{"This call is not for you", "Only other callers may make this call."},
	},
	{
		Name: "SCOPE_MISSING", Status: http.StatusForbidden,
		vi: words{"Mã truy cập thiếu quyền", "Mã truy cập không cho phép lệnh này.|Quyền cần có: {scope}."},
		en: words{"The token lacks a scope", "The token does not allow this call.|It needs the scope {scope}."},
	},
	{
		Name: "INVALID_ARGUMENT", Status: http.StatusBadRequest,
		vi: words{"Yêu cầu không hợp lệ", "Một hay nhiều trường có giá trị không được chấp nhận, xem violations."},
		en: words{"The request is not valid", "One or more fields have values that are not accepted; see violations."},
	},
	{
		Name: "BAD_PAGE_TOKEN", Status: http.StatusBadRequest,
		vi: words{"pageToken không hợp lệ", "Hãy dùng nguyên văn nextPageToken của trang trước, với cùng bộ lọc."},
		en: words{"The page token is not valid", "Use the nextPageToken of the page before as it is, with the same filter."},
	},
	{
		Name: "IDEMPOTENCY_KEY_REUSED", Status: http.StatusUnprocessableEntity,
		vi: words{"Idempotency-Key đã dùng cho yêu cầu khác", "Hãy dùng khoá mới cho yêu cầu có nội dung khác."},
		en: words{"The Idempotency-Key was used before", "Use a new key for a request with another body."},
	},
	{
		Name: "STORE_UNCERTAIN", Status: http.StatusServiceUnavailable,
		vi: words{"Chưa rõ đã lưu hay chưa", "Cơ sở dữ liệu không trả lời. Hãy gửi lại đúng yêu cầu này."},
		en: words{"It is not known whether this was stored", "The database did not answer. Send the same request again."},
	},
	{
		Name: "UNAVAILABLE", Status: http.StatusServiceUnavailable,
		vi: words{"Tạm thời không phục vụ được", "Hãy thử lại sau ít giây."},
		en: words{"Not available now", "Try again in a few seconds."},
	},
	{
		Name: "DEADLINE_EXCEEDED", Status: http.StatusGatewayTimeout,
		vi: words{"Quá thời gian chờ", "Máy chủ không trả lời kịp. Hãy thử lại."},
		en: words{"It took too long", "The server did not answer in time. Try again."},
	},
	{
		Name: "CANCELED", Status: 499, // what logs show of a client that has gone
		vi: words{"Yêu cầu đã bị huỷ", "Phía gọi đã ngắt kết nối."},
		en: words{"The request was cancelled", "The caller has gone."},
	},
	{
		Name: "UNIMPLEMENTED", Status: http.StatusNotImplemented,
		vi: words{"Chưa được phục vụ", "Máy chủ này không chạy dịch vụ đó."},
		en: words{"Not served here", "This server does not run that service."},
	},
	{
		Name: "INTERNAL", Status: http.StatusInternalServerError,
		vi: words{"Lỗi phía máy chủ", "Đã có lỗi xảy ra. Nếu cần báo lỗi, hãy gửi kèm mã trong instance."},
		en: words{"Something went wrong on our side", "When you report it, quote the id given in instance."},
	},
}
