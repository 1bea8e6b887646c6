// Package titles holds the titles that ratings earn, as data: the rating
// service gives them, the catalogue tells of them. What they are called is in
// package texts.
package titles

// Stars is how many stars a title with stars has.
const Stars = 5

// Title is a title and the ratings that earn it.
type Title struct {
	// ID names the title in the API.
	ID string
	// From and To are the lowest and the highest rating with it. To is 0 for
	// the last title: it has no end, and a rank instead of stars.
	From, To int
}

// all are the titles, the lowest first; each begins where the one before it
// ends.
var all = []Title{
	{"nhap_mon", 0, 250},
	{"ky_do", 251, 500},
	{"ky_thu", 501, 1000},
	{"ky_vuong", 1001, 1500},
	{"ky_thanh", 1501, 2000},
	{"doc_co_cau_bai", 2001, 0},
}

// All lists the titles, the lowest first.
func All() []Title { return append([]Title(nil), all...) }

// Ranked reports whether the title has a rank on the board instead of stars.
func (t Title) Ranked() bool { return t.To == 0 }

// StarFrom is the lowest rating with so many stars: the span is cut into equal
// parts, the first of which are one longer where it does not come out even.
func (t Title) StarFrom(star int) int {
	span := t.To - t.From + 1
	return t.From + (span*(star-1)+Stars-1)/Stars
}

// Of is the title of a rating, and how many stars it has within it; 0 where
// the title has a rank instead.
func Of(rating int) (t Title, stars int) {
	for _, t = range all {
		if t.Ranked() || rating <= t.To {
			break
		}
	}
	if t.Ranked() {
		return t, 0
	}
	stars = 1
	for stars < Stars && rating >= t.StarFrom(stars+1) {
		stars++
	}
	return t, stars
}
