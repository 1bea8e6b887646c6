package notation_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/notation"
	"kydai.dev/pkg/rules/xiangqi"
)

const (
	opening       = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
	blackOpens    = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1"
	twoAndTwo     = "4k4/9/2P1P4/2P1P4/9/9/8P/9/9/3K5 w - - 0 1"
	twoAndThree   = "4k4/9/2P1P4/2P1P4/4P4/9/9/9/9/3K5 w - - 0 1"
	blackCrowds   = "3k5/9/9/8p/9/3p5/3p1p3/3p1p3/9/4K4 b - - 0 1"
	four          = "3P1k3/3P5/3P5/3P5/9/9/8P/9/9/4K4 w - - 0 1"
	five          = "3P1k3/3P5/3P5/3P5/3P5/9/9/9/9/4K4 w - - 0 1"
	blackFour     = "5k3/9/9/9/9/1p7/1p7/1p7/1p7/4K3p b - - 0 1"
	chariotPair   = "4k4/9/9/R8/9/9/9/9/R8/3K5 w - - 0 1"
	blackAdvisors = "3ak4/9/3a5/9/9/9/9/9/9/5K3 b - - 0 1"
	elephantPair  = "2b1k4/9/9/9/2b6/2B6/4P4/9/9/2BK5 w - - 0 1"
	fourChariots  = "3k5/9/9/9/R1R6/R1R6/9/9/9/4K4 w - - 0 1"
	threeChariots = "3k5/9/9/9/R8/R8/R8/9/9/4K4 w - - 0 1"
)

// TestXiangqiForms holds every form that games.md names, and those for what only
// a made-up position has.
func TestXiangqiForms(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ position, move, texts string }{
		"sideways":               {opening, "h2e2", "h2e2|P2-5|Pháo 2 bình 5|C2=5|炮二平五|炮二平五"},
		"horse":                  {blackOpens, "b9c7", "b9c7|M2.3|Mã 2 tấn 3|H2+3|马2进3|馬2進3"},
		"black names":            {blackOpens, "g9e7", "g9e7|T7.5|Tượng 7 tấn 5|E7+5|象7进5|象7進5"},
		"black general":          {blackOpens, "e9e8", "e9e8|Tg5.1|Tướng 5 tấn 1|K5+1|将5进1|將5進1"},
		"black cannon":           {blackOpens, "h7h8", "h7h8|P8/1|Pháo 8 thoái 1|C8-1|炮8退1|砲8退1"},
		"front of two":           {chariotPair, "a6a5", "a6a5|Xt/1|Xe trước thoái 1|R+-1|前车退一|前車退一"},
		"rear of two":            {chariotPair, "a1b1", "a1b1|Xs-8|Xe sau bình 8|R-=8|后车平八|後車平八"},
		"front advisor":          {blackAdvisors, "d7e8", "d7e8|St/5|Sĩ trước thoái 5|A4-5|士4退5|士4退5"},
		"rear advisor":           {blackAdvisors, "d9e8", "d9e8|Ss.5|Sĩ sau tấn 5|A4+5|士4进5|士4進5"},
		"rear elephant":          {elephantPair, "c0e2", "c0e2|Ts.5|Tượng sau tấn 5|E7+5|相七进五|相七進五"},
		"soldiers two and two":   {twoAndTwo, "c7c8", "c7c8|Bt7.1|Tốt trước lộ 7 tấn 1|17+1|前七进一|前七進一"},
		"two and two, the rear":  {twoAndTwo, "e6d6", "e6d6|Bs5-6|Tốt sau lộ 5 bình 6|25=6|后五平六|後五平六"},
		"two and two, the fifth": {twoAndTwo, "i3i4", "i3i4|B1.1|Tốt 1 tấn 1|P1+1|兵一进一|兵一進一"},
		"two and three":          {twoAndThree, "c6d6", "c6d6|Bs7-6|Tốt sau lộ 7 bình 6|27=6|后七平六|後七平六"},
		"three and two, middle":  {twoAndThree, "e6d6", "e6d6|Bg5-6|Tốt giữa lộ 5 bình 6|25=6|中五平六|中五平六"},
		"three and two, rear":    {twoAndThree, "e5d5", "e5d5|Bs5-6|Tốt sau lộ 5 bình 6|35=6|后五平六|後五平六"},
		"black three and two":    {blackCrowds, "d3e3", "d3e3|Bg4-5|Tốt giữa lộ 4 bình 5|24=5|中4平5|中4平5"},
		"four":                   {four, "d7e7", "d7e7|B36-5|Tốt thứ 3 lộ 6 bình 5|36=5|三兵平五|三兵平五"},
		"the soldier beside":     {four, "i3i4", "i3i4|B1.1|Tốt 1 tấn 1|P1+1|兵一进一|兵一進一"},
		"five":                   {five, "d5c5", "d5c5|B56-7|Tốt thứ 5 lộ 6 bình 7|56=7|五兵平七|五兵平七"},
		"black four":             {blackFour, "b3c3", "b3c3|B32-3|Tốt thứ 3 lộ 2 bình 3|32=3|三卒平3|三卒平3"},
		"chariots two and two":   {fourChariots, "a5b5", "a5b5|Xt9-8|Xe trước lộ 9 bình 8|R19=8|前车九平八|前車九平八"},
		"three chariots":         {threeChariots, "a3b3", "a3b3|X39-8|Xe thứ 3 lộ 9 bình 8|R39=8|三车九平八|三車九平八"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := xiangqiPosition(t, tt.position)
			for i, text := range strings.Split(tt.texts, "|") {
				requireBothWays(t, p, notation.Of(xiangqi.New())[i].Name, tt.move, text)
			}
		})
	}
}

