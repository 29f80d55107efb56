CREATE TABLE runs (
    id          TEXT PRIMARY KEY,
    path        TEXT NOT NULL,
    name        TEXT NOT NULL,
    hint        TEXT NOT NULL DEFAULT '',
    state       TEXT NOT NULL,              -- running, completed, failed, cancelled
    started_at  INTEGER NOT NULL,           -- Unix ms
    duration_ms INTEGER NOT NULL DEFAULT 0,
    missing     TEXT NOT NULL DEFAULT '',
    code        TEXT NOT NULL DEFAULT '',   -- of the fault, where it failed
    message     TEXT NOT NULL DEFAULT '',
    advice      TEXT NOT NULL DEFAULT '',
    services    INTEGER NOT NULL DEFAULT 0,
    language    TEXT NOT NULL DEFAULT '',
    framework   TEXT NOT NULL DEFAULT '',
    confidence  REAL NOT NULL DEFAULT 0,
    deleted_at  INTEGER                     -- NULL while it is in the history
);
CREATE INDEX runs_by_time ON runs (started_at DESC, id);
CREATE INDEX runs_by_path ON runs (path, started_at DESC);

CREATE TABLE events (
    run_id    TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    first_seq INTEGER NOT NULL,
    last_seq  INTEGER NOT NULL,
    batch     TEXT NOT NULL,                -- JSON list of stamped events
    PRIMARY KEY (run_id, first_seq)
);

CREATE TABLE documents (
    run_id   TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    service  TEXT NOT NULL,
    position INTEGER NOT NULL,
    name     TEXT NOT NULL,
    original TEXT NOT NULL,                 -- as detected
    edit     INTEGER NOT NULL DEFAULT 0,    -- number of the edit that is in force, 0 for none
    PRIMARY KEY (run_id, service)
);

CREATE TABLE edits (
    run_id   TEXT NOT NULL,
    service  TEXT NOT NULL,
    number   INTEGER NOT NULL,              -- from 1
    parent   INTEGER NOT NULL,              -- the edit it was made on
    at       INTEGER NOT NULL,
    what     TEXT NOT NULL,                 -- JSON list of {field, value}
    document TEXT NOT NULL,                 -- the whole document after it
    PRIMARY KEY (run_id, service, number),
    FOREIGN KEY (run_id, service) REFERENCES documents (run_id, service) ON DELETE CASCADE
);

CREATE TABLE settings (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    content TEXT NOT NULL                   -- JSON
);
