-- +goose Up
-- What a pasted record says of its plies.
ALTER TABLE analyses ADD COLUMN comments text NOT NULL DEFAULT '[]';

-- +goose Down
ALTER TABLE analyses DROP COLUMN comments;
