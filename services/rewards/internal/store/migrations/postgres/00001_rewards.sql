-- +goose Up
-- Times are microseconds since 1970, UTC.
-- A player's row is the lock of all that belongs to the player.
CREATE TABLE players (
    id     text PRIMARY KEY,
    linked boolean NOT NULL,
    zone   text    NOT NULL,
    deeds  integer NOT NULL, -- how many were taken in
    news   integer NOT NULL  -- how many messages told of them
);

-- What has happened to each player: the inbox of this service, kept for ever,
-- in the order in which it was counted.
CREATE TABLE deeds (
    player text    NOT NULL,
    key    text    NOT NULL,
    number integer NOT NULL,
    void   boolean NOT NULL, -- annulled before it counted
    zone   text    NOT NULL, -- the player's at that moment
    at     bigint  NOT NULL,
    PRIMARY KEY (player, key)
);
CREATE UNIQUE INDEX deeds_number ON deeds (player, number);

-- How far players have come. Achievements have no period, and no end.
CREATE TABLE tallies (
    player  text    NOT NULL,
    period  text    NOT NULL,
    goal    text    NOT NULL,
    state   text    NOT NULL,
    count   integer NOT NULL,
    ends    bigint  NOT NULL,
    done_at bigint  NOT NULL, -- 0 while it is not done
    paid    boolean NOT NULL,
    PRIMARY KEY (player, period, goal)
);
CREATE INDEX tallies_by_end ON tallies (player, ends);

-- Who has coins: players, and below zero the hall, from whose accounts they
-- come. A balance is the sum of its entries; all balances together are 0.
CREATE TABLE accounts (
    id      text PRIMARY KEY,
    player  boolean NOT NULL,
    balance bigint  NOT NULL,
    entries bigint  NOT NULL,
    CONSTRAINT accounts_not_negative CHECK (balance >= 0 OR NOT player),
    CONSTRAINT accounts_not_too_full CHECK (balance <= 2000000000)
);

-- Every movement of coins. Nothing is ever altered or deleted.
CREATE TABLE payments (
    key    text PRIMARY KEY,
    kind   text   NOT NULL,
    player text   NOT NULL,
    amount bigint NOT NULL,
    ref    text   NOT NULL,
    period text   NOT NULL,
    note   text   NOT NULL,
    at     bigint NOT NULL
);

-- Its two sides, which are 0 together.
CREATE TABLE entries (
    account     text   NOT NULL REFERENCES accounts (id),
    number      bigint NOT NULL,
    payment     text   NOT NULL REFERENCES payments (key),
    amount      bigint NOT NULL CONSTRAINT entries_of_something CHECK (amount <> 0),
    balance     bigint NOT NULL,
    PRIMARY KEY (account, number)
);
CREATE UNIQUE INDEX entries_payment ON entries (payment, account);

-- What operators did: the audit of grants.
CREATE TABLE grants (
    id          uuid PRIMARY KEY, -- sorts by time
    payment     text NOT NULL UNIQUE REFERENCES payments (key),
    player      text NOT NULL,
    operator    text NOT NULL, -- the person, as given
    caller      text NOT NULL  -- whose key proved the call
);
CREATE INDEX grants_player ON grants (player, id);

-- How far the audit has come in the referee's list of ended games.
CREATE TABLE audit (
    id          integer PRIMARY KEY CHECK (id = 1),
    cursor_text text NOT NULL
);

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

-- +goose Down
DROP TABLE outbox;
DROP TABLE audit;
DROP TABLE grants;
DROP TABLE entries;
DROP TABLE payments;
DROP TABLE accounts;
DROP TABLE tallies;
DROP TABLE deeds;
DROP TABLE players;