// TestXiangqiLenientReading: what people and sources write otherwise.
func TestXiangqiLenientReading(t *testing.T) {
	t.Parallel()
	tests := []struct{ notation, position, move, texts string }{
		{"iccs", opening, "h2e2", "h2e2|H2E2|H2-E2|h2-e2| h2e2 |Ｈ２－Ｅ２"},
		{"vietnamese", opening, "h2e2", "P2-5|p2-5|P2=5|P2–5|Ｐ２－５|P2−5|Pháo 2 bình 5|phao 2 binh 5"},
		{"vietnamese", opening, "h2h4", "P2.2|P2+2"},
		{"vietnamese", opening, "e0e1", "Tg5.1|tg5.1|TG5.1"},
		{"vietnamese", opening, "c0e2", "T7.5|t7.5"},
		{"vietnamese", elephantPair, "c4a2", "Tt/9|tt/9|T7/9|Tượng trước thoái 9"},
		{"vietnamese", twoAndThree, "e6d6", "Bg5-6|bg5-6|B25-6|Bg-6|Tốt giữa lộ 5 bình 6"},
		{"vietnamese", four, "d9c9", "B16-7|Bt-7|Bt6-7"},
		{"vietnamese", blackFour, "b1b0", "B12.1|Bt.1|B2.1"},
		{"vietnamese_long", opening, "h2e2", "pháo 2 bình 5|PHÁO 2 BÌNH 5|phao 2 binh 5|Pháo  2 bình  5|Pha\u0301o 2 bi\u0300nh 5|P2-5|p2=5"},
		{"vietnamese_long", opening, "h2h4", "Pháo 2 tấn 2|Pháo 2 tiến 2|Phao 2 tan 2"},
		{"vietnamese_long", opening, "e0e1", "Tướng 5 tấn 1|Tu\u031bo\u031b\u0301ng 5 ta\u0302\u0301n 1|TƯỚNG 5 TẤN 1|tuong 5 tan 1|Tuo\u0301ng 5 tấn 1"},
		{"vietnamese_long", opening, "c0e2", "Tượng 7 tấn 5|Tu\u031bo\u031b\u0323ng 7 tấn 5|tuong 7 tan 5|TƯỢNG 7 TẤN 5"},
		{"vietnamese_long", opening, "c3c4", "Tốt 7 tấn 1|Binh 7 tấn 1|tot 7 tan 1"},
		{"vietnamese_long", chariotPair, "a6a5", "Xe trước thoái 1|Xe tru\u031bo\u031b\u0301c thoa\u0301i 1|xe truoc thoai 1|Xe trước lui 1|Xe trước cột 9 thoái 1"},
		{"vietnamese_long", twoAndThree, "e6d6", "Tốt giữa lộ 5 bình 6|Tốt giữa cột 5 bình 6|Tốt giữa 5 bình 6|tot giua lo 5 binh 6|Tốt thứ 2 lộ 5 bình 6|Tốt 2 5 bình 6"},
		{"wxf", opening, "h2e2", "C2=5|c2=5|C2.5|Ｃ２＝５"},
		{"wxf", blackOpens, "b9c7", "H2+3|h2+3|N2+3|n2+3"},
		{"wxf", blackOpens, "g9e7", "E7+5|e7+5|B7+5|b7+5"},
		{"wxf", blackOpens, "b7b8", "C2-1|c2-1|C2–1"},
		{"wxf", chariotPair, "a6a5", "R+-1|+R-1|r+-1|+r-1"},
		{"wxf", chariotPair, "a1b1", "R-=8|-R=8|R-.8"},
		{"wxf", blackAdvisors, "d7e8", "A4-5|A+-5|+A-5"},
		{"wxf", twoAndThree, "e6d6", "25=6|P25=6|p25.6"},
		{"wxf", five, "d5c5", "56=7|P-=7|-P=7"},
		{"chinese", opening, "h2e2", "炮二平五|砲二平五|炮2平5|炮２平５|包二平五"},
		{"chinese", blackOpens, "b9c7", "马2进3|馬2進3|马二进三|傌2进3|马２进３"},
		{"chinese", opening, "a0a1", "车九进一|車九進一|俥九进一|车9进1"},
		{"chinese", opening, "g0e2", "相三进五|象三进五"},
		{"chinese", opening, "e0e1", "帅五进一|帥五進一|将五进一|將五進一"},
		{"chinese", opening, "d0e1", "仕六进五|士六进五"},
		{"chinese", opening, "c3c4", "兵七进一|卒七进一"},
		{"chinese", chariotPair, "a6a5", "前车退一|车前退一|前車退1"},
		{"chinese", chariotPair, "a1b1", "后车平八|後車平八|车后平八"},
		{"chinese", blackAdvisors, "d7e8", "士4退5|前士退5"},
		{"chinese", twoAndThree, "e6d6", "中五平六|二五平六|中兵平六"},
		{"chinese", four, "d9c9", "一兵平七|前兵平七|1兵平7"},
		{"chinese_traditional", opening, "h0g2", "馬二進三|马二进三"},
	}
	for _, tt := range tests {
		p := xiangqiPosition(t, tt.position)
		for _, text := range strings.Split(tt.texts, "|") {
			got, err := xiangqiNotation(t, tt.notation).Read(p, text)
			require.NoError(t, err, "%s %q in %s", tt.notation, text, p)
			require.Equal(t, tt.move, got, "%s %q in %s", tt.notation, text, p)
		}
	}
}

