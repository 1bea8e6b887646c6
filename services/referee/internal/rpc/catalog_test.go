package rpc_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/testing/protocmp"

	"kydai.dev/pkg/levels"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/notation"
	"kydai.dev/pkg/testkit"
	"kydai.dev/pkg/texts"
	"kydai.dev/pkg/timecontrol"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/rpc"
)

// catalogue asks a referee without token or database.
func catalogue(t *testing.T) *refereev1.GetCatalogResponse {
	t.Helper()
	l := testkit.NewLocal(t)
	c, err := rpc.NewCatalog()
	require.NoError(t, err)
	refereev1.RegisterCatalogServiceServer(l, c)
	resp, err := refereev1.NewCatalogServiceClient(l).GetCatalog(t.Context(), &refereev1.GetCatalogRequest{})
	require.NoError(t, err)
	return resp
}

func TestEveryGameIsInTheCatalogue(t *testing.T) {
	t.Parallel()
	found := catalogue(t).GetGames()
	require.Len(t, found, len(games.All()))
	for i, g := range games.All() {
		p, d := found[i], g.Describe()
		require.Equal(t, g.Name(), p.GetName())
		require.Equal(t, g.Start().String(), p.GetStartPosition())
		require.Len(t, p.GetSides(), 2)
		require.Equal(t, d.Colours[1].Name, p.GetSides()[1].GetColour().GetId())
		require.Equal(t, "second", p.GetSides()[1].GetSide())
		require.Len(t, p.GetPieces(), len(d.Kinds))
		require.Len(t, p.GetBoard().GetPoints(), len(d.Board.Points))
		require.Len(t, p.GetBoard().GetLines(), len(d.Board.Lines))
		require.Len(t, p.GetBoard().GetMills(), len(d.Board.Mills))
		require.Len(t, p.GetBoard().GetJumps(), len(d.Board.Jumps))
		require.Len(t, p.GetBoard().GetAreas(), len(d.Board.Areas))
		require.Len(t, p.GetNotations(), len(notation.Of(g)))
		require.Len(t, p.GetTime().GetPresets(), len(timecontrol.Presets(g.Name())))
		require.Equal(t, g.Name() == "jungle", p.GetTime().GetCustom() == nil)
	}
}

func TestSomeOfTheCatalogue(t *testing.T) {
	t.Parallel()
	resp := catalogue(t)
	xiangqi, jungle := resp.GetGames()[0], resp.GetGames()[1]
	tests := map[string]struct {
		got  proto.Message
		want proto.Message
		json string
	}{
		"a horse": {
			xiangqi.GetPieces()[3], &refereev1.PieceKind{},
			`{"id":"horse","title":{"vi":"Mã","en":"Horse"},"letters":["N","n"],"count":2,"value":{"usual":4,"beyondRiver":4},
			"symbols":[{"notation":"vietnamese","first":"M","second":"M"},{"notation":"vietnamese_long","first":"Mã","second":"Mã"},
			{"notation":"wxf","first":"H","second":"H"},{"notation":"chinese","first":"马","second":"马"},
			{"notation":"chinese_traditional","first":"馬","second":"馬"}]}`,
		},
		"a rat": {
			jungle.GetPieces()[7], &refereev1.PieceKind{},
			`{"id":"rat","title":{"vi":"Chuột","en":"Rat"},"letters":["R","r"],"count":1,"rank":1,
			"symbols":[{"notation":"long","first":"R","second":"R"},{"notation":"vietnamese","first":"Chuột","second":"Chuột"}]}`,
		},
		"a side": {
			jungle.GetSides()[1], &refereev1.CatalogSide{},
			`{"side":"second","colour":{"id":"blue","title":{"vi":"Xanh","en":"Blue"}},"letter":"b"}`,
		},
		"a den": {
			jungle.GetBoard().GetAreas()[5], &refereev1.BoardArea{},
			`{"role":{"id":"den","title":{"vi":"Hang","en":"Den"}},"owner":"second","squares":["d9"]}`,
		},
		"a preset": {
			xiangqi.GetTime().GetPresets()[0], &refereev1.TimePreset{},
			`{"control":{"preset":"3+3","bank":"180s","increment":"3s","perMove":"30s","byoYomi":"0s"},"category":"blitz"}`,
		},
		"own controls": {
			xiangqi.GetTime().GetCustom(), &refereev1.CustomTime{},
			`{"bank":{"least":"180s","most":"7200s"},"increment":{"least":"0s","most":"30s"},"byoYomi":{"least":"10s","most":"60s"}}`,
		},
		"a category": {
			resp.GetCategories()[0], &refereev1.TimeCategory{},
			`{"category":{"id":"blitz","title":{"vi":"Chớp","en":"Blitz"}},"below":"600s"}`,
		},
		"a numbered square": {
			resp.GetGames()[4].GetBoard().GetPoints()[0], &refereev1.BoardPoint{}, `{"name":"a1","number":4}`,
		},
		"odds": {
			xiangqi.GetHandicaps()[2], &refereev1.HandicapPreset{}, `{"preset":{"id":"one_horse","title":{"vi":"Chấp một mã","en":"One horse"}},
			"kinds":["horse"],"firstSquares":["b0"],"secondSquares":["h9"]}`,
		},
		"a format": {
			resp.GetFormats()[0], &refereev1.RecordFormat{}, `{"name":"json","mediaType":"application/json","extension":"json","games":[
			"xiangqi","jungle","morris","draughts-brazilian","draughts-american","draughts-russian","draughts-international"]}`,
		},
		"policies": {
			jungle.GetPolicies(), &refereev1.Policies{}, `{"repetitions":5}`,
		},
		"rematches": {
			resp.GetLimits().GetOffers()[2], &refereev1.OfferLimit{},
			`{"kind":{"id":"rematch","title":{"vi":"đấu lại","en":"rematch"}},"most":5,"life":"600s"}`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.NoError(t, protojson.Unmarshal([]byte(tt.json), tt.want))
			require.Empty(t, cmp.Diff(tt.want, tt.got, protocmp.Transform()))
		})
	}
	limits := resp.GetLimits()
	require.Equal(t, []any{int32(20), int32(100), int32(60)}, []any{limits.GetPageSize(), limits.GetMaxPageSize(), limits.GetEstimatedMoves()})
	require.GreaterOrEqual(t, limits.GetMaxEvaluatedMoves(), int32(2000))
	require.Equal(t, "30s", limits.GetFirstMove().AsDuration().String())
}

