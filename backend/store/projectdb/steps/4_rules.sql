-- One row a rule that the user made about this project: what may be done without asking,
-- what is asked about, what is denied.
CREATE TABLE rules (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    category   TEXT NOT NULL,
    level      TEXT NOT NULL,
    pattern    TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (category, level, pattern)
);
