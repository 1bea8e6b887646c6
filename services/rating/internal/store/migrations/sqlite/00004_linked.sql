-- +goose Up
-- Whether the player is known to have linked an account: once it was the number of
-- the games that he began so.
UPDATE standings SET linked = linked > 0;
CREATE INDEX standings_guests ON standings (player) WHERE NOT linked;

-- Who has linked an account.
CREATE TABLE linked (
    player text PRIMARY KEY
);

-- Players who came on a board by linking an account. They count among the board's
-- versions, as changes do.
CREATE TABLE enlisted (
    game     text    NOT NULL,
    category text    NOT NULL,
    version  bigint  NOT NULL,
    player   text    NOT NULL,
    rating   integer NOT NULL,
    PRIMARY KEY (game, category, version)
);

-- +goose Down
DROP TABLE enlisted;
DROP TABLE linked;
DROP INDEX standings_guests;
