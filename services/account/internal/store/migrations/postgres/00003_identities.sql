-- +goose Up
-- What somebody signs in with. A subject is its provider's name for a person.
CREATE TABLE identities (
    id         uuid PRIMARY KEY,
    player_id  uuid NOT NULL REFERENCES players (id),
    provider   text NOT NULL,
    subject    text NOT NULL,
    email      text NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (provider, subject)
);
CREATE INDEX identities_of_player ON identities (player_id, created_at);

-- Sign-ins that have begun, by the SHA-256 of the handle that the client holds.
-- code is the MAC of a code sent by mail; the proven ones are those of which
-- nothing but the client's decision is missing.
CREATE TABLE pending_sign_ins (
    key            bytea PRIMARY KEY,
    account        text NOT NULL,
    provider       text NOT NULL,
    email          text NOT NULL,
    code           bytea NOT NULL,
    proven_subject text NOT NULL,
    proven_email   text NOT NULL,
    proven_name    text NOT NULL,
    tries          integer NOT NULL,
    expires_at     timestamptz NOT NULL
);
CREATE INDEX pending_sign_ins_by_end ON pending_sign_ins (expires_at);

-- Codes asked for, by the MAC of the address or of the caller.
CREATE TABLE allowances (
    key     bytea PRIMARY KEY,
    since   timestamptz NOT NULL,
    count   integer NOT NULL
);
CREATE INDEX allowances_by_time ON allowances (since);

-- +goose Down
DROP TABLE allowances;
DROP TABLE pending_sign_ins;
DROP TABLE identities;
