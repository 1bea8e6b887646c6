// Package events is how analyses are told, in answers and on the bus alike.
package events

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/rules"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
	"kydai.dev/services/study/internal/analysis"
)

// kind is what operations of the study are.
const kind = "analysis"

// errorCancelled is the error of an operation that was cancelled.
const errorCancelled = "cancelled"

func timeToProto(t time.Time) *timestamppb.Timestamp {
	if t.IsZero() {
		return nil
	}
	return timestamppb.New(t)
}

// OperationToProto converts an analysis as the work that it is. The operation has
// the id of its result.
func OperationToProto(a analysis.Analysis) *studyv1.Operation {
	p := &studyv1.Operation{
		OperationId: a.ID, Kind: kind, Done: a.State.Ended(), Progress: progressToProto(a.Reviewed(), a.Plies()), Error: a.Error, ResultId: a.ID,
		CreateTime: timeToProto(a.Created), EndTime: timeToProto(a.Ended),
	}
	if a.State == analysis.Cancelled {
		p.Error = errorCancelled
	}
	return p
}

func progressToProto(done, total int) *studyv1.Progress {
	return &studyv1.Progress{Done: int32(done), Total: int32(total)} //nolint:gosec // plies are bounded
}

func budgetToProto(b analysis.Budget) *studyv1.Budget {
	return &studyv1.Budget{Nodes: int32(b.Nodes), Lines: int32(b.Lines)} //nolint:gosec // budgets are bounded
}

func outcomeToProto(v rules.Verdict) *studyv1.Outcome {
	if v.Winner == "" {
		return nil
	}
	return &studyv1.Outcome{Winner: string(v.Winner), Reason: string(v.Reason)}
}

func tagsToProto(a analysis.Analysis) (tags []*studyv1.Tag) {
	if a.GameID != "" {
		return nil
	}
	for _, t := range a.Tags {
		tags = append(tags, &studyv1.Tag{Name: t.Name, Value: t.Value})
	}
	return tags
}

func reportOf(a analysis.Analysis) *studyv1.Report {
	if a.State != analysis.Done {
		return nil
	}
	return reportToProto(a.Report)
}

func reportToProto(r analysis.Report) *studyv1.Report {
	return &studyv1.Report{First: sideToProto(r[rules.First]), Second: sideToProto(r[rules.Second])}
}

func sideToProto(r analysis.SideReport) *studyv1.SideReport {
	return &studyv1.SideReport{
		Accuracy: r.Accuracy, Moves: int32(r.Moves), AverageLoss: r.AverageLoss, //nolint:gosec // plies are bounded
		Inaccuracies: int32(r.Inaccuracies), Mistakes: int32(r.Mistakes), Blunders: int32(r.Blunders), //nolint:gosec // likewise
	}
}

// SummaryToProto converts an analysis as a line of a list.
func SummaryToProto(a analysis.Analysis) *studyv1.AnalysisSummary {
	return &studyv1.AnalysisSummary{
		AnalysisId: a.ID, Seq: int32(a.Seq()), State: string(a.State), GameId: a.GameID, Game: a.Subject.Game.Name(), //nolint:gosec // plies are bounded
		Budget: budgetToProto(a.Budget), Progress: progressToProto(a.Reviewed(), a.Plies()), Outcome: outcomeToProto(a.Subject.Result),
		Tags: tagsToProto(a), Report: reportOf(a), Error: a.Error, CreateTime: timeToProto(a.Created), EndTime: timeToProto(a.Ended),
	}
}

// AnalysisToProto converts an analysis with the plies that are done.
func AnalysisToProto(a analysis.Analysis) (*studyv1.Analysis, error) {
	plies, err := a.Review(1)
	if err != nil {
		return nil, err
	}
	s := SummaryToProto(a)
	p := &studyv1.Analysis{
		AnalysisId: s.GetAnalysisId(), Seq: s.GetSeq(), State: s.GetState(), GameId: s.GetGameId(), Game: s.GetGame(),
		Budget: s.GetBudget(), Progress: s.GetProgress(), Outcome: s.GetOutcome(), Tags: s.GetTags(), Report: s.GetReport(), Error: s.GetError(),
		CreateTime: s.GetCreateTime(), EndTime: s.GetEndTime(), StartPosition: a.Subject.Start,
	}
	for i := range plies {
		p.Plies = append(p.Plies, plyToProto(&plies[i]))
	}
	return p, nil
}

func plyToProto(p *analysis.Ply) *studyv1.AnalyzedPly {
	out := &studyv1.AnalyzedPly{
		Ply: int32(p.Number), Side: p.Side.String(), Move: p.Move.Move, Texts: textsToProto(p.Texts), Position: p.Position, //nolint:gosec // plies are bounded
		Before: evaluationToProto(p.Before), After: evaluationToProto(p.After), Loss: p.Loss, Class: string(p.Class), Forced: p.Forced,
	}
	for _, v := range p.Lines {
		line := &studyv1.Line{Evaluation: evaluationToProto(v.Evaluation)}
		for _, m := range v.Moves {
			line.Moves = append(line.Moves, &studyv1.LineMove{Move: m.Move, Texts: textsToProto(m.Texts)})
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}

func evaluationToProto(e analysis.Evaluation) *studyv1.Evaluation {
	return &studyv1.Evaluation{
		Score: int32(e.Score), Mate: int32(e.Mate), Expected: e.Expected, Winner: string(e.Winner), Depth: int32(e.Depth), //nolint:gosec // small
	}
}