func TestXiangqiRefusedTexts(t *testing.T) {
	t.Parallel()
	const (
		blockedLeg = "4k4/9/9/9/9/9/9/9/1P7/1N2K4 w - - 0 1"
		pinned     = "3rk4/9/9/9/9/9/3A5/9/3N5/3K5 w - - 0 1"
		facing     = "4k4/9/9/9/9/9/9/9/4C4/4K4 w - - 0 1"
		twoHorses  = "4k4/9/1N7/9/1N7/9/9/9/9/3K5 w - - 0 1"
		river      = "4k4/9/9/9/2b6/2B6/9/9/9/3K5 b - - 0 1"
		eyeBehind  = "2b1k4/1P7/9/9/2b6/9/9/9/9/3K5 b - - 0 1"
		mated      = "3R5/9/b2kb4/9/6p2/8P/4p1P2/5C2B/4K1N2/5A3 b - - 0 36"
		noScreen   = "4k4/9/9/9/9/9/4p4/4C4/9/3K5 w - - 0 1"
	)
	tests := map[string]struct {
		notation, position, texts string
		rule                      rules.Rule
	}{
		"no piece there":           {"vietnamese", opening, "P3-5|X2.1|Xt.1|Bg.1|B25.1|Tg4.1", rules.NoPiece},
		"no piece in wxf":          {"wxf", opening, "C3=5|R+=5|15+1", rules.NoPiece},
		"no piece in chinese":      {"chinese", opening, "炮三平五|前车进一|前三进一", rules.NoPiece},
		"no piece in words":        {"vietnamese_long", opening, "Pháo 3 bình 5|Xe trước tấn 1", rules.NoPiece},
		"no piece in coordinates":  {"iccs", opening, "e4e5|E4-E5", rules.NoPiece},
		"path blocked":             {"vietnamese", opening, "X1.5", rules.PathBlocked},
		"onto its own":             {"wxf", opening, "R1+3", rules.OwnPiece},
		"cannon without screen":    {"chinese", noScreen, "炮五进一", rules.CannonScreen},
		"horse leg":                {"wxf", blockedLeg, "H8+9|H8+7", rules.HorseLeg},
		"no leap of a horse":       {"vietnamese", blockedLeg, "M8.8|M8-7|M8.2", rules.NotAdjacent},
		"off the board":            {"vietnamese", blockedLeg, "M8/7|B8.9", rules.NotAdjacent},
		"soldier sideways":         {"vietnamese", blockedLeg, "B8-7", rules.River},
		"elephant over the river":  {"vietnamese", river, "T3.1", rules.River},
		"pinned":                   {"wxf", facing, "C5=4", rules.GeneralsFace},
		"leaves check":             {"vietnamese", "3rk4/9/9/9/9/9/9/9/3N5/3K5 w - - 0 1", "M6.7", rules.LeavesCheck},
		"two horses, one square":   {"vietnamese", twoHorses, "M8/7|M8.7", rules.Ambiguous},
		"ambiguous in words":       {"vietnamese_long", twoHorses, "Mã 8 tấn 7", rules.Ambiguous},
		"ambiguous in wxf":         {"wxf", twoHorses, "H8+7", rules.Ambiguous},
		"ambiguous in chinese":     {"chinese", twoHorses, "马八进七", rules.Ambiguous},
		"which front":              {"vietnamese", twoAndTwo, "Bt.1", rules.Ambiguous},
		"own piece, not the river": {"wxf", "2b1k4/9/4p4/9/2b6/9/9/9/9/3K5 b - - 0 1", "E3+5", rules.OwnPiece},
		"direction tells apart":    {"wxf", eyeBehind, "E3+1", rules.ElephantEye},
		"general leaves":           {"vietnamese", pinned, "Tg6-7", rules.Palace},
		"mated":                    {"vietnamese", mated, "Tg4/1|T5.3", rules.LeavesCheck},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := xiangqiPosition(t, tt.position)
			for _, text := range strings.Split(tt.texts, "|") {
				refusal := refusalOf(t, p, tt.notation, text)
				require.Equal(t, rules.IllegalMove, refusal.Code, "%q: %s", text, refusal)
				require.Equal(t, tt.rule, refusal.Rule, "%q: %s", text, refusal)
			}
		})
	}
}

