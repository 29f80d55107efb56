-- One row a repair. State is what is needed to go on with it.
CREATE TABLE repairs (
    id         TEXT PRIMARY KEY,
    key        TEXT NOT NULL,
    task       TEXT NOT NULL,
    phase      TEXT NOT NULL,
    attempts   INTEGER NOT NULL,
    confidence REAL NOT NULL,
    errors     TEXT NOT NULL,
    state      BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);

CREATE INDEX repairs_by_time ON repairs (updated_at);
