// Package buildtime reads which variables settings of Python's do not load without, and
// makes up a value for each that lets them load while an image is built.
package buildtime

import (
	"slices"
	"strings"

	"aipack/backend/language"
)

// Need is such a variable.
type Need struct {
	Name string
	As   string // what it is read as: int, db_url, json …; "" for any text
}

const (
	// read is reading a variable that has to be set: of os.environ, by python-decouple
	// (https://pypi.org/project/python-decouple), by django-environ
	// (https://django-environ.readthedocs.io/en/latest/types.html).
	read = language.Pattern(`(?:os\.)?environ\[\s*["'](\w+)["']\s*\](?:[^\s=]|\s*[^\s=]|\s*==|\s*$)` +
		`|\b(?:config|env(?:\.(str|db|db_url|int|float|bool|list|cache|cache_url|email|email_url|json|dict|url))?)\(\s*["'](\w+)["']\s*(?:,\s*cast\s*=\s*(int|float|bool)\s*)?\)`)
	// used is what is done at once with a value that may be None, and fails then: a method of
	// it, a function that takes a text alone.
	used = language.Pattern(`\bos\.(?:environ\.get|getenv)\(\s*["'](\w+)["']\s*\)\s*\.\w+\(` +
		`|\b(?:int|float|json\.loads|ast\.literal_eval)\(\s*os\.(?:environ\.get|getenv)\(\s*["'](\w+)["']\s*\)\s*\)`)
	// taken is what takes the value that is read: which texts it takes follows from it.
	taken = language.Pattern(`\b(int|float|json\.loads|ast\.literal_eval|strtobool|dj_database_url\.parse)\(\s*(?:os\.)?(?:environ\[|environ\.get\(|getenv\()\s*["'](\w+)["']`)
)

// The bounds of one file of settings.
const (
	mostNeeds = 40
	mostInOne = 8   // in one line
	longest   = 400 // bytes of a line
)

// Needs lists the variables without which a file of settings does not load, in its order.
func Needs(content string) (needs []Need) {
	for line := range strings.SplitSeq(content, "\n") {
		if !strings.Contains(line, "environ") && !strings.Contains(line, "config(") && !strings.Contains(line, "env") || len(line) > longest || strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		as := map[string]string{}
		for _, m := range taken.Regexp().FindAllStringSubmatch(line, mostInOne) {
			as[m[2]] = m[1]
		}
		add := func(name, kind string) {
			if kind == "" {
				kind = as[name]
			}
			if !slices.ContainsFunc(needs, func(n Need) bool { return n.Name == name }) && len(needs) < mostNeeds {
				needs = append(needs, Need{name, kind})
			}
		}
		for _, m := range read.Regexp().FindAllStringSubmatch(line, mostInOne) {
			if m[1] == "" || !tested(content, m[1]) {
				add(m[1]+m[3], m[2]+m[4])
			}
		}
		for _, m := range used.Regexp().FindAllStringSubmatch(line, mostInOne) {
			if name := m[1] + m[2]; !tested(content, name) {
				add(name, "")
			}
		}
	}
	return needs
}

// tested reports whether settings look whether a variable is there at all before
// they read it: they load without it.
func tested(content, name string) bool {
	for _, quote := range []string{`"`, "'"} {
		quoted := quote + name + quote
		for _, before := range []string{quoted + " in os.environ", quoted + " in environ", "if os.environ.get(" + quoted + ")", "if os.getenv(" + quoted + ")"} {
			if strings.Contains(content, before) {
				return true
			}
		}
	}
	return false
}

// Value is a value of a variable that lets the settings load: one of the kind that they
// read it as.
func Value(n Need) string {
	switch as := n.As; {
	case as == "db", as == "db_url", as == "dj_database_url.parse", strings.Contains(n.Name, "DATABASE") && strings.Contains(n.Name, "UR"):
		return "sqlite:////tmp/build.sqlite3"
	case as == "int", as == "float":
		return "1"
	case as == "bool", as == "strtobool": // DEBUG, more often than not: what it turns on is installed for development alone
		return "0"
	case as == "cache", as == "cache_url":
		return "locmemcache://"
	case as == "email", as == "email_url":
		return "consolemail://"
	case as == "json", as == "json.loads", as == "ast.literal_eval":
		return "{}"
	case as == "dict":
		return "build=only"
	}
	return "build-only"
}
