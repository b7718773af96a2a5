-- Streams of records, the ledger, keyed values, commands. Names are ASCII; bytes are BLOB; times are ms since 1970.
CREATE TABLE meta (
    name TEXT NOT NULL PRIMARY KEY,
    data BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE streams (
    name       TEXT NOT NULL PRIMARY KEY,
    seq        INTEGER NOT NULL,
    time_ms    INTEGER NOT NULL,
    hash       BLOB NOT NULL,
    owner      TEXT NOT NULL,
    epoch      INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE records (
    stream  TEXT NOT NULL,
    seq     INTEGER NOT NULL,
    time_ms INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    actor   TEXT NOT NULL,
    body    BLOB NOT NULL,
    effects BLOB NOT NULL,
    hash    BLOB NOT NULL
);
CREATE UNIQUE INDEX records_by_stream ON records (stream, seq);

CREATE TABLE accounts (
    name  TEXT NOT NULL PRIMARY KEY,
    house INTEGER NOT NULL,
    cents INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    CHECK (house = 1 OR cents >= 0)
) WITHOUT ROWID;

CREATE TABLE lines (
    account       TEXT NOT NULL,
    n             INTEGER NOT NULL,
    cents         INTEGER NOT NULL,
    balance_cents INTEGER NOT NULL,
    stream        TEXT NOT NULL,
    seq           INTEGER NOT NULL,
    PRIMARY KEY (account, n)
) WITHOUT ROWID;

CREATE TABLE entries (
    name    TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    data    BLOB NOT NULL
) WITHOUT ROWID;

-- What groups of batches have left behind and the carrier has not yet sorted into the tables above; see src/store/sqlite/log.h.
CREATE TABLE pending (
    id   INTEGER PRIMARY KEY,
    rows BLOB NOT NULL
);

CREATE TABLE clients (
    name   TEXT NOT NULL PRIMARY KEY,
    number INTEGER NOT NULL,
    recent BLOB NOT NULL
) WITHOUT ROWID;

CREATE TRIGGER records_stay BEFORE UPDATE ON records BEGIN SELECT RAISE(ABORT, 'a record is never changed'); END;
CREATE TRIGGER records_last BEFORE DELETE ON records BEGIN SELECT RAISE(ABORT, 'a record is never deleted'); END;
CREATE TRIGGER lines_stay BEFORE UPDATE ON lines BEGIN SELECT RAISE(ABORT, 'a ledger line is never changed'); END;
CREATE TRIGGER lines_last BEFORE DELETE ON lines BEGIN SELECT RAISE(ABORT, 'a ledger line is never deleted'); END;
CREATE TRIGGER accounts_last BEFORE DELETE ON accounts BEGIN SELECT RAISE(ABORT, 'an account is never deleted'); END;
CREATE TRIGGER streams_last BEFORE DELETE ON streams BEGIN SELECT RAISE(ABORT, 'a stream is never deleted'); END;
