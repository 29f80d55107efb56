// Package clock tells the time.
package clock

import "time"

// Now is the time of day in UTC.
func Now() string { return time.Now().UTC().Format(time.TimeOnly) }
