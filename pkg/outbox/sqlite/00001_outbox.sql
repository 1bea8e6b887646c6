-- +goose Up
CREATE TABLE outbox (
    id      TEXT PRIMARY KEY NOT NULL,
    shard   INTEGER          NOT NULL,
    subject TEXT             NOT NULL,
    type    TEXT             NOT NULL,
    headers TEXT             NOT NULL,
    payload BLOB             NOT NULL,
    held_at TIMESTAMP        NOT NULL
);
CREATE INDEX outbox_shard ON outbox (shard, id);

CREATE TABLE inbox (
    consumer TEXT      NOT NULL,
    key      TEXT      NOT NULL,
    seq      INTEGER   NOT NULL,
    at       TIMESTAMP NOT NULL,
    PRIMARY KEY (consumer, key, seq)
) WITHOUT ROWID;
CREATE INDEX inbox_at ON inbox (at);

-- +goose Down
DROP TABLE inbox;
DROP TABLE outbox;
