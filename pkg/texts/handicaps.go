package texts

// handicaps are the names of the usual odds.
var handicaps = map[string]pair{
	"two_advisors":               {"chấp hai sĩ", "two advisors"},
	"two_elephants":              {"chấp hai tượng", "two elephants"},
	"one_horse":                  {"chấp một mã", "one horse"},
	"one_cannon":                 {"chấp một pháo", "one cannon"},
	"two_advisors_two_elephants": {"chấp sĩ tượng", "two advisors and two elephants"},
	"one_chariot":                {"chấp một xe", "one chariot"},
	"two_horses":                 {"chấp hai mã", "two horses"},
	"horse_cannon":               {"chấp pháo mã", "a cannon and a horse"},
	"two_cannons":                {"chấp hai pháo", "two cannons"},
	"nine_pieces":                {"chấp chín quân", "nine pieces: advisors, elephants and soldiers"},
	"chariot_horse":              {"chấp xe mã", "a chariot and a horse"},
	"chariot_cannon":             {"chấp xe pháo", "a chariot and a cannon"},
	"two_chariots":               {"chấp hai xe", "two chariots"},
	"chariot_horse_cannon":       {"chấp xe pháo mã", "a chariot, a cannon and a horse"},
}

// Handicap names a preset of package handicap by its id.
func Handicap(lang Lang, id string) string {
	if said, ok := handicaps[id]; ok {
		return said[lang]
	}
	return id
}
