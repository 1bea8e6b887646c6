package texts

import "net/http"

// ratingReasons are refusals of ratings.
var ratingReasons = []Refusal{
	{
		Name: "GAME_NOT_RATED", Status: http.StatusNotFound, Owner: "rating",
		vi: words{"Ván này không tính điểm", "Ván cờ không làm đổi điểm của ai, chưa được tính xong, hoặc bạn không được xem."},
		en: words{"The game has changed no rating", "The game is not rated, has not been rated yet, or you may not see it."},
	},
}
