package desk

import (
	"context"
	"errors"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

// refusal is why a chore was refused that would be so again, as long as nobody changes
// something; empty where it failed otherwise.
func refusal(err error) string {
	var e *errs.Error
	if !errors.As(err, &e) {
		return ""
	}
	switch e.Kind {
	case errs.Invalid, errs.NotFound, errs.Exists, errs.State, errs.Conflict:
		return e.Reason
	}
	return ""
}

// tellRefusal has the log tell of a chore that is refused for longer than a chore waits
// that only failed.
func (d *Desk) tellRefusal(ctx context.Context, c record.Chore, cause string) {
	if pauseAfter(c.Refused, seldom) <= latest {
		return
	}
	_, err := d.change(ctx, c.Tournament, func(t *tourney.Tournament) (tourney.Decision, error) {
		return t.ChoreRefused(c.Kind, cause, d.now())
	})
	if err != nil {
		d.log.WarnContext(ctx, "tell of a chore that is refused", "tournament_id", c.Tournament, "key", c.Key, "error", err) // the next time
	}
}
