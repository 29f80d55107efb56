CREATE TABLE exchanges (
    run_id     TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL,            -- from 1, in the order they were made
    hash       TEXT NOT NULL,               -- SHA-256 of the canonical request
    provider   TEXT NOT NULL,
    model      TEXT NOT NULL,
    at         INTEGER NOT NULL,            -- Unix ms
    prompt     INTEGER NOT NULL DEFAULT 0,  -- tokens
    cached     INTEGER NOT NULL DEFAULT 0,  -- of prompt
    completion INTEGER NOT NULL DEFAULT 0,
    reported   INTEGER NOT NULL DEFAULT 0,  -- the provider counted them
    exchange   TEXT NOT NULL,               -- JSON, after the secret filter
    PRIMARY KEY (run_id, number)
);
CREATE INDEX exchanges_by_time ON exchanges (at);
