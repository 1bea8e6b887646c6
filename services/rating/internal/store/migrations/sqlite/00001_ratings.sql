-- +goose Up
-- Times are microseconds since 1970, UTC.
-- A board's row is the lock of all that changes on it, and counts the changes.
CREATE TABLE boards (
    game     TEXT    NOT NULL,
    category TEXT    NOT NULL,
    version  INTEGER NOT NULL,
    PRIMARY KEY (game, category)
) WITHOUT ROWID;

-- What became of each game: the inbox of this service, kept for ever.
CREATE TABLE games (
    id            TEXT PRIMARY KEY NOT NULL,
    game          TEXT    NOT NULL,
    category      TEXT    NOT NULL,
    visibility    TEXT    NOT NULL,
    first_player  TEXT    NOT NULL,
    second_player TEXT    NOT NULL,
    state         TEXT    NOT NULL,
    at            INTEGER NOT NULL
);

CREATE TABLE standings (
    game     TEXT    NOT NULL,
    category TEXT    NOT NULL,
    player   TEXT    NOT NULL,
    rating   INTEGER NOT NULL,
    wins     INTEGER NOT NULL,
    draws    INTEGER NOT NULL,
    losses   INTEGER NOT NULL,
    linked   INTEGER NOT NULL,
    changes  INTEGER NOT NULL,
    PRIMARY KEY (game, category, player)
) WITHOUT ROWID;
CREATE INDEX standings_player ON standings (player);

-- Every change of every rating. Nothing is ever altered or deleted.
CREATE TABLE changes (
    game            TEXT    NOT NULL,
    category        TEXT    NOT NULL,
    player          TEXT    NOT NULL,
    number          INTEGER NOT NULL,
    version         INTEGER NOT NULL,
    cause           TEXT    NOT NULL,
    game_id         TEXT    NOT NULL,
    first           BOOLEAN NOT NULL,
    guest           BOOLEAN NOT NULL,
    opponent        TEXT    NOT NULL,
    opponent_rating INTEGER NOT NULL,
    score           INTEGER NOT NULL,
    expected        INTEGER NOT NULL,
    k               INTEGER NOT NULL,
    rating_before   INTEGER NOT NULL,
    rating_after    INTEGER NOT NULL,
    at              INTEGER NOT NULL,
    games           INTEGER NOT NULL,
    listed          BOOLEAN NOT NULL,
    PRIMARY KEY (game, category, player, number)
) WITHOUT ROWID;
CREATE UNIQUE INDEX changes_version ON changes (game, category, version);
-- A game changes a player's rating once, and is given back once.
CREATE UNIQUE INDEX changes_game ON changes (game_id, player, cause);

-- How far the audit has come in the referee's list of ended games.
CREATE TABLE audit (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    cursor_text TEXT    NOT NULL
);

CREATE TABLE outbox (
    id      TEXT PRIMARY KEY NOT NULL,
    shard   INTEGER NOT NULL,
    subject TEXT    NOT NULL,
    type    TEXT    NOT NULL,
    headers TEXT    NOT NULL,
    payload BLOB    NOT NULL,
    held_at TIMESTAMP NOT NULL
);
CREATE INDEX outbox_shard ON outbox (shard, id);

-- +goose Down
DROP TABLE outbox;
DROP TABLE audit;
DROP TABLE changes;
DROP TABLE standings;
DROP TABLE games;
DROP TABLE boards;
