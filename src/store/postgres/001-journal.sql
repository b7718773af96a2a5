-- Streams of records, the ledger, keyed values, commands. Names are ASCII; times are ms since 1970.
CREATE TABLE meta (
    name text COLLATE "C" PRIMARY KEY,
    data bytea NOT NULL
);

-- Rows that change often lie in half-filled pages, so that the new version finds room beside the old one.
CREATE TABLE streams (
    name       text COLLATE "C" PRIMARY KEY,
    seq        int8 NOT NULL,
    time_ms    int8 NOT NULL,
    hash       bytea NOT NULL,
    owner      text NOT NULL,
    epoch      int8 NOT NULL,
    expires_ms int8 NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE records (
    stream  text COLLATE "C" NOT NULL,
    seq     int8 NOT NULL,
    time_ms int8 NOT NULL,
    kind    text NOT NULL,
    actor   text NOT NULL,
    body    bytea NOT NULL,
    effects bytea NOT NULL,
    hash    bytea NOT NULL,
    PRIMARY KEY (stream, seq)
);

CREATE TABLE accounts (
    name  text COLLATE "C" PRIMARY KEY,
    house int8 NOT NULL,
    cents int8 NOT NULL,
    lines int8 NOT NULL,
    CHECK (house = 1 OR cents >= 0)
) WITH (fillfactor = 50);

CREATE TABLE lines (
    account       text COLLATE "C" NOT NULL,
    n             int8 NOT NULL,
    cents         int8 NOT NULL,
    balance_cents int8 NOT NULL,
    stream        text NOT NULL,
    seq           int8 NOT NULL,
    PRIMARY KEY (account, n)
);

CREATE TABLE entries (
    name    text COLLATE "C" PRIMARY KEY,
    version int8 NOT NULL,
    data    bytea NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE clients (
    name   text COLLATE "C" PRIMARY KEY,
    number int8 NOT NULL,
    recent bytea NOT NULL
) WITH (fillfactor = 50);

-- The last group of batches that each writer has committed: how a writer learns the fate of a commit whose answer
-- was lost with the connection.
CREATE TABLE writers (
    name   text COLLATE "C" PRIMARY KEY,
    number int8 NOT NULL
) WITH (fillfactor = 50);

CREATE FUNCTION stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a row of % is never changed or deleted', TG_TABLE_NAME;
END $$;

CREATE TRIGGER records_stay BEFORE UPDATE OR DELETE ON records FOR EACH ROW EXECUTE FUNCTION stays();
CREATE TRIGGER records_all BEFORE TRUNCATE ON records EXECUTE FUNCTION stays();
CREATE TRIGGER lines_stay BEFORE UPDATE OR DELETE ON lines FOR EACH ROW EXECUTE FUNCTION stays();
CREATE TRIGGER lines_all BEFORE TRUNCATE ON lines EXECUTE FUNCTION stays();
CREATE TRIGGER accounts_stay BEFORE DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION stays();
CREATE TRIGGER accounts_all BEFORE TRUNCATE ON accounts EXECUTE FUNCTION stays();
CREATE TRIGGER streams_stay BEFORE DELETE ON streams FOR EACH ROW EXECUTE FUNCTION stays();
CREATE TRIGGER streams_all BEFORE TRUNCATE ON streams EXECUTE FUNCTION stays();
