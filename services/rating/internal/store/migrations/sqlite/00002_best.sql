-- +goose Up
-- The highest rating that a player has ever had on a board: k goes by it.
ALTER TABLE standings ADD COLUMN best integer NOT NULL DEFAULT 0;
UPDATE standings SET best = (SELECT coalesce(max(c.rating_after), 0) FROM changes AS c
    WHERE c.game = standings.game AND c.category = standings.category AND c.player = standings.player);

-- +goose Down
ALTER TABLE standings DROP COLUMN best;
