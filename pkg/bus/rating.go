package bus

// RatingStream is the JetStream stream that keeps the changes of ratings.
const RatingStream = "KYDAI_RATING"

// RatingChanged is the subject of a board's kydai.rating.v1.RatingChanges;
// game or category "*" is all of them.
func RatingChanged(game, category string) string {
	return "kydai.rating.v1.changed." + game + "." + category
}
