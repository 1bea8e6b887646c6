-- +goose Up
-- Times are microseconds since 1970, UTC.
CREATE TABLE games (
    id             TEXT PRIMARY KEY NOT NULL,
    creator        TEXT    NOT NULL,
    creation_key   TEXT    NOT NULL,
    body_hash      BLOB    NOT NULL,
    game           TEXT    NOT NULL,
    mode           TEXT    NOT NULL,
    visibility     TEXT    NOT NULL,
    category       TEXT    NOT NULL,
    settings       BLOB    NOT NULL,
    first_account  TEXT    NOT NULL,
    second_account TEXT    NOT NULL,
    status         TEXT    NOT NULL,
    winner         TEXT    NOT NULL,
    reason         TEXT    NOT NULL,
    created_at     INTEGER NOT NULL,
    ended_at       INTEGER
);
CREATE UNIQUE INDEX games_creation ON games (creator, creation_key);

-- What changes with every move, apart and narrow: games that are played at the
-- same time share few pages.
CREATE TABLE game_heads (
    game_id  TEXT    NOT NULL UNIQUE,
    seq      INTEGER NOT NULL,
    ply      INTEGER NOT NULL,
    as_of    INTEGER NOT NULL,
    deadline INTEGER
);
CREATE INDEX game_heads_deadline ON game_heads (deadline) WHERE deadline IS NOT NULL;

-- One row an append: what belongs together is stored together. The key is the
-- lock that lets any replica serve any game.
CREATE TABLE game_log (
    game_id  TEXT    NOT NULL,
    seq      INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    events   BLOB    NOT NULL,
    PRIMARY KEY (game_id, seq)
) WITHOUT ROWID;

CREATE TABLE game_players (
    account    TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    game_id    TEXT    NOT NULL,
    PRIMARY KEY (account, created_at, game_id)
) WITHOUT ROWID;

CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
);

CREATE TABLE downtimes (
    from_at INTEGER PRIMARY KEY,
    to_at   INTEGER NOT NULL
);

CREATE TABLE outbox (
    id      TEXT PRIMARY KEY NOT NULL,
    shard   INTEGER          NOT NULL,
    subject TEXT             NOT NULL,
    type    TEXT             NOT NULL,
    headers TEXT             NOT NULL,
    payload BLOB             NOT NULL,
    held_at TIMESTAMP        NOT NULL
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
