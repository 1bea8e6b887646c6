-- +goose Up
-- Times are microseconds since 1970, UTC.
CREATE TABLE analyses (
    id          text PRIMARY KEY NOT NULL, -- sorts by time
    source      text    NOT NULL, -- equal where the same is asked of the same
    game_id     text    NOT NULL, -- the game that was played here; empty for a record
    owner       text    NOT NULL, -- who sent the record; empty for a game
    game        text    NOT NULL,
    start       text    NOT NULL,
    moves       text    NOT NULL, -- with spaces between them
    winner      text    NOT NULL,
    reason      text    NOT NULL,
    tags        text    NOT NULL,
    nodes       integer NOT NULL,
    lines       integer NOT NULL,
    state       text    NOT NULL,
    error       text    NOT NULL,
    positions   integer NOT NULL, -- to be looked at
    looked      integer NOT NULL, -- that were, from the start on
    report      text    NOT NULL,
    worker      text    NOT NULL, -- who works on it
    free_at     bigint  NOT NULL, -- when others may
    created_at  bigint  NOT NULL,
    started_at  bigint  NOT NULL, -- 0 while it is not
    ended_at    bigint  NOT NULL  -- 0 while it is not
);
-- The same is done once; what has failed or was cancelled may be asked for anew.
CREATE UNIQUE INDEX analyses_source ON analyses (source) WHERE state IN ('queued', 'running', 'done');
CREATE INDEX analyses_game ON analyses (game_id, id) WHERE game_id <> '';
CREATE INDEX analyses_open ON analyses (id) WHERE state IN ('queued', 'running');

-- What search says of each position, from the start on.
CREATE TABLE positions (
    analysis text    NOT NULL REFERENCES analyses (id) ON DELETE CASCADE,
    number   integer NOT NULL, -- of plies before it
    lines    text    NOT NULL,
    at       bigint  NOT NULL,
    PRIMARY KEY (analysis, number)
);

-- Who has asked for an analysis.
CREATE TABLE askers (
    analysis text NOT NULL REFERENCES analyses (id) ON DELETE CASCADE,
    account  text NOT NULL,
    PRIMARY KEY (account, analysis)
);
CREATE INDEX askers_analysis ON askers (analysis);

-- The analyses that accounts have begun within a day, deleted ones included.
CREATE TABLE begun (
    analysis text PRIMARY KEY NOT NULL,
    account  text   NOT NULL,
    at       bigint NOT NULL
);
CREATE INDEX begun_account ON begun (account, at);

-- What Idempotency-Keys gave.
CREATE TABLE keys (
    caller    text   NOT NULL,
    text      text   NOT NULL,
    body_hash blob   NOT NULL,
    made      text   NOT NULL,
    at        bigint NOT NULL,
    PRIMARY KEY (caller, text)
);
CREATE INDEX keys_at ON keys (at);

CREATE TABLE outbox (
    id      text PRIMARY KEY NOT NULL,
    shard   integer     NOT NULL,
    subject text        NOT NULL,
    type    text        NOT NULL,
    headers text        NOT NULL,
    payload blob        NOT NULL,
    held_at timestamp NOT NULL
);
CREATE INDEX outbox_shard ON outbox (shard, id);

-- +goose Down
DROP TABLE outbox;
DROP TABLE keys;
DROP TABLE begun;
DROP TABLE askers;
DROP TABLE positions;
DROP TABLE analyses;
