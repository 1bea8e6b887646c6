-- +goose Up
-- What is to be told, until the bus has it.
CREATE TABLE outbox (
    id      TEXT PRIMARY KEY NOT NULL,
    shard   integer NOT NULL,
    subject text    NOT NULL,
    type    text    NOT NULL,
    headers text    NOT NULL,
    payload BLOB    NOT NULL,
    held_at TIMESTAMP NOT NULL
);
CREATE INDEX outbox_shard ON outbox (shard, id);
CREATE INDEX tickets_matched ON tickets (account, changed_at) WHERE state = 'matched';

-- +goose Down
DROP INDEX tickets_matched;
DROP TABLE outbox;
