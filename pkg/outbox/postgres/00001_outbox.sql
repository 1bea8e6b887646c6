-- +goose Up
CREATE TABLE outbox (
    id      uuid PRIMARY KEY,
    shard   integer     NOT NULL,
    subject text        NOT NULL,
    type    text        NOT NULL,
    headers text        NOT NULL,
    payload bytea       NOT NULL,
    held_at timestamptz NOT NULL
);
CREATE INDEX outbox_shard ON outbox (shard, id);

CREATE TABLE inbox (
    consumer text        NOT NULL,
    key      text        NOT NULL,
    seq      bigint      NOT NULL,
    at       timestamptz NOT NULL,
    PRIMARY KEY (consumer, key, seq)
);
CREATE INDEX inbox_at ON inbox (at);

-- +goose Down
DROP TABLE inbox;
DROP TABLE outbox;
