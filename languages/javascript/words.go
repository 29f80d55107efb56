package javascript

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/languages/javascript/workspace"
)

// filesOnly gives the words from the first that names a file.
func filesOnly(words []string) []string {
	for i, w := range words {
		if !strings.HasPrefix(w, "-") && (path.Ext(w) != "" || strings.Contains(w, "/")) {
			if i > 0 && (slices.Contains(watching, words[i-1]) || slices.Contains(preloading, words[i-1])) {
				continue
			}
			return words[i:]
		}
	}
	return nil
}

// Options of a watcher whose value is a path and not what it runs, and those of Node.js
// that it hands on. https://github.com/remy/nodemon, https://nodejs.org/api/cli.html
var (
	watching   = []string{"--watch", "-w", "--ignore", "-i", "--config", "--cwd", "-P", "--project"}
	preloading = []string{"-r", "--require", "--import", "--loader"}
)

// preloads gives the modules that a watcher loads before the program: what the program
// imports may not be found without (tsconfig-paths/register).
func preloads(words []string) (out []string) {
	for i, w := range words {
		if i > 0 && slices.Contains(preloading, words[i-1]) {
			out = append(out, words[i-1], w)
		}
	}
	return out
}

// migrates reports whether a step changes a database's schema.
func (pl plan) migrates(words []string, depth int) bool {
	line := strings.Join(words, " ")
	for _, part := range []string{"migrate", "migration", "db push", "db:", "knex ", "db-migrate", "schema:sync", "seed"} {
		if strings.Contains(line+" ", part) {
			return true
		}
	}
	return false
}

// releaseLine is a step as a shell line that needs no package manager.
func (pl plan) releaseLine(words []string, depth int) string {
	c, ok := pl.words(words, depth)
	if !ok {
		return strings.Join(words, " ")
	}
	if len(c.words) == 3 && c.words[0] == "sh" && c.words[1] == "-c" {
		return c.words[2]
	}
	quoted := make([]string, len(c.words))
	for i, w := range c.words {
		quoted[i] = language.ShellWord(w)
	}
	return strings.Join(quoted, " ")
}

// builds reports whether a step compiles or generates: work of the build.
func (pl plan) builds(words []string, depth int) bool {
	line := strings.Join(words, " ")
	for _, part := range []string{"build", "tsc", "compile", "generate", "install", "bundle", "rimraf"} {
		if strings.Contains(line, part) {
			return true
		}
	}
	if name := scriptName(words); name != "" {
		return isTool(pl.pkg.Script(name))
	}
	return isTool(line)
}

// scriptName is the script that a manager's run command names, "" for others.
func scriptName(words []string) string {
	if len(words) < 2 || !workspace.IsManager(words[0]) {
		return ""
	}
	if words[1] == "run" || words[1] == "run-script" {
		if len(words) > 2 {
			return words[2]
		}
		return ""
	}
	return words[1]
}

// builtLine is a step of a start script as a line of the build, "" where the
// build does it anyway.
func (pl plan) builtLine(words []string) string {
	if name := scriptName(words); name != "" {
		if name == node.BuildScript(pl.pkg) || name == "install" || pl.pkg.Script(name) == "" {
			return ""
		}
		return pl.run(name)
	}
	if node.BuildScript(pl.pkg) != "" {
		return ""
	}
	c, ok := pl.words(words, 0)
	if !ok {
		return ""
	}
	quoted := make([]string, len(c.words))
	for i, w := range c.words {
		quoted[i] = language.ShellWord(w)
	}
	if pl.member() {
		return pl.inProject("PATH=" + pl.path() + " " + strings.Join(quoted, " "))
	}
	return strings.Join(quoted, " ")
}
