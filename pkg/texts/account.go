package texts

import "net/http"

const account = "account"

// accountReasons are refusals of sessions.
var accountReasons = []Refusal{
	{
		Name: "BAD_REFRESH", Status: http.StatusUnauthorized, Owner: account,
		vi: words{"Mã làm mới không hợp lệ", "Hãy đăng nhập lại."},
		en: words{"The refresh token is not valid", "Sign in again."},
	},
	{
		Name: "REFRESH_REUSED", Status: http.StatusUnauthorized, Owner: account,
		vi: words{"Mã làm mới đã được dùng", "Phiên này đã bị đóng để bảo vệ tài khoản. Hãy đăng nhập lại."},
		en: words{"The refresh token was used before", "The session was closed to protect the account. Sign in again."},
	},
	{
		Name: "NO_SUCH_SESSION", Status: http.StatusNotFound, Owner: account,
		vi: words{"Không có phiên đăng nhập này", "Phiên không tồn tại hoặc đã đóng."},
		en: words{"No such session", "The session does not exist or has been closed."},
	},
}
