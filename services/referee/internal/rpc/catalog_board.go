package rpc

import (
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/handicap"
	"kydai.dev/pkg/rules/notation"
	"kydai.dev/pkg/rules/record"
	"kydai.dev/pkg/texts"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/catalog"
)

func boardToProto(g rules.Game, b rules.Board) *refereev1.Board {
	p := &refereev1.Board{Kind: b.Kind, Files: b.Files, Ranks: b.Ranks, Bottom: rules.First.String()}
	for _, at := range b.Points {
		number, _ := notation.Number(g, at.Name) // 0 where squares have none
		p.Points = append(p.Points, &refereev1.BoardPoint{Name: at.Name, X: int32(at.X), Y: int32(at.Y), Number: int32(number)})
	}
	for _, a := range b.Areas {
		p.Areas = append(p.Areas, &refereev1.BoardArea{Role: term(texts.Areas, a.Role), Owner: a.Owner, Squares: a.Squares})
	}
	for _, l := range b.Lines {
		p.Lines = append(p.Lines, &refereev1.BoardLine{From: l.From, To: l.To, Kind: l.Kind})
	}
	for _, m := range b.Mills {
		p.Mills = append(p.Mills, &refereev1.BoardMill{Points: m[:]})
	}
	for _, j := range b.Jumps {
		p.Jumps = append(p.Jumps, &refereev1.BoardJump{From: j.From, To: j.To, Over: j.Over})
	}
	return p
}

func kindToProto(g rules.Game, k rules.Kind) *refereev1.PieceKind {
	p := &refereev1.PieceKind{
		Id:      k.Name,
		Title:   words(texts.Pieces(catalog.Family(g)), k.Name),
		Letters: k.Letters[:],
		Count:   int32(k.Count),
		Rank:    int32(k.Rank),
		Becomes: k.Becomes,
	}
	if v, ok := catalog.ValueOf(g, k.Name); ok {
		p.Value = &refereev1.PieceValue{Usual: v.Usual, BeyondRiver: v.BeyondRiver}
	}
	for _, n := range notation.Of(g) {
		if symbols := notation.Symbols(g, n.Name); symbols != nil {
			s := symbols[k.Name]
			p.Symbols = append(p.Symbols, &refereev1.PieceSymbol{Notation: n.Name, First: s[rules.First], Second: s[rules.Second]})
		}
	}
	return p
}

func handicapsToProto(g rules.Game) []*refereev1.HandicapPreset {
	var list []*refereev1.HandicapPreset
	for _, p := range handicap.Presets(g) {
		list = append(list, &refereev1.HandicapPreset{
			Preset: term(texts.Handicaps, p.ID), Kinds: p.Kinds, FirstSquares: p.Of(rules.First), SecondSquares: p.Of(rules.Second),
		})
	}
	return list
}

func formatsToProto() []*refereev1.RecordFormat {
	var list []*refereev1.RecordFormat
	for _, f := range record.Formats() {
		list = append(list, &refereev1.RecordFormat{
			Name: f.Name, MediaType: f.MediaType, Extension: f.Extension, Games: f.Games, Notations: f.Notations,
		})
	}
	return list
}

func capturesToProto(tables []catalog.CaptureTable) []*refereev1.CaptureTable {
	var list []*refereev1.CaptureTable
	for _, t := range tables {
		p := &refereev1.CaptureTable{Situation: term(texts.Situations, t.Situation)}
		for _, r := range t.Rows {
			p.Rows = append(p.Rows, &refereev1.CaptureRow{Kind: r.Kind, Takes: r.Takes})
		}
		list = append(list, p)
	}
	return list
}
