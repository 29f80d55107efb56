ALTER TABLE documents ADD COLUMN dockerfile TEXT NOT NULL DEFAULT ''; -- written by hand, '' for the one the document gives

CREATE TABLE place (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    screen TEXT NOT NULL,
    run_id TEXT NOT NULL                    -- the run that was shown, '' for none
);
