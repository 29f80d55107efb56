package source

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
)

// runners run a file of the project's own.
var runners = []string{"node", "ts-node", "ts-node-esm", "tsx", "bun", "esno"}

const (
	// databaseClient is an import of a client of a database, databaseAsked a call by
	// which it asks.
	databaseClient language.Pattern = `(?:\bfrom\s+|\brequire\(\s*)["'](?:pg|postgres|mysql2?(?:/promise)?|mongoose|mongodb|sequelize|typeorm|knex|@prisma/client)["']`
	databaseAsked  language.Pattern = `\.(?:connect|query|authenticate|initialize|raw|\$connect)\(`
	callsCompiler  language.Pattern = `["'\x60\s/]tsc["'\x60\s]`
)

// AsksDatabase reports whether a build script runs a file of the project's own that asks
// a database before it calls the compiler: while an image is built none answers, and the
// compiler alone makes the same program.
func AsksDatabase(f *language.Folder, script string) bool {
	words := strings.Fields(script)
	at := slices.IndexFunc(words, func(w string) bool { return slices.Contains(runners, path.Base(w)) })
	if at < 0 || at+1 >= len(words) || len(words) > at+2 {
		return false
	}
	text := Script(f, strings.TrimPrefix(words[at+1], "./"))
	return databaseClient.Matches(text) && databaseAsked.Matches(text) && callsCompiler.Matches(text)
}
