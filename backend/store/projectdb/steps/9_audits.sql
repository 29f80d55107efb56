-- What the newest audit of the project found: one row.
CREATE TABLE audits (
    id         INTEGER PRIMARY KEY CHECK (id = 1),
    report     BLOB NOT NULL, -- an audit.Report as JSON
    audited_at INTEGER NOT NULL
);
-- Findings that somebody lets stand, until when.
CREATE TABLE ignored (
    finding    TEXT PRIMARY KEY,
    reason     TEXT NOT NULL,
    until      INTEGER NOT NULL,
    created_at INTEGER NOT NULL
);
