package outbox_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
)

func TestRelayDrainsAtTheStop(t *testing.T) {
	t.Parallel()
	db := testkit.Open(t, testkit.SQLite(t), "referee", outbox.Migrations)
	b, got := record(t, testkit.NATSServer(t))
	cfg := soon()
	cfg.Drain = 20 * time.Second
	relay, stop := start(t, db, b, cfg)
	msgs := numbered(t, 0, 0, 200)
	add(t, db, msgs[0])
	relay.Hand(msgs[0])
	first := <-got // it runs, and has looked for what an earlier process left
	add(t, db, msgs[1:]...)
	relay.Hand(msgs[1:]...)
	stop()
	require.Empty(t, stored(t, db))
	require.Equal(t, msgs[0].ID.String(), first.ID)
	for _, want := range msgs[1:] {
		require.Equal(t, want.ID.String(), (<-got).ID)
	}
}

func TestRelayStopsWithNATSAway(t *testing.T) {
	t.Parallel()
	db := testkit.Open(t, testkit.SQLite(t), "referee", outbox.Migrations)
	server := testkit.NATSServer(t)
	b, _ := record(t, server)
	server.Stop()
	cfg := soon()
	cfg.Drain = time.Hour
	relay, stop := start(t, db, b, cfg)
	msgs := numbered(t, 0, 0, 3)
	add(t, db, msgs...)
	relay.Hand(msgs...)
	stop()
	require.Len(t, stored(t, db), 3)
}
