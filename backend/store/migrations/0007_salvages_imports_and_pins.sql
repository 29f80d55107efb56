CREATE TABLE salvages (
    at      INTEGER PRIMARY KEY,            -- Unix ms
    aside   TEXT NOT NULL,                  -- where the damaged file lies
    carried TEXT NOT NULL,                  -- JSON list of {kind, rows, lost}
    told    INTEGER NOT NULL                -- the user has seen it
);

ALTER TABLE runs ADD COLUMN imported_at INTEGER; -- Unix ms, NULL for a run of this computer

CREATE TABLE pins (
    path TEXT PRIMARY KEY,                  -- the folder of a project that stays at the top
    at   INTEGER NOT NULL                   -- Unix ms
);
