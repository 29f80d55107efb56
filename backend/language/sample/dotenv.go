package sample

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// Node.js ends where the file of --env-file is not there
// (https://nodejs.org/api/cli.html#--env-fileconfig), and so do the loaders of
// vlucas/phpdotenv and symfony/dotenv, but for those with "safe" in their names.
const (
	nodeEnvFile = language.Pattern(`(?:^|\s)--env-file(?:=|\s+)["']?([\w./-]+)`)
	phpEnvFile  = language.Pattern(`Dotenv(?:::create\w*)?\(\s*(?:__DIR__|dirname\(__DIR__\))?[^;]{0,80}?->\s*load\(`)
	phpEnvMade  = language.Pattern(`\$(\w+)\s*=\s*(?:\\?Dotenv\\)?Dotenv::create\w*\(`)
	phpEnvPlace = language.Pattern(`(__DIR__|dirname\(__DIR__\))\s*(?:\.\s*['"]([\w./-]*)['"])?`)
)

// Dotenv gives a program that ends where there is no .env an empty one: the
// environment's variables count before the file's, and a file with secrets
// belongs in no image.
func Dotenv(p *language.Project, r *language.Recipe) {
	name, why, ok := insisted(p)
	if !ok || r.Runtime.Workdir == "" {
		return
	}
	full := path.Join(r.Runtime.Workdir, p.InContext(name))
	r.Runtime.Files = append(r.Runtime.Files, universalbuild.File{Path: full, Content: "# every variable comes from the environment\n"})
	r.Why = append(r.Why, language.Reason{Field: "/runtime/files", Confidence: finding.Likely, Evidence: why})
}

// insisted is the file that the program's command names, or that a source loads
// and ends without.
func insisted(p *language.Project) (name string, why finding.Evidence, ok bool) {
	if m := nodeEnvFile.Regexp().FindStringSubmatch(strings.Join(p.Start.Value.Command, " ")); m != nil {
		return m[1], language.FirstWhy(p.Start.Evidence), language.SafeFolder(m[1]) && (path.Base(m[1]) == ".env" || !p.Has(m[1]))
	}
	if !anyPHP(p.Folder) {
		return "", finding.Evidence{}, false
	}
	for _, file := range sources(p.Folder) {
		if path.Ext(file) != ".php" {
			continue
		}
		text, _ := p.Text(file)
		if len(text) > maxSource || !strings.Contains(text, "Dotenv") {
			continue
		}
		at := loadedAt(text)
		if at == nil || guarded(text, at[0]) {
			continue
		}
		place := phpEnvPlace.Regexp().FindStringSubmatch(text[at[0]:min(len(text), at[0]+200)])
		if place == nil {
			continue
		}
		dir := path.Dir(file)
		if place[1] != "__DIR__" {
			dir = path.Dir(dir)
		}
		name := path.Join(dir, place[2])
		if path.Base(name) != ".env" { // vlucas takes the folder
			name = path.Join(name, ".env")
		}
		if p.Has(name) && p.Uses("symfony/dotenv", "symfony/framework-bundle") {
			return "", finding.Evidence{}, false // Symfony's is committed, without secrets, and comes along
		}
		return name, p.AtLine("sample.dotenv", file, 1+strings.Count(text[:at[0]], "\n")), language.SafeFolder(name)
	}
	return "", finding.Evidence{}, false
}

// loadedAt is where a source of PHP makes a loader that it calls as one that
// must find its file.
func loadedAt(text string) []int {
	if at := phpEnvFile.Regexp().FindStringIndex(text); at != nil {
		return at
	}
	at := phpEnvMade.Regexp().FindStringSubmatchIndex(text)
	if at == nil || !strings.Contains(text, "$"+text[at[2]:at[3]]+"->load(") {
		return nil
	}
	return at[:2]
}

// anyPHP spares a look for sources, which takes a while.
func anyPHP(f *language.Folder) bool {
	for _, file := range f.Reader().Index.Under(f.Path) {
		if path.Ext(file.Path) == ".php" {
			return true
		}
	}
	return false
}
