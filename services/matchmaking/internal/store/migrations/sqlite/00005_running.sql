-- +goose Up
-- Games begun within a day, for the counts of the lobby. "over" is a word of SQL.
CREATE TABLE running (
    game_id  TEXT    PRIMARY KEY NOT NULL,
    game     TEXT    NOT NULL,
    people   INTEGER NOT NULL,
    "over"   BOOLEAN NOT NULL,
    begun_at INTEGER NOT NULL
);
CREATE INDEX running_games ON running (game, begun_at) WHERE NOT "over";
CREATE INDEX running_begun ON running (begun_at);

-- +goose Down
DROP TABLE running;
