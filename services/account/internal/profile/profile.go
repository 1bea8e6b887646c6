// Package profile is what players are to each other: the names they may have,
// what they say of themselves, and whom they keep away.
package profile

import (
	"strconv"
	"time"
	_ "time/tzdata" // the images have no time zones of their own

	"golang.org/x/text/language"

	"kydai.dev/pkg/errs"
)

// The refusals of players.
var (
	ErrNoPlayer    = errs.New(errs.NotFound, "NO_SUCH_PLAYER", "there is no such player")
	ErrBadName     = errs.New(errs.Invalid, "BAD_NAME", "the name is not accepted")
	ErrReserved    = errs.New(errs.Invalid, "NAME_RESERVED", "the name is kept for the hall")
	ErrNameTaken   = errs.New(errs.Exists, "NAME_TAKEN", "another player has that name, or one that looks like it")
	ErrBadLanguage = errs.New(errs.Invalid, "BAD_LANGUAGE", "the language is not known")
	ErrBadCountry  = errs.New(errs.Invalid, "BAD_COUNTRY", "the country is not known")
	ErrBadTimeZone = errs.New(errs.Invalid, "BAD_TIME_ZONE", "the time zone is not known")
	ErrChanged     = errs.New(errs.Conflict, "PROFILE_CHANGED", "the profile is not the one that If-Match names")
)

// Player is an account.
type Player struct {
	ID   string
	Name string
	// Guest is an account that nothing but its tokens proves.
	Guest   bool
	Created time.Time
	// Language is a BCP 47 tag, Country two letters of ISO 3166-1, TimeZone a
	// name of the IANA database; each is empty where it is not told.
	Language, Country, TimeZone string
	// Version counts the changes.
	Version int
}

// Tag names the version of a profile.
func (p Player) Tag() string { return strconv.Itoa(p.Version) }

// Key is what no two linked players have in common: the skeleton of the name.
// Guests have none, so that their names are free.
func (p Player) Key() string {
	if p.Guest {
		return ""
	}
	return Skeleton(p.Name)
}

// Change is what is to be said anew; nil stays as it is.
type Change struct {
	Name, Language, Country, TimeZone *string
}

// With returns the player after a change.
func (p Player) With(c Change) (Player, error) {
	fields := []struct {
		to    *string
		given *string
		parse func(string) (string, error)
	}{
		{&p.Name, c.Name, ParseName},
		{&p.Language, c.Language, orNothing(parseLanguage)},
		{&p.Country, c.Country, orNothing(parseCountry)},
		{&p.TimeZone, c.TimeZone, orNothing(parseTimeZone)},
	}
	for _, f := range fields {
		if f.given == nil {
			continue
		}
		said, err := f.parse(*f.given)
		if err != nil {
			return Player{}, err
		}
		*f.to = said
	}
	return p, nil
}

// orNothing lets the empty text stand for what is not told.
func orNothing(parse func(string) (string, error)) func(string) (string, error) {
	return func(s string) (string, error) {
		if s == "" {
			return "", nil
		}
		return parse(s)
	}
}

// parseLanguage reads a tag and writes it in its one spelling.
func parseLanguage(s string) (string, error) {
	tag, err := language.Parse(s)
	if base, _, _ := tag.Raw(); err != nil || base == (language.Base{}) {
		return "", ErrBadLanguage.At("language", "must be a BCP 47 tag of a known language, such as vi or en-GB")
	}
	return tag.String(), nil
}

// parseTimeZone leaves out "Local", which is the server's own.
func parseTimeZone(s string) (string, error) {
	zone, err := time.LoadLocation(s)
	if err != nil || zone == time.Local {
		return "", ErrBadTimeZone.At("time_zone", "must be a name of the IANA database, such as Asia/Ho_Chi_Minh")
	}
	return zone.String(), nil
}

// Linked is the news that an account is no guest's any more.
type Linked struct {
	Player Player
	At     time.Time
}

// Renamed is the news of another name.
type Renamed struct {
	Player Player
	At     time.Time
}
