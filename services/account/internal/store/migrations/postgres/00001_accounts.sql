-- +goose Up
CREATE TABLE players (
    id         uuid PRIMARY KEY,
    name       text NOT NULL,
    guest      boolean NOT NULL,
    created_at timestamptz NOT NULL
);

-- One signed-in device. family and current are SHA-256 of refresh tokens: of
-- what all tokens of the session share, and of the one that is good now.
CREATE TABLE sessions (
    id           uuid PRIMARY KEY,
    player_id    uuid NOT NULL REFERENCES players (id),
    device       text NOT NULL,
    created_at   timestamptz NOT NULL,
    refreshed_at timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    family       bytea NOT NULL UNIQUE,
    current      bytea NOT NULL
);
CREATE INDEX sessions_of_player ON sessions (player_id, created_at);
CREATE INDEX sessions_by_end ON sessions (expires_at);

-- Tokens used a moment ago, each with its successor, which only the spent token
-- opens.
CREATE TABLE spent_tokens (
    session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    hash       bytea NOT NULL,
    spent_at   timestamptz NOT NULL,
    sealed     bytea NOT NULL,
    PRIMARY KEY (session_id, hash)
);
CREATE INDEX spent_tokens_by_time ON spent_tokens (spent_at);

-- +goose Down
DROP TABLE spent_tokens;
DROP TABLE sessions;
DROP TABLE players;
