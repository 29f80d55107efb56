package sqlite

import "database/sql"

// The file is cut down where this many pages of 4 KiB, and this share of it,
// hold nothing any more: rows were deleted.
const (
	leastFree      = 1024
	leastFreeShare = 4
)

// shrink gives room of deleted rows back to the disk.
func (d *Database) shrink() error {
	var pages, free, how int
	for pragma, into := range map[string]*int{"page_count": &pages, "freelist_count": &free, "auto_vacuum": &how} {
		if err := d.QueryRow("PRAGMA " + pragma).Scan(into); err != nil {
			return err
		}
	}
	if free < leastFree || free*leastFreeShare < pages {
		return nil
	}
	const incremental = 2
	shrinking := "PRAGMA incremental_vacuum"
	if how != incremental { // made before files were made to shrink in steps
		shrinking = "PRAGMA auto_vacuum = INCREMENTAL; VACUUM"
	}
	// A row for each page, and each has to be asked for.
	_, err := Collect(d, func(*sql.Rows) (struct{}, error) { return struct{}{}, nil }, shrinking)
	return err
}
