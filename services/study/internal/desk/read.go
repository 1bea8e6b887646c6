package desk

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"kydai.dev/pkg/rules/record"
	"kydai.dev/services/study/internal/analysis"
)

// Get returns an analysis that the caller may read.
func (d *Desk) Get(ctx context.Context, id, account string) (analysis.Analysis, error) {
	a, err := d.store.Get(ctx, id)
	if err != nil {
		return a, err
	}
	return a, d.admit(ctx, a, account)
}

// admit lets those read an analysis who may read its game once it is over, and
// the analysis of a record who has sent it. Nobody else learns that there is one.
func (d *Desk) admit(ctx context.Context, a analysis.Analysis, account string) error {
	if a.GameID != "" {
		_, err := d.finished(ctx, a.GameID)
		return err
	}
	if account == "" || a.Owner != account {
		return analysis.ErrNoSuchAnalysis
	}
	return nil
}

// OfGame lists the analyses of a game that the caller may read, newest first.
func (d *Desk) OfGame(ctx context.Context, game, before string, limit int) ([]analysis.Analysis, error) {
	if _, err := d.finished(ctx, game); err != nil {
		return nil, err
	}
	return d.store.OfGame(ctx, game, before, limit)
}

// OfAccount lists the analyses that an account has asked for, newest first.
func (d *Desk) OfAccount(ctx context.Context, account, before string, limit int) ([]analysis.Analysis, error) {
	return d.store.OfAccount(ctx, account, before, limit)
}

// Cancel stops an analysis for an account that has asked for it.
func (d *Desk) Cancel(ctx context.Context, id, account string) (analysis.Analysis, error) {
	if err := d.asked(ctx, id, account); err != nil {
		return analysis.Analysis{}, err
	}
	return d.store.Cancel(ctx, id, account, d.now())
}

// Delete takes an analysis off the list of an account.
func (d *Desk) Delete(ctx context.Context, id, account string) error {
	if err := d.asked(ctx, id, account); err != nil {
		return err
	}
	return d.store.Delete(ctx, id, account, d.now())
}

// asked refuses those who have not asked for an analysis; who may not read it
// does not learn that there is one.
func (d *Desk) asked(ctx context.Context, id, account string) error {
	asked, err := d.store.Asked(ctx, id, account)
	if err != nil || asked {
		return err
	}
	if _, err := d.Get(ctx, id, account); err != nil {
		return err
	}
	return analysis.ErrNotYours
}

// News is what has happened to an analysis after a seq.
func (d *Desk) News(ctx context.Context, id, account string, after, limit int) (analysis.Analysis, []analysis.Event, error) {
	a, err := d.Get(ctx, id, account)
	if err != nil {
		return a, nil, err
	}
	events, err := a.Events(after, limit)
	if err != nil {
		return a, nil, fmt.Errorf("list events of analysis %s: %w", id, err)
	}
	return a, events, nil
}

// NewIn is what has happened to an analysis after a seq, for those who were
// admitted to it before; there says whether it still is.
func (d *Desk) NewIn(ctx context.Context, id string, after, limit int) (events []analysis.Event, there bool, err error) {
	seq, there, err := d.store.Seq(ctx, id)
	if err != nil || !there || seq <= after || limit <= 0 {
		return nil, there, err
	}
	a, err := d.store.Get(ctx, id)
	if errors.Is(err, analysis.ErrNoSuchAnalysis) {
		return nil, false, nil
	}
	if err != nil {
		return nil, true, err
	}
	events, err = a.Events(after, limit)
	return events, true, err
}

// Export writes the record of what was analysed in a format and a notation, with
// what is to be said of it. With a game's id it must be of that game.
func (d *Desk) Export(ctx context.Context, id, account, game, format, notation string) (record.Format, []byte, error) {
	a, err := d.store.Get(ctx, id)
	if err == nil && game != "" && a.GameID != game {
		err = analysis.ErrNoSuchAnalysis
	}
	if err != nil {
		return record.Format{}, nil, err
	}
	rec, err := d.record(ctx, a, account)
	if err != nil {
		return record.Format{}, nil, err
	}
	f, err := a.Format(format, notation)
	if err != nil {
		return f, nil, err
	}
	var data bytes.Buffer
	if err = a.Annotate(rec); err == nil {
		err = record.Write(&data, f.Name, notation, rec)
	}
	if err != nil {
		return f, nil, fmt.Errorf("write analysis %s: %w", id, err)
	}
	return f, data.Bytes(), nil
}

// record is the record of what was analysed, as the caller may read it.
func (d *Desk) record(ctx context.Context, a analysis.Analysis, account string) (*record.Record, error) {
	if a.GameID != "" {
		return d.finished(ctx, a.GameID)
	}
	if err := d.admit(ctx, a, account); err != nil {
		return nil, err
	}
	return a.Record()
}
