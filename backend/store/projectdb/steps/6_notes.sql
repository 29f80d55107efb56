-- One row a file of notes about the project, with the text on which the user has decided:
-- whether it is shown to models. Another text is another matter.
CREATE TABLE notes (
    path       TEXT PRIMARY KEY,
    sum        TEXT NOT NULL,
    agreed     INTEGER NOT NULL,
    created_at INTEGER NOT NULL
);
