-- One row a conversation about the project.
CREATE TABLE sessions (
    id         TEXT PRIMARY KEY,
    title      TEXT NOT NULL,
    provider   TEXT NOT NULL,
    model      TEXT NOT NULL,
    questions  INTEGER NOT NULL,
    prompt     INTEGER NOT NULL,
    cached     INTEGER NOT NULL,
    completion INTEGER NOT NULL,
    usd        REAL NOT NULL,
    unpriced   INTEGER NOT NULL,
    bytes      INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);

CREATE INDEX sessions_by_time ON sessions (updated_at);

-- One row a message, in the order in which they were said. More is what a message has
-- besides its text.
CREATE TABLE messages (
    session    TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    place      INTEGER NOT NULL,
    role       TEXT NOT NULL,
    question   TEXT NOT NULL,
    text       TEXT NOT NULL,
    more       BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (session, place)
);
