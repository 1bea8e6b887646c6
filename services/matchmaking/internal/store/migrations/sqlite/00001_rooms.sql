-- +goose Up
-- Times are microseconds since 1970, UTC; durations are nanoseconds.
CREATE TABLE rooms (
    id             TEXT PRIMARY KEY NOT NULL,
    state          TEXT    NOT NULL,
    owner          TEXT    NOT NULL,
    owner_guest    BOOLEAN NOT NULL,
    joiner         TEXT    NOT NULL,
    joiner_guest   BOOLEAN NOT NULL,
    owner_first    BOOLEAN NOT NULL,
    game_id        TEXT    NOT NULL,
    code           TEXT    NOT NULL,
    game           TEXT    NOT NULL,
    side           TEXT    NOT NULL,
    mode           TEXT    NOT NULL,
    access         TEXT    NOT NULL,
    preset         TEXT    NOT NULL,
    bank           INTEGER NOT NULL,
    increment      INTEGER NOT NULL,
    per_move       INTEGER NOT NULL,
    byo_yomi       INTEGER NOT NULL,
    start_position TEXT    NOT NULL,
    created_at     INTEGER NOT NULL,
    expires_at     INTEGER NOT NULL,
    changed_at     INTEGER NOT NULL
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
    caller    TEXT    NOT NULL,
    text      TEXT    NOT NULL,
    body_hash BLOB    NOT NULL,
    room_id   TEXT    NOT NULL,
    at        INTEGER NOT NULL,
    PRIMARY KEY (caller, text)
) WITHOUT ROWID;
CREATE INDEX keys_at ON keys (at);

-- The wrong codes that accounts have typed.
CREATE TABLE tries (
    account TEXT PRIMARY KEY NOT NULL,
    since   INTEGER NOT NULL,
    count   INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX tries_since ON tries (since);

CREATE TABLE inbox (
    consumer TEXT      NOT NULL,
    key      TEXT      NOT NULL,
    seq      INTEGER   NOT NULL,
    at       TIMESTAMP NOT NULL,
    PRIMARY KEY (consumer, key, seq)
) WITHOUT ROWID;
CREATE INDEX inbox_at ON inbox (at);

-- +goose Down
DROP TABLE inbox;
DROP TABLE tries;
DROP TABLE keys;
DROP TABLE rooms;
