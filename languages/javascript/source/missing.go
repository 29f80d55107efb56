package source

import (
	"path"
	"regexp"
	"strings"

	"aipack/backend/language"
)

// EntersMissing reports whether a script goes first into a folder that is not there:
// it was written for another place, as one that a repository was split from.
func EntersMissing(f *language.Folder, script string) bool {
	words := strings.Fields(script)
	if len(words) < 3 || words[0] != "cd" || words[2] != "&&" {
		return false
	}
	dir := path.Clean(strings.Trim(words[1], `"'`))
	return language.SafeFolder(dir) && dir != "." && !f.HasDir(dir)
}

// ShellDefault is what a start command gives a variable that is not set:
// HOST=${HOST:-127.0.0.1} node server.js; "" for nothing.
// https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_06_02
func ShellDefault(command []string, variable string) string {
	line := strings.Join(command, " ")
	if variable == "" || !strings.Contains(line, variable+"=${"+variable) {
		return ""
	}
	name := regexp.QuoteMeta(variable)
	m := regexp.MustCompile(`\b` + name + `=["']?\$\{` + name + `:?-([^}"'\s]+)\}`).FindStringSubmatch(line)
	if m == nil {
		return ""
	}
	return m[1]
}