func refusalOf(t require.TestingT, p rules.Position, name, text string) *rules.MoveError {
	move, err := xiangqiNotation(t, name).Read(p, text)
	var refusal *rules.MoveError
	require.ErrorAs(t, err, &refusal, "%s %q in %s is %s", name, text, p, move)
	require.Empty(t, move)
	require.NotEmpty(t, refusal.Message)
	return refusal
}

func TestXiangqiMalformedTexts(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"iccs":            "|h2|h2e2e4|h-2e2|h2e-2|h2--e2|j2e2|h2xe2|P2-5|炮二平五",
		"vietnamese":      "|P2|2-5|P25|P2-0|P0-5|P2*5|Tg.1|Xg.1|PP2-5|P2-55|P123.4|h2e2|C2=5|Đ2-5|P2-５５|Bt|B.1",
		"vietnamese_long": "|Pháo|Pháo 2|Pháo 2 bình|Pháo bình 5|2 bình 5|Pháo 2 bình 55|Pháo 2 sang 5|Hậu 2 bình 5|Mã giữa tấn 1|Pháo T bình 5",
		"wxf":             "|C2|C2=|C2=0|C0=5|C2/5|D2=5|C+=|++=5|C+2=5|C123=5|1+=5|h2e2|炮二平五| C 2=5",
		"chinese":         "|炮|炮二|炮二平|炮二平十|炮十平五|炮炮平五|前后平五|后二车平五|炮二至五|二炮三四平五|C2=5|前炮|平二炮五",
	}
	tests["chinese_traditional"] = tests["chinese"]
	p := xiangqi.New().Start()
	for name, texts := range tests {
		for _, text := range strings.Split(texts, "|") {
			refusal := refusalOf(t, p, name, text)
			require.Equal(t, rules.MalformedMove, refusal.Code, "%s %q", name, text)
		}
	}
}

// TestXiangqiWhyNot: what forbids a move in coordinates forbids it in every
// notation, if the text can still say which squares are meant.
func TestXiangqiWhyNot(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := crowdedPosition(t)
		for _, piece := range p.Pieces() {
			to := rapid.SampledFrom(sayable(piece)).Draw(t, "to")
			move := piece.Square + string(rune('a'+to[0])) + string(rune('0'+to[1]))
			_, err := p.Play(move)
			if piece.Side != p.Side() || err == nil {
				continue
			}
			var refusal *rules.MoveError
			require.ErrorAs(t, err, &refusal)
			for _, n := range notation.Of(xiangqi.New()) {
				if toldApart(p, piece) && !strings.HasPrefix(n.Name, "vietnamese") {
					continue // one text for two pieces: the one that can move so is meant
				}
				text := n.Write(p, move)
				require.Equal(t, refusal.Rule, refusalOf(t, p, n.Name, text).Rule, "%s %s in %s", n.Name, text, p)
			}
		}
	})
}

// sayable lists where the numbers of a text can lead a piece.
func sayable(piece rules.Piece) (squares [][2]int) {
	for _, at := range box(rules.First, 0, 0, 8, 9) {
		if leads(piece, at) {
			squares = append(squares, at)
		}
	}
	return squares
}

