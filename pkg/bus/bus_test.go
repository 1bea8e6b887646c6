package bus_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/testkit"
)

// events is the stream of most tests.
func events() bus.StreamSpec {
	return bus.StreamSpec{Name: "events", Subjects: []string{"kydai.test.>"}, MaxAge: time.Hour, MaxBytes: 1 << 20}
}

func ensured(t *testing.T, b *bus.Bus, spec bus.StreamSpec) {
	t.Helper()
	require.NoError(t, b.EnsureStream(t.Context(), spec))
}

func TestConnectWorksWithNATSAway(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	cfg := server.Config()
	server.Stop()
	b, err := bus.Connect(t.Context(), cfg, testkit.Logger(t))
	require.NoError(t, err)
	t.Cleanup(b.Close)
	require.False(t, b.Connected())
	require.Error(t, b.Publish(t.Context(), bus.Msg{Subject: "kydai.test.x"}))
	require.Error(t, b.PublishCore(t.Context(), bus.Msg{Subject: "kydai.test.x"}))
	heard := listen(t, b, "kydai.test.>")

	server.Start()
	require.NoError(t, b.WhenConnected(t.Context(), func(ctx context.Context) error {
		return b.EnsureStream(ctx, events())
	}))
	require.True(t, b.Connected())
	require.NoError(t, b.Publish(t.Context(), bus.Msg{Subject: "kydai.test.x", Payload: []byte("1")}))
	require.Equal(t, "1", string((<-heard).Payload))
}

func TestConnectRefusesAWrongConfig(t *testing.T) {
	t.Parallel()
	_, err := bus.Connect(t.Context(), bus.Config{URL: "nats://127.0.0.1:1", User: "u", PasswordFile: "missing"}, testkit.Logger(t))
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = bus.Connect(t.Context(), bus.Config{URL: "nats://127.0.0.1:x"}, testkit.Logger(t))
	require.Error(t, err)
}

func TestServerLetsNobodyInWithoutThePassword(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	cfg := server.Config()
	info, err := os.Stat(cfg.PasswordFile)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode())

	wrong := filepath.Join(t.TempDir(), "password")
	require.NoError(t, os.WriteFile(wrong, []byte("guess"), 0o600))
	for name, cfg := range map[string]bus.Config{
		"no user":        {URL: cfg.URL},
		"wrong password": {URL: cfg.URL, User: cfg.User, PasswordFile: wrong},
	} {
		b, err := bus.Connect(t.Context(), cfg, testkit.Logger(t))
		require.NoError(t, err, name)
		require.False(t, b.Connected(), name)
		b.Close()
	}
	require.True(t, server.Connect().Connected())
}

func TestServerSaysWhyItCannotStart(t *testing.T) {
	t.Parallel()
	server := testkit.NATSServer(t)
	port := strings.TrimPrefix(server.Config().URL, "nats://127.0.0.1:")
	_, err := bus.StartServer(bus.ServerConfig{Dir: t.TempDir(), Port: server.Port()}, testkit.Logger(t))
	require.ErrorContains(t, err, "address already in use")
	require.ErrorContains(t, err, port)
}

func TestInProcessConnection(t *testing.T) {
	t.Parallel()
	server, err := bus.StartServer(bus.ServerConfig{Dir: t.TempDir(), Port: -1}, testkit.Logger(t))
	require.NoError(t, err)
	t.Cleanup(server.Close)
	b, err := bus.Connect(t.Context(), server.InProcess(), testkit.Logger(t))
	require.NoError(t, err)
	t.Cleanup(b.Close)
	ensured(t, b, events())
	require.NoError(t, b.Publish(t.Context(), bus.Msg{Subject: "kydai.test.x"}))
}

func TestPublishIsLiveAndRecordAtOnce(t *testing.T) {
	t.Parallel()
	b := testkit.NATS(t)
	ensured(t, b, events())
	heard := listen(t, b, "kydai.test.*")
	sent := bus.Msg{
		ID: "1", Subject: "kydai.test.x", Type: "kydai.test.v1.Event", Payload: []byte("payload"),
		Header: map[string]string{"traceparent": "00-01000000000000000000000000000000-0200000000000000-01", "Kydai-Number": "7"},
	}
	require.NoError(t, b.Publish(t.Context(), sent))
	live := <-heard
	recorded := consume(t, b, bus.ConsumerSpec{Stream: "events", Durable: "all"})
	record := <-recorded
	require.Equal(t, live, record)
	require.Equal(t, sent.ID, live.ID)
	require.Equal(t, sent.Type, live.Type)
	require.Equal(t, sent.Payload, live.Payload)
	require.Equal(t, "7", live.Header["Kydai-Number"])
	require.Equal(t, sent.Header["traceparent"], live.Header["traceparent"])
}

func TestPublishDropsARepeat(t *testing.T) {
	t.Parallel()
	b := testkit.NATS(t)
	ensured(t, b, events())
	for _, id := range []string{"1", "1", "2"} {
		require.NoError(t, b.Publish(t.Context(), bus.Msg{ID: id, Subject: "kydai.test.x"}))
	}
	got := consume(t, b, bus.ConsumerSpec{Stream: "events", Durable: "all"})
	require.Equal(t, []string{"1", "2"}, []string{(<-got).ID, (<-got).ID})
}

func TestPublishTellsWhatCanNeverPass(t *testing.T) {
	t.Parallel()
	b := testkit.NATS(t)
	ensured(t, b, events())
	require.ErrorIs(t, b.Publish(t.Context(), bus.Msg{Subject: "kydai.test.x", Payload: make([]byte, 2<<20)}), bus.ErrRefused)
	require.ErrorIs(t, b.Publish(t.Context(), bus.Msg{Subject: "bad subject"}), bus.ErrRefused)
	err := b.Publish(t.Context(), bus.Msg{Subject: "nobody.keeps.this"})
	require.Error(t, err)
	require.NotErrorIs(t, err, bus.ErrRefused)
}

// listen returns what a core subscription hears from now on.
func listen(t *testing.T, b *bus.Bus, subject string) <-chan bus.Msg {
	t.Helper()
	heard := make(chan bus.Msg, 1000)
	sub, err := b.Subscribe(subject, func(m bus.Msg) { heard <- m })
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, sub.Close()) })
	return heard
}
