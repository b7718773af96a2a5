-- One signed state for each stream, so that a restart need not replay everything.
CREATE TABLE snapshots (
    stream    text COLLATE "C" PRIMARY KEY,
    seq       int8 NOT NULL,
    hash      bytea NOT NULL,
    state     bytea NOT NULL,
    signature bytea NOT NULL
);
