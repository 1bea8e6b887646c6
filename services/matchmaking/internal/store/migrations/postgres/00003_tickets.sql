-- +goose Up
-- Times are microseconds since 1970, UTC; durations are nanoseconds.
CREATE TABLE tickets (
    id         text PRIMARY KEY,
    state      text    NOT NULL,
    account    text    NOT NULL,
    guest      boolean NOT NULL,
    pool       text    NOT NULL,
    game       text    NOT NULL,
    mode       text    NOT NULL,
    category   text    NOT NULL,
    preset     text    NOT NULL,
    bank       bigint NOT NULL,
    increment  bigint NOT NULL,
    per_move   bigint NOT NULL,
    byo_yomi   bigint NOT NULL,
    below      bigint NOT NULL,
    above      bigint NOT NULL,
    rating     bigint NOT NULL,
    game_id    text    NOT NULL,
    created_at bigint NOT NULL,
    seen_at    bigint NOT NULL,
    changed_at bigint NOT NULL
);
-- A player has one living ticket a game.
CREATE UNIQUE INDEX tickets_living ON tickets (account, game) WHERE state IN ('waiting', 'starting');
CREATE INDEX tickets_pool ON tickets (pool, id) WHERE state = 'waiting';
CREATE INDEX tickets_account ON tickets (account, game, created_at);
CREATE INDEX tickets_changed ON tickets (changed_at);

-- Pairs of tickets. A ticket is in one of them at most.
CREATE TABLE matches (
    id            text PRIMARY KEY,
    state         text    NOT NULL,
    first_ticket  text    NOT NULL UNIQUE,
    second_ticket text    NOT NULL UNIQUE,
    game_id       text    NOT NULL,
    changed_at    bigint NOT NULL
);
CREATE INDEX matches_starting ON matches (changed_at) WHERE state = 'starting';
CREATE INDEX matches_changed ON matches (changed_at);

-- Who pairs a pool, and how long players waited in it of late.
CREATE TABLE pools (
    pool      text PRIMARY KEY,
    replica   text    NOT NULL,
    until     bigint NOT NULL,
    mean_wait bigint NOT NULL,
    paired_at bigint NOT NULL
);

-- What a player's last games of a kind were like.
CREATE TABLE standings (
    account      text    NOT NULL,
    game         text    NOT NULL,
    balance      bigint NOT NULL,
    last         text    NOT NULL,
    last_but_one text    NOT NULL,
    changed_at   bigint NOT NULL,
    PRIMARY KEY (account, game)
);
CREATE INDEX standings_changed ON standings (changed_at);

-- A key leads to a room or a ticket.
ALTER TABLE keys RENAME COLUMN room_id TO made;

-- +goose Down
ALTER TABLE keys RENAME COLUMN made TO room_id;
DROP TABLE standings;
DROP TABLE pools;
DROP TABLE matches;
DROP TABLE tickets;
