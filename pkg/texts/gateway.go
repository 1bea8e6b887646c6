package texts

import "net/http"

const gateway = "gateway"

// gatewayReasons are refusals of the HTTP layer.
var gatewayReasons = []Refusal{
	{
		Name: "NOT_FOUND", Status: http.StatusNotFound, Owner: gateway,
		vi: words{"Không có đường dẫn này", "Danh sách các đường dẫn nằm ở /docs."},
		en: words{"There is nothing here", "The routes are listed at /docs."},
	},
	{
		Name: "METHOD_NOT_ALLOWED", Status: http.StatusMethodNotAllowed, Owner: gateway,
		vi: words{"Phương thức không được dùng ở đây", "Hãy dùng: {allow}."},
		en: words{"The method is not allowed here", "Use {allow}."},
	},
	{
		Name: "BODY_TOO_LARGE", Status: http.StatusRequestEntityTooLarge, Owner: gateway,
		vi: words{"Nội dung quá lớn", "Nội dung dài nhất là {limit} byte."},
		en: words{"The body is too large", "A body has at most {limit} bytes."},
	},
	{
		Name: "HEADERS_TOO_LARGE", Status: http.StatusRequestHeaderFieldsTooLarge, Owner: gateway,
		vi: words{"Tiêu đề quá lớn", "Đường dẫn và tiêu đề cộng lại dài nhất là {limit} byte."},
		en: words{"The headers are too large", "Address and headers together have at most {limit} bytes."},
	},
	{
		Name: "UNSUPPORTED_MEDIA_TYPE", Status: http.StatusUnsupportedMediaType, Owner: gateway,
		vi: words{"Kiểu nội dung không được nhận", "Nội dung phải có Content-Type: application/json, không nén."},
		en: words{"The content type is not accepted", "A body must have Content-Type: application/json and no encoding."},
	},
	{
		Name: "BAD_JSON", Status: http.StatusBadRequest, Owner: gateway,
		vi: words{"JSON không đọc được", "Nội dung phải là đúng một đối tượng JSON, mã hoá UTF-8."},
		en: words{"The JSON cannot be read", "The body must be exactly one JSON object in UTF-8."},
	},
	{
		Name: "UNKNOWN_FIELD", Status: http.StatusBadRequest, Owner: gateway,
		vi: words{"Trường không được biết", "Lệnh này không có trường đó.|Trường lạ: {field}."},
		en: words{"Unknown field", "The call has no such field.|The unknown field is {field}."},
	},
	{
		Name: "BAD_HEADER", Status: http.StatusBadRequest, Owner: gateway,
		vi: words{"Tiêu đề không hợp lệ", "Tiêu đề {header} có giá trị không được chấp nhận."},
		en: words{"A header is not valid", "The value of the header {header} is not accepted."},
	},
	{
		Name: "RATE_LIMITED", Status: http.StatusTooManyRequests, Owner: gateway,
		vi: words{"Quá nhiều yêu cầu", "Hãy chờ hết số giây ghi trong Retry-After rồi thử lại."},
		en: words{"Too many requests", "Wait the seconds given in Retry-After, then try again."},
	},
	{
		Name: "UNKNOWN_STREAM", Status: http.StatusNotFound, Owner: gateway,
		vi: words{"Không có luồng này", "Tên luồng là game:MÃ hoặc me."},
		en: words{"There is no such stream", "A stream is named game:ID or me."},
	},
	{
		Name: "UNKNOWN_OP", Status: http.StatusBadRequest, Owner: gateway,
		vi: words{"Không có thao tác này", "Các thao tác là subscribe, unsubscribe, auth, move và ping.|Thao tác lạ: {op}."},
		en: words{"There is no such operation", "Operations are subscribe, unsubscribe, auth, move and ping.|The unknown operation is {op}."},
	},
	{
		Name: "UPGRADE_REQUIRED", Status: http.StatusUpgradeRequired, Owner: gateway,
		vi: words{"Đây là WebSocket", "Hãy mở kết nối WebSocket phiên bản 13."},
		en: words{"This is a WebSocket", "Connect by the WebSocket protocol, version 13."},
	},
	{
		Name: "ORIGIN_DENIED", Status: http.StatusForbidden, Owner: gateway,
		vi: words{"Trang web này không được kết nối", "Nguồn (Origin) của trang không nằm trong danh sách cho phép."},
		en: words{"This web page may not connect", "The page's Origin is not on the list of those allowed."},
	},
	{
		Name: "TOO_MANY_STREAMS", Status: http.StatusTooManyRequests, Owner: gateway,
		vi: words{"Quá nhiều luồng đang mở", "Hãy đóng bớt một luồng trước khi mở luồng mới."},
		en: words{"Too many open streams", "Close a stream before you open another one."},
	},
}
