package texts

import "net/http"

// signinReasons are refusals of sign-ins and of what is linked to an account.
var signinReasons = []Refusal{
	{
		Name: "UNKNOWN_PROVIDER", Status: http.StatusNotFound, Owner: account,
		vi: words{"Không có cách đăng nhập này", "Các cách đăng nhập được liệt kê ở GET /v1/providers."},
		en: words{"There is no such way to sign in", "GET /v1/providers lists the ways to sign in."},
	},
	{
		Name: "BAD_REDIRECT", Status: http.StatusUnprocessableEntity, Owner: account,
		vi: words{"Không thể quay về địa chỉ này", "redirectUri phải đúng từng chữ với một địa chỉ mà máy chủ cho phép."},
		en: words{"Nobody can be sent back to that address", "The redirectUri must be, letter by letter, one that this server allows."},
	},
	{
		Name: "PROVIDER_DOWN", Status: http.StatusServiceUnavailable, Owner: account,
		vi: words{"Nhà cung cấp danh tính không trả lời", "Hãy gửi lại yêu cầu này sau ít giây, hoặc chọn cách đăng nhập khác."},
		en: words{"The identity provider does not answer", "Send the same request again in a few seconds, or choose another way to sign in."},
	},
	{
		Name: "SIGN_IN_REFUSED", Status: http.StatusUnprocessableEntity, Owner: account,
		vi: words{"Nhà cung cấp danh tính không xác nhận", "Mã đã dùng, đã hết hạn, hoặc không dành cho lượt này. Hãy bắt đầu lại."},
		en: words{"The identity provider does not vouch for that", "The code was used, has expired, or is not of this sign-in. Begin again."},
	},
	{
		Name: "BAD_EMAIL", Status: http.StatusUnprocessableEntity, Owner: account,
		vi: words{"Địa chỉ thư không được chấp nhận", "Hãy nhập một địa chỉ nhận được thư, ví dụ minh@example.com."},
		en: words{"The e-mail address is not accepted", "Give an address that receives mail, such as minh@example.com."},
	},
	{
		Name: "EMAIL_DOWN", Status: http.StatusServiceUnavailable, Owner: account,
		vi: words{"Chưa gửi được thư", "Máy chủ thư không nhận. Hãy thử lại sau ít giây."},
		en: words{"Mail cannot be sent now", "The mail server did not take it. Try again in a few seconds."},
	},
	{
		Name: "TOO_MANY_CODES", Status: http.StatusTooManyRequests, Owner: account,
		vi: words{"Đã xin quá nhiều mã", "Hãy chờ hết số giây ghi trong Retry-After rồi thử lại."},
		en: words{"Too many codes were asked for", "Wait the seconds given in Retry-After, then try again."},
	},
	{
		Name: "WRONG_EMAIL_CODE", Status: http.StatusUnprocessableEntity, Owner: account,
		vi: words{"Mã không đúng", "Hãy nhập đúng sáu chữ số trong thư.|Số lần thử còn lại: {triesLeft}."},
		en: words{"The code is wrong", "Type the six digits of the message.|Tries left: {triesLeft}."},
	},
	{
		Name: "BAD_STATE", Status: http.StatusBadRequest, Owner: account,
		vi: words{"Lượt đăng nhập không còn hiệu lực", "Lượt đăng nhập đã xong, quá 10 phút, hoặc do người khác bắt đầu. Hãy bắt đầu lại."},
		en: words{"The sign-in is not valid any more", "It is over, older than 10 minutes, or was begun by somebody else. Begin again."},
	},
	{
		Name: "IDENTITY_TAKEN", Status: http.StatusConflict, Owner: account,
		vi: words{"Danh tính này thuộc tài khoản khác", "Tài khoản của bạn không đổi. Muốn vào tài khoản kia, hãy gọi {signIn} với cùng handle."},
		en: words{"The identity belongs to another account", "Your account is as it was. To sign in to the other one, call {signIn} with the same handle."},
	},
	{
		Name: "NO_SUCH_IDENTITY", Status: http.StatusNotFound, Owner: account,
		vi: words{"Không có danh tính này", "Tài khoản của bạn không có danh tính nào mang mã này."},
		en: words{"No such identity", "Your account has no identity with this id."},
	},
	{
		Name: "LAST_IDENTITY", Status: http.StatusConflict, Owner: account,
		vi: words{"Không thể bỏ danh tính cuối cùng", "Không còn danh tính nào thì không đăng nhập lại được. Hãy liên kết cái khác trước."},
		en: words{"The last identity stays", "Without it nobody could sign in to the account. Link another one first."},
	},
	{
		Name: "TOO_MANY_IDENTITIES", Status: http.StatusConflict, Owner: account,
		vi: words{"Đã liên kết quá nhiều danh tính", "Hãy bỏ bớt một danh tính trước khi liên kết thêm."},
		en: words{"Too many identities", "Take one from the account before you link another."},
	},
}
