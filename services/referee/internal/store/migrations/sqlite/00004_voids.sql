-- +goose Up
-- Who annulled a game, when and why. The log has the rest: its readers are not
-- told who it was.
CREATE TABLE voids (
    game_id   text   NOT NULL PRIMARY KEY,
    voided_at integer NOT NULL,
    reason    text   NOT NULL,
    operator  text   NOT NULL,
    caller    text   NOT NULL
);
CREATE INDEX voids_newest ON voids (voided_at, game_id);

-- +goose Down
DROP TABLE voids;
