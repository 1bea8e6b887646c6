-- +goose Up
CREATE TABLE roles (
    player_id uuid NOT NULL REFERENCES players (id),
    role      text NOT NULL,
    PRIMARY KEY (player_id, role)
);

-- All that was granted and revoked, for ever.
CREATE TABLE role_changes (
    id         uuid PRIMARY KEY,
    player_id  uuid NOT NULL REFERENCES players (id),
    role       text NOT NULL,
    granted    boolean NOT NULL,
    note       text NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamptz NOT NULL
);
CREATE INDEX role_changes_of_player ON role_changes (player_id, changed_at);

-- +goose Down
DROP TABLE role_changes;
DROP TABLE roles;
