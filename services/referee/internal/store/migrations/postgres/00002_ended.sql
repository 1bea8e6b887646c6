-- +goose Up
-- When a game's end was stored: unlike ended_at, which may lie in the past when
-- it is written, an order behind which nothing is added later.
ALTER TABLE games ADD COLUMN closed_at bigint;
UPDATE games SET closed_at = ended_at;
CREATE INDEX games_closed ON games (closed_at, id) WHERE closed_at IS NOT NULL;

-- +goose Down
DROP INDEX games_closed;
ALTER TABLE games DROP COLUMN closed_at;
