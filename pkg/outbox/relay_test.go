package outbox_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"gorm.io/gorm"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
)

// soon keeps the relay's housekeeping within a test.
func soon() outbox.RelayConfig {
	return outbox.RelayConfig{Replica: "r1", Heartbeat: 5 * time.Millisecond, Sweep: 5 * time.Millisecond, Lease: 50 * time.Millisecond}
}

// start runs a relay until stop is called, or the test ends.
func start(t *testing.T, db *dbx.DB, pub outbox.Publisher, cfg outbox.RelayConfig) (r *outbox.Relay, stop func()) {
	t.Helper()
	r = outbox.NewRelay(db, pub, cfg, testkit.Logger(t))
	ctx, cancel := context.WithCancel(context.Background())
	var group errgroup.Group
	group.Go(func() error { return r.Run(ctx) })
	stop = func() {
		cancel()
		require.NoError(t, group.Wait())
	}
	t.Cleanup(stop)
	return r, stop
}

// record connects to a server, makes the stream, and returns the connection
// with what the stream holds, in its order and without repeats.
func record(t *testing.T, server *testkit.Server) (*bus.Bus, <-chan bus.Msg) {
	t.Helper()
	b := server.Connect()
	require.NoError(t, b.EnsureStream(t.Context(), bus.StreamSpec{
		Name: "events", Subjects: []string{"kydai.test.>"}, MaxAge: time.Hour, MaxBytes: 1 << 28,
	}))
	got := make(chan bus.Msg, 100_000)
	ctx, cancel := context.WithCancel(context.Background())
	var group errgroup.Group
	group.Go(func() error {
		return b.Consume(ctx, bus.ConsumerSpec{Stream: "events", Durable: "test"}, func(_ context.Context, m bus.Msg) error {
			got <- m
			return nil
		})
	})
	t.Cleanup(func() {
		cancel()
		require.NoError(t, group.Wait())
	})
	return b, got
}

// make n messages for one lane, numbered in their payloads from first.
func numbered(t *testing.T, lane, first, n int) []outbox.Message {
	t.Helper()
	msgs := make([]outbox.Message, n)
	for i := range msgs {
		msgs[i] = outbox.New(t.Context(), fmt.Sprintf("kydai.test.%d", lane), "test.Event", lane, []byte(strconv.Itoa(first+i)))
	}
	return msgs
}

func add(t *testing.T, db *dbx.DB, msgs ...outbox.Message) {
	t.Helper()
	require.NoError(t, db.Tx(t.Context(), func(tx *gorm.DB) error { return outbox.Add(tx, msgs...) }))
}

// inOrder takes messages until each lane has had all n of its numbers, and
// requires them in order, first comings only.
func inOrder(t *testing.T, got <-chan bus.Msg, lanes, n int) {
	t.Helper()
	seen := map[string]bool{}
	next := map[string]int{}
	for done := 0; done < lanes; {
		m := <-got
		if seen[m.ID] {
			continue
		}
		seen[m.ID] = true
		require.Equal(t, strconv.Itoa(next[m.Subject]), string(m.Payload), "order of %s", m.Subject)
		next[m.Subject]++
		if next[m.Subject] == n {
			done++
		}
	}
}

// emptied waits until nothing is left in the outbox.
func emptied(t *testing.T, db *dbx.DB) {
	t.Helper()
	require.Eventually(t, func() bool { return len(stored(t, db)) == 0 }, 20*time.Second, 5*time.Millisecond)
}

func TestRelayKeepsTheOrderOfEachLane(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "referee", outbox.Migrations, func(t *testing.T, db *dbx.DB) {
		b, got := record(t, testkit.NATSServer(t))
		cfg := soon()
		cfg.Lanes = 3
		relay, _ := start(t, db, b, cfg)
		var owners errgroup.Group
		for lane := range 3 {
			owners.Go(func() error {
				for i := range 50 {
					msgs := numbered(t, lane, 2*i, 2)
					if err := db.Tx(t.Context(), func(tx *gorm.DB) error { return outbox.Add(tx, msgs...) }); err != nil {
						return err
					}
					relay.Hand(msgs...)
				}
				return nil
			})
		}
		inOrder(t, got, 3, 100)
		require.NoError(t, owners.Wait())
		emptied(t, db)
	})
}

