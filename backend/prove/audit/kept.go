package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"aipack/backend/base/fault"
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

// Current is the project's newest report with what may stand now; the zero Report where
// there was none.
func Current(db *projectdb.Database, now time.Time) (Report, error) {
	row, err := db.LastAudit()
	if errors.Is(err, projectdb.ErrAbsent) {
		return Report{}, nil
	} else if err != nil {
		return Report{}, err
	}
	var r Report
	if err := json.Unmarshal(row.Report, &r); err != nil {
		return Report{}, err
	}
	standing, err := Standing(db)
	r.settle(standing, now)
	return r, err
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

// usualEnd is how long a finding is let stand where nobody says until when.
const usualEnd = 90 * 24 * time.Hour

// Until reads the day until which a finding may stand, 2027-03-31; "" is 90 days from now.
// Anything but a day to come is a WRONG_USE fault.
func Until(day string, now time.Time) (time.Time, error) {
	if day == "" {
		return now.Add(usualEnd), nil
	}
	end, err := time.ParseInLocation(time.DateOnly, day, time.Local)
	if err != nil || !end.After(now) {
		return end, &fault.Fault{Code: fault.WrongUse, Message: fmt.Sprintf("a finding stands until a day to come, not %q", day), Hint: "Write it as 2027-03-31.", Err: err}
	}
	return end, nil
}
