package record

import (
	"encoding/json"
	"regexp"
	"strings"

	"kydai.dev/pkg/rules"
)

// The marks by which the beginning of a file is recognized.
var (
	markDhtmlXQ = regexp.MustCompile(`(?i)\[DhtmlXQ|^[\s\d]{4,}$`)
	markJSON    = regexp.MustCompile(`^\[?\s*\{\s*["}]|^\[\s*\]`)
	// Tags tell PDN and PGN apart for sure, moves where there are none.
	tagPDN  = regexp.MustCompile(`(?i)\[GameType\s`)
	tagPGN  = regexp.MustCompile(`(?i)\[Game\s|\[Red\s|\[Format\s`)
	movePDN = regexp.MustCompile(`(?i)\b[1-9]\d?\s?[-x:]\s?[1-9]\d?\b|\b[a-j](?:10|[1-9])\s?[-x:]\s?[a-j](?:10|[1-9])\b`)
	movePGN = regexp.MustCompile(`(?i)\b[a-i]\d-?[a-i]\d\b|\p{Han}[退平进進]|\b[KAEBNHRCP][1-9+-][+=.-]\d`)
	// A space and a chariot's X look like a capture of PDN.
	moveVietnamese = regexp.MustCompile(`(?i)\b(?:Tg|[MXT])[1-9ts][-./][1-9]\b`)
)

// detect finds the format of a text by its beginning; empty where it can't.
func detect(head string, game rules.Game) string {
	head = strings.TrimSpace(head)
	switch {
	case markJSON.MatchString(head):
		return detectJSON(head)
	case markDhtmlXQ.MatchString(head):
		return DhtmlXQ
	case game != nil && game.Name() == xiangqi, game == nil && (tagPGN.MatchString(head) || moveVietnamese.MatchString(withoutTags(head))):
		return PGN
	case game != nil && typeOf(game).number == 0: // only JSON has records of it
		return ""
	case game != nil, tagPDN.MatchString(head), movePDN.MatchString(withoutTags(head)):
		return PDN
	case movePGN.MatchString(withoutTags(head)):
		return PGN
	default:
		return ""
	}
}

// detectJSON tells one document from a document a line.
func detectJSON(head string) string {
	first, rest, _ := strings.Cut(head, "\n")
	if rest != "" && strings.HasPrefix(first, "{") && json.Valid([]byte(first)) {
		return NDJSON
	}
	return JSON
}

var tagLine = regexp.MustCompile(`(?m)^\[.*\]\s*$`)

func withoutTags(head string) string { return tagLine.ReplaceAllString(head, "") }
