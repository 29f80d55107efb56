-- What files were before somebody changed them: one row a change of one file, and one a
-- content, packed with zstd. A sum is a SHA-256 in hex, '' where there is no file.
CREATE TABLE contents (
    sum  TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    data BLOB NOT NULL
);

CREATE INDEX contents_by_size ON contents (size);

CREATE TABLE checkpoints (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    session    TEXT NOT NULL,
    message    INTEGER NOT NULL,
    path       TEXT NOT NULL,
    was        TEXT NOT NULL,
    mode       INTEGER NOT NULL,
    became     TEXT NOT NULL,
    folder     TEXT NOT NULL,
    beside     TEXT NOT NULL,
    created_at INTEGER NOT NULL
);

CREATE INDEX checkpoints_by_content ON checkpoints (was);
