package notation

import "kydai.dev/pkg/rules"

// Symbols are what a notation calls the pieces, by kind: a letter, a character or
// a word of the first and of the second side. They are nil for a notation that
// names squares only.
func Symbols(g rules.Game, name string) map[string][2]string {
	switch g.Name() {
	case "xiangqi":
		return figureSymbols(name)
	case "jungle":
		return beastSymbols(name)
	default:
		return nil
	}
}

func figureSymbols(name string) map[string][2]string {
	var of [2][figures]string
	switch name {
	case vietnamese.name:
		of = [2][figures]string{vietnameseLetters, vietnameseLetters}
	case vietnameseLong.name:
		of = [2][figures]string{vietnameseNames, vietnameseNames}
	case wxf.name:
		for f := general; f < figures; f++ {
			letter := wxfLetters[f : f+1]
			of[rules.First][f], of[rules.Second][f] = letter, letter
		}
	case chinese.name:
		of = simplified.names
	case chineseTraditional.name:
		of = traditional.names
	default:
		return nil
	}
	symbols := map[string][2]string{}
	for f := general; f < figures; f++ {
		symbols[figureWords[f]] = [2]string{of[rules.First][f], of[rules.Second][f]}
	}
	return symbols
}

func beastSymbols(name string) map[string][2]string {
	for _, n := range []beasts{jungleLetters, jungleVietnamese} {
		if n.name != name {
			continue
		}
		symbols := map[string][2]string{}
		for kind, symbol := range n.names {
			symbols[kind] = [2]string{symbol, symbol}
		}
		return symbols
	}
	return nil
}
