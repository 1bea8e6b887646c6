-- +goose Up
-- When an engine's turn must have been answered; it is issued again then.
ALTER TABLE game_heads ADD COLUMN turn_due INTEGER;
CREATE INDEX game_heads_turn ON game_heads (turn_due) WHERE turn_due IS NOT NULL;

-- +goose Down
DROP INDEX game_heads_turn;
ALTER TABLE game_heads DROP COLUMN turn_due;
