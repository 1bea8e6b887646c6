package e2e_test

import (
	"net/http"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/authn"
)

// long are the plies of a game that is long enough to count.
var long = []string{
	"a0a1", "a9a8", "a1a2", "a8a7", "i0i1", "i9i8", "i1i2", "i8i7", "b0c2", "b9c7", "h0g2", "h9g7",
	"c3c4", "c6c5", "g3g4", "g6g5", "e3e4", "e6e5", "a3a4", "a6a5",
}

// link makes a guest a player by the nth code of the hall's log.
func (p *player) link(t *testing.T, email string, nth int) {
	t.Helper()
	handle := p.must(t, http.StatusOK, "POST", "/v1/me/identities:emailCode", `{"email":"`+email+`"}`).str("handle")
	p.must(t, http.StatusOK, "POST", "/v1/me/identities", `{"handle":"`+handle+`","code":"`+p.h.code(t, nth)+`"}`)
}

func (p *player) wallet(t *testing.T) answer {
	t.Helper()
	w, _ := p.must(t, http.StatusOK, "GET", "/v1/me/wallet", "")["wallet"].(map[string]any)
	return w
}

// list reads a list of objects.
func (p *player) list(t *testing.T, path, field string) []answer {
	t.Helper()
	items, _ := p.must(t, http.StatusOK, "GET", path, "")[field].([]any)
	list := make([]answer, len(items))
	for i, item := range items {
		list[i], _ = item.(map[string]any)
	}
	return list
}

// TestRewards follows a game from its end to the wallets of a player, who hears of
// it at once, and of a guest, who is paid once linked.
func TestRewards(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		winner, guest, gameID := h.play(t, "xiangqi", `,"timeControl":{"preset":"60+30"}`)
		winner.link(t, "minh@example.com", 1)
		heard := winner.stream(t, "/v1/me/stream")
		require.Equal(t, "snapshot", next(t, heard).kind)
		for i, move := range long {
			[]*player{winner, guest}[i%2].move(t, gameID, i+1, move)
		}
		guest.must(t, http.StatusOK, "POST", "/v1/games/"+gameID+":resign", "{}")

		const first, lost = 10 + 20 + 20, 10 // a game, a win, a win of xiangqi
		balance, kinds := 0, map[string]int{}
		for balance < first {
			e := next(t, heard)
			kinds[e.kind]++
			if e.kind == "walletChanged" {
				balance = e.data.num("data", "balance")
			}
		}
		require.Equal(t, 3, kinds["achievementEarned"])
		moved := 0
		for _, q := range winner.list(t, "/v1/me/quests", "quests") {
			moved += min(1, q.num("count")) // none on the days when all of them ask for something else
		}
		require.Equal(t, moved, kinds["questProgressed"]+kinds["questCompleted"])
		require.Equal(t, first, winner.wallet(t).num("balance"))
		entries := winner.list(t, "/v1/me/wallet/entries?pageSize=10", "entries")
		require.Len(t, entries, 3)
		require.NotEmpty(t, entries[0].str("title", "vi"))
		winner.claimAll(t)

		w := guest.wallet(t)
		require.Equal(t, []any{float64(0), false, "link_account"}, []any{w["balance"], w["claimable"], w["reason"]})
		require.GreaterOrEqual(t, w.num("pending"), lost)
		quest := guest.list(t, "/v1/me/quests", "quests")[0].str("goal", "id")
		refused := guest.must(t, http.StatusForbidden, "POST", "/v1/me/quests/"+quest+":claim", "{}", "Accept-Language", "en")
		require.Equal(t, []string{"GUEST_EARNS_NOTHING", "Guests are not paid"}, []string{refused.str("reason"), refused.str("title")})
		guest.link(t, "lan@example.com", 2)
		require.Equal(t, lost, guest.wallet(t).num("balance"), "at the first look")
		guest.must(t, http.StatusNotFound, "POST", "/v1/me/quests/first_game:claim", "{}")
		guest.must(t, http.StatusForbidden, "POST", "/v1/players/"+guest.id+"/grants", `{"key":"k","amount":5,"reason":"x"}`)
		require.Equal(t, lost, guest.wallet(t).num("balance"))

		guest.must(t, http.StatusOK, "PATCH", "/v1/me", `{"timeZone":"Pacific/Kiritimati"}`)
		require.Equal(t, "Pacific/Kiritimati", guest.must(t, http.StatusOK, "GET", "/v1/me/quests", "").str("timeZone"))
		require.NotEmpty(t, (&player{h: h}).list(t, "/v1/goals", "goals"))
	})
}

