package frame

import (
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// Type is the type of a game's event: the name of its kind.
func Type(e *refereev1.GameEvent) string {
	switch e.GetKind().(type) {
	case *refereev1.GameEvent_Created:
		return "created"
	case *refereev1.GameEvent_Started:
		return "started"
	case *refereev1.GameEvent_Played:
		return "played"
	case *refereev1.GameEvent_Offered:
		return "offered"
	case *refereev1.GameEvent_Answered:
		return "answered"
	case *refereev1.GameEvent_Rewound:
		return "rewound"
	case *refereev1.GameEvent_Hinted:
		return "hinted"
	case *refereev1.GameEvent_ClockAdjusted:
		return "clockAdjusted"
	case *refereev1.GameEvent_Paused:
		return "paused"
	case *refereev1.GameEvent_Finished:
		return "finished"
	case *refereev1.GameEvent_Voided:
		return "voided"
	}
	return "unknown" // of a newer referee
}

// eventSize is about how long an event's JSON is.
func eventSize(e *refereev1.GameEvent) int {
	p := e.GetPlayed()
	return 768 + len(p.GetPosition()) + 256*len(p.GetWarnings())
}

// AppendEvent appends a game's event as JSON.
func AppendEvent(b []byte, e *refereev1.GameEvent) []byte {
	b = appendString(append(b, `{"gameId":`...), e.GetGameId())
	b = appendInt(append(b, `,"seq":`...), e.GetSeq())
	b = appendTimestamp(append(b, `,"at":`...), e.GetAt())
	b = appendClock(append(b, `,"clock":`...), e.GetClock())
	if e.GetKind() != nil {
		b = append(append(append(b, `,"`...), Type(e)...), `":`...)
		b = appendKind(b, e)
	}
	return append(b, '}')
}

func appendKind(b []byte, e *refereev1.GameEvent) []byte {
	switch k := e.GetKind().(type) {
	case *refereev1.GameEvent_Played:
		return appendPlayed(b, k.Played)
	case *refereev1.GameEvent_Started:
		b = appendString(append(b, `{"side":`...), k.Started.GetSide())
		return append(b, '}')
	case *refereev1.GameEvent_Finished:
		b = appendResult(append(b, `{"result":`...), k.Finished.GetResult())
		b = append(b, `,"act":`...)
		if k.Finished.GetAct() == nil {
			return append(b, "null}"...)
		}
		return append(appendMessage(b, k.Finished.GetAct()), '}')
	case *refereev1.GameEvent_Offered:
		return appendMessage(b, k.Offered)
	case *refereev1.GameEvent_Answered:
		return appendMessage(b, k.Answered)
	case *refereev1.GameEvent_Rewound:
		return appendMessage(b, k.Rewound)
	case *refereev1.GameEvent_Hinted:
		return appendMessage(b, k.Hinted)
	case *refereev1.GameEvent_ClockAdjusted:
		return appendMessage(b, k.ClockAdjusted)
	case *refereev1.GameEvent_Paused:
		return appendMessage(b, k.Paused)
	case *refereev1.GameEvent_Created:
		return appendMessage(b, k.Created)
	case *refereev1.GameEvent_Voided:
		return appendMessage(b, k.Voided)
	}
	return append(b, "null"...)
}

func appendPlayed(b []byte, p *refereev1.MovePlayed) []byte {
	b = appendString(append(b, `{"side":`...), p.GetSide())
	b = appendInt(append(b, `,"ply":`...), p.GetPly())
	b = appendString(append(b, `,"move":`...), p.GetMove())
	b = appendString(append(b, `,"position":`...), p.GetPosition())
	b = appendWarnings(append(b, `,"warnings":`...), p.GetWarnings())
	b = appendTimestamp(append(b, `,"arrival":`...), p.GetArrival())
	b = appendResult(append(b, `,"result":`...), p.GetResult())
	b = appendTexts(append(b, `,"texts":`...), p.GetTexts())
	return append(b, '}')
}

// AppendMove appends the answer to a move as JSON.
func AppendMove(b []byte, m *refereev1.PlayMoveResponse) []byte {
	b = appendInt(append(b, `{"seq":`...), m.GetSeq())
	b = appendInt(append(b, `,"ply":`...), m.GetPly())
	b = appendString(append(b, `,"move":`...), m.GetMove())
	b = appendString(append(b, `,"position":`...), m.GetPosition())
	b = appendClock(append(b, `,"clock":`...), m.GetClock())
	b = appendResult(append(b, `,"result":`...), m.GetResult())
	b = appendWarnings(append(b, `,"warnings":`...), m.GetWarnings())
	b = appendInt(append(b, `,"lastSeq":`...), m.GetLastSeq())
	b = appendTexts(append(b, `,"texts":`...), m.GetTexts())
	return append(b, '}')
}

// appendTexts appends the texts that there are; the others have no member.
func appendTexts(b []byte, t *refereev1.MoveTexts) []byte {
	if t == nil {
		return append(b, "null"...)
	}
	b = append(b, '{')
	begin := len(b)
	for _, m := range [...]struct {
		name string
		text *string
	}{
		{`"iccs":`, t.Iccs},
		{`"vietnamese":`, t.Vietnamese},
		{`"vietnameseLong":`, t.VietnameseLong},
		{`"wxf":`, t.Wxf},
		{`"chinese":`, t.Chinese},
		{`"chineseTraditional":`, t.ChineseTraditional},
		{`"pdn":`, t.Pdn},
		{`"algebraic":`, t.Algebraic},
		{`"long":`, t.Long},
	} {
		if m.text == nil {
			continue
		}
		if len(b) > begin {
			b = append(b, ',')
		}
		b = appendString(append(b, m.name...), *m.text)
	}
	return append(b, '}')
}

func appendClock(b []byte, c *refereev1.Clock) []byte {
	if c == nil {
		return append(b, "null"...)
	}
	b = appendDuration(append(b, `{"first":`...), c.GetFirst())
	b = appendDuration(append(b, `,"second":`...), c.GetSecond())
	b = append(b, `,"running":`...)
	if c.GetRunning() == nil {
		b = append(b, "null"...)
	} else {
		b = appendString(b, c.GetRunning().GetValue())
	}
	b = appendTimestamp(append(b, `,"asOf":`...), c.GetAsOf())
	b = appendTimestamp(append(b, `,"deadline":`...), c.GetDeadline())
	return append(b, '}')
}

func appendResult(b []byte, r *refereev1.Result) []byte {
	if r == nil {
		return append(b, "null"...)
	}
	b = appendString(append(b, `{"winner":`...), r.GetWinner())
	b = appendString(append(b, `,"reason":`...), r.GetReason())
	b = appendString(append(b, `,"status":`...), r.GetStatus())
	if r.GetEvidence() != nil {
		b = appendMessage(append(b, `,"evidence":`...), r.GetEvidence())
	}
	return append(b, '}')
}

// appendWarnings is seldom given any, so that the long way does.
func appendWarnings(b []byte, warnings []*refereev1.Warning) []byte {
	b = append(b, '[')
	for i, w := range warnings {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendMessage(b, w)
	}
	return append(b, ']')
}
