// Package frame makes the messages of the live streams: envelopes around a
// game's events, encoded once for all who read them, and the answer to a move.
// The few messages of the hot path have a plain encoder here, since protojson
// costs more than the move itself; a test holds it equal to protojson with
// zero values printed.
package frame

import (
	"math/rand/v2"
	"strconv"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// The types of envelopes that are not a game's events.
const (
	TypeSnapshot          = "snapshot"
	TypeEnd               = "end"
	TypeLagged            = "lagged"
	TypeGameStarted       = "gameStarted"
	TypeGameFinished      = "gameFinished"
	TypeTicketMatched     = "ticketMatched"
	TypeInvited           = "invited"
	TypeInvitationClosed  = "invitationClosed"
	TypeQuestProgressed   = "questProgressed"
	TypeQuestCompleted    = "questCompleted"
	TypeQuestClaimed      = "questClaimed"
	TypeAchievementEarned = "achievementEarned"
	TypeWalletChanged     = "walletChanged"
	TypeNextGame          = "nextGame"
	TypeCounts            = "counts"
)

// Frame is one envelope, encoded and never changed again.
type Frame struct {
	// Seq is the event's number in its stream; 0 where the stream has none.
	Seq int32
	// At is when the event happened.
	At time.Time
	// Type is the envelope's type.
	Type string
	// About is the id of what it tells of: a game, a ticket, a room.
	About string

	// message is the whole server-sent event, with the envelope inside.
	message []byte
	// from and to are where the envelope lies.
	from, to int
}

// SSE is the envelope as a server-sent event.
func (f *Frame) SSE() []byte { return f.message }

// JSON is the envelope alone.
func (f *Frame) JSON() []byte { return f.message[f.from:f.to] }

// plainSize is room for what a frame says besides its data.
const plainSize = 192

// OfEvent is the frame of a game's event.
func OfEvent(stream string, e *refereev1.GameEvent) *Frame {
	f := &Frame{Seq: e.GetSeq(), At: e.GetAt().AsTime(), Type: Type(e), About: e.GetGameId()}
	f.message = make([]byte, 0, 2*plainSize+eventSize(e))
	f.open(stream)
	f.message = AppendEvent(f.message, e)
	f.close()
	return f
}

// Of is the frame of any other message; the seq is 0 where the stream has
// none. Fields are further members of the envelope, already encoded.
func Of(stream, typ string, seq int32, at time.Time, data []byte, fields ...string) *Frame {
	f := &Frame{Seq: seq, At: at, Type: typ}
	f.message = make([]byte, 0, plainSize+len(data))
	f.open(stream, fields...)
	f.message = append(f.message, data...)
	f.close()
	return f
}

// End is the frame that closes a stream on purpose; reconnect says whether
// there is a point in coming back.
func End(stream string, seq int32, at time.Time, reason string, reconnect bool) *Frame {
	data := appendString([]byte(`{"reason":`), reason)
	data = strconv.AppendBool(append(data, `,"reconnect":`...), reconnect)
	return Of(stream, TypeEnd, seq, at, append(data, '}'))
}

// open writes up to the data.
func (f *Frame) open(stream string, fields ...string) {
	b := f.message
	if f.Seq > 0 && f.Type != TypeEnd && f.Type != TypeLagged { // what is no event must not become the last event's id
		b = append(b, "id: "...)
		b = append(strconv.AppendInt(b, int64(f.Seq), 10), '\n')
	}
	b = append(b, "event: "...)
	b = append(b, f.Type...)
	b = append(b, "\ndata: "...)
	f.from = len(b)
	b = appendString(append(b, `{"stream":`...), stream)
	if f.Seq > 0 {
		b = append(b, `,"seq":`...)
		b = strconv.AppendInt(b, int64(f.Seq), 10)
	}
	b = appendString(append(b, `,"type":`...), f.Type)
	b = appendTime(append(b, `,"at":`...), f.At)
	for _, field := range fields {
		b = append(append(b, ','), field...)
	}
	f.message = append(b, `,"data":`...)
}

// close writes what follows the data.
func (f *Frame) close() {
	f.message = append(f.message, '}')
	f.to = len(f.message)
	f.message = append(f.message, "\n\n"...)
}

// full prints zero values, as clients of the REST API see them.
var full = protojson.MarshalOptions{EmitUnpopulated: true}

// Message encodes a message that is not of the hot path, on one line.
func Message(m proto.Message) []byte { return appendMessage(nil, m) }

func appendMessage(b []byte, m proto.Message) []byte {
	out, err := full.MarshalAppend(b, m)
	if err != nil { // only text that is not UTF-8, which no message off the wire holds
		return append(b, "null"...)
	}
	return out
}

// Heartbeat is the comment that keeps an idle stream alive.
func Heartbeat() []byte { return []byte(":hb\n\n") }

// retry is how long clients wait before they connect again, in milliseconds;
// the jitter spreads those who were cut off together.
const retry, jitter = 1000, 1000

// Opening is what every stream of server-sent events begins with.
func Opening() []byte {
	b := append([]byte(nil), ": kydai\nretry: "...)
	b = strconv.AppendInt(b, retry+rand.Int64N(jitter), 10) //nolint:gosec // spreads load, guards nothing
	return append(b, "\n\n"...)
}
