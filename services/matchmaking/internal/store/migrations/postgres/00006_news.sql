-- +goose Up
-- What is to be told, until the bus has it.
CREATE TABLE outbox (
    id      uuid PRIMARY KEY,
    shard   integer NOT NULL,
    subject text    NOT NULL,
    type    text    NOT NULL,
    headers text    NOT NULL,
    payload bytea   NOT NULL,
    held_at timestamptz NOT NULL
);
CREATE INDEX outbox_shard ON outbox (shard, id);
CREATE INDEX tickets_matched ON tickets (account, changed_at) WHERE state = 'matched';

-- +goose Down
DROP INDEX tickets_matched;
DROP TABLE outbox;
