package app

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"kydai.dev/pkg/telemetry"
)

// Defaults are the values of options that a service alone and the whole hall
// set differently: these are the service's.
var Defaults = kong.Vars{"db": "sqlite:./data", "nats": "nats://127.0.0.1:4222", "shards": "64", "email_log": "false"}

// Main runs one service in a process of its own: the main function of its
// binary. C is the service's own configuration.
func Main[C any](name string, build func(context.Context, C, *Env) (*Service, error)) {
	var cli struct {
		Process Config `embed:""`
		Own     C      `embed:""`
	}
	k := kong.Parse(&cli, kong.Name(name), kong.Description("The "+name+" service of kydai."),
		kong.DefaultEnvars("KYDAI_"+strings.ToUpper(name)), kong.ShortUsageOnError(), Defaults)
	log := telemetry.NewLogger(cli.Process.Log, os.Stderr)
	k.FatalIfErrorf(Serve(cli.Process, log, Builder{Name: name, Build: func(ctx context.Context, env *Env) (*Service, error) {
		return build(ctx, cli.Own, env)
	}}))
}

// gcPercent lets the heap grow further between two collections than Go does by
// itself: memory is cheaper here than the processor. GOGC overrides it.
const (
	gcPercent   = 200
	goGCPercent = 100
)

func relaxGC() {
	if set := debug.SetGCPercent(gcPercent); set != goGCPercent {
		debug.SetGCPercent(set)
	}
}

// Serve starts the services and runs them until SIGINT or SIGTERM.
func Serve(cfg Config, log *slog.Logger, builders ...Builder) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	relaxGC()
	p, err := Start(ctx, cfg, log, builders...)
	if err != nil {
		return err
	}
	log.InfoContext(ctx, "serving", "grpc", p.GRPCAddr(), "ops", p.OpsAddr())
	if err := p.Run(ctx); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