func leads(piece rules.Piece, to [2]int) bool {
	files, ranks := to[0]-int(piece.Square[0]-'a'), to[1]-int(piece.Square[1]-'0')
	files, ranks = max(files, -files), max(ranks, -ranks)
	switch piece.Kind {
	case "horse":
		return files*ranks == 2
	case "advisor":
		return files == 1 && ranks == 1
	case "elephant":
		return files == 2 && ranks == 2
	default:
		return (files == 0) != (ranks == 0)
	}
}

// toldApart reports whether a second advisor or elephant stands on the file of
// the piece.
func toldApart(p rules.Position, piece rules.Piece) bool {
	if piece.Kind != "advisor" && piece.Kind != "elephant" {
		return false
	}
	like := 0
	for _, other := range p.Pieces() {
		if other.Kind == piece.Kind && other.Side == piece.Side && other.Square[0] == piece.Square[0] {
			like++
		}
	}
	return like > 1
}

// TestXiangqiWordsWithoutAccents: plain letters are read as the same move, or
// refused as ambiguous where tuong could be both.
func TestXiangqiWordsWithoutAccents(t *testing.T) {
	t.Parallel()
	strip := strings.NewReplacer("ướ", "uo", "ượ", "uo", "ĩ", "i", "ã", "a", "á", "a", "ố", "o",
		"ữ", "u", "ứ", "u", "ộ", "o", "ấ", "a", "ì", "i")
	decompose := strings.NewReplacer("ướ", "u\u031bo\u031b\u0301", "ượ", "u\u031bo\u031b\u0323", "ĩ", "i\u0303",
		"ã", "a\u0303", "á", "a\u0301", "ố", "o\u0302\u0301", "ữ", "u\u031b\u0303", "ứ", "u\u031b\u0301",
		"ộ", "o\u0323\u0302", "ấ", "a\u0302\u0301", "ì", "i\u0300")
	long := xiangqiNotation(t, "vietnamese_long")
	rapid.Check(t, func(t *rapid.T) {
		p := crowdedPosition(t)
		for _, move := range p.Moves() {
			text := long.Write(p, move)
			for _, same := range []string{decompose.Replace(text), strings.ToUpper(text), strings.ToLower(text)} {
				got, err := long.Read(p, same)
				require.NoError(t, err, "%q in %s", same, p)
				require.Equal(t, move, got, "%q in %s", same, p)
			}
			plain := strip.Replace(text)
			require.Equal(t, -1, strings.IndexFunc(plain, func(r rune) bool { return r > '~' }), plain)
			if got, err := long.Read(p, plain); err == nil {
				require.Equal(t, move, got, "%q in %s", plain, p)
			} else {
				require.Contains(t, text, "Tư", p)
				require.Equal(t, rules.Ambiguous, refusalOf(t, p, "vietnamese_long", plain).Rule)
			}
		}
	})
}

// FuzzXiangqiRead: whatever a reader takes is a legal move, and its text is read
// as that move again.
func FuzzXiangqiRead(f *testing.F) {
	lines := []string{opening, blackOpens, twoAndTwo, twoAndThree, blackCrowds, four, blackFour, chariotPair, blackAdvisors, threeChariots}
	notations := notation.Of(xiangqi.New())
	for i, line := range lines {
		p := xiangqiPosition(f, line)
		for _, move := range p.Moves() {
			for j, n := range notations {
				f.Add(uint8(i), uint8(j), n.Write(p, move))
			}
		}
	}
	f.Fuzz(func(t *testing.T, i, j uint8, text string) {
		p, n := xiangqiPosition(t, lines[int(i)%len(lines)]), notations[int(j)%len(notations)]
		move, err := n.Read(p, text)
		if err != nil {
			require.NotEmpty(t, refusalOf(t, p, n.Name, text).Code)
			return
		}
		require.Contains(t, p.Moves(), move, "%q", text)
		requireBothWays(t, p, n.Name, move, n.Write(p, move))
	})
}

func BenchmarkXiangqiTexts(b *testing.B) {
	g := xiangqi.New()
	p := g.Start()
	b.ReportAllocs()
	for b.Loop() {
		notation.Write(g, p, "h2e2")
	}
}

func BenchmarkXiangqiRead(b *testing.B) {
	p := xiangqi.New().Start()
	for _, n := range notation.Of(xiangqi.New()) {
		b.Run(n.Name, func(b *testing.B) {
			text := n.Write(p, "h2e2")
			b.ReportAllocs()
			for b.Loop() {
				if _, err := n.Read(p, text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