// claimAll claims what is done, twice.
func (p *player) claimAll(t *testing.T) {
	t.Helper()
	for _, q := range p.list(t, "/v1/me/quests", "quests") {
		path, body := "/v1/me/quests/"+q.str("goal", "id")+":claim", `{"period":"`+q.str("period")+`"}`
		if q.str("state") != "done" {
			require.Equal(t, "QUEST_NOT_DONE", p.must(t, http.StatusConflict, "POST", path, body).str("reason"))
			continue
		}
		before := p.wallet(t).num("balance")
		paid := p.must(t, http.StatusOK, "POST", path, body)
		require.Equal(t, before+q.num("goal", "coins"), paid.num("wallet", "balance"))
		require.Equal(t, paid, p.must(t, http.StatusOK, "POST", path, body))
	}
}

// TestOperatorsAndAdministratorsGrantCoins: by the command line and the operator's
// key, and by REST with an administrator's token.
func TestOperatorsAndAdministratorsGrantCoins(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		lan, refresh := h.signIn(t, "lan@example.com", 1)
		key := filepath.Join(h.keys, authn.OperatorService+".jwk")
		coins := func(args ...string) (string, error) {
			return tool(t, append([]string{"coins"}, append(args, "--rewards", h.rewards, "--key", key)...)...)
		}
		give := func(amount, once string) (string, error) {
			return coins("grant", "--player", lan.id, "--amount="+amount, "--reason", "a mistake of ours", "--once", once, "--by", "an")
		}
		for range 2 {
			out, err := give("50", "a")
			require.NoError(t, err)
			require.Regexp(t, `(?s)^TIME .*\n\S+ +`+lan.id+` +\+50 +50 +an +a +a mistake of ours\n$`, out)
		}
		_, err := give("60", "a")
		require.Error(t, err, "the same again with another amount")
		_, err = give("-51", "b")
		require.Error(t, err, "a debt")
		_, err = give("0", "b")
		require.Error(t, err)
		require.Equal(t, 50, lan.wallet(t).num("balance"))

		_, err = tool(t, "accounts", "grant", "--player", lan.id, "--role", "admin", "--account", h.account, "--key", key)
		require.NoError(t, err)
		tokens := lan.must(t, http.StatusOK, "POST", "/v1/sessions:refresh", `{"refreshToken":"`+refresh+`"}`)
		lan.token = tokens.str("tokens", "accessToken")
		path, body := "/v1/players/"+lan.id+"/grants", `{"key":"c","amount":-20,"reason":"back"}`
		made := lan.must(t, http.StatusOK, "POST", path, body)
		require.Equal(t, made, lan.must(t, http.StatusOK, "POST", path, body))
		require.Equal(t, []string{lan.id, "admin"}, []string{made.str("grant", "operator"), made.str("grant", "caller")})
		lan.must(t, http.StatusConflict, "POST", path, `{"key":"d","amount":-31,"reason":"back"}`)
		lan.must(t, http.StatusBadRequest, "POST", path, `{"key":"d","amount":1000001,"reason":"back"}`)
		require.Len(t, lan.list(t, "/v1/grants?playerId="+lan.id, "grants"), 2)
		require.Equal(t, 30, lan.wallet(t).num("balance"))
		key = filepath.Join(h.keys, "gateway.jwk")
		_, err = give("50", "e")
		require.Error(t, err, "not the operator's key")
	})
}
