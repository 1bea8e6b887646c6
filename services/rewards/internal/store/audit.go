package store

import (
	"context"

	"kydai.dev/services/rewards/internal/deeds"
)

// Missing returns those of the deeds that were not counted.
func (s *Store) Missing(ctx context.Context, of []deeds.Deed) ([]deeds.Deed, error) {
	known, err := readSeen(s.db.Read().WithContext(ctx), of)
	if err != nil {
		return nil, err
	}
	var missing []deeds.Deed
	for _, d := range of {
		if !known[seenKey(d)] {
			missing = append(missing, d)
		}
	}
	return missing, nil
}
