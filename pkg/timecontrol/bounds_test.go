package timecontrol_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/timecontrol"
)

func TestBoundsAreThoseOfTheCheck(t *testing.T) {
	t.Parallel()
	b, ok := timecontrol.Custom("xiangqi")
	require.True(t, ok)
	for _, c := range []timecontrol.Control{
		{Bank: b.Bank.Least, Increment: b.Increment.Least, ByoYomi: b.ByoYomi.Least},
		{Bank: b.Bank.Most, Increment: b.Increment.Most, ByoYomi: b.ByoYomi.Most},
	} {
		require.NoError(t, c.Check("xiangqi"))
	}
	good := timecontrol.Control{Bank: b.Bank.Least}
	for field, bad := range map[string]timecontrol.Control{
		"bank":      {Bank: b.Bank.Most + time.Second},
		"increment": {Bank: good.Bank, Increment: b.Increment.Most + time.Second},
		"byo_yomi":  {Bank: good.Bank, ByoYomi: b.ByoYomi.Least - time.Second},
	} {
		requireField(t, bad.Check("xiangqi"), field)
	}
	require.EqualError(t, timecontrol.Control{Bank: 1}.Check("morris"), "bank: must be whole seconds from 180 to 7200")
	for _, game := range []string{"jungle", "chess"} {
		_, ok := timecontrol.Custom(game)
		require.False(t, ok, game)
	}
}

func TestClassesAreTheCategories(t *testing.T) {
	t.Parallel()
	list := timecontrol.Classes()
	for i, c := range list {
		if c.Below == 0 {
			require.Equal(t, len(list)-1, i)
			continue
		}
		require.Equal(t, c.Category, timecontrol.Control{Bank: c.Below - time.Second}.Category())
		require.Equal(t, list[i+1].Category, timecontrol.Control{Bank: c.Below}.Category())
	}
	list[0].Below = 0
	require.NotEqual(t, list, timecontrol.Classes(), "the slice is the caller's own")
}
