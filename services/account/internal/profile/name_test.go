package profile_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/account/internal/profile"
)

func TestNamesThatAreWelcome(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ name, want string }{
		"plain":               {name: "An"},
		"one letter":          {name: "Ý"},
		"Vietnamese":          {name: "Nguyễn Thị Hồng Phượng"},
		"combining marks":     {name: norm.NFD.String("Nguyễn Thị Hồng Phượng"), want: "Nguyễn Thị Hồng Phượng"},
		"half composed":       {name: "Nguyê\u0303n", want: "Nguyễn"},
		"all its letters":     {name: "ĂÂĐÊÔƠƯ ăâđêôơư ạảãẵặẩẫậẹẻ"},
		"with an apostrophe":  {name: "H'Hen Niê"},
		"curly":               {name: "O’Brien"},
		"punctuation":         {name: "Trần Đ. Lân-2_k"},
		"an initial last":     {name: "Nguyễn Văn A."},
		"a middle dot":        {name: "Núria Gal·la"},
		"Chinese":             {name: "胡榮華"},
		"Thai":                {name: "ผู้เล่นที่ดี"},
		"Hindi":               {name: "खिलाड़ी", want: norm.NFC.String("खिलाड़ी")},
		"Arabic":              {name: "لاعب"},
		"digits":              {name: "2026"},
		"thirty letters":      {name: strings.Repeat("ệ", 30)},
		"thirty, decomposed":  {name: norm.NFD.String(strings.Repeat("ệ", 30)), want: strings.Repeat("ệ", 30)},
		"of no one letter":    {name: "Ọ\u0301lá Ọ\u0300"},
		"voiced kana":         {name: "か\u3099", want: "が"},
		"pointed":             {name: "مُحَمَّد"},
		"like a reserved one": {name: "Badminton"},
		"a word with a mark":  {name: "Bột"},
		"with one of them":    {name: "Mod Nam Bot"},
		"made up":             {name: profile.MadeUpName([4]byte{0, 31, 32, 255}), want: "Khách-0Z0Z"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := profile.ParseName(tt.name)
			require.NoError(t, err)
			if tt.want == "" {
				tt.want = tt.name
			}
			require.Equal(t, tt.want, got)
		})
	}
}

func TestNamesThatAreRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"nothing":              "",
		"a space":              " ",
		"leading space":        " An",
		"trailing space":       "An ",
		"two spaces":           "An  Bình",
		"no-break space":       "An\u00a0Bình",
		"wide space":           "An\u3000Bình",
		"a tab":                "An\tBình",
		"a new line":           "An\nBình",
		"NUL":                  "An\x00",
		"escape":               "\x1b[31mAn",
		"C1 control":           "An\u0085",
		"zero-width space":     "An\u200b",
		"zero-width joiner":    "A\u200dn",
		"byte order mark":      "\ufeffAn",
		"soft hyphen":          "A\u00adn",
		"right to left":        "An\u202eHnìB",
		"isolate":              "An\u2066",
		"left-to-right mark":   "An\u200e",
		"line separator":       "An\u2028",
		"tag character":        "An\U000e0041",
		"Hangul filler":        "\u3164",
		"half-width filler":    "An\uffa0",
		"empty Braille":        "An\u2800",
		"variation selector":   "An\ufe0f",
		"grapheme joiner":      "An\u034f",
		"private use":          "An\ue000",
		"unassigned":           "An\u0378",
		"replacement":          "An\ufffd",
		"not UTF-8":            "An\xff",
		"a mark alone":         "\u0301",
		"a mark on a space":    "An \u0301",
		"climbing marks":       "A" + strings.Repeat("\u0315", 4),
		"a stroke, as if đ":    "D\u0335\u1eb7ng",
		"a comma, as if ơ":     "So\u0315n",
		"an underlined letter": "An\u0332",
		"another script's":     "An\u0952",
		"a mark on a digit":    "1\u0301",
		"mark-up":              "<script>alert(1)</script>",
		"an entity":            "An&lt;",
		"SQL":                  "'; DROP TABLE players; --",
		"SQL after a name":     "Robert'); DROP TABLE players;--",
		"a comment":            "admin'--",
		"a condition":          "a' OR 'a'='a",
		"a template":           "{{7*7}}",
		"a path":               "../../etc/passwd",
		"a badge":              "An ✓",
		"an emoji":             "An 👑",
		"ends with a hyphen":   "An-",
		"begins with a hyphen": "-An",
		"thirty-one letters":   strings.Repeat("ệ", 31),
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := profile.ParseName(text)
			require.ErrorIs(t, err, profile.ErrBadName)
			var e *errs.Error
			require.ErrorAs(t, err, &e)
			require.Len(t, e.Violations, 1)
			require.Equal(t, "name", e.Violations[0].Field)
		})
	}
}

func TestNamesThatAreTheHalls(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"admin", "Admin", "ADMIN", "Admin 1", "1admin", "Adm1n", "admın", "Ádmìn", "a-d-m-i-n", "Admin Minh", "Minh.Admin",
		"kydai", "KyDai", "Kỳ Dai", "kydai support", "xkydaix", "Kỳ Đài", "KỲ ĐÀI 2", "Mod", "mod 7", "Bot", "B0t", "Вот", "ВОТ 10",
		"Moderator", "Rnoderator", "System", "Hệ Thống", "hê thông", "Quản trị viên", "QUẢN-TRỊ", "Trọng tài", "Ban Tổ Chức", "Support", "root", "null", "official Minh",
	} {
		_, err := profile.ParseName(name)
		require.ErrorIs(t, err, profile.ErrReserved, name)
		require.Empty(t, profile.Suggest(name))
	}
}

func FuzzParseName(f *testing.F) {
	for _, s := range []string{"Nguyễn", "H'Hen Niê", "A. B.", "a\u0301", "\u202e", "", "<b>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		name, err := profile.ParseName(s)
		if err != nil {
			require.True(t, errors.Is(err, profile.ErrBadName) || errors.Is(err, profile.ErrReserved))
			return
		}
		again, err := profile.ParseName(name)
		require.NoError(t, err, "an accepted name stays accepted")
		require.Equal(t, name, again)
		require.True(t, norm.NFC.IsNormalString(name))
		require.LessOrEqual(t, utf8.RuneCountInString(name), 30)
		require.False(t, strings.ContainsAny(name, "<>&\"`\\/;%"))
	})
}

func TestMadeUpNamesAreWelcome(t *testing.T) {
	t.Parallel()
	for b := range 256 {
		name := profile.MadeUpName([4]byte{byte(b), byte(b), 7, 9})
		got, err := profile.ParseName(name)
		require.NoError(t, err)
		require.Equal(t, name, got)
	}
}
