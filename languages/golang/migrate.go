package golang

import (
	"regexp"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
)

// migrateSwitch is a switch of a command line (pkg.go.dev of flag and pflag) with
// which the program brings its database up to date.
const migrateSwitch = language.Pattern(`(?:\b(\w+)\s*:?=\s*)?\bp?flag\.Bool(?:Var)?P?\(\s*(?:&(\w+)\s*,\s*)?"(migrate|migrations|run-migrations|migrate-up)"`)

// migration finds such a switch and gives the line that runs once per release: where
// the program ends behind it, and does not go on to serve.
func migration(p *language.Project, m mainPackage) (string, finding.Evidence) {
	root := p.Reader().Folder(".")
	for _, file := range m.files {
		content, _ := root.Text(file)
		if !migrateSwitch.MayMatch(content) {
			continue
		}
		found := migrateSwitch.Regexp().FindStringSubmatch(content)
		if found == nil || found[1]+found[2] == "" || !endsAfter(content, found[1]+found[2]) {
			continue
		}
		return binaryPath(m) + " -" + found[3], root.At("go.migrate_switch", file, `"`+found[3]+`"`)
	}
	return "", finding.Evidence{}
}

// endsAfter reports whether what stands under a switch ends the program.
func endsAfter(content, name string) bool {
	at := regexp.MustCompile(`(?m)^([\t ]*)if \*?` + name + ` \{$`).FindStringSubmatchIndex(content)
	if at == nil {
		return false
	}
	body, _, ok := strings.Cut(content[at[1]:], "\n"+content[at[2]:at[3]]+"}\n")
	return ok && (strings.HasSuffix(strings.TrimSpace(body), "return") || strings.HasPrefix(lastLine(body), "os.Exit("))
}

func lastLine(body string) string {
	body = strings.TrimSpace(body)
	return strings.TrimSpace(body[strings.LastIndexByte(body, '\n')+1:])
}
