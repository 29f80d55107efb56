package source

import (
	"regexp"

	"aipack/backend/language"
)

// optionReaders are the packages that read a command line, by their documents:
// commander, yargs, cac, sade, minimist, meow, optimist.
const optionReaders language.Pattern = `["'](?:commander|yargs(?:/yargs)?|cac|sade|minimist|meow|optimist|@commander-js/extra-typings)["']`

// option follows a property of what a command line was read into to the default
// of the option of that name.
func (v *Value) option(file, text, key string) bool {
	if !optionReaders.Matches(text) {
		return false
	}
	dashed := regexp.QuoteMeta(language.Kebab(key))
	for _, pattern := range []string{
		`["'](?:-\w,?\s*)?--` + dashed + `\b[^"'\n]*["']\s*,(?:\s*["'][^"'\n]*["']\s*,)?[^)\n]*?["']?\b(\d{2,5})\b`,        // commander, sade
		`["'](?:-\w,?\s*)?--` + dashed + `\b[^"'\n]*["'][^)]{0,200}?\bdefault["']?\s*:\s*["']?(\d{2,5})\b`,                 // cac
		`["']?\b` + regexp.QuoteMeta(key) + `["']?\s*[,:]\s*\{[^{}]{0,300}?\bdefault["']?\s*:\s*["']?(\d{2,5})\b`,          // yargs, meow
		`\bdefault(?:s)?(?:\(\s*|\s*:\s*\{[^{}]{0,200}?)["']?` + regexp.QuoteMeta(key) + `["']?\s*[,:]\s*["']?(\d{2,5})\b`, // optimist, minimist
	} {
		if m := regexp.MustCompile(pattern).FindStringSubmatch(text); m != nil {
			return v.number(file, text, m[1])
		}
	}
	return false
}
