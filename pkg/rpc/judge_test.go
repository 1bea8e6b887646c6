package rpc

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/errs"
	commonv1 "kydai.dev/proto/gen/kydai/common/v1"
)

// Every contract that can be declared meets every caller that can come.
func TestJudgeInEveryCombination(t *testing.T) {
	t.Parallel()
	yesNo := []bool{false, true}
	for _, player := range yesNo {
		for _, nobody := range yesNo {
			for _, services := range [][]string{nil, {"clock"}} {
				for _, scope := range []string{"", "play"} {
					declared := &commonv1.Callers{Player: player, Nobody: nobody, Services: services, Scope: scope}
					for _, account := range []string{"", "alice"} {
						for _, scopes := range [][]string{nil, {"play"}} {
							for _, service := range []string{"", "clock", "gateway"} {
								c := authn.Caller{Account: account, Scopes: scopes, Service: service}
								requireJudged(t, declared, c)
							}
						}
					}
				}
			}
		}
	}
}

func requireJudged(t *testing.T, declared *commonv1.Callers, c authn.Caller) {
	t.Helper()
	got, err := judge(c, Method{Callers: declared})
	asService := len(declared.GetServices()) > 0 && c.Service == "clock"
	asPlayer := declared.GetPlayer() && c.Account != ""
	scoped := declared.GetScope() == "" || len(c.Scopes) > 0
	want := ""
	switch {
	case asService, asPlayer && scoped, declared.GetNobody() && !asPlayer:
	case asPlayer:
		want = "SCOPE_MISSING"
	case declared.GetPlayer():
		want = "NO_TOKEN"
	default:
		want = "CALLER_DENIED"
	}
	require.Equal(t, want, errs.Reason(err), "%v meets %+v", declared, c)
	if want == "" {
		require.Equal(t, asService, got.AsService, "%v meets %+v", declared, c)
	}
}
