package binary

import (
	"path"
	"regexp"
	"strings"

	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// assetDirs are the usual names of folders that a compiled program
// opens while it runs.
var assetDirs = []string{
	"assets", "conf", "config", "configs", "configuration", "data", "database", "db", "frontend", "html", "i18n", "lang", "locale", "locales",
	"migrations", "public", "resources", "Resources", "Public", "schema", "sql", "static", "templates", "tmpl", "ui", "view", "views", "web", "webroot", "www",
}

// assetFiles are the usual names of files that a compiled program
// opens while it runs.
var assetFiles = []string{
	"app.toml", "app.yaml", "app.yml", "config.ini", "config.json", "config.toml", "config.yaml", "config.yml",
	"index.html", "Rocket.toml", "settings.toml", "settings.yaml",
}

// TakeAssets takes folders and files that the sources name as a string
// along with the binary, to the same place below the workdir. Those that are
// only embedded at compile time stay behind. within is the project's folder
// relative to the build context.
func TakeAssets(p *language.Project, within string, sources []string, r *language.Recipe) {
	take := func(name string) {
		from := path.Join(within, name)
		r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: from, To: name})
		r.Build.Artifacts = append(r.Build.Artifacts, from)
	}
	for _, name := range assetDirs {
		if p.HasDir(name) && namedInSource(name, sources) {
			take(name)
		}
	}
	for _, name := range assetFiles {
		if p.Has(name) && namedInSource(name, sources) {
			take(name)
		}
	}
}

// aboutFiles is what a line that opens a bare name speaks of.
const aboutFiles = language.Pattern(`(?i)dir|static|file|path|folder|glob|open|read|serve|template|join|load|\bfs`)

// namedInSource reports whether a string literal starts with the name as a
// relative path. A bare name counts only on a line that is about files: "data"
// is more often a key. Lines that embed or import it do not count.
func namedInSource(name string, sources []string) bool {
	re := regexp.MustCompile("[\"'`](\\./)?" + regexp.QuoteMeta(name) + "(/[^\"'`\n]*)?[\"'`]")
	var opening []string
	for _, quote := range []string{`"`, "'", "`"} {
		opening = append(opening, quote+name, quote+"./"+name)
	}
	for _, source := range sources {
		for _, start := range language.LikelyLines(source, opening) {
			line, _, _ := strings.Cut(source[start:], "\n")
			loc := re.FindStringSubmatchIndex(line)
			if loc == nil {
				continue
			}
			line = strings.TrimSpace(line[:loc[0]])
			bare := loc[2] < 0 && loc[4] < 0 && !strings.Contains(name, ".")
			if bare && !aboutFiles.Regexp().MatchString(line) {
				continue
			}
			if strings.HasPrefix(line, "//") || strings.Contains(line, "import") || strings.HasSuffix(line, "include_str!(") || strings.HasSuffix(line, "include_bytes!(") || strings.HasSuffix(line, "folder =") {
				continue
			}
			return true
		}
	}
	return false
}
