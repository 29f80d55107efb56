package audit

import (
	"encoding/json"
	"errors"
	"time"

	"aipack/backend/store/projectdb"
)

// Save keeps a report as the project's newest.
func Save(db *projectdb.Database, r Report) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return db.SaveAudit(text)
}

// Last is the project's newest report; the zero Report where there is none.
func Last(db *projectdb.Database) (Report, error) {
	row, err := db.LastAudit()
	if errors.Is(err, projectdb.ErrAbsent) {
		return Report{}, nil
	} else if err != nil {
		return Report{}, err
	}
	var r Report
	return r, json.Unmarshal(row.Report, &r)
}

// Standing are the findings of a project that somebody lets stand, by their ids.
func Standing(db *projectdb.Database) (map[string]Ignored, error) {
	rows, err := db.Ignored()
	out := make(map[string]Ignored, len(rows))
	for _, i := range rows {
		out[i.Finding] = Ignored{Reason: i.Reason, Until: time.UnixMilli(i.Until)}
	}
	return out, err
}
