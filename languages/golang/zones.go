package golang

import (
	"strings"

	"aipack/backend/language"
)

// Where a program asks for a time zone by its name: itself, GORM's driver for PostgreSQL for
// the TimeZone of an address, MySQL's driver for its loc. The names stand in the system's
// files, unless the program has them compiled in.
// https://pkg.go.dev/time#LoadLocation, https://pkg.go.dev/time/tzdata,
// https://github.com/go-gorm/postgres, https://github.com/go-sql-driver/mysql#loc
const (
	readsZone    = language.Pattern(`\btime\.LoadLocation\(`)
	zoneOfServer = language.Pattern("[\"`&? ](?i:time_?zone)=(?:%[sv]|[A-Za-z]+/|\"\\s*\\+)")
	zoneOfMySQL  = language.Pattern(`[?&]loc=(?:%[sv]|[A-Za-z]+(?:/|%2F))`)
)

// asksZone reports whether one of a program's sources asks for a time zone.
func asksZone(texts []string) (asks bool) {
	for _, text := range texts {
		switch {
		case strings.Contains(text, `"time/tzdata"`):
			return false
		case readsZone.Matches(text), strings.Contains(text, "gorm.io/driver/postgres") && zoneOfServer.Matches(text), zoneOfMySQL.Matches(text):
			asks = true
		}
	}
	return asks
}
