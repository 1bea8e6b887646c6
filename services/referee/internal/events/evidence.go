package events

import (
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/texts"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// EvidenceToProto converts the proof of a result; none is nil.
func EvidenceToProto(e *rules.Evidence) *refereev1.Evidence {
	if e == nil {
		return nil
	}
	p := &refereev1.Evidence{Rule: string(e.Rule), EqualPlies: pliesToProto(e.Equal), Counter: counterToProto(e.Counter)}
	for _, b := range e.Breaches {
		p.Breaches = append(p.Breaches, &refereev1.Breach{
			Side: b.Side.String(), Rule: b.Rule, Plies: pliesToProto(b.Plies), Target: targetToProto(b.Target),
		})
	}
	return p
}

func evidenceFromProto(p *refereev1.Evidence) *rules.Evidence {
	if p == nil {
		return nil
	}
	e := &rules.Evidence{Rule: rules.Reason(p.GetRule()), Equal: pliesFromProto(p.GetEqualPlies())}
	if c := p.GetCounter(); c != nil {
		e.Counter = rules.Counter{Kind: c.GetKind(), Plies: int(c.GetPlies()), Limit: int(c.GetLimit())}
	}
	for _, b := range p.GetBreaches() {
		e.Breaches = append(e.Breaches, rules.Breach{
			Side: SideFromText(b.GetSide()), Rule: b.GetRule(), Plies: pliesFromProto(b.GetPlies()), Target: targetFromProto(b.GetTarget()),
		})
	}
	return e
}

func counterToProto(c rules.Counter) *refereev1.Counter {
	if c == (rules.Counter{}) {
		return nil
	}
	return &refereev1.Counter{Kind: c.Kind, Plies: int32(c.Plies), Limit: int32(c.Limit)}
}

func targetToProto(t rules.Target) *refereev1.Target {
	if t.Kind == "" {
		return nil
	}
	p := &refereev1.Target{Kind: t.Kind, From: t.From}
	for _, c := range t.Chases {
		chase := &refereev1.Chase{Ply: int32(c.Ply), Square: c.Square}
		for _, a := range c.Attackers {
			chase.Attackers = append(chase.Attackers, &refereev1.PieceOnBoard{Square: a.Square, Kind: a.Kind, Side: a.Side.String()})
		}
		p.Chases = append(p.Chases, chase)
	}
	return p
}

func targetFromProto(p *refereev1.Target) rules.Target {
	t := rules.Target{Kind: p.GetKind(), From: p.GetFrom()}
	for _, c := range p.GetChases() {
		chase := rules.Chase{Ply: int(c.GetPly()), Square: c.GetSquare()}
		for _, a := range c.GetAttackers() {
			chase.Attackers = append(chase.Attackers, rules.Piece{Square: a.GetSquare(), Kind: a.GetKind(), Side: SideFromText(a.GetSide())})
		}
		t.Chases = append(t.Chases, chase)
	}
	return t
}

func pliesToProto(list []int) []int32 {
	var out []int32
	for _, n := range list {
		out = append(out, int32(n))
	}
	return out
}

func pliesFromProto(list []int32) []int {
	var out []int
	for _, n := range list {
		out = append(out, int(n))
	}
	return out
}

// WarningsToProto converts warnings.
func WarningsToProto(ws []rules.Warning) []*refereev1.Warning {
	out := make([]*refereev1.Warning, len(ws))
	for i, w := range ws {
		out[i] = &refereev1.Warning{
			Ply: int32(w.Ply), Side: w.Side.String(), Rule: w.Rule,
			SincePly: int32(w.Since), Plies: pliesToProto(w.Plies), Target: targetToProto(w.Target),
		}
	}
	return out
}

func warningsFromProto(ps []*refereev1.Warning) []rules.Warning {
	var out []rules.Warning
	for _, p := range ps {
		out = append(out, rules.Warning{Ply: int(p.GetPly()), Since: int(p.GetSincePly()), Breach: rules.Breach{
			Side: SideFromText(p.GetSide()), Rule: p.GetRule(), Plies: pliesFromProto(p.GetPlies()), Target: targetFromProto(p.GetTarget()),
		}})
	}
	return out
}

// SayEvidence converts the proof of a result and says it in words as well.
func SayEvidence(e *rules.Evidence) *refereev1.Evidence {
	p := EvidenceToProto(e)
	if p != nil {
		p.Sentence = sentence(func(lang texts.Lang) string { return texts.Evidence(lang, *e) })
	}
	return p
}

// SayWarnings converts warnings and says them in words as well.
func SayWarnings(ws []rules.Warning) []*refereev1.Warning {
	out := WarningsToProto(ws)
	for i, w := range ws {
		out[i].Sentence = sentence(func(lang texts.Lang) string { return texts.Warning(lang, w) })
	}
	return out
}

func sentence(in func(texts.Lang) string) *refereev1.Sentence {
	return &refereev1.Sentence{Vi: in(texts.Vietnamese), En: in(texts.English)}
}
