package projectdb

import (
	"errors"
	"time"

	"aipack/backend/base/fault"
)

// Claim opens the database of a project's folder below the data folder, and says who has
// it where somebody else does; holder is what others read meanwhile.
func Claim(holder, data, folder string, now func() time.Time) (*Database, error) {
	db, err := OpenAs(holder, data, folder, now)
	if errors.Is(err, ErrInUse) {
		who := Holder(data, folder)
		if who == "" {
			who = "another aipack"
		}
		return nil, &fault.Fault{
			Code: fault.Busy, Message: "the project is in use by " + who, Hint: "wait until it has ended, or end it", Err: err,
		}
	}
	if err != nil {
		return nil, fault.OfFile("the project's database cannot be opened", err, "AIPACK_DATA names another folder for it")
	}
	return db, nil
}
