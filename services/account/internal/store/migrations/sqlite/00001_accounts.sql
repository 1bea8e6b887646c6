-- +goose Up
CREATE TABLE players (
    id         text PRIMARY KEY,
    name       text NOT NULL,
    guest      boolean NOT NULL,
    created_at timestamp NOT NULL
);

-- One signed-in device. family and current are SHA-256 of refresh tokens: of
-- what all tokens of the session share, and of the one that is good now.
CREATE TABLE sessions (
    id           text PRIMARY KEY,
    player_id    text NOT NULL REFERENCES players (id),
    device       text NOT NULL,
    created_at   timestamp NOT NULL,
    refreshed_at timestamp NOT NULL,
    expires_at   timestamp NOT NULL,
    family       blob NOT NULL UNIQUE,
    current      blob NOT NULL
);
CREATE INDEX sessions_of_player ON sessions (player_id, created_at);
CREATE INDEX sessions_by_end ON sessions (expires_at);

-- Tokens used a moment ago, each with its successor, which only the spent token
-- opens.
CREATE TABLE spent_tokens (
    session_id text NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    hash       blob NOT NULL,
    spent_at   timestamp NOT NULL,
    sealed     blob NOT NULL,
    PRIMARY KEY (session_id, hash)
);
CREATE INDEX spent_tokens_by_time ON spent_tokens (spent_at);

-- +goose Down
DROP TABLE spent_tokens;
DROP TABLE sessions;
DROP TABLE players;
