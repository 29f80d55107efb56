package projectdb

import (
	"fmt"
	"path/filepath"
	"time"

	"aipack/backend/store/sqlite"
)

// Each reads the database of every project below the data folder, in no order that tells
// of the projects. Those that cannot be read are passed over; passed says how many.
func Each(data string, do func(*Database) error) (passed int, err error) {
	files, err := filepath.Glob(filepath.Join(data, "projects", "*", "project.db"))
	if err != nil {
		return 0, err
	}
	how, err := schema("")
	if err != nil {
		return 0, fmt.Errorf("reading each %s: %w", holds, err)
	}
	for _, file := range files {
		db, err := sqlite.Read(file, how)
		if err != nil {
			passed++
			continue
		}
		d := &Database{db: db, now: time.Now}
		if do(d) != nil {
			passed++
		}
		_ = d.Close() // it was read alone
	}
	return passed, nil
}
