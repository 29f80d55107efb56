-- A database as the third schema left it, with rows in every table. Frozen:
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
INSERT INTO runs (id, path, name, state, started_at, services, language, confidence) VALUES ('old', '/p/shop', 'shop', 'completed', 1700000000000, 1, 'go', 0.9);
INSERT INTO events VALUES ('old', 1, 2, '[{"seq":1,"type":"run.started"},{"seq":2,"type":"run.completed"}]');
INSERT INTO documents VALUES ('old', '.', 0, 'shop', '{"a":1}', 1, 'FROM mine');
INSERT INTO edits VALUES ('old', '.', 1, 0, 1700000000500, '[]', '{"a":2}');
INSERT INTO settings VALUES (1, '{"theme":"dark"}');
INSERT INTO proofs VALUES ('earlier', 'old', '.', 'failed', 'unix:///run/buildkit/buildkitd.sock', 1700000000600, 900, 'port', '{"verdict":"failed"}');
INSERT INTO window VALUES (1, 1000, 700, 20, 30, 0);
INSERT INTO place VALUES (1, 'result', 'old');
PRAGMA user_version = 3;
