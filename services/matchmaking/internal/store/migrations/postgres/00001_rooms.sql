-- +goose Up
-- Times are microseconds since 1970, UTC; durations are nanoseconds.
CREATE TABLE rooms (
    id             text PRIMARY KEY,
    state          text    NOT NULL,
    owner          text    NOT NULL,
    owner_guest    boolean NOT NULL,
    joiner         text    NOT NULL,
    joiner_guest   boolean NOT NULL,
    owner_first    boolean NOT NULL,
    game_id        text    NOT NULL,
    code           text    NOT NULL,
    game           text    NOT NULL,
    side           text    NOT NULL,
    mode           text    NOT NULL,
    access         text    NOT NULL,
    preset         text    NOT NULL,
    bank           bigint  NOT NULL,
    increment      bigint  NOT NULL,
    per_move       bigint  NOT NULL,
    byo_yomi       bigint  NOT NULL,
    start_position text    NOT NULL,
    created_at     bigint  NOT NULL,
    expires_at     bigint  NOT NULL,
    changed_at     bigint  NOT NULL
);
-- A code leads to one open room.
CREATE UNIQUE INDEX rooms_open_code ON rooms (code) WHERE state = 'open' AND code <> '';
CREATE INDEX rooms_code ON rooms (code, created_at) WHERE code <> '';
CREATE INDEX rooms_lobby ON rooms (created_at, id) WHERE state = 'open' AND access = 'public';
CREATE INDEX rooms_owner ON rooms (owner) WHERE state = 'open';
CREATE INDEX rooms_expiry ON rooms (expires_at) WHERE state = 'open';
CREATE INDEX rooms_state ON rooms (state, changed_at);

-- The room that each Idempotency-Key gave.
CREATE TABLE keys (
    caller    text   NOT NULL,
    text      text   NOT NULL,
    body_hash bytea  NOT NULL,
    room_id   text   NOT NULL,
    at        bigint NOT NULL,
    PRIMARY KEY (caller, text)
);
CREATE INDEX keys_at ON keys (at);

-- The wrong codes that accounts have typed.
CREATE TABLE tries (
    account text PRIMARY KEY,
    since   bigint  NOT NULL,
    count   integer NOT NULL
);
CREATE INDEX tries_since ON tries (since);

CREATE TABLE inbox (
    consumer text        NOT NULL,
    key      text        NOT NULL,
    seq      bigint      NOT NULL,
    at       timestamptz NOT NULL,
    PRIMARY KEY (consumer, key, seq)
);
CREATE INDEX inbox_at ON inbox (at);

-- +goose Down
DROP TABLE inbox;
DROP TABLE tries;
DROP TABLE keys;
DROP TABLE rooms;
