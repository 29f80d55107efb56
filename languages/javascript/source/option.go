package source

import (
	"regexp"
	"strings"

	"aipack/backend/language"
)

// optionReaders are the packages that read a command line, by their documents:
// commander, yargs, cac, sade, minimist, meow, optimist; and parseArgs of Node.js' util
// (nodejs.org/api/util.html#utilparseargsconfig).
const optionReaders language.Pattern = `["'](?:commander|yargs(?:/yargs)?|cac|sade|minimist|meow|optimist|@commander-js/extra-typings)["']|\bparseArgs\(`

// option follows a property of what a command line was read into to what the start
// command gives the option of that name, else to its default.
func (v *Value) option(file, text, key string) bool {
	if !optionReaders.Matches(text) {
		return false
	}
	option := "--" + language.Kebab(key)
	for i, word := range v.Command {
		value, joined := strings.CutPrefix(word, option+"=")
		if word == option && i+1 < len(v.Command) {
			value, joined = v.Command[i+1], true
		}
		if joined && number.Matches(value) {
			if script := Script(v.Project, "package.json"); strings.Contains(script, value) {
				return v.number(v.Project.Join("package.json"), script, value)
			}
			return v.number(file, text, value)
		}
	}
	if !strings.Contains(text, option) && (!strings.Contains(text, key) || !strings.Contains(text, "default")) {
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
