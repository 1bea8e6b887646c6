package sse

import (
	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/query"
)

// Begin is where a stream begins by what a request says.
func Begin(lastEventID, rawQuery string) (live.Place, error) {
	q, err := query.ReadOnce(rawQuery, paramAfterSeq, paramTicket)
	if err != nil {
		return live.Place{}, err
	}
	return place(lastEventID, q)
}
