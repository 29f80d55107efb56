package source

import (
	"strings"

	"aipack/backend/language"
)

// asideFolders hold programs for those who develop and release, which read
// variables of their own.
var asideFolders = language.Words("deploy deployments scripts script tools tool hack ci .github .circleci release releases devtools contrib extra extras")

// ofDevelopment matches settings that are for developers and tests: Django's
// settings/local.py, config/environments/test.rb.
const ofDevelopment language.Pattern = `(?:^|/)(?:settings|config|configs|environments|env)/(?:dev|devel|develop|development|local|test|tests|testing|ci)\.\w+$`

// ofSeeds matches what fills a database once, by hand: Prisma's seed.ts, Rails'
// db/seeds.rb, the folders of Knex and Laravel.
// https://www.prisma.io/docs/orm/prisma-migrate/workflows/seeding
const ofSeeds language.Pattern = `(?:^|/)(?:prisma|db|database|drizzle)/(?:seeds?\.\w+$|(?:seeds|seeders)/)`

// Aside reports whether a source is none of the program's own: it serves those who
// develop and release.
func Aside(name string) bool {
	if ofDevelopment.Regexp().MatchString(name) || strings.Contains(name, "seed") && ofSeeds.Matches(name) {
		return true
	}
	folder, rest, below := strings.Cut(beforePackages(name), "/")
	for below {
		if asideFolders[folder] {
			return true
		}
		folder, rest, below = strings.Cut(rest, "/")
	}
	return false
}
