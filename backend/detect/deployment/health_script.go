package deployment

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/dockerfile"
)

// What a script that checks a program's health asks for, as scripts write
// addresses: with the host and the port filled in (shell, JavaScript, Python),
// put together, or as the options of a request.
const (
	scriptURL    language.Pattern = `https?://(?:[\w.-]+|\$?\{[^{}\s]*\}|\$\w+|%s)(?::(?:\d+|\$?\{[^{}\s]*\}|\$\w+|%[sdv]))?(?:\$?\{[^{}\s]*\}|\$\w+)*(/[\w./-]+)`
	scriptJoined language.Pattern = `["']https?://[\w.:]+["']\s*\+[^\n]*?["'](/[\w./-]+)["']`
	scriptOption language.Pattern = `\b(?:path|PATH|url)\s*[:=]\s*["'](/[\w./-]+)["']`
	scriptAsks   language.Pattern = `\.request\(\s*["']GET["']\s*,\s*["'](/[\w./-]+)["']`
)

// askedBy finds the path that a script of the project asks for, which a health
// command runs: `node healthcheck.js`, `python -m shop.check`, `/check.sh`.
func (f *Files) askedBy(command dockerfile.Command, rule string) (found finding.Finding[string]) {
	words := command.Exec
	if len(words) == 0 {
		words = strings.Fields(command.Shell)
	}
	for i, word := range words[:min(len(words), 12)] {
		word = strings.Trim(word, `"'`)
		if i > 0 && words[i-1] == "-m" {
			word = strings.ReplaceAll(word, ".", "/") + ".py"
		}
		name := f.scriptNamed(word)
		if name == "" {
			continue
		}
		text, ok := f.Project.Text(name)
		if !ok || len(text) > maxScript {
			continue
		}
		text = withoutComments(text)
		for _, p := range []language.Pattern{scriptURL, scriptJoined, scriptAsks, scriptOption} {
			at := p.Regexp().FindStringSubmatchIndex(text)
			if at != nil {
				return finding.Of(text[at[2]:at[3]], finding.Certain, f.Project.AtLine(rule, name, 1+strings.Count(text[:at[2]], "\n")))
			}
		}
	}
	return found
}

// withoutComments blanks the lines that are comments, so that places stay.
func withoutComments(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "//") || strings.HasPrefix(line, "* ") {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// scripts are the endings of files that check health, and of what those that are
// compiled are made of.
var scripts = map[string][]string{
	".js": {".js", ".ts", ".mts"}, ".mjs": {".mjs", ".mts"}, ".cjs": {".cjs", ".cts"}, ".ts": {".ts"},
	".py": {".py"}, ".sh": {".sh"}, ".rb": {".rb"}, ".php": {".php"},
}

// scriptNamed finds the project's file that a word of a command means: by the
// end of its path, as the image may have it elsewhere, and by its source where
// the image has it compiled.
func (f *Files) scriptNamed(word string) string {
	endings := scripts[path.Ext(word)]
	stem := strings.TrimSuffix(path.Clean("/" + word)[1:], path.Ext(word))
	for stem != "" && endings != nil {
		for _, below := range []string{"", "src/", "docker/", "scripts/"} {
			for _, ending := range endings {
				if name := below + stem + ending; f.Project.Has(name) {
					return name
				}
			}
		}
		_, rest, more := strings.Cut(stem, "/")
		if !more {
			break
		}
		stem = rest
	}
	return ""
}
