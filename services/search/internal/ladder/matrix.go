package ladder

// matrix is a small square matrix.
type matrix [][]float64

func newMatrix(n int) matrix {
	m := make(matrix, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// between adds what the difference of two variables weighs; the one before the
// first does not vary.
func (m matrix) between(i, k int, weight float64) {
	if i >= 0 {
		m[i][i] += weight
	}
	if k >= 0 {
		m[k][k] += weight
	}
	if i >= 0 && k >= 0 {
		m[i][k] -= weight
		m[k][i] -= weight
	}
}

// times is the product with a vector.
func (m matrix) times(v []float64) []float64 {
	out := make([]float64, len(v))
	for i, row := range m {
		for k, x := range row {
			out[i] += x * v[k]
		}
	}
	return out
}

// product is the product with another matrix.
func (m matrix) product(n matrix) matrix {
	out := newMatrix(len(m))
	for i := range m {
		for k := range m {
			for j := range m {
				out[i][k] += m[i][j] * n[j][k]
			}
		}
	}
	return out
}

// inverse is the inverse of a symmetric matrix that is positive definite, which
// needs no choice of pivots.
func (m matrix) inverse() matrix {
	left, right := newMatrix(len(m)), newMatrix(len(m))
	for i := range m {
		copy(left[i], m[i])
		right[i][i] = 1
	}
	for i := range left {
		pivot := left[i][i]
		for k := range left {
			left[i][k] /= pivot
			right[i][k] /= pivot
		}
		for row := range left {
			factor := left[row][i]
			if row == i {
				continue
			}
			for k := range left {
				left[row][k] -= factor * left[i][k]
				right[row][k] -= factor * right[i][k]
			}
		}
	}
	return right
}
