// Package clock notices when time runs out. It owns nothing: it watches the
// deadlines of running games and claims flags; the referee decides.
package clock

import (
	"context"
	"errors"
	"time"

	"kydai.dev/pkg/app"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/clock/internal/flag"
)

// Config is what the clock can be told.
type Config struct {
	Every  time.Duration `help:"How often the referee is asked for deadlines." default:"1s"`
	Claims int           `help:"Flags claimed at the same time." default:"32"`
}

// Validate refuses settings with which no flag would fall.
func (c Config) Validate() error {
	if c.Every <= 0 || c.Claims <= 0 {
		return errors.New("every and claims must be above zero")
	}
	return nil
}

// New builds the clock.
func New(_ context.Context, c Config, env *app.Env) (*app.Service, error) {
	referee := refereev1.NewRefereeServiceClient(env.Dial("referee"))
	flagger, err := flag.New(referee, env.Bus, flag.Config{Every: c.Every, Claims: c.Claims}, env.Metrics, env.Log)
	if err != nil {
		return nil, err
	}
	return &app.Service{Run: []func(context.Context) error{flagger.Run}, Ready: flagger.Ready}, nil
}
