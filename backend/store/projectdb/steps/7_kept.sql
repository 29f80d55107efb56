-- One row a service: what its newest proof on the command line came to. The window's
-- proofs are in the history.
CREATE TABLE proofs (
    service   TEXT PRIMARY KEY,
    plan      TEXT NOT NULL,
    verdict   TEXT NOT NULL,
    said      TEXT NOT NULL,
    proved_at INTEGER NOT NULL
);

-- One row a commit that aipack made by the user's git, so that it can be taken back.
CREATE TABLE commits (
    id         TEXT PRIMARY KEY,
    made       BLOB NOT NULL,
    reason     TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    undone_at  INTEGER NOT NULL
);
