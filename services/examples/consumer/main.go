// Command consumer is an example for analysts: a durable consumer of the events
// of games that counts, of every kind of game, the first moves and the endings.
// Stopped and started again it goes on where it was, and every event counts
// exactly once, however often it is delivered and in whatever order. What it
// relies on is written in proto/kydai/referee/v1/README.md.
//
//	go run ./services/examples/consumer -password-file data/nats/password
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/proto"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

const (
	stream  = "KYDAI_GAME"
	subject = "kydai.game.v1.events.*"
	// durable is the name under which NATS keeps our place.
	durable = "example-consumer"
	batch   = 100
	wait    = time.Second
)

func main() {
	url := flag.String("nats", nats.DefaultURL, "address of NATS")
	user := flag.String("user", "kydai", "user at NATS")
	password := flag.String("password-file", "data/nats/password", "file with the user's password")
	state := flag.String("state", "consumer.json", "file that keeps what was counted")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *url, *user, *password, *state); err != nil {
		log.Fatal(err) //nolint:gocritic // nothing is left to be undone
	}
}

func run(ctx context.Context, url, user, passwordFile, state string) error {
	password, err := os.ReadFile(passwordFile) //nolint:gosec // the caller names the file
	if err != nil {
		return fmt.Errorf("read password: %w", err)
	}
	conn, err := nats.Connect(url, nats.UserInfo(user, strings.TrimSpace(string(password))), nats.MaxReconnects(-1))
	if err != nil {
		return fmt.Errorf("connect to NATS: %w", err)
	}
	defer conn.Close()
	consumer, err := open(ctx, conn)
	if err != nil {
		return err
	}
	ledger, err := openLedger(state)
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		if err := take(consumer, ledger); err != nil {
			log.Print("try again: ", err) // what was not acknowledged comes again
		}
	}
	return nil
}

// open makes the durable consumer; one that is there goes on where it was.
func open(ctx context.Context, conn *nats.Conn) (jetstream.Consumer, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, fmt.Errorf("open JetStream: %w", err)
	}
	consumer, err := js.CreateOrUpdateConsumer(ctx, stream, jetstream.ConsumerConfig{
		Durable: durable, FilterSubject: subject, AckPolicy: jetstream.AckExplicitPolicy,
	})
	if err != nil {
		return nil, fmt.Errorf("open consumer: %w", err)
	}
	return consumer, nil
}

// take counts some messages. They are acknowledged after the ledger is safe: a
// crash in between brings them again, and the ledger knows them.
func take(consumer jetstream.Consumer, ledger *ledger) error {
	messages, err := consumer.Fetch(batch, jetstream.FetchMaxWait(wait))
	if err != nil {
		return fmt.Errorf("fetch: %w", err)
	}
	var done []jetstream.Msg
	for m := range messages.Messages() {
		var events refereev1.GameEvents
		if err := proto.Unmarshal(m.Data(), &events); err != nil {
			log.Print("not game events: ", err)
			done = append(done, m) // it will never be
			continue
		}
		for _, e := range events.GetEvents() {
			ledger.add(e)
		}
		done = append(done, m)
	}
	if len(done) == 0 {
		return messages.Error()
	}
	if err := ledger.save(); err != nil {
		return err
	}
	errs := []error{messages.Error()}
	for _, m := range done {
		errs = append(errs, m.Ack())
	}
	return errors.Join(errs...)
}
