package events

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"

	"google.golang.org/protobuf/proto"

	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

// Codec makes the bytes of what is kept of tournaments.
type Codec struct{}

// EncodeEvent makes the bytes of an event of a tournament: the message that the bus
// carries, without the tournament's id.
func (Codec) EncodeEvent(e tourney.Event) ([]byte, error) {
	p, err := EventToProto("", e)
	if err != nil {
		return nil, err
	}
	return encode(p)
}

// DecodeEvent reads what EncodeEvent wrote.
func (Codec) DecodeEvent(data []byte) (tourney.Event, error) {
	var p tournamentv1.TournamentEvent
	if err := proto.Unmarshal(data, &p); err != nil {
		return tourney.Event{}, fmt.Errorf("decode event: %w", err)
	}
	return EventFromProto(&p)
}

// EncodeSummary makes the bytes of a summary.
func (Codec) EncodeSummary(s record.Summary) ([]byte, error) { return encode(SummaryToProto(s)) }

// DecodeSummary reads what EncodeSummary wrote; it does not say who directs.
func (Codec) DecodeSummary(data []byte) (record.Summary, error) {
	var p tournamentv1.TournamentSummary
	if err := proto.Unmarshal(data, &p); err != nil {
		return record.Summary{}, fmt.Errorf("decode summary: %w", err)
	}
	return SummaryFromProto(&p), nil
}

// EncodeSettings makes the bytes of settings.
func (Codec) EncodeSettings(s tourney.Settings) ([]byte, error) { return encode(SettingsToProto(s)) }

// DecodeSettings reads what EncodeSettings wrote.
func (Codec) DecodeSettings(data []byte) (tourney.Settings, error) {
	var p tournamentv1.Settings
	if err := proto.Unmarshal(data, &p); err != nil {
		return tourney.Settings{}, fmt.Errorf("decode settings: %w", err)
	}
	return SettingsFromProto(&p), nil
}

// EncodeStandings makes the bytes of standings. With all their calculations they are
// long and say the same over and over, so they are compressed.
func (Codec) EncodeStandings(s record.Standings) ([]byte, error) {
	data, err := encode(StandingsToProto("", s))
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(data); err != nil {
		return nil, fmt.Errorf("compress standings: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("compress standings: %w", err)
	}
	return packed.Bytes(), nil
}

// DecodeStandings reads what EncodeStandings wrote.
func (Codec) DecodeStandings(data []byte) (record.Standings, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return record.Standings{}, fmt.Errorf("open standings: %w", err)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		return record.Standings{}, fmt.Errorf("unpack standings: %w", err)
	}
	var p tournamentv1.Standings
	if err := proto.Unmarshal(plain, &p); err != nil {
		return record.Standings{}, fmt.Errorf("decode standings: %w", err)
	}
	return StandingsFromProto(&p)
}

func encode(m proto.Message) ([]byte, error) {
	data, err := proto.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", m.ProtoReflect().Descriptor().Name(), err)
	}
	return data, nil
}
