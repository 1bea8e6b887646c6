package profile_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/account/internal/profile"
)

func said(s string) *string { return &s }

func TestChanges(t *testing.T) {
	t.Parallel()
	before := profile.Player{
		ID: "alice", Name: "An", Created: time.Unix(0, 0), Language: "vi", Country: "VN", TimeZone: "Asia/Ho_Chi_Minh", Version: 3,
	}
	with := func(change func(*profile.Player)) profile.Player {
		p := before
		change(&p)
		return p
	}
	tests := map[string]struct {
		change profile.Change
		want   profile.Player
	}{
		"nothing":       {want: before},
		"the name":      {profile.Change{Name: said("Nguyê\u0303n")}, with(func(p *profile.Player) { p.Name = "Nguyễn" })},
		"the language":  {profile.Change{Language: said("en-gb")}, with(func(p *profile.Player) { p.Language = "en-GB" })},
		"the country":   {profile.Change{Country: said("fr")}, with(func(p *profile.Player) { p.Country = "FR" })},
		"the time zone": {profile.Change{TimeZone: said("Europe/Paris")}, with(func(p *profile.Player) { p.TimeZone = "Europe/Paris" })},
		"UTC":           {profile.Change{TimeZone: said("UTC")}, with(func(p *profile.Player) { p.TimeZone = "UTC" })},
		"taken out": {
			profile.Change{Language: said(""), Country: said(""), TimeZone: said("")},
			with(func(p *profile.Player) { p.Language, p.Country, p.TimeZone = "", "", "" }),
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := before.With(tt.change)
			require.NoError(t, err)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestBadChanges(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		change profile.Change
		want   error
		field  string
	}{
		"no name":                {profile.Change{Name: said("")}, profile.ErrBadName, "name"},
		"a bad name":             {profile.Change{Name: said("<b>"), Country: said("VN")}, profile.ErrBadName, "name"},
		"no language":            {profile.Change{Language: said("tiếng Việt")}, profile.ErrBadLanguage, "language"},
		"an undetermined one":    {profile.Change{Language: said("und")}, profile.ErrBadLanguage, "language"},
		"a private language":     {profile.Change{Language: said("x-club")}, profile.ErrBadLanguage, "language"},
		"a made-up language":     {profile.Change{Language: said("qqx-")}, profile.ErrBadLanguage, "language"},
		"a name of a country":    {profile.Change{Country: said("Vietnam")}, profile.ErrBadCountry, "country"},
		"no country":             {profile.Change{Country: said("XX")}, profile.ErrBadCountry, "country"},
		"a union":                {profile.Change{Country: said("EU")}, profile.ErrBadCountry, "country"},
		"one that is no more":    {profile.Change{Country: said("SU")}, profile.ErrBadCountry, "country"},
		"one only set aside":     {profile.Change{Country: said("UK")}, profile.ErrBadCountry, "country"},
		"two blanks":             {profile.Change{Country: said("  ")}, profile.ErrBadCountry, "country"},
		"an old s":               {profile.Change{Country: said("ſ")}, profile.ErrBadCountry, "country"},
		"a number":               {profile.Change{Country: said("704")}, profile.ErrBadCountry, "country"},
		"an offset":              {profile.Change{TimeZone: said("+07:00")}, profile.ErrBadTimeZone, "time_zone"},
		"the server's time zone": {profile.Change{TimeZone: said("Local")}, profile.ErrBadTimeZone, "time_zone"},
		"a path":                 {profile.Change{TimeZone: said("../../etc/passwd")}, profile.ErrBadTimeZone, "time_zone"},
		"an absolute path":       {profile.Change{TimeZone: said("/etc/localtime")}, profile.ErrBadTimeZone, "time_zone"},
		"NUL":                    {profile.Change{TimeZone: said("UTC\x00")}, profile.ErrBadTimeZone, "time_zone"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := profile.Player{Name: "An"}.With(tt.change)
			require.ErrorIs(t, err, tt.want)
			require.Zero(t, got)
			var e *errs.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, tt.field, e.Violations[0].Field)
		})
	}
}

func TestGuestsNamesAreFree(t *testing.T) {
	t.Parallel()
	require.Empty(t, profile.Player{Name: "An", Guest: true}.Key())
	require.Equal(t, profile.Skeleton("An"), profile.Player{Name: "An"}.Key())
}
