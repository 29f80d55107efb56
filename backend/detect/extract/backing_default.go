package extract

import (
	"slices"
	"strings"

	"aipack/backend/detect/backing"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// defaulted is the only one of several kinds to which an address leads that the program
// takes where a variable is not set.
func (f *Facts) defaulted(kinds []string) string {
	found := ""
	for _, v := range f.variables().at {
		scheme, _, ok := strings.Cut(v.Default, "://")
		kind := backing.OfScheme(scheme)
		if !ok || !v.inCode || !slices.Contains(kinds, kind) {
			continue
		}
		if found != "" && found != kind {
			return ""
		}
		found = kind
	}
	return found
}

// typedAddress is a setting of pydantic's that has to be the address of a certain data
// service, without a default. https://docs.pydantic.dev/latest/api/networks/
const typedAddress language.Pattern = `^\s+\w+\s*:\s*(?:\w+\.)?(Postgres|MySQL|MariaDB|Mongo|Redis|Amqp|ClickHouse)Dsn\s*(?:#.*)?$`

// backingOfTypes reads such settings.
func (f *Facts) backingOfTypes(b *backingTable) {
	for _, h := range f.Sources.GrepIn(".py", typedAddress) {
		if word := strings.ToLower(h.Groups[1]); !source.Aside(h.Name) {
			if word == "mongo" {
				word = "mongodb"
			}
			b.add(backing.OfScheme(word), configurationConfidence, f.Sources.Evidence("backing.configuration", h))
		}
	}
}
