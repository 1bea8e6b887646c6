package record_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/record"
)

// readAll reads every game of a text that has no fault.
func readAll(t require.TestingT, text string, o record.Options) []*record.Record {
	var list []*record.Record
	for rec, err := range record.Read(strings.NewReader(text), o) {
		require.NoError(t, err, "%s", text)
		list = append(list, rec)
	}
	return list
}

// readFault reads games up to the first faulty one.
func readFault(t *testing.T, text string, o record.Options) *record.Error {
	t.Helper()
	for _, err := range record.Read(strings.NewReader(text), o) {
		if err != nil {
			var bad *record.Error
			require.ErrorAs(t, err, &bad)
			return bad
		}
	}
	require.Fail(t, "the text has no fault", text)
	return nil
}

func TestTextIsNoRecordOfAGameThatOnlyJSONHas(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"jungle", "morris"} {
		g, ok := games.Find(name)
		require.True(t, ok)
		bad := readFault(t, "1. a3a4 *", record.Options{Game: g})
		require.EqualError(t, bad, "no format is recognized in it: say which it is")
	}
}

// write writes a file of records.
func write(t require.TestingT, format, notation string, recs ...*record.Record) string {
	var b strings.Builder
	require.NoError(t, record.Write(&b, format, notation, recs...))
	return b.String()
}
