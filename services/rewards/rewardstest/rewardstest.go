// Package rewardstest holds the rewards of a hall against what has happened in it: it is for
// tests of whole halls.
package rewardstest

import (
	"errors"
	"slices"
	"testing"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/testkit"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/rewards/internal/events"
	"kydai.dev/services/rewards/internal/store"
	"kydai.dev/services/rewards/internal/store/storetest"
)

// Log is what has happened, by those who decided it.
type Log struct {
	// Games are the games that have ended; one that was voided twice, as it ended
	// and as it was voided, where it may have counted.
	Games []*refereev1.GameSummary
	// Ratings are the changes of ratings.
	Ratings []*ratingv1.RatingChange
	// Tournaments are the events by which tournaments have finished.
	Tournaments []*tournamentv1.TournamentEvent
}

// Check rebuilds progress and ledger from the log and says how they differ from
// what is stored; nil is not at all.
func Check(t testing.TB, cfg dbx.Config, log Log) error {
	t.Helper()
	db, err := dbx.Open(t.Context(), cfg, "rewards", store.Migrations(), testkit.Logger(t))
	if err != nil {
		return err
	}
	happened := slices.Concat(events.GamesFromProto(log.Games), events.TitlesFromProto(log.Ratings), events.TournamentsFromProto(log.Tournaments))
	return errors.Join(storetest.Check(db, happened), db.Close())
}
