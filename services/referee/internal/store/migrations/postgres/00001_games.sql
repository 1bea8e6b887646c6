-- +goose Up
-- Times are microseconds since 1970, UTC.
CREATE TABLE games (
    id             text PRIMARY KEY,
    creator        text    NOT NULL,
    creation_key   text    NOT NULL,
    body_hash      bytea   NOT NULL,
    game           text    NOT NULL,
    mode           text    NOT NULL,
    visibility     text    NOT NULL,
    category       text    NOT NULL,
    settings       bytea   NOT NULL,
    first_account  text    NOT NULL,
    second_account text    NOT NULL,
    status         text    NOT NULL,
    winner         text    NOT NULL,
    reason         text    NOT NULL,
    created_at     bigint  NOT NULL,
    ended_at       bigint
);
CREATE UNIQUE INDEX games_creation ON games (creator, creation_key);

-- What changes with every move, apart and narrow: games that are played at the
-- same time share few pages.
CREATE TABLE game_heads (
    game_id  text    NOT NULL UNIQUE,
    seq      integer NOT NULL,
    ply      integer NOT NULL,
    as_of    bigint  NOT NULL,
    deadline bigint
);
CREATE INDEX game_heads_deadline ON game_heads (deadline) WHERE deadline IS NOT NULL;

-- One row an append: what belongs together is stored together. The key is the
-- lock that lets any replica serve any game.
CREATE TABLE game_log (
    game_id  text    NOT NULL,
    seq      integer NOT NULL,
    last_seq integer NOT NULL,
    events   bytea   NOT NULL,
    PRIMARY KEY (game_id, seq)
);

CREATE TABLE game_players (
    account    text   NOT NULL,
    created_at bigint NOT NULL,
    game_id    text   NOT NULL,
    PRIMARY KEY (account, created_at, game_id)
);

CREATE TABLE heartbeat (
    id integer PRIMARY KEY CHECK (id = 1),
    at bigint NOT NULL
);

CREATE TABLE downtimes (
    from_at bigint PRIMARY KEY,
    to_at   bigint NOT NULL
);

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
DROP TABLE downtimes;
DROP TABLE heartbeat;
DROP TABLE game_players;
DROP TABLE game_log;
DROP TABLE game_heads;
DROP TABLE games;
