package board

// counts says how many players have at most a rating, and changes, both in
// steps that grow with the logarithm of the highest rating: a Fenwick tree,
// where entry i sums the ratings whose number shares its upper bits.
type counts struct{ tree []int }

// add counts a player more, or less, with a rating.
func (c *counts) add(rating, by int) {
	if rating >= len(c.tree) {
		c.grow(rating)
	}
	for i := rating + 1; i <= len(c.tree); i += i & -i {
		c.tree[i-1] += by
	}
}

// grow makes room for a rating. In a tree whose size is a power of two the last
// entry has the sum of all, which the new half's does as well.
func (c *counts) grow(rating int) {
	size := max(len(c.tree), 1)
	total := c.upTo(len(c.tree) - 1)
	for rating >= size {
		size *= 2
	}
	grown := make([]int, size)
	copy(grown, c.tree)
	for i := 2 * len(c.tree); i > 0 && i <= size; i *= 2 {
		grown[i-1] = total
	}
	c.tree = grown
}

// upTo is how many players have at most a rating.
func (c *counts) upTo(rating int) int {
	sum := 0
	for i := min(rating+1, len(c.tree)); i > 0; i -= i & -i {
		sum += c.tree[i-1]
	}
	return sum
}
