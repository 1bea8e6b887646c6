-- +goose Up
-- Odds: a preset and the side that gives it, and the squares of further pieces.
ALTER TABLE rooms ADD COLUMN odds_preset TEXT NOT NULL DEFAULT '';
ALTER TABLE rooms ADD COLUMN odds_side TEXT NOT NULL DEFAULT '';
ALTER TABLE rooms ADD COLUMN odds_remove TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE rooms DROP COLUMN odds_remove;
ALTER TABLE rooms DROP COLUMN odds_side;
ALTER TABLE rooms DROP COLUMN odds_preset;