// Every reason that a game may end for is told in words at the end of the list.
func TestEndingsHaveWords(t *testing.T) {
	t.Parallel()
	resp := catalogue(t)
	said := map[string]bool{}
	for _, e := range resp.GetEndings() {
		said[e.GetId()] = true
	}
	require.Len(t, said, len(texts.Values(texts.Endings)))
	used := map[string]bool{}
	for _, g := range resp.GetGames() {
		for _, e := range g.GetEndings() {
			require.True(t, said[e], e)
			used[e] = true
		}
	}
	require.Equal(t, said, used)
}

// What has no words is called by its id in both languages.
func TestEveryTextIsThere(t *testing.T) {
	t.Parallel()
	checked := 0
	walkMessages(catalogue(t).ProtoReflect(), func(m proto.Message) {
		id, title := "", (*refereev1.Words)(nil)
		switch m := m.(type) {
		case *refereev1.Term:
			id, title = m.GetId(), m.GetTitle()
		case *refereev1.PieceKind:
			id, title = m.GetId(), m.GetTitle()
		case *refereev1.CatalogGame:
			id, title = m.GetName(), m.GetTitle()
		default:
			return
		}
		checked++
		require.NotEmpty(t, id)
		require.NotEmpty(t, title.GetEn(), id)
		require.NotContains(t, []string{id, ""}, title.GetVi(), "pkg/texts has no words for it")
	})
	require.Greater(t, checked, 150)
}

func walkMessages(m protoreflect.Message, visit func(proto.Message)) {
	visit(m.Interface())
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.Message() == nil:
		case f.IsList():
			for i := range v.List().Len() {
				walkMessages(v.List().Get(i).Message(), visit)
			}
		default:
			walkMessages(v.Message(), visit)
		}
		return true
	})
}

// Replicas must agree on the catalogue, and on its version.
func TestCatalogueIsTheSameEverywhere(t *testing.T) {
	t.Parallel()
	one, other := catalogue(t), catalogue(t)
	require.Empty(t, cmp.Diff(one, other, protocmp.Transform()))
	require.Regexp(t, `^[0-9a-f]{16}$`, one.GetVersion())
}

// Every level tells how strong it is, the weakest that it is the measure of all.
func TestLevelsOfTheCatalogue(t *testing.T) {
	t.Parallel()
	for _, g := range catalogue(t).GetGames() {
		require.Len(t, g.GetLevels(), len(levels.Of(g.GetName())))
		for i, l := range g.GetLevels() {
			known, ok := levels.Find(g.GetName(), l.GetLevel().GetId())
			require.True(t, ok)
			require.Equal(t, known.Nodes, int(l.GetNodes()))
			require.NotNil(t, l.Elo) //nolint:protogetter // 0 is something else than nothing
			require.NotNil(t, l.EloError)
			require.Equal(t, i > 0, l.GetElo() > 0, "%s %s", g.GetName(), known.ID)
			require.Equal(t, i > 0, l.GetEloError() > 0, "%s %s", g.GetName(), known.ID)
		}
	}
}

func TestTitlesOfTheCatalogue(t *testing.T) {
	t.Parallel()
	found := catalogue(t).GetTitles()
	require.Len(t, found, 6)
	require.Empty(t, cmp.Diff(&refereev1.PlayerTitle{
		Id: "ky_thu", Title: &refereev1.Words{Vi: "Kỳ Thủ", En: "Adept"}, From: 501, To: 1000, Stars: []int32{501, 601, 701, 801, 901},
	}, found[2], protocmp.Transform()))
	require.Empty(t, cmp.Diff(&refereev1.PlayerTitle{
		Id: "doc_co_cau_bai", Title: &refereev1.Words{Vi: "Độc Cô Cầu Bại", En: "The Undefeated"}, From: 2001,
	}, found[5], protocmp.Transform()))
}
