package sqlite

import (
	"errors"
	"os"

	"github.com/mattn/go-sqlite3"
)

// reserved is the ending of the file that keeps room on the disk.
const reserved = ".reserve"

// IsFull says that there was no room on the disk.
func IsFull(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrFull || e.Code == sqlite3.ErrIoErr && isFull(e.SystemErrno)) || errors.Is(err, errNoRoom)
}

// spendReserve gives the reserve's room back to the disk; false where there is none.
func (d *Database) spendReserve() bool {
	return d.schema.Reserve > 0 && os.Remove(d.path+reserved) == nil
}

// keepReserve sees to it that there is a reserve, where the disk has the room.
func (d *Database) keepReserve() {
	if d.schema.Reserve == 0 || !d.Kept() {
		return
	}
	file := d.path + reserved
	if info, err := os.Stat(file); err == nil && info.Size() == d.schema.Reserve {
		return
	}
	// Bytes that are written: a file that is only long has no room.
	if err := os.WriteFile(file, make([]byte, d.schema.Reserve), 0o600); err != nil {
		_ = os.Remove(file) // half a reserve would take what is left
	}
}
