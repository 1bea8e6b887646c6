-- +goose Up
-- Ended games that could not be rated: the audit goes on without them and tries
-- them again.
CREATE TABLE aside (
    game_id blob PRIMARY KEY,
    game    text    NOT NULL,
    tries   integer NOT NULL,
    due_at  bigint  NOT NULL
);
CREATE INDEX aside_due ON aside (due_at);

-- +goose Down
DROP TABLE aside;