func TestRelayNumbersItsMessagesPerLane(t *testing.T) {
	t.Parallel()
	db := testkit.Open(t, testkit.SQLite(t), "referee", outbox.Migrations)
	b, got := record(t, testkit.NATSServer(t))
	cfg := soon()
	cfg.Lanes = 2
	relay, _ := start(t, db, b, cfg)
	msgs := append(numbered(t, 0, 0, 3), numbered(t, 1, 0, 3)...)
	msgs[0].Headers["traceparent"] = "00-01000000000000000000000000000000-0200000000000000-01"
	add(t, db, msgs...)
	relay.Hand(msgs...)
	numbers := map[string][]string{}
	for range msgs {
		m := <-got
		numbers[m.Subject] = append(numbers[m.Subject], m.Header[bus.NumberHeader])
		require.Equal(t, "r1", m.Header[bus.ReplicaHeader])
		require.Equal(t, "test.Event", m.Type)
		if m.ID == msgs[0].ID.String() {
			require.Equal(t, msgs[0].Headers["traceparent"], m.Header["traceparent"])
		}
	}
	require.Equal(t, map[string][]string{"kydai.test.0": {"1", "2", "3"}, "kydai.test.1": {"1", "2", "3"}}, numbers)
}

// A process dies between commit and publication: its rows are still sent.
func TestRelaySweepsUpAfterACrash(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "referee", outbox.Migrations, func(t *testing.T, db *dbx.DB) {
		add(t, db, numbered(t, 0, 0, 20)...)
		b, got := record(t, testkit.NATSServer(t))
		start(t, db, b, soon())
		inOrder(t, got, 1, 20)
		emptied(t, db)
	})
}

// On SQLite what a crash left goes before what is new.
func TestRelaySendsTheOldFirst(t *testing.T) {
	t.Parallel()
	db := testkit.Open(t, testkit.SQLite(t), "referee", outbox.Migrations)
	add(t, db, numbered(t, 0, 0, 20)...)
	b, got := record(t, testkit.NATSServer(t))
	relay := outbox.NewRelay(db, b, soon(), testkit.Logger(t))
	fresh := numbered(t, 0, 20, 20)
	add(t, db, fresh...)
	relay.Hand(fresh...)
	ctx, cancel := context.WithCancel(t.Context())
	var group errgroup.Group
	group.Go(func() error { return relay.Run(ctx) })
	inOrder(t, got, 1, 40)
	cancel()
	require.NoError(t, group.Wait())
	require.Empty(t, stored(t, db), "the stop tidies up")
}

func TestRelayLivesThroughAnOutage(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "referee", outbox.Migrations, func(t *testing.T, db *dbx.DB) {
		server := testkit.NATSServer(t)
		b, got := record(t, server)
		cfg := soon()
		cfg.Lanes = 2
		relay, _ := start(t, db, b, cfg)
		hand := func(first, n int) {
			for lane := range 2 {
				msgs := numbered(t, lane, first, n)
				add(t, db, msgs...)
				relay.Hand(msgs...)
			}
		}
		hand(0, 10)
		server.Stop()
		hand(10, 30)
		require.GreaterOrEqual(t, len(stored(t, db)), 60, "nothing is lost meanwhile")
		server.Start()
		hand(40, 10)
		inOrder(t, got, 2, 50)
		emptied(t, db)
	})
}

// More is handed over than memory holds: the order is the table's then.
func TestRelayOverflowKeepsTheOrder(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "referee", outbox.Migrations, func(t *testing.T, db *dbx.DB) {
		server := testkit.NATSServer(t)
		b, got := record(t, server)
		cfg := soon()
		cfg.Queue = 3
		relay, _ := start(t, db, b, cfg)
		server.Stop()
		for i := range 40 {
			if i == 20 {
				server.Start() // half of it while the backlog is being sent
			}
			msgs := numbered(t, 0, 5*i, 5)
			add(t, db, msgs...)
			relay.Hand(msgs...)
		}
		inOrder(t, got, 1, 200)
		emptied(t, db)
	})
}

func TestRelayLeavesDeletionToItsOwner(t *testing.T) {
	t.Parallel()
	db := testkit.Open(t, testkit.SQLite(t), "referee", outbox.Migrations)
	b, got := record(t, testkit.NATSServer(t))
	cfg := soon()
	cfg.Sweep = time.Hour // nobody else deletes
	relay, _ := start(t, db, b, cfg)
	msgs := numbered(t, 0, 0, 5)
	add(t, db, msgs...)
	relay.Hand(msgs...)
	inOrder(t, got, 1, 5)

	var ids []uuid.UUID
	require.Eventually(t, func() bool {
		ids = append(ids, relay.Acked(2)...)
		return len(ids) == 5
	}, 20*time.Second, time.Millisecond)
	require.Equal(t, stored(t, db), ids)
	require.Empty(t, relay.Acked(10))
	relay.PutBack(ids)
	require.Equal(t, ids, relay.Acked(10))
	require.NoError(t, db.Tx(t.Context(), func(tx *gorm.DB) error { return outbox.Delete(tx, ids) }))
	require.Empty(t, stored(t, db))
}

