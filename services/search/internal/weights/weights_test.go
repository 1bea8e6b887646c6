package weights_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/search/internal/weights"
)

func TestPairsAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		begin, end, sum := 0, 0, weights.Pair(0)
		for range rapid.IntRange(1, 40).Draw(t, "terms") {
			b, e := rapid.IntRange(-2000, 2000).Draw(t, "begin"), rapid.IntRange(-2000, 2000).Draw(t, "end")
			n := rapid.IntRange(-9, 9).Draw(t, "times")
			begin, end, sum = begin+n*b, end+n*e, sum+weights.Make(b, e).Times(n)
		}
		require.Equal(t, begin, sum.Begin())
		require.Equal(t, end, sum.End())
		require.Equal(t, begin, sum.Blend(24, 24))
		require.Equal(t, end, sum.Blend(0, 24))
		require.Equal(t, (begin+end)/2, sum.Blend(1, 2))
	})
}

const text = `# A remark.
one: 5 # another
list:
 1,2  -3
4,-5
`

func TestParse(t *testing.T) {
	t.Parallel()
	set, err := weights.Parse(text)
	require.NoError(t, err)
	require.Equal(t, weights.Make(5, 5), set.One("one"))
	require.Equal(t, []weights.Pair{weights.Make(1, 2), weights.Make(-3, -3), weights.Make(4, -5)}, set.List("list", 3))
	require.Panics(t, func() { set.List("list", 2) })
	require.Panics(t, func() { set.One("none") })
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"5", "a: x", "a: 1,", "a: 1,x", "a: 1,2,3", "a: 1.5"} {
		_, err := weights.Parse("fine: 1\n\n" + bad)
		if bad == "5" { // it belongs to the name before
			require.NoError(t, err)
			_, err = weights.Parse(bad)
			require.ErrorContains(t, err, "line 1")
			continue
		}
		require.ErrorContains(t, err, "line 3", bad)
	}
	require.Panics(t, func() { weights.MustParse("5") })
}

func TestRewrite(t *testing.T) {
	t.Parallel()
	numbers, err := weights.Numbers(text)
	require.NoError(t, err)
	require.Equal(t, weights.Number{Name: "list", Begin: 1, End: 2}, numbers[1])
	for i := range numbers {
		numbers[i].Begin *= 10
	}
	again, err := weights.Rewrite(text, numbers)
	require.NoError(t, err)
	require.Equal(t, "# A remark.\none: 50,5 # another\nlist:\n10,2 -30,-3\n40,-5\n", again)
}
