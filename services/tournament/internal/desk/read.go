package desk

import (
	"context"

	"kydai.dev/pkg/shortid"
	"kydai.dev/services/tournament/internal/export"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

// Get is a tournament as it stands now.
func (d *Desk) Get(ctx context.Context, id string) (*tourney.Tournament, error) {
	return d.load(ctx, id)
}

// List lists tournaments.
func (d *Desk) List(ctx context.Context, f record.Filter, p record.Page) ([]record.Summary, error) {
	return d.store.List(ctx, f, p)
}

// Own is a tournament of an account's, as it stands.
type Own struct {
	record.Own
	Tournament *tourney.Tournament
}

// OfAccount lists the tournaments that an account plays in or directs.
func (d *Desk) OfAccount(ctx context.Context, account string, p record.Page) ([]Own, error) {
	list, err := d.store.OfAccount(ctx, account, p)
	if err != nil {
		return nil, err
	}
	own := make([]Own, len(list))
	for i, o := range list {
		t, err := d.load(ctx, o.ID)
		if err != nil {
			return nil, err
		}
		own[i] = Own{Own: o, Tournament: t}
	}
	return own, nil
}

// Export writes a tournament in a format of other programs.
func (d *Desk) Export(ctx context.Context, id, format string) (export.File, error) {
	t, err := d.load(ctx, id)
	if err != nil {
		return export.File{}, err
	}
	return export.Write(t, format)
}

// Standings are the ranks after a round: as they were kept when it ended, or as the
// results are now while it goes on; those after the last finished round where none is
// named.
func (d *Desk) Standings(ctx context.Context, id string, round int) (record.Standings, error) {
	t, err := d.load(ctx, id)
	if err != nil {
		return record.Standings{}, err
	}
	if round == 0 {
		round = t.FinishedRounds()
	}
	kept, there, err := d.store.Standings(ctx, id, round)
	if err != nil || there {
		return kept, err
	}
	now, err := t.Standings(round)
	return record.Standings{Standings: now, Time: d.now()}, err
}

// Events are those of a tournament after a seq, and the number of the last one.
func (d *Desk) Events(ctx context.Context, id string, after, limit int) (list []tourney.Event, last int, err error) {
	if !shortid.Valid(id) {
		return nil, 0, ErrNoTournament
	}
	heads, err := d.store.Heads(ctx, id)
	if err != nil {
		return nil, 0, err
	}
	last, there := heads[id]
	if !there {
		return nil, 0, ErrNoTournament
	}
	if after >= last {
		return nil, last, nil
	}
	list, err = d.store.Log(ctx, id, after, limit)
	if n := len(list); n > 0 {
		last = max(last, list[n-1].Seq)
	}
	return list, last, err
}

// Cursor says what is known of a tournament's log.
type Cursor struct {
	ID    string
	After int
}

// News are events of one tournament.
type News struct {
	ID     string
	Events []tourney.Event
}

// News are the events after cursors, so many at most.
func (d *Desk) News(ctx context.Context, cursors []Cursor, limit int) ([]News, error) {
	names := make([]string, len(cursors))
	for i, c := range cursors {
		names[i] = c.ID
	}
	heads, err := d.store.Heads(ctx, names...)
	if err != nil {
		return nil, err
	}
	var news []News
	for _, c := range cursors {
		if heads[c.ID] <= c.After || limit == 0 {
			continue
		}
		list, err := d.store.Log(ctx, c.ID, c.After, limit)
		if err != nil {
			return nil, err
		}
		limit -= len(list)
		news = append(news, News{ID: c.ID, Events: list})
	}
	return news, nil
}
