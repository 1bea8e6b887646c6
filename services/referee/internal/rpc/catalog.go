package rpc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	"kydai.dev/pkg/levels"
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/notation"
	"kydai.dev/pkg/texts"
	"kydai.dev/pkg/timecontrol"
	"kydai.dev/pkg/titles"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/catalog"
	"kydai.dev/services/referee/internal/game"
)

// Catalog serves kydai.referee.v1.CatalogService: what the hall offers.
type Catalog struct {
	refereev1.UnimplementedCatalogServiceServer
	answer *refereev1.GetCatalogResponse
}

// NewCatalog puts the catalogue together, once: it changes with the program
// only, and is the same on every replica.
func NewCatalog() (Catalog, error) {
	answer := &refereev1.GetCatalogResponse{
		Categories: categoriesToProto(),
		Limits:     limitsToProto(),
		Endings:    terms(texts.Endings, texts.Values(texts.Endings)),
		MoveRules:  terms(texts.MoveRules, rules.MoveRules()),
		SetupRules: terms(texts.SetupRules, rules.SetupRules()),
		Formats:    formatsToProto(),
		Titles:     titlesToProto(),
	}
	for _, g := range games.All() {
		p, err := catalogGameToProto(g)
		if err != nil {
			return Catalog{}, err
		}
		answer.Games = append(answer.Games, p)
	}
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(answer)
	if err != nil {
		return Catalog{}, fmt.Errorf("write catalogue: %w", err)
	}
	sum := sha256.Sum256(data)
	answer.Version = hex.EncodeToString(sum[:8])
	return Catalog{answer: answer}, nil
}

// GetCatalog returns the catalogue. All callers share one message, which nobody
// changes.
func (c Catalog) GetCatalog(context.Context, *refereev1.GetCatalogRequest) (*refereev1.GetCatalogResponse, error) {
	return c.answer, nil
}

func catalogGameToProto(g rules.Game) (*refereev1.CatalogGame, error) {
	ladder, err := levels.Measured(g.Name())
	if err != nil {
		return nil, err
	}
	d, family := g.Describe(), catalog.Family(g)
	p := &refereev1.CatalogGame{
		Name:          g.Name(),
		Title:         words(texts.Games, g.Name()),
		Family:        term(texts.Families, family),
		StartPosition: g.Start().String(),
		Board:         boardToProto(g, d.Board),
		Captures:      capturesToProto(catalog.Captures(g)),
		Time:          timeOfferToProto(g.Name()),
		Policies:      policyToProto(catalog.PolicyOf(g)),
		Endings:       catalog.Endings(g),
		Handicaps:     handicapsToProto(g),
		Levels:        levelsToProto(ladder),
	}
	for side, colour := range d.Colours {
		p.Sides = append(p.Sides, &refereev1.CatalogSide{
			Side: rules.Side(side).String(), Colour: term(texts.Colours, colour.Name), Letter: colour.Letter,
		})
	}
	for _, k := range d.Kinds {
		p.Pieces = append(p.Pieces, kindToProto(g, k))
	}
	for _, n := range notation.Of(g) {
		p.Notations = append(p.Notations, term(texts.Notations, n.Name))
	}
	return p, nil
}

func levelsToProto(ladder levels.Ladder) []*refereev1.EngineLevel {
	var list []*refereev1.EngineLevel
	for _, r := range ladder.Rungs {
		list = append(list, &refereev1.EngineLevel{
			Level: &refereev1.Term{Id: r.ID, Title: words(texts.Levels, r.Name)},
			Nodes: int32(r.Nodes), Elo: proto.Int32(int32(r.Elo)), EloError: proto.Int32(int32(r.Error)), //nolint:gosec // small
		})
	}
	return list
}

func policyToProto(p catalog.Policy) *refereev1.Policies {
	policy := &refereev1.Policies{
		Repetitions:     int32(p.Repetitions),
		WarnedAt:        int32(p.WarnedAt),
		RepetitionRules: terms(texts.Breaches, p.Breaches),
		GuestsRated:     p.GuestsRated,
		GuestsListed:    p.GuestsListed,
	}
	if c := p.Counter; c.Limit > 0 {
		policy.DrawCounter = &refereev1.DrawCounter{Kind: term(texts.Counters, c.Kind), Limit: int32(c.Limit)}
	}
	return policy
}

func titlesToProto() []*refereev1.PlayerTitle {
	var list []*refereev1.PlayerTitle
	for _, t := range titles.All() {
		p := &refereev1.PlayerTitle{Id: t.ID, Title: words(texts.Titles, t.ID), From: int32(t.From), To: int32(t.To)}
		for star := 1; !t.Ranked() && star <= titles.Stars; star++ {
			p.Stars = append(p.Stars, int32(t.StarFrom(star)))
		}
		list = append(list, p)
	}
	return list
}

func limitsToProto() *refereev1.CatalogLimits {
	limits := &refereev1.CatalogLimits{
		FirstMove:         durationpb.New(game.DefaultFirstMove),
		UntimedIdle:       durationpb.New(game.IdleLimit),
		EstimatedMoves:    timecontrol.EstimatedMoves,
		AlwaysCasual:      terms(texts.CasualRules, catalog.AlwaysCasual()),
		PageSize:          defaultPage,
		MaxPageSize:       limitOf(&refereev1.ListGamesRequest{}, "page_size").GetInt32().GetLte(),
		MaxEvaluatedMoves: int32(limitOf(&refereev1.EvaluateRequest{}, "moves").GetRepeated().GetMaxItems()),
		UsualTakebacks:    game.UsualTakebacks,
		MaxTakebacks:      game.MaxTakebacks,
	}
	for _, o := range catalog.Offers() {
		limit := &refereev1.OfferLimit{
			Kind: term(texts.Offers, o.Kind), CasualOnly: o.CasualOnly, OnceAMove: o.OnceAMove, Most: int32(o.Most),
		}
		if o.Life > 0 {
			limit.Life = durationpb.New(o.Life)
		}
		limits.Offers = append(limits.Offers, limit)
	}
	return limits
}

// words are the names of a value. What has none is called by the value itself,
// which no text of the hall is: a test finds it.
func words(set texts.Set, value string) *refereev1.Words {
	w := &refereev1.Words{Vi: value, En: value}
	for lang, to := range map[texts.Lang]*string{texts.Vietnamese: &w.Vi, texts.English: &w.En} {
		if name, ok := texts.Name(lang, set, value); ok {
			*to = name
		}
	}
	return w
}

func term(set texts.Set, value string) *refereev1.Term {
	return &refereev1.Term{Id: value, Title: words(set, value)}
}

func terms[T ~string](set texts.Set, values []T) []*refereev1.Term {
	var list []*refereev1.Term
	for _, v := range values {
		list = append(list, term(set, string(v)))
	}
	return list
}
