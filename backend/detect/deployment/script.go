package deployment

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/dockerfile"
)

// script is a shell script of the project's that a container is started with.
type script struct {
	dir   *language.Folder
	name  string
	lines []string // that stand under no condition
}

// scriptFolders are where the scripts lie that images are started with.
var scriptFolders = []string{"", "docker/", ".docker/", "scripts/", "bin/", "deploy/", "deployment/", "build/", "docker/entrypoints/"}

// maxScript is what a script that starts a container may have.
const maxScript = 16 << 10

// scripts finds those that a word of a command may mean.
func (f *Files) scripts(word string) (out []script) {
	base := path.Base(word)
	if !strings.HasSuffix(base, ".sh") && !strings.Contains(base, "entrypoint") {
		return nil
	}
	for _, dir := range []*language.Folder{f.Project.Folder, f.Project.Reader().Folder(".")} {
		for _, folder := range scriptFolders {
			text, ok := dir.Text(folder + base)
			if !ok || len(text) > maxScript {
				continue
			}
			one := script{dir: dir, name: folder + base}
			for _, line := range strings.Split(strings.ReplaceAll(text, "\\\n", " "), "\n") {
				if strings.TrimLeft(line, " \t") == line {
					one.lines = append(one.lines, line)
				}
			}
			out = append(out, one)
		}
	}
	return out
}

// entryScripts are those that the project's own container may be started with.
func (f *Files) entryScripts() (out []script) {
	stage := f.Container.Stage
	for _, command := range []dockerfile.Command{stage.Entrypoint, stage.Cmd} {
		words := command.Exec
		if command.Shell != "" {
			words = strings.Fields(command.Shell)
		}
		for _, word := range words[:min(len(words), 4)] {
			out = append(out, f.scripts(word)...)
		}
	}
	return out
}

// ScriptStart is what the script that the project's own container is started
// with becomes at its end: `exec gunicorn shop.wsgi --bind 0.0.0.0:8000`. A
// script that hands on what it is given says nothing itself.
func (f *Files) ScriptStart() finding.Finding[language.Start] {
	for _, s := range f.entryScripts() {
		for _, line := range slices.Backward(s.lines) {
			if became := execLine(line); became != nil {
				return finding.Of(language.Start{Command: became}, finding.Likely, s.dir.At("container.script", s.name, strings.TrimSpace(line[:min(len(line), 40)])))
			}
		}
	}
	return finding.Finding[language.Start]{}
}

// runAs are programs that run another one as somebody else: an image of ours
// does that by itself.
var runAs = []string{"gosu", "su-exec", "setpriv"}

// execLine is the command that a line of a script becomes, nil for none that
// means the same elsewhere.
func execLine(line string) []string {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "exec ")
	if !ok || strings.ContainsAny(rest, "|<>`;&*") {
		return nil
	}
	words := strings.Fields(strings.NewReplacer(`"$@"`, "", "$@", "", `"${@}"`, "").Replace(rest))
	if len(words) > 2 && slices.Contains(runAs[:2], words[0]) {
		words = words[2:]
	}
	if len(words) == 0 || strings.HasPrefix(words[0], "/") || strings.ContainsAny(words[0], "$\"'=-") || slices.Contains(runAs, words[0]) {
		return nil
	}
	text := strings.Join(words, " ")
	if strings.Contains(defaulted.Regexp().ReplaceAllString(text, ""), "$") {
		return nil // what only that script knows
	}
	if !strings.ContainsAny(text, "$\"'\\(){}[]#~") {
		return words
	}
	return []string{"sh", "-c", "exec " + text}
}

// defaulted is a variable that says itself what it is without a value.
const defaulted language.Pattern = `\$\{\w+:-[^${}]+\}`

// Option is one that such a script gives the program where a variable is set.
type Option struct {
	Flag, Variable string
	Why            finding.Evidence
}

// givenOption is how a script of POSIX' shell puts an option behind those that it
// was given: set -- "$@" --host "$HOST".
const givenOption language.Pattern = `(?m)^if \[ -n "?\$\{?(\w+)\}?"? \]; then\n\s+set -- "\$@" "?(--?[a-z][\w-]*)"? "\$\{?(\w+)\}?"\nfi$`

// ScriptOptions lists what the script that the project's own container is started
// with makes of variables for the program that it ends in.
func (f *Files) ScriptOptions(program string) (out []Option) {
	for _, s := range f.entryScripts() {
		text, _ := s.dir.Text(s.name)
		if !handsOn(text, program) {
			continue
		}
		for _, m := range givenOption.Regexp().FindAllStringSubmatchIndex(text, -1) {
			if name := text[m[2]:m[3]]; name == text[m[6]:m[7]] {
				line := 2 + strings.Count(text[:m[0]], "\n")
				out = append(out, Option{text[m[4]:m[5]], name, s.dir.AtLine("container.option", s.name, line)})
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// handsOn reports whether a script becomes a program with all that it has gathered.
func handsOn(text, program string) bool {
	stem := strings.TrimSuffix(program, path.Ext(program))
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) < 3 || words[0] != "exec" || words[len(words)-1] != `"$@"` {
			continue
		}
		if last := path.Clean(words[len(words)-2]); last == stem || last == program {
			return true
		}
	}
	return false
}
