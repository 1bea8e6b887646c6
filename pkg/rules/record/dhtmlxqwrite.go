package record

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"kydai.dev/pkg/rules"
)

// dhtmlxqNames are the tags of DhtmlXQ and ours of the same meaning. All others
// keep their names.
var dhtmlxqNames = []struct{ theirs, ours string }{
	{"title", "Title"},
	{"event", "Event"},
	{"date", "Date"},
	{"place", "Site"},
	{"round", "Round"},
	{"table", "Board"},
	{"group", "Section"},
	{"class", "Class"},
	{"red", "Red"},
	{"redteam", "RedTeam"},
	{"redrating", "RedRating"},
	{"redtime", "RedTime"},
	{"black", "Black"},
	{"blackteam", "BlackTeam"},
	{"blackrating", "BlackRating"},
	{"blacktime", "BlackTime"},
	{"open", "Opening"},
	{"timerule", "TimeControl"},
	{"type", "Type"},
	{"gametype", "TimeClass"},
	{"remark", "Annotator"},
	{"author", "Author"},
	{"owner", "Owner"},
	{"refer", "Source"},
	{"judge", "Arbiter"},
	{"other", "Other"},
	{"endtype", "Termination"},
}

// dhtmlxqDropped are tags about the program and what other fields tell.
var dhtmlxqDropped = map[string]bool{"init": true, "ver": true, "pver": true, "length": true, "generator": true}

func dhtmlxqName(theirs string) string {
	for _, n := range dhtmlxqNames {
		if strings.EqualFold(n.theirs, theirs) {
			return n.ours
		}
	}
	return theirs
}

func dhtmlxqKey(ours string) string {
	for _, n := range dhtmlxqNames {
		if n.ours == ours {
			return n.theirs
		}
	}
	return ours
}

// dhtmlxqField reports whether a name belongs to a field that is no tag.
var dhtmlxqField = regexp.MustCompile(`(?i)^(binit|movelist|firstnum|result|comment.*|move_.*)$`)

var chineseScore = score{first: "红胜", second: "黑胜", draw: "和棋"}

const chineseUnscored = "未知"

// chineseResult is a result in words as figures.
func chineseResult(text string) string {
	has := func(letters string) bool { return strings.ContainsAny(text, letters) }
	switch {
	case isResult(text):
		return text
	case has("和"):
		return chessScore.draw
	case has("黑") && has("胜勝") || !has("黑") && has("负負"):
		return chessScore.second
	case has("胜勝") || has("黑") && has("负負"):
		return chessScore.first
	default:
		return unscored
	}
}

// endtype is the reason of a result in our words, where it is one of ours.
func endtype(text string) string {
	switch text {
	case "认输", "认负", "認輸", "認負":
		return string(resignation)
	case "超时", "超時":
		return string(rules.Timeout)
	case "议和", "議和":
		return string(agreement)
	default:
		return text
	}
}

// encodeDhtmlXQ writes a game of xiangqi.
func encodeDhtmlXQ(rec *Record, _ string) (string, error) {
	board, err := writeBinit(rec.start())
	if err != nil {
		return "", err
	}
	var b strings.Builder
	put := func(name, text string) {
		fmt.Fprintf(&b, "[DhtmlXQ_%[1]s]%[2]s[/DhtmlXQ_%[1]s]\n", name, dhtmlxqStop.ReplaceAllString(text, "(DhtmlXQ"))
	}
	b.WriteString("[DhtmlXQ]\n")
	for _, t := range freeTags(rec) {
		if key := dhtmlxqKey(t.Name); !dhtmlxqField.MatchString(key) && !dhtmlxqDropped[strings.ToLower(key)] {
			put(key, oneLine(t.Value))
		}
	}
	result := chineseScore.text(rec.Result)
	if result == unscored {
		result = chineseUnscored
	}
	put("result", result)
	if rec.Result.Reason != "" {
		put("endtype", string(rec.Result.Reason))
	}
	put("binit", board)
	put("firstnum", strconv.Itoa(int(rec.start().Side())))
	put("movelist", movelist(rec.Moves))
	for _, c := range rec.remarks() {
		put("comment"+strconv.Itoa(c.Ply), strings.ReplaceAll(c.Text, "\n", "||"))
	}
	b.WriteString("[/DhtmlXQ]\n")
	return b.String(), nil
}

// movelist is moves in digits.
func movelist(moves []string) string {
	var b strings.Builder
	for _, m := range moves {
		for i := 0; i+1 < len(m); i += 2 {
			b.WriteByte(m[i] - 'a' + '0')
			b.WriteByte('9' - m[i+1] + '0')
		}
	}
	return b.String()
}
