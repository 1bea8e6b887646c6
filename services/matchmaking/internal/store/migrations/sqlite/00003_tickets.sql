-- +goose Up
-- Times are microseconds since 1970, UTC; durations are nanoseconds.
CREATE TABLE tickets (
    id         TEXT PRIMARY KEY NOT NULL,
    state      TEXT    NOT NULL,
    account    TEXT    NOT NULL,
    guest      BOOLEAN NOT NULL,
    pool       TEXT    NOT NULL,
    game       TEXT    NOT NULL,
    mode       TEXT    NOT NULL,
    category   TEXT    NOT NULL,
    preset     TEXT    NOT NULL,
    bank       INTEGER NOT NULL,
    increment  INTEGER NOT NULL,
    per_move   INTEGER NOT NULL,
    byo_yomi   INTEGER NOT NULL,
    below      INTEGER NOT NULL,
    above      INTEGER NOT NULL,
    rating     INTEGER NOT NULL,
    game_id    TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
);
-- A player has one living ticket a game.
CREATE UNIQUE INDEX tickets_living ON tickets (account, game) WHERE state IN ('waiting', 'starting');
CREATE INDEX tickets_pool ON tickets (pool, id) WHERE state = 'waiting';
CREATE INDEX tickets_account ON tickets (account, game, created_at);
CREATE INDEX tickets_changed ON tickets (changed_at);

-- Pairs of tickets. A ticket is in one of them at most.
CREATE TABLE matches (
    id            TEXT PRIMARY KEY NOT NULL,
    state         TEXT    NOT NULL,
    first_ticket  TEXT    NOT NULL UNIQUE,
    second_ticket TEXT    NOT NULL UNIQUE,
    game_id       TEXT    NOT NULL,
    changed_at    INTEGER NOT NULL
);
CREATE INDEX matches_starting ON matches (changed_at) WHERE state = 'starting';
CREATE INDEX matches_changed ON matches (changed_at);

-- Who pairs a pool, and how long players waited in it of late.
CREATE TABLE pools (
    pool      TEXT PRIMARY KEY NOT NULL,
    replica   TEXT    NOT NULL,
    until     INTEGER NOT NULL,
    mean_wait INTEGER NOT NULL,
    paired_at INTEGER NOT NULL
) WITHOUT ROWID;

-- What a player's last games of a kind were like.
CREATE TABLE standings (
    account      TEXT    NOT NULL,
    game         TEXT    NOT NULL,
    balance      INTEGER NOT NULL,
    last         TEXT    NOT NULL,
    last_but_one TEXT    NOT NULL,
    changed_at   INTEGER NOT NULL,
    PRIMARY KEY (account, game)
) WITHOUT ROWID;
CREATE INDEX standings_changed ON standings (changed_at);

-- A key leads to a room or a ticket.
ALTER TABLE keys RENAME COLUMN room_id TO made;

-- +goose Down
ALTER TABLE keys RENAME COLUMN made TO room_id;
DROP TABLE standings;
DROP TABLE pools;
DROP TABLE matches;
DROP TABLE tickets;
