-- One signed state for each stream, so that a restart need not replay everything.
CREATE TABLE snapshots (
    stream    TEXT NOT NULL PRIMARY KEY,
    seq       INTEGER NOT NULL,
    hash      BLOB NOT NULL,
    state     BLOB NOT NULL,
    signature BLOB NOT NULL
);
