-- +goose Up
-- How often a chore was refused in a row.
ALTER TABLE chores ADD COLUMN refused integer NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE chores DROP COLUMN refused;
