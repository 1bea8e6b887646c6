package record

// encodePDN writes a game of draughts, by default in the squares that the
// standard has for its type.
func encodePDN(rec *Record, name string) (string, error) {
	t := typeOf(rec.Game)
	numeric := name == "pdn" || name == "" && t.numeric
	if name == "" {
		name = map[bool]string{true: "pdn", false: "algebraic"}[numeric]
	}
	text, err := scoreIn(rec, name)
	if err != nil {
		return "", err
	}
	tags := freeTags(rec)
	if t.foreign() {
		tags = swapColours(tags)
	}
	tags = append(tags, resultTags(rec, t.score)...)
	tags = append(tags, Tag{"GameType", t.text(numeric)})
	if rec.Start != nil {
		tags = append(tags, Tag{"SetUp", "1"}, Tag{"FEN", writeFEN(t, rec.Start, rec.Game, numeric)})
	}
	return encodePortable(rec, tags, text, t.score), nil
}
