-- +goose Up
-- Where a provider sends the person back.
ALTER TABLE pending_sign_ins ADD COLUMN redirect text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE pending_sign_ins DROP COLUMN redirect;
