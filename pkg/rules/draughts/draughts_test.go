package draughts_test

import (
	"testing"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/draughts"
	"kydai.dev/pkg/rules/rulestest"
)

func games() []rules.Game {
	return []rules.Game{draughts.Brazilian(), draughts.American(), draughts.Russian(), draughts.International()}
}

func TestSuite(t *testing.T) { rulestest.Run(t, games()...) }

func BenchmarkPerft(b *testing.B) { rulestest.BenchPerft(b, games()...) }

func BenchmarkReferee(b *testing.B) { rulestest.BenchReferee(b, games()...) }

func FuzzParseBrazilian(f *testing.F)     { rulestest.FuzzParse(f, draughts.Brazilian()) }
func FuzzParseAmerican(f *testing.F)      { rulestest.FuzzParse(f, draughts.American()) }
func FuzzParseRussian(f *testing.F)       { rulestest.FuzzParse(f, draughts.Russian()) }
func FuzzParseInternational(f *testing.F) { rulestest.FuzzParse(f, draughts.International()) }
func FuzzMoveBrazilian(f *testing.F)      { rulestest.FuzzMove(f, draughts.Brazilian()) }
func FuzzMoveAmerican(f *testing.F)       { rulestest.FuzzMove(f, draughts.American()) }
func FuzzMoveRussian(f *testing.F)        { rulestest.FuzzMove(f, draughts.Russian()) }
func FuzzMoveInternational(f *testing.F)  { rulestest.FuzzMove(f, draughts.International()) }
