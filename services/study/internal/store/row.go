package store

import (
	"fmt"
	"strings"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/record"
	"kydai.dev/services/study/internal/analysis"
)

// row is an analysis as stored.
type row struct {
	ID        string
	Source    string
	GameID    string
	Owner     string
	Game      string
	Start     string
	Moves     string
	Winner    string
	Reason    string
	Tags      []record.Tag     `gorm:"serializer:json"`
	Comments  []record.Comment `gorm:"serializer:json"`
	Nodes     int
	Lines     int
	State     string
	Error     string
	Positions int
	Looked    int
	Report    analysis.Report `gorm:"serializer:json"`
	Worker    string
	FreeAt    int64
	CreatedAt int64 `gorm:"autoCreateTime:false"`
	StartedAt int64
	EndedAt   int64
}

// TableName is the analyses' table.
func (row) TableName() string { return "analyses" }

func rowOf(a analysis.Analysis) row {
	s := a.Subject
	return row{
		ID: a.ID, Source: a.Source(), GameID: a.GameID, Owner: a.Owner,
		Game: s.Game.Name(), Start: s.Start, Moves: strings.Join(s.Moves, " "), Winner: string(s.Result.Winner), Reason: string(s.Result.Reason),
		Tags: append([]record.Tag{}, a.Tags...), Comments: append([]record.Comment{}, a.Comments...), Nodes: a.Budget.Nodes, Lines: a.Budget.Lines, State: string(a.State), Error: a.Error,
		Positions: a.Positions, Looked: a.Looked, Report: a.Report,
		CreatedAt: dbx.Micros(a.Created), StartedAt: dbx.Micros(a.Started), EndedAt: dbx.Micros(a.Ended),
	}
}

func (r row) analysis() (analysis.Analysis, error) {
	g, ok := games.Find(r.Game)
	if !ok {
		return analysis.Analysis{}, fmt.Errorf("analysis %s is of the game %q, which there is not", r.ID, r.Game)
	}
	return analysis.Analysis{
		ID: r.ID, GameID: r.GameID, Owner: r.Owner, Tags: r.Tags, Comments: r.Comments, Budget: analysis.Budget{Nodes: r.Nodes, Lines: r.Lines},
		Subject: analysis.Subject{
			Game: g, Start: r.Start, Moves: strings.Fields(r.Moves),
			Result: rules.Verdict{Winner: rules.Winner(r.Winner), Reason: rules.Reason(r.Reason)},
		},
		State: analysis.State(r.State), Error: r.Error, Positions: r.Positions, Looked: r.Looked, Report: r.Report,
		Created: dbx.Time(r.CreatedAt), Started: dbx.Time(r.StartedAt), Ended: dbx.Time(r.EndedAt),
	}, nil
}

// positionRow is what was found of a position.
type positionRow struct {
	Analysis string
	Number   int
	Lines    []analysis.Line `gorm:"serializer:json"`
	At       int64
}

// TableName is the positions' table.
func (positionRow) TableName() string { return "positions" }

// askerRow is who has asked for an analysis.
type askerRow struct {
	Analysis string
	Account  string
}

// TableName is the askers' table.
func (askerRow) TableName() string { return "askers" }

// begunRow is an analysis that an account has begun.
type begunRow struct {
	Analysis string
	Account  string
	At       int64
}

// TableName is the table of what was begun.
func (begunRow) TableName() string { return "begun" }
