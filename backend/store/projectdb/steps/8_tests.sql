-- One row a service: what its own tests came to when they last ran.
CREATE TABLE tests (
    service TEXT PRIMARY KEY,
    state   TEXT NOT NULL,
    passed  INTEGER NOT NULL,
    failed  INTEGER NOT NULL,
    skipped INTEGER NOT NULL,
    said    TEXT NOT NULL,
    ran_at  INTEGER NOT NULL
);
