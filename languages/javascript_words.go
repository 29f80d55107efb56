package languages

import (
	"maps"
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/node"
)

// IsAssignment reports whether a word sets a variable: PORT=80.
func isAssignment(w string) bool {
	name, _, ok := strings.Cut(w, "=")
	return ok && name != "" && strings.IndexFunc(name, func(r rune) bool {
		return !(r == '_' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9')
	}) < 0
}

// filesOnly gives the words from the first that names a file.
func filesOnly(words []string) []string {
	for i, w := range words {
		if !strings.HasPrefix(w, "-") && (path.Ext(w) != "" || strings.Contains(w, "/")) {
			if i > 0 && (words[i-1] == "--watch" || words[i-1] == "-w" || words[i-1] == "--ignore") {
				continue
			}
			return words[i:]
		}
	}
	return nil
}

// Without leaves words out, and what is joined to them with =.
func without(words []string, drop ...string) []string {
	var out []string
next:
	for _, w := range words {
		for _, d := range drop {
			if w == d || strings.HasPrefix(w, d+"=") && d != "--" {
				continue next
			}
		}
		out = append(out, w)
	}
	return out
}

// migrates reports whether a step changes a database's schema.
func (pl jsPlan) migrates(words []string, depth int) bool {
	line := strings.Join(words, " ")
	for _, part := range []string{"migrate", "migration", "db push", "db:", "knex ", "db-migrate", "schema:sync", "seed"} {
		if strings.Contains(line+" ", part) {
			return true
		}
	}
	return false
}

// releaseLine is a step as a shell line that needs no package manager.
func (pl jsPlan) releaseLine(words []string, depth int) string {
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
func (pl jsPlan) builds(words []string, depth int) bool {
	line := strings.Join(words, " ")
	for _, part := range []string{"build", "tsc", "compile", "generate", "install", "bundle", "rimraf"} {
		if strings.Contains(line, part) {
			return true
		}
	}
	if name := scriptName(words); name != "" {
		return nodeIsTool(pl.pkg.Script(name))
	}
	return nodeIsTool(line)
}

// scriptName is the script that a manager's run command names, "" for others.
func scriptName(words []string) string {
	if len(words) < 2 || !isNodeManager(words[0]) {
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
func (pl jsPlan) builtLine(words []string) string {
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

// splitSteps cuts a line at && outside of quotes. ok is false where the line
// needs a shell for anything else.
func splitSteps(line string) ([]string, bool) {
	var steps []string
	var quote byte
	start := 0
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '&' && i+1 < len(line) && line[i+1] == '&':
			steps = append(steps, line[start:i])
			start = i + 2
			i++
		case strings.IndexByte("|;&<>()`\n", c) >= 0:
			return nil, false
		}
	}
	return append(steps, line[start:]), quote == 0
}

// shellWords splits a simple command into words. ok is false where a shell
// would do more than that.
func shellWords(line string) ([]string, bool) {
	var words []string
	var word strings.Builder
	in := false
	var quote byte
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == '\'':
			word.WriteByte(c)
		case c == '$' || c == '`' || c == '\\':
			return nil, false
		case quote != 0:
			word.WriteByte(c)
		case c == '"' || c == '\'':
			quote, in = c, true
		case c == ' ' || c == '\t':
			if in {
				words = append(words, word.String())
				word.Reset()
			}
			in = false
		case strings.IndexByte("*?[]{}~#!", c) >= 0:
			return nil, false
		default:
			word.WriteByte(c)
			in = true
		}
	}
	if in {
		words = append(words, word.String())
	}
	return words, quote == 0
}

// nodeRunnerBin is the command that npx and its like run for a package: that of
// the package's manifest, which for a scoped one is as a rule its name without
// the scope (https://docs.npmjs.com/cli/commands/npm-exec, Description). A
// version after the name picks the package alone.
func nodeRunnerBin(pkg string) string {
	name, scoped := strings.CutPrefix(pkg, "@")
	name, _, _ = strings.Cut(name, "@")
	if !scoped {
		return name
	}
	for _, bin := range slices.Sorted(maps.Keys(nodeBins)) {
		if nodeBins[bin] == "@"+name {
			return bin
		}
	}
	return path.Base(name)
}
