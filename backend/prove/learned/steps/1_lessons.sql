-- What a proof has shown to mend a failure.
CREATE TABLE lessons (
    id         TEXT PRIMARY KEY, -- of its signature and its edits
    signature  TEXT NOT NULL,
    language   TEXT NOT NULL,
    category   TEXT NOT NULL,
    versions   TEXT NOT NULL, -- of the base images where it helped last
    why        TEXT NOT NULL,
    source     TEXT NOT NULL, -- proof, model, user, import
    edits      BLOB NOT NULL, -- a list of learned.Edit as JSON
    helped     INTEGER NOT NULL,
    failed     INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    last_at    INTEGER NOT NULL,
    archived   INTEGER NOT NULL
);
CREATE INDEX lessons_by_signature ON lessons (signature);
-- In which projects it was tried: nobody can tell from the digest which these are.
CREATE TABLE tried (
    lesson  TEXT NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
    project TEXT NOT NULL,
    helped  INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (lesson, project)
) WITHOUT ROWID;
-- Categories that are switched off; '' is all of them.
CREATE TABLE switched_off (category TEXT PRIMARY KEY);
