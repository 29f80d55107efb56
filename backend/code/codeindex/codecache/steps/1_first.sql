CREATE TABLE made_by (
    version TEXT NOT NULL -- of the program, which decides what facts look like
) STRICT;

CREATE TABLE files (
    path     TEXT    PRIMARY KEY,
    size     INTEGER NOT NULL, -- bytes
    modified INTEGER NOT NULL, -- nanoseconds since 1970; 0 where that says nothing
    facts    BLOB    NOT NULL, -- syntax/facts, packed
    named    BLOB    NOT NULL  -- digest of the edges that it is the place of
) STRICT;

CREATE TABLE nodes (
    id         INTEGER PRIMARY KEY,
    key        TEXT    NOT NULL UNIQUE, -- codegraph.Graph.ID
    type       TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    file_path  TEXT    NOT NULL REFERENCES files (path) ON DELETE CASCADE,
    language   TEXT    NOT NULL,
    line_start INTEGER NOT NULL,
    line_end   INTEGER NOT NULL,
    signature  TEXT    NOT NULL,
    docstring  TEXT    NOT NULL,
    created_at INTEGER NOT NULL, -- seconds since 1970
    updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX idx_nodes_name ON nodes (name);
CREATE INDEX idx_nodes_file ON nodes (file_path);

CREATE TABLE edges (
    id         INTEGER PRIMARY KEY,
    source_id  INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
    target_id  INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
    type       TEXT    NOT NULL,
    tier       TEXT    NOT NULL,
    file_path  TEXT    NOT NULL, -- where the line is
    line       INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX idx_edges_source ON edges (source_id);
CREATE INDEX idx_edges_target ON edges (target_id);
CREATE INDEX idx_edges_file ON edges (file_path);
