-- +goose Up
ALTER TABLE players ADD COLUMN language text NOT NULL DEFAULT '';
ALTER TABLE players ADD COLUMN country text NOT NULL DEFAULT '';
ALTER TABLE players ADD COLUMN time_zone text NOT NULL DEFAULT '';
-- Counts the changes of the row.
ALTER TABLE players ADD COLUMN version integer NOT NULL DEFAULT 1;
-- The skeleton of a linked player's name; guests have none.
ALTER TABLE players ADD COLUMN name_key text;
CREATE UNIQUE INDEX players_by_name ON players (name_key);

-- Players who keep others away.
CREATE TABLE blocks (
    player_id  uuid NOT NULL REFERENCES players (id),
    blocked_id uuid NOT NULL REFERENCES players (id),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (player_id, blocked_id)
);
CREATE INDEX blocks_of_blocked ON blocks (blocked_id);

CREATE TABLE outbox (
    id      uuid PRIMARY KEY,
    shard   integer     NOT NULL,
    subject text        NOT NULL,
    type    text        NOT NULL,
    headers text        NOT NULL,
    payload bytea       NOT NULL,
    held_at timestamptz NOT NULL
);
CREATE INDEX outbox_shard ON outbox (shard, id);

-- +goose Down
DROP TABLE outbox;
DROP TABLE blocks;
DROP INDEX players_by_name;
ALTER TABLE players DROP COLUMN name_key;
ALTER TABLE players DROP COLUMN version;
ALTER TABLE players DROP COLUMN time_zone;
ALTER TABLE players DROP COLUMN country;
ALTER TABLE players DROP COLUMN language;
