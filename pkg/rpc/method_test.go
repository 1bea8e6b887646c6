package rpc_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rpc"
)

func TestMethodSaysWhatTheContractSays(t *testing.T) {
	t.Parallel()
	m, err := rpc.MethodOf(listSessions)
	require.NoError(t, err)
	require.Equal(t, "account", m.Service)
	require.True(t, m.Callers.GetPlayer())
	require.Equal(t, "play", m.Callers.GetScope())
	require.Equal(t, rpc.DefaultDeadline, m.Deadline)

	m, err = rpc.MethodOf("/grpc.health.v1.Health/Check")
	require.NoError(t, err)
	require.Nil(t, m.Callers, "not ours: anybody may call")
	require.Empty(t, m.Service)

	_, err = rpc.MethodOf("/kydai.account.v1.AccountService/Nothing")
	require.Error(t, err)
}
