package profile_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"kydai.dev/services/account/internal/profile"
)

func TestNamesOfSeveralScripts(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		name string
		ok   bool
	}{
		"Latin":                       {"Nguyễn", true},
		"Cyrillic":                    {"Анна", true},
		"Greek":                       {"Άννα", true},
		"Japanese":                    {"ひらがなカタカナー漢字", true},
		"Japanese with Latin":         {"Ken 健", true},
		"Korean with Latin":           {"Kim 金 김", true},
		"Bopomofo with Han":           {"ㄅㄆ漢", true},
		"Thai with its own digits":    {"ผู้เล่น๑๒", true},
		"Thai with ours":              {"ผู้เล่น12", true},
		"Arabic with its digits":      {"لاعب٣", true},
		"a Cyrillic a in Latin":       {"Nguy\u0435n", false},
		"a Latin a in Cyrillic":       {"Aнна", false},
		"a Greek o in Latin":          {"B\u03bft", false},
		"Latin and Thai":              {"Somchai สมชาย", false},
		"Korean and Japanese":         {"김ひ", false},
		"Latin with Thai digits":      {"An๑", false},
		"digits of two scripts":       {"๑४", false},
		"Cherokee, that looks Latin":  {"ᎪᎳᏚ", false},
		"Lisu, that looks Latin":      {"ꓮꓠ", false},
		"mathematical letters":        {"𝐀𝐧", false},
		"mathematical digits":         {"𝟏𝟐", false},
		"full-width letters":          {"Ａｎ", false},
		"full-width digits":           {"１２", false},
		"small capitals":              {"ᴀɴ", false},
		"phonetic signs":              {"ɑn", false},
		"clicks, that look like bars": {"ǀǃ", false},
		"runes":                       {"ᚠᚢ", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := profile.ParseName(tt.name)
			if tt.ok {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, profile.ErrBadName)
			}
		})
	}
}

func TestLookalikes(t *testing.T) {
	t.Parallel()
	alike := map[string][]string{
		"Hoàng Hòa":     {"hoàng hòa", "HOÀNG HOÀ", "Hoàng-Hoà", "Hoàng.Hòa", "HoàngHòa", norm.NFD.String("Hoàng Hòa")},
		"Nguyễn Minh":   {"Nguyễn Rninh", "NGUYỄN MINH", "Nguyễn Mlnh", "Nguyễn M1nh", "Nguyễn Mınh"},
		"Bot 10":        {"B0t 1O", "bot lo", "BOT IO", "Вот 10", "Βοτ 10", "ВОТ1О"},
		"Lăn":           {"Lǎn"},
		"Văn Â":         {"Vǎn Ȃ"},
		"Ünal":          {"Űnal"},
		"Șerban":        {"Şerban"},
		"Råde":          {"Rȧde"},
		"Æsa":           {"Aesa", "Ӕѕа"},
		"Ros 235":       {"Rоѕ ƨʒƽ", "гоѕ 235", "Ʀos ƧƷƼ"},
		"Bell":          {"BeƖƖ"},
		"علي":           {"علی"},
		"كريم":          {"کریم"},
		"Đỗ Đăng":       {"Ðỗ Ðăng", "ĐỖ ĐĂNG", "Ɖỗ Đăng"},
		"William":       {"VVilliam", "WILLIAM", "Williarn"},
		"Сорока":        {"Copoka"},
		"Kỳ thủ 2":      {"Kỳ Thủ2"},
		"李ロ":            {"李口"},
		"An12":          {"An 1 2", "Аn12"},
		"คน๑":           {"คน1"},
		"O’Brien":       {"OBrien", "0'Brien"},
		"Núria Gal·la":  {"Núria Galla", "Núria Gaŀla"},
		"ｶﾞ":            {"ガ"},
		"Sǝn":           {"Sən"},
		"Straße":        {"STRAßE"},
		"İstanbul":      {"i̇stanbul"},
		"Маша":          {"маша"},
		"Κώστας":        {"κώστας"},
		"Γιαννης":       {"ΓΙΑΝΝΗΣ"},
		"Юлы":           {"lOлbl"},
		"Ἀνδρέας":       {norm.NFD.String("Ἀνδρέας")},
		"ذ٣":            {"ذ۳", "ذ3"},
		"Trần Đ. Lân-2": {"trầnđlân2"},
	}
	for name, others := range alike {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, other := range others {
				require.Equal(t, profile.Skeleton(name), profile.Skeleton(other), other)
			}
		})
	}
}

func TestNamesThatDiffer(t *testing.T) {
	t.Parallel()
	names := []string{
		"Hùng", "Hung", "Húng", "Hừng", "Hưng", "Hứng", "Hựng", "Dung", "Đung", "Dũng", "Dụng", "An", "Ân", "Ăn", "Anh", "Án", "Ẩn", "Lan", "Lân", "Lăn",
		"Son", "Sơn", "Sôn", "Thu", "Thư", "Thủ", "Thu 2", "Anna", "Ana", "Анна", "王", "玉", "Kim", "김", "2026", "2027",
	}
	seen := map[string]string{}
	for _, name := range names {
		skeleton := profile.Skeleton(name)
		require.Empty(t, seen[skeleton], "%s and %s", seen[skeleton], name)
		seen[skeleton] = name
	}
}

// Whatever the name, its spellings have one skeleton, and it has one.
func FuzzSkeleton(f *testing.F) {
	for _, s := range []string{"Nguyễn Hoà", "ВОТ", "김 金", "Gaŀla", "İ", "ｶﾞー", "Ŀ", "ǅ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		name, err := profile.ParseName(s)
		if err != nil {
			return
		}
		skeleton := profile.Skeleton(name)
		require.NotEmpty(t, skeleton)
		require.Equal(t, skeleton, profile.Skeleton(norm.NFD.String(name)))
		require.Equal(t, skeleton, profile.Skeleton(strings.ReplaceAll(name, " ", "-")))
		if lower := strings.ToLower(name); strings.EqualFold(lower, name) {
			require.Equal(t, skeleton, profile.Skeleton(lower))
		}
	})
}
