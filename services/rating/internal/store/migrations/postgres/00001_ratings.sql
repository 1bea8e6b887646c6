-- +goose Up
-- Times are microseconds since 1970, UTC.
-- A board's row is the lock of all that changes on it, and counts the changes.
CREATE TABLE boards (
    game     text   NOT NULL,
    category text   NOT NULL,
    version  bigint NOT NULL,
    PRIMARY KEY (game, category)
);

-- What became of each game: the inbox of this service, kept for ever.
CREATE TABLE games (
    id            text PRIMARY KEY,
    game          text   NOT NULL,
    category      text   NOT NULL,
    visibility    text   NOT NULL,
    first_player  text   NOT NULL,
    second_player text   NOT NULL,
    state         text   NOT NULL,
    at            bigint NOT NULL
);

CREATE TABLE standings (
    game     text    NOT NULL,
    category text    NOT NULL,
    player   text    NOT NULL,
    rating   integer NOT NULL,
    wins     integer NOT NULL,
    draws    integer NOT NULL,
    losses   integer NOT NULL,
    linked   integer NOT NULL,
    changes  integer NOT NULL,
    PRIMARY KEY (game, category, player)
);
CREATE INDEX standings_player ON standings (player);

-- Every change of every rating. Nothing is ever altered or deleted.
CREATE TABLE changes (
    game            text    NOT NULL,
    category        text    NOT NULL,
    player          text    NOT NULL,
    number          integer NOT NULL,
    version         bigint  NOT NULL,
    cause           text    NOT NULL,
    game_id         text    NOT NULL,
    first           boolean NOT NULL,
    guest           boolean NOT NULL,
    opponent        text    NOT NULL,
    opponent_rating integer NOT NULL,
    score           integer NOT NULL,
    expected        integer NOT NULL,
    k               integer NOT NULL,
    rating_before   integer NOT NULL,
    rating_after    integer NOT NULL,
    at              bigint  NOT NULL,
    games           integer NOT NULL,
    listed          boolean NOT NULL,
    PRIMARY KEY (game, category, player, number)
);
CREATE UNIQUE INDEX changes_version ON changes (game, category, version);
-- A game changes a player's rating once, and is given back once.
CREATE UNIQUE INDEX changes_game ON changes (game_id, player, cause);

-- How far the audit has come in the referee's list of ended games.
CREATE TABLE audit (
    id          integer PRIMARY KEY CHECK (id = 1),
    cursor_text text NOT NULL
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
DROP TABLE audit;
DROP TABLE changes;
DROP TABLE standings;
DROP TABLE games;
DROP TABLE boards;
