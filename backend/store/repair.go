package store

import (
	"database/sql"
	"errors"
	"path/filepath"

	"aipack/backend/store/sqlite"
)

// repair makes whole what was carried over, as far as what is left says it: a page
// that is lost takes a part of a run with it.
func repair(tx *sql.Tx, damaged *sql.DB) error {
	for _, do := range []func() error{
		func() error { return dropGarbled(tx) },
		func() error { return markLostSettings(tx, damaged) },
		func() error { return repairRuns(tx, damaged) },
		func() error { return repairDocuments(tx) },
		func() error { return repairEdits(tx) },
	} {
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

// dropGarbled deletes what this package wrote as JSON and is none any more: a
// page within it was overwritten.
func dropGarbled(tx *sql.Tx) error {
	for _, t := range rowTypes {
		for _, c := range sqlite.Columns(t.row) {
			if !c.JSON {
				continue
			}
			if _, err := tx.Exec(`DELETE FROM ` + t.table + ` WHERE ` + c.Name + ` <> '' AND NOT json_valid(` + c.Name + `)`); err != nil {
				return err
			}
		}
	}
	return nil
}

// markLostSettings leaves an empty row where the damaged database had settings, or
// cannot say whether it had, and none came over: until the user saves some, whoever
// opens this one learns that they are lost.
func markLostSettings(tx *sql.Tx, damaged *sql.DB) error {
	var had int
	if err := damaged.QueryRow(`SELECT COUNT(*) FROM settings`).Scan(&had); err == nil && had == 0 {
		return nil
	}
	_, err := tx.Exec(`INSERT OR IGNORE INTO settings (id, content) VALUES (1, '')`)
	return err
}

// What the indexes of a damaged database and the events say of runs whose own
// row is lost. One that the user had deleted within the last day comes back.
const (
	lostRuns = `SELECT DISTINCT run_id FROM (SELECT run_id FROM documents UNION SELECT run_id FROM events UNION SELECT run_id FROM edits UNION SELECT run_id FROM proofs UNION SELECT run_id FROM exchanges)
		WHERE run_id NOT IN (SELECT id FROM runs) ORDER BY run_id`
	begunBy = `SELECT json_extract(e.value, '$.event.path'), json_extract(e.value, '$.ts') FROM events, json_each(events.batch) e
		WHERE events.run_id = ? AND json_extract(e.value, '$.type') = 'run.started'`
	indexed = `SELECT p.path, t.started_at FROM (SELECT rowid AS r, id, started_at FROM runs INDEXED BY runs_by_time) t
		JOIN (SELECT rowid AS r, path FROM runs INDEXED BY runs_by_path) p USING (r) WHERE t.id = ?`
	mendRun = `INSERT INTO runs (id, path, name, state, started_at, services, code, message, advice)
		SELECT ?1, ?2, ?3, CASE WHEN n > 0 THEN 'completed' ELSE 'failed' END, ?4, n, CASE WHEN n > 0 THEN '' ELSE 'INTERNAL' END,
			'A part of this run was lost when the history was damaged', 'Analyse the folder again.'
		FROM (SELECT COUNT(*) AS n FROM documents WHERE run_id = ?1)`
)

// repairRuns writes anew the rows of runs of which something else is left.
func repairRuns(tx *sql.Tx, damaged *sql.DB) error {
	ids, err := sqlite.Query[string](tx, lostRuns)
	if err != nil {
		return err
	}
	for _, id := range ids {
		var path sql.NullString
		var at sql.NullInt64
		err := tx.QueryRow(begunBy, id).Scan(&path, &at)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if path.String == "" {
			_ = damaged.QueryRow(indexed, id).Scan(&path, &at) // damaged as well: then nobody knows
		}
		if _, err := tx.Exec(mendRun, id, path.String, filepath.Base(path.String), at.Int64); err != nil {
			return err
		}
	}
	return nil
}

// repairDocuments gives services whose document is lost the first that is left of
// their edits: each holds a whole one.
func repairDocuments(tx *sql.Tx) error {
	_, err := tx.Exec(`INSERT INTO documents (run_id, service, position, name, original, edit)
		SELECT run_id, service, 1000, COALESCE(json_extract(document, '$.metadata.project_name'), service), document,
			(SELECT MAX(number) FROM edits l WHERE l.run_id = e.run_id AND l.service = e.service)
		FROM edits e WHERE NOT EXISTS (SELECT 1 FROM documents d WHERE d.run_id = e.run_id AND d.service = e.service)
			AND number = (SELECT MIN(number) FROM edits f WHERE f.run_id = e.run_id AND f.service = e.service)`)
	return err
}

// repairEdits numbers what is left of the edits anew, from 1 and without a gap. What was
// made on a lost one counts as made on the last before that which is left.
func repairEdits(tx *sql.Tx) error {
	_, err := tx.Exec(`CREATE TEMP TABLE was AS SELECT run_id, service, number FROM edits;
		CREATE INDEX temp.was_of ON was (run_id, service, number);
		UPDATE documents SET edit = (SELECT COUNT(*) FROM was w WHERE w.run_id = documents.run_id AND w.service = documents.service AND w.number <= documents.edit);
		UPDATE edits SET
			number = -(SELECT COUNT(*) FROM was w WHERE w.run_id = edits.run_id AND w.service = edits.service AND w.number <= edits.number),
			parent = (SELECT COUNT(*) FROM was w WHERE w.run_id = edits.run_id AND w.service = edits.service AND w.number <= edits.parent);
		UPDATE edits SET number = -number;
		DROP TABLE was`)
	return err
}
