-- +goose Up
-- Games begun within a day, for the counts of the lobby. "over" is a word of SQL.
CREATE TABLE running (
    game_id  text    PRIMARY KEY,
    game     text    NOT NULL,
    people   bigint  NOT NULL,
    "over"   boolean NOT NULL,
    begun_at bigint  NOT NULL
);
CREATE INDEX running_games ON running (game, begun_at) WHERE NOT "over";
CREATE INDEX running_begun ON running (begun_at);

-- +goose Down
DROP TABLE running;
