CREATE TABLE proofs (
    id          TEXT PRIMARY KEY,
    run_id      TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    service     TEXT NOT NULL,
    verdict     TEXT NOT NULL,              -- running, proven, failed, not_built, stopped
    builder     TEXT NOT NULL DEFAULT '',
    started_at  INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL DEFAULT 0,
    cause       TEXT NOT NULL DEFAULT '',
    report      TEXT NOT NULL DEFAULT ''    -- JSON
);
CREATE INDEX proofs_by_run ON proofs (run_id, started_at DESC);

CREATE TABLE window (
    id        INTEGER PRIMARY KEY CHECK (id = 1),
    width     INTEGER NOT NULL,
    height    INTEGER NOT NULL,
    x         INTEGER NOT NULL,
    y         INTEGER NOT NULL,
    maximised INTEGER NOT NULL
);
