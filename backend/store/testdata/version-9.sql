-- A database as the seventh schema left it, with rows in every table. Frozen:
-- a later schema gets a file of its own beside this one.
CREATE TABLE runs (id TEXT PRIMARY KEY, path TEXT NOT NULL, name TEXT NOT NULL, hint TEXT NOT NULL DEFAULT '', state TEXT NOT NULL, started_at INTEGER NOT NULL, duration_ms INTEGER NOT NULL DEFAULT 0, missing TEXT NOT NULL DEFAULT '', code TEXT NOT NULL DEFAULT '', message TEXT NOT NULL DEFAULT '', advice TEXT NOT NULL DEFAULT '', services INTEGER NOT NULL DEFAULT 0, language TEXT NOT NULL DEFAULT '', framework TEXT NOT NULL DEFAULT '', confidence REAL NOT NULL DEFAULT 0, deleted_at INTEGER);
CREATE INDEX runs_by_time ON runs (started_at DESC, id);
CREATE INDEX runs_by_path ON runs (path, started_at DESC);
CREATE TABLE events (run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE, first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL, batch TEXT NOT NULL, PRIMARY KEY (run_id, first_seq));
CREATE TABLE documents (run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE, service TEXT NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, original TEXT NOT NULL, edit INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (run_id, service));
CREATE TABLE edits (run_id TEXT NOT NULL, service TEXT NOT NULL, number INTEGER NOT NULL, parent INTEGER NOT NULL, at INTEGER NOT NULL, what TEXT NOT NULL, document TEXT NOT NULL, PRIMARY KEY (run_id, service, number), FOREIGN KEY (run_id, service) REFERENCES documents (run_id, service) ON DELETE CASCADE);
CREATE TABLE settings (id INTEGER PRIMARY KEY CHECK (id = 1), content TEXT NOT NULL);
CREATE TABLE proofs ( id TEXT PRIMARY KEY, run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE, service TEXT NOT NULL, verdict TEXT NOT NULL, builder TEXT NOT NULL DEFAULT '', started_at INTEGER NOT NULL, duration_ms INTEGER NOT NULL DEFAULT 0, cause TEXT NOT NULL DEFAULT '', report TEXT NOT NULL DEFAULT '' );
CREATE INDEX proofs_by_run ON proofs (run_id, started_at DESC);
CREATE TABLE window ( id INTEGER PRIMARY KEY CHECK (id = 1), width INTEGER NOT NULL, height INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL, maximised INTEGER NOT NULL );
ALTER TABLE documents ADD COLUMN dockerfile TEXT NOT NULL DEFAULT '';
CREATE TABLE place ( id INTEGER PRIMARY KEY CHECK (id = 1), screen TEXT NOT NULL, run_id TEXT NOT NULL );
CREATE TABLE exchanges ( run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE, number INTEGER NOT NULL, hash TEXT NOT NULL, provider TEXT NOT NULL, model TEXT NOT NULL, at INTEGER NOT NULL, prompt INTEGER NOT NULL DEFAULT 0, cached INTEGER NOT NULL DEFAULT 0, completion INTEGER NOT NULL DEFAULT 0, reported INTEGER NOT NULL DEFAULT 0, exchange TEXT NOT NULL, PRIMARY KEY (run_id, number) );
CREATE INDEX exchanges_by_time ON exchanges (at);
ALTER TABLE runs ADD COLUMN rules_alone TEXT NOT NULL DEFAULT '';
CREATE TABLE variables (folder TEXT NOT NULL, service TEXT NOT NULL, name TEXT NOT NULL, secret INTEGER NOT NULL DEFAULT 0, value TEXT NOT NULL DEFAULT '', PRIMARY KEY (folder, service, name));
INSERT INTO runs (id, path, name, state, started_at, services, language, confidence) VALUES ('old', '/p/shop', 'shop', 'completed', 1700000000000, 1, 'go', 0.9);
INSERT INTO events VALUES ('old', 1, 2, '[{"seq":1,"type":"run.started"},{"seq":2,"type":"run.completed"}]');
INSERT INTO documents VALUES ('old', '.', 0, 'shop', '{"a":1}', 1, 'FROM mine');
INSERT INTO edits VALUES ('old', '.', 1, 0, 1700000000500, '[]', '{"a":2}');
INSERT INTO settings VALUES (1, '{"theme":"dark"}');
INSERT INTO proofs VALUES ('earlier', 'old', '.', 'failed', 'unix:///run/buildkit/buildkitd.sock', 1700000000600, 900, 'port', '{"verdict":"failed"}');
INSERT INTO window VALUES (1, 1000, 700, 20, 30, 0);
INSERT INTO place VALUES (1, 'result', 'old');
INSERT INTO exchanges VALUES ('old', 1, 'hash', 'ollama', 'm', 1700000000100, 10, 4, 2, 1, '{}');
UPDATE runs SET rules_alone = 'nobody answers' WHERE id = 'old';
INSERT INTO variables VALUES ('/p/shop', '.', 'MODE', 0, 'demo');
INSERT INTO variables VALUES ('/p/shop', '.', 'STRIPE_KEY', 1, '');
CREATE TABLE salvages (
    at      INTEGER PRIMARY KEY,            -- Unix ms
    aside   TEXT NOT NULL,                  -- where the damaged file lies
    carried TEXT NOT NULL,                  -- JSON list of {kind, rows, lost}
    told    INTEGER NOT NULL                -- the user has seen it
);

ALTER TABLE runs ADD COLUMN imported_at INTEGER; -- Unix ms, NULL for a run of this computer

CREATE TABLE pins (
    path TEXT PRIMARY KEY,                  -- the folder of a project that stays at the top
    at   INTEGER NOT NULL                   -- Unix ms
);
INSERT INTO salvages VALUES (1700000000800, '/d/aipack.db.damaged-20231114-221320', '[{"kind":"runs","rows":1,"lost":0}]', 0);
INSERT INTO pins VALUES ('/p/shop', 1700000000900);
ALTER TABLE documents ADD COLUMN plan TEXT NOT NULL DEFAULT '';  -- digest of what a proof of the service stands on, '' where nobody has worked it out yet
ALTER TABLE proofs ADD COLUMN plan TEXT NOT NULL DEFAULT '';     -- that of the plan that was proved, '' for one of before this was kept
ALTER TABLE proofs ADD COLUMN loud INTEGER NOT NULL DEFAULT 0;   -- its report has a warning that belongs beside the verdict

UPDATE proofs SET loud = EXISTS (SELECT 1 FROM json_each(proofs.report, '$.warnings') w WHERE json_extract(w.value, '$.loud'))
    WHERE json_valid(report);

-- What a verdict is read from, without the texts that lie before it in each row.
CREATE INDEX documents_by_plan ON documents (run_id, position, service, plan);
CREATE INDEX proofs_by_plan ON proofs (run_id, service, started_at, id, verdict, plan, loud, builder, duration_ms, cause);
UPDATE documents SET plan = 'd1';
UPDATE proofs SET plan = 'd0';
PRAGMA user_version = 9;
