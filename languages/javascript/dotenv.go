package javascript

import (
	"regexp"
	"strings"
	"sync"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/keyvalue"
)

// loadsDotenv is how a program has its variables read from .env in the folder
// where it is started (https://github.com/motdotla/dotenv#-usage).
const loadsDotenv language.Pattern = `['"]dotenv/config['"]|\bdotenv(?:['"]\s*\))?\.config\(\s*\)`

var releaseNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^v?\d+\.\d+(?:\.\d+(?:[-+][\w.-]+)?)?$`) })

// dotenvRelease takes the program's own version from a .env that is committed and
// that the program reads: no image gets that file, and the number is the same on
// every machine. Whatever else stands there is one machine's.
func (pl plan) dotenvRelease(r *language.Recipe) {
	if !pl.pkg.Has("dotenv") || !pl.p.Has(".env") {
		return
	}
	d, ok := language.Parse(pl.p.Folder, ".env", keyvalue.ParseDotenv)
	if !ok || !saysAnywhere(pl.p.Folder, func(text string) string { return loadsDotenv.Regexp().FindString(text) }) {
		return
	}
	for _, e := range d.Entries {
		version := e.Name == "VERSION" || strings.HasSuffix(e.Name, "_VERSION") || e.Name == "RELEASE"
		if e.Off || !version || !releaseNumber().MatchString(e.Value) || r.Runtime.Environment[e.Name] != "" {
			continue
		}
		if saysAnywhere(pl.p.Folder, readsVariable(e.Name)) {
			r.Runtime.Environment[e.Name] = e.Value
			r.Why = append(r.Why, language.Reason{
				Field: "/runtime/environment/" + e.Name, Confidence: finding.Likely,
				Evidence: pl.p.AtLine("node.dotenv-version", ".env", e.Line),
			})
		}
	}
}

// readsVariable finds a variable where a source reads it by its name.
func readsVariable(name string) func(string) string {
	read := regexp.MustCompile(`\bprocess\.env(?:\??\.` + name + `\b|\[["']` + name + `["']\])`)
	return read.FindString
}
