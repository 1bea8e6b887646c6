package profile

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// hallName is nowhere in a name.
var hallName = bare("kydai")

// hallWords are in nobody's name: who reads them believes the hall is speaking.
var hallWords = bareAll("admin", "admins", "administrator", "moderator", "moderators", "sysadmin", "webmaster", "superuser", "official")

// hallNames are nobody's whole name, also with a number; words of them are in
// honest names.
var hallNames = bareAll(
	"system", "support", "help desk", "staff", "security", "referee", "arbiter", "organizer", "organiser",
	"server", "computer", "anonymous", "nobody", "everyone", "undefined", "deleted", "deleted player",
	"quản trị", "quản trị viên", "ban quản trị", "điều hành viên", "hệ thống", "hỗ trợ", "trọng tài", "ban tổ chức", "kỳ đài",
)

// hallShort are nobody's whole name either; with marks they are other words, such
// as Bột and Mộ.
var hallShort = []string{Skeleton("mod"), Skeleton("mods"), Skeleton("bot"), Skeleton("bots"), Skeleton("root"), Skeleton("team"), Skeleton("null")}

// reserved reports whether a name would pass for the hall's own. Neither marks on
// long words nor look-alikes nor numbers hide it.
func reserved(name string) bool {
	whole := bare(name)
	if slices.Contains(hallShort, Skeleton(trimmed(name))) {
		return true
	}
	if slices.Contains(hallNames, whole) || slices.Contains(hallWords, whole) || strings.Contains(whole, hallName) {
		return true
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(punctuation, r) })
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(hallWords, bare(w)) })
}

func bareAll(names ...string) []string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = bare(name)
	}
	return all
}

// bare is the skeleton without marks, and without digits at either end.
func bare(name string) string {
	return strings.Map(func(r rune) rune {
		if isMark(r) {
			return -1
		}
		return r
	}, norm.NFD.String(Skeleton(trimmed(name))))
}

// trimmed is a name without digits and punctuation at either end.
func trimmed(name string) string {
	return strings.TrimFunc(name, func(r rune) bool { return unicode.Is(unicode.Nd, r) || strings.ContainsRune(punctuation, r) })
}
