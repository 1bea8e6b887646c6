-- +goose Up
-- Who is invited, and whether he declined; who may watch the game, and how late.
ALTER TABLE rooms ADD COLUMN invitee TEXT NOT NULL DEFAULT '';
ALTER TABLE rooms ADD COLUMN declined BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE rooms ADD COLUMN unwatched BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE rooms ADD COLUMN watch_delay INTEGER NOT NULL DEFAULT 0;
CREATE INDEX rooms_invitee ON rooms (invitee, created_at) WHERE state = 'open' AND invitee <> '';

-- +goose Down
DROP INDEX rooms_invitee;
ALTER TABLE rooms DROP COLUMN watch_delay;
ALTER TABLE rooms DROP COLUMN unwatched;
ALTER TABLE rooms DROP COLUMN declined;
ALTER TABLE rooms DROP COLUMN invitee;
