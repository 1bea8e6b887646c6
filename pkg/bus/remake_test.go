package bus_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/testkit"
)

// published waits until a message gets into its stream.
func published(t *testing.T, b *bus.Bus) {
	t.Helper()
	require.Eventually(t, func() bool {
		return b.Publish(t.Context(), bus.Msg{Subject: "kydai.test.x"}) == nil
	}, time.Minute, 10*time.Millisecond)
}

// emptied stops a server and starts it with an empty disk.
func emptied(t *testing.T, server *testkit.Server) {
	t.Helper()
	dir := filepath.Dir(server.Config().PasswordFile)
	server.Stop()
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "jetstream")))
	server.Start()
}

// NATS that comes back with an empty disk gets the streams again from those who
// made them; nobody publishes first.
func TestStreamsAreMadeAnewOnAnEmptyDisk(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	b := server.Connect()
	ensured(t, b, events())
	emptied(t, server)
	require.Eventually(t, func() bool {
		_, err := b.Shards(t.Context(), events().Name)
		return err == nil
	}, time.Minute, 10*time.Millisecond)
}

// A stream that somebody deletes is made anew when a message finds it missing, and
// as its owner wanted it last.
func TestADeletedStreamIsMadeAnew(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	b := server.Connect()
	ensured(t, b, events())
	changed := events()
	changed.Subjects = append(changed.Subjects, "kydai.more.>")
	ensured(t, b, changed)
	for range 2 {
		deleted(t, server, events().Name)
		published(t, b)
		require.NoError(t, b.Publish(t.Context(), bus.Msg{Subject: "kydai.more.x"}))
	}
}

// Who made no stream makes none.
func TestStreamsOfOthersAreLeftAlone(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	b := server.Connect()
	require.Error(t, b.Publish(t.Context(), bus.Msg{Subject: "kydai.test.x"}))
	b.Close()
	_, err := server.Connect().Shards(t.Context(), events().Name)
	require.ErrorIs(t, err, jetstream.ErrStreamNotFound)
}

// deleted deletes a stream as an operator would.
func deleted(t *testing.T, server *testkit.Server, stream string) {
	t.Helper()
	cfg := server.Config()
	password, err := os.ReadFile(cfg.PasswordFile)
	require.NoError(t, err)
	conn, err := nats.Connect(cfg.URL, nats.UserInfo(cfg.User, strings.TrimSpace(string(password))))
	require.NoError(t, err)
	defer conn.Close()
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	require.NoError(t, js.DeleteStream(t.Context(), stream))
}
