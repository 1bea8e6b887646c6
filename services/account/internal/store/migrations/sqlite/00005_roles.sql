-- +goose Up
CREATE TABLE roles (
    player_id text NOT NULL REFERENCES players (id),
    role      text NOT NULL,
    PRIMARY KEY (player_id, role)
);

-- All that was granted and revoked, for ever.
CREATE TABLE role_changes (
    id         text PRIMARY KEY,
    player_id  text NOT NULL REFERENCES players (id),
    role       text NOT NULL,
    granted    boolean NOT NULL,
    note       text NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamp NOT NULL
);
CREATE INDEX role_changes_of_player ON role_changes (player_id, changed_at);

-- +goose Down
DROP TABLE role_changes;
DROP TABLE roles;
