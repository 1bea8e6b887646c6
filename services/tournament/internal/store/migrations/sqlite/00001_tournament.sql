-- +goose Up
-- Times are microseconds since 1970, UTC; 0 is none.

-- How each tournament stands: what its log has come to, for lists and for those who
-- look for work. Its seq is the lock: who appends has seen the last event.
CREATE TABLE tournaments (
    id        text PRIMARY KEY NOT NULL,
    seq       integer NOT NULL,
    status    text    NOT NULL,
    game      text    NOT NULL,
    director  text    NOT NULL,
    series    text    NOT NULL, -- empty for one of its own
    start_at  bigint  NOT NULL,
    end_at    bigint  NOT NULL, -- 0 before the end
    due_at    bigint  NOT NULL, -- when it goes on by itself; 0 for never
    worker    text    NOT NULL, -- who lets it go on
    free_at   bigint  NOT NULL, -- when others may
    summary   blob    NOT NULL
) WITHOUT ROWID;
CREATE INDEX tournaments_coming ON tournaments (start_at, id) WHERE end_at = 0;
CREATE INDEX tournaments_over ON tournaments (status, end_at, id) WHERE end_at > 0;
CREATE INDEX tournaments_game ON tournaments (game, status, end_at, id) WHERE end_at > 0;
CREATE INDEX tournaments_series ON tournaments (series, end_at, id) WHERE series <> '';
CREATE INDEX tournaments_due ON tournaments (due_at) WHERE due_at > 0;

-- What happened, for ever.
CREATE TABLE log (
    tournament text    NOT NULL REFERENCES tournaments (id),
    seq        integer NOT NULL,
    event      blob    NOT NULL,
    PRIMARY KEY (tournament, seq)
) WITHOUT ROWID;

-- The tournaments of an account.
CREATE TABLE entrants (
    account    text    NOT NULL,
    tournament text    NOT NULL REFERENCES tournaments (id),
    state      text    NOT NULL, -- empty for who only directs
    director   boolean NOT NULL,
    PRIMARY KEY (account, tournament)
) WITHOUT ROWID;

-- The standings of finished rounds, for ever.
CREATE TABLE standings (
    tournament text    NOT NULL REFERENCES tournaments (id),
    round      integer NOT NULL,
    seq        integer NOT NULL,
    body       blob    NOT NULL,
    PRIMARY KEY (tournament, round)
);

-- What events ask to be done elsewhere, until it is.
CREATE TABLE chores (
    tournament text    NOT NULL REFERENCES tournaments (id),
    key        text    NOT NULL,
    lane       text    NOT NULL, -- of one lane the first goes first
    place      bigint  NOT NULL, -- in the order in which they were asked for
    kind       text    NOT NULL,
    body       text    NOT NULL,
    attempt    integer NOT NULL, -- how often somebody has begun it
    made_at    bigint  NOT NULL,
    worker     text    NOT NULL, -- who does it
    free_at    bigint  NOT NULL, -- when others may
    PRIMARY KEY (tournament, key)
) WITHOUT ROWID;
CREATE INDEX chores_free ON chores (free_at, place);
CREATE INDEX chores_lane ON chores (tournament, lane, place);

-- What makes tournaments again and again.
CREATE TABLE series (
    id         text PRIMARY KEY NOT NULL,
    version    integer NOT NULL,
    cron       text    NOT NULL,
    zone       text    NOT NULL,
    settings   blob    NOT NULL,
    ahead      bigint  NOT NULL, -- nanoseconds
    stopped    boolean NOT NULL,
    director   text    NOT NULL,
    created_at bigint  NOT NULL,
    start_at   bigint  NOT NULL, -- the next one's start; 0 for none
    due_at     bigint  NOT NULL, -- when it is to be made; 0 for never
    worker     text    NOT NULL, -- who makes it
    free_at    bigint  NOT NULL  -- when others may
);
CREATE INDEX series_due ON series (due_at) WHERE due_at > 0;

-- The starts that tournaments of a series were made for.
CREATE TABLE starts (
    series     text   NOT NULL REFERENCES series (id),
    start_at   bigint NOT NULL,
    tournament text   NOT NULL REFERENCES tournaments (id),
    PRIMARY KEY (series, start_at)
) WITHOUT ROWID;

-- What Idempotency-Keys gave.
CREATE TABLE keys (
    caller    text   NOT NULL,
    text      text   NOT NULL,
    body_hash blob   NOT NULL,
    made      text   NOT NULL,
    at        bigint NOT NULL,
    PRIMARY KEY (caller, text)
);
CREATE INDEX keys_at ON keys (at);

CREATE TABLE outbox (
    id      text PRIMARY KEY NOT NULL,
    shard   integer     NOT NULL,
    subject text        NOT NULL,
    type    text        NOT NULL,
    headers text        NOT NULL,
    payload blob        NOT NULL,
    held_at timestamp   NOT NULL
);
CREATE INDEX outbox_shard ON outbox (shard, id);

-- +goose Down
DROP TABLE outbox;
DROP TABLE keys;
DROP TABLE starts;
DROP TABLE series;
DROP TABLE chores;
DROP TABLE standings;
DROP TABLE entrants;
DROP TABLE log;
DROP TABLE tournaments;
