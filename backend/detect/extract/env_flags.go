package extract

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/configured"
	"aipack/backend/detect/source"
	"aipack/backend/detect/statement"
	"aipack/backend/language"
)

// Flags of the command line that a variable sets as well: urfave/cli's EnvVars
// and, since its third version, Sources (https://cli.urfave.org/v3/examples/flags),
// and what viper binds under AutomaticEnv (https://github.com/spf13/viper).
const (
	flagVariables language.Pattern = `\b(?:EnvVars:\s*\[\]string\{|EnvVar:|Sources:\s*cli\.EnvVars\()\s*"([A-Za-z_]\w*)"`
	flagName      language.Pattern = `\bName:\s*"([\w.-]+)"`
	flagValue     language.Pattern = `\bValue:\s*("[^"\n]*"|[\w.]+)`
	flagRequired  language.Pattern = `\bRequired:\s*true\b`
	flagDeclared  language.Pattern = `\b(?:p?flag|fs|\w*[fF]lags?(?:\(\))?)\.String(?:P|Var|VarP)?\(\s*(?:&[\w.]+\s*,\s*)?"([a-z][\w.-]*)"\s*,\s*(?:"\w?"\s*,\s*)?("[^"\n]*")`
	viperDefault  language.Pattern = `\b\w+\.SetDefault\(\s*"([A-Za-z][\w.-]*)"\s*,\s*("[^"\n]*"|\d+)`
)

// withoutAccount are the words for what a program can take of several things
// without an account anywhere else.
var withoutAccount = []string{"local", "file", "filesystem", "fs", "disk", "memory"}

// envFlags reads flags.
func (s *Sources) envFlags(e *envTable) {
	for _, h := range s.GrepIn(".go", flagVariables) {
		f := s.file(h.Name)
		v := e.entry(h.Groups[1], configurationConfidence, s.Evidence("env.flag", h))
		if v == nil {
			continue
		}
		v.readAt(s.Folder.Join(h.Name), h.Line)
		text := f.literalAround(h.Line)
		if strings.Contains(h.Text, "Flag{") && strings.Count(h.Text, "{") == strings.Count(h.Text, "}") {
			text = h.Text // the flag stands in one line, others around it
		}
		name, value := source.Group(flagName, text), source.Group(flagValue, text)
		switch {
		case flagRequired.Regexp().MatchString(text):
			v.note(thrown, s.aside(h.Name))
		case value != "" && value != `""`:
			v.fallback(value, value)
		case name != "":
			f.judgeFlag(v, name)
		default:
			v.note(tested, false)
		}
	}
}

// literalAround gives the lines of the composite literal around a line.
func (f *Source) literalAround(line int) string {
	lines := f.Lines()
	from, to := line-1, line-1
	indent := source.Indent(lines[line-1])
	for from > 0 && line-from < maxEntryLines && source.Indent(lines[from]) >= indent {
		from--
	}
	for to < len(lines)-1 && to-line < maxEntryLines && source.Indent(lines[to]) >= indent {
		to++
	}
	return strings.Join(lines[from:to+1], "\n")
}

// judgeFlag looks at what a program does with a flag that is not given: it stops,
// or knows none of the cases that it tells apart.
func (f *Source) judgeFlag(v *envEntry, name string) {
	lines := f.Lines()
	for i, line := range lines {
		if !strings.Contains(line, `("`+name+`")`) {
			continue
		}
		switch {
		case strings.Contains(line, "switch "):
			if word, ok := f.mustChoose(lines, i); ok {
				v.note(thrown, false)
				v.value(word)
				return
			}
		case statement.IsTest(line) && strings.Contains(line, `== ""`) && statement.Refuses(lines, i) && !statement.BesideAnother(line):
			if within, prod := f.branchAround(lines, i+1); !within || prod || f.chosenCase(lines, i) {
				v.note(thrown, false)
				return
			}
		}
	}
	v.note(tested, false)
}

// mustChoose reports whether a switch refuses what it has no case for, and which
// of its cases asks for nothing else.
func (f *Source) mustChoose(lines []string, at int) (word string, refused bool) {
	for i := at + 1; i < len(lines) && i < at+blockLines; i++ {
		text := strings.TrimSpace(lines[i])
		if text == "}" && source.Indent(lines[i]) == source.Indent(lines[at]) {
			return word, refused
		}
		if source.Indent(lines[i]) > source.Indent(lines[at]) {
			continue
		}
		if m := caseOf.Regexp().FindStringSubmatch(lines[i]); m != nil {
			for _, w := range withoutAccount {
				if word == "" && m[1] == w {
					word = w
				}
			}
		}
		refused = refused || text == "default:" && i+1 < len(lines) && statement.Stops.Regexp().MatchString(strings.TrimSpace(lines[i+1]))
	}
	return word, refused
}

// chosenCase reports whether a line stands in the case that mustChoose takes.
func (f *Source) chosenCase(lines []string, at int) bool {
	for i := at; i > 0 && i > at-blockLines; i-- {
		if m := caseOf.Regexp().FindStringSubmatch(lines[i]); m != nil && source.Indent(lines[i]) < source.Indent(lines[at]) {
			for j := i; j >= 0 && j > i-blockLines; j-- {
				if strings.Contains(lines[j], "switch ") && source.Indent(lines[j]) <= source.Indent(lines[i]) {
					word, refused := f.mustChoose(lines, j)
					return refused && word == m[1]
				}
			}
			return false
		}
	}
	return false
}

// boundName is a field of what viper fills, whose name has no underscore: beside
// AutomaticEnv it is a variable too.
const boundName language.Pattern = `\bmapstructure:"([A-Z][A-Z0-9]{2,})"`

// envBoundFields reads them, in the package that turns AutomaticEnv on.
func (s *Sources) envBoundFields(e *envTable, auto source.Hit) {
	for _, h := range s.GrepIn(".go", boundName) {
		if path.Dir(h.Name) == path.Dir(auto.Name) {
			s.envRead(e, h)
		}
	}
}

// envBound reads what viper takes from variables and has an address of the
// program's own machine for, with the account beside it: of all that it binds,
// only that has to be set.
func (s *Sources) envBound(e *envTable, how configured.Overriding) {
	hits := s.GrepIn(".go", flagDeclared, viperDefault)
	beside := map[string]bool{}
	for _, h := range hits {
		if at := strings.LastIndexByte(h.Groups[1], '.'); at > 0 && ownMachine.Matches(h.Groups[2]) {
			beside[h.Groups[1][:at]] = true
		}
	}
	for _, h := range hits {
		group := h.Groups[1][:max(0, strings.LastIndexByte(h.Groups[1], '.'))]
		name, ok := how.Variable(strings.Split(h.Groups[1], "."))
		if !ok || !beside[group] && !ownMachine.Matches(h.Groups[2]) {
			continue
		}
		if v := e.entry(name, finding.Likely, s.Evidence("env.flag", h)); v != nil {
			v.readAt(s.Folder.Join(h.Name), h.Line)
			v.fallback(h.Groups[2], h.Groups[2])
		}
	}
}

// envViper reads a key of viper's that a variable gives.
func (s *Sources) envViper(e *envTable, k configured.ViperKey) {
	v := e.entry(k.Variable, finding.Likely, s.Evidence("env.viper", k.Hit))
	if v == nil {
		return
	}
	v.readAt(s.Folder.Join(k.Name), k.Line)
	if v.hasDefault = v.hasDefault || k.Given; !k.Given {
		v.note(s.file(k.Name).needAt(k.Hit), s.aside(k.Name))
	}
}
