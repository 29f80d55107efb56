CREATE TABLE variables (
    folder  TEXT NOT NULL,                  -- the project's
    service TEXT NOT NULL,                  -- path in it
    name    TEXT NOT NULL,
    secret  INTEGER NOT NULL DEFAULT 0,     -- its value is kept elsewhere
    value   TEXT NOT NULL DEFAULT '',       -- '' for a secret
    PRIMARY KEY (folder, service, name)
);