// Two living replicas and a dead one share a database.
func TestRelaysShareAPostgres(t *testing.T) {
	t.Parallel()
	cfg := testkit.Postgres(t)
	b, got := record(t, testkit.NATSServer(t))
	dbs := []*dbx.DB{testkit.Open(t, cfg, "referee", outbox.Migrations), testkit.Open(t, cfg, "referee", outbox.Migrations)}
	dead := numbered(t, 2, 0, 2500)
	add(t, dbs[0], dead...)

	var owners errgroup.Group
	for i, db := range dbs {
		tuned := soon()
		tuned.Replica, tuned.Lanes = fmt.Sprint("r", i), 3
		relay, _ := start(t, db, b, tuned)
		owners.Go(func() error {
			for n := range 100 {
				msgs := numbered(t, i, n, 1)
				err := db.Tx(t.Context(), func(tx *gorm.DB) error { return outbox.Add(tx, msgs...) })
				if err != nil {
					return err
				}
				relay.Hand(msgs...)
			}
			return nil
		})
	}
	require.NoError(t, owners.Wait())
	left := map[string]int{"kydai.test.0": 100, "kydai.test.1": 100, "kydai.test.2": 2500}
	for len(left) > 0 {
		m := <-got
		if left[m.Subject]--; left[m.Subject] == 0 {
			delete(left, m.Subject)
		}
	}
	emptied(t, dbs[0])
}

func TestRelayHeartbeatFollowsTheLastMessage(t *testing.T) {
	t.Parallel()
	db := testkit.Open(t, testkit.SQLite(t), "referee", outbox.Migrations)
	server := testkit.NATSServer(t)
	b, _ := record(t, server)
	heard := make(chan bus.Msg, 10_000)
	sub, err := b.Subscribe("kydai.*.0", func(m bus.Msg) { heard <- m })
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, sub.Close()) })
	cfg := soon()
	cfg.HeartbeatSubject = func(lane int) string { return fmt.Sprintf("kydai.beat.%d", lane) }
	relay, _ := start(t, db, b, cfg)

	first := <-heard
	require.Equal(t, bus.Msg{Subject: "kydai.beat.0", Type: "heartbeat", Payload: first.Payload, Header: map[string]string{
		bus.TypeHeader: "heartbeat", bus.ReplicaHeader: "r1", bus.NumberHeader: "0",
	}}, first)
	require.Empty(t, first.Payload)
	msgs := numbered(t, 0, 0, 3)
	add(t, db, msgs...)
	relay.Hand(msgs...)
	last := 0
	for beats := 0; beats < 2; {
		m := <-heard
		number, err := strconv.Atoi(m.Header[bus.NumberHeader])
		require.NoError(t, err)
		if m.Type != "heartbeat" {
			require.Equal(t, last+1, number)
			last = number
			continue
		}
		require.Equal(t, last, number, "a heartbeat before its message")
		if number == 3 {
			beats++
		}
	}
}

// A message that the bus will never take must not hold up its lane.
func TestRelaySetsTheRefusedAside(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "referee", outbox.Migrations, func(t *testing.T, db *dbx.DB) {
		b, got := record(t, testkit.NATSServer(t))
		cfg := soon()
		registry := prometheus.NewRegistry()
		cfg.Metrics = registry
		_, stop := start(t, db, b, cfg)
		huge := outbox.New(t.Context(), "kydai.test.0", "test.Event", 0, make([]byte, 2<<20))
		add(t, db, append([]outbox.Message{huge}, numbered(t, 0, 0, 3)...)...)
		inOrder(t, got, 1, 3)
		require.Eventually(t, func() bool { return len(stored(t, db)) == 1 }, 20*time.Second, 5*time.Millisecond, "the others are done with")
		stop()
		require.Equal(t, []uuid.UUID{huge.ID}, stored(t, db), "kept for an operator")
		require.InDelta(t, 1, value(t, registry, "kydai_outbox_refused_total"), 0)
		require.InDelta(t, 3, value(t, registry, "kydai_outbox_published_total"), 0)

		start(t, db, b, soon())
		add(t, db, numbered(t, 1, 0, 1)...)
		require.Equal(t, "kydai.test.1", (<-got).Subject, "the next relay leaves it alone")
	})
}

func value(t *testing.T, registry *prometheus.Registry, name string) float64 {
	t.Helper()
	families, err := registry.Gather()
	require.NoError(t, err)
	for _, family := range families {
		if family.GetName() == name {
			return family.GetMetric()[0].GetCounter().GetValue()
		}
	}
	require.Fail(t, "no metric "+name)
	return 0
}
