package extract

import (
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
)

// envSources reads the languages' patterns in the sources.
func (f *Facts) envSources(e *envTable) {
	for _, h := range f.Sources.ask(question{func(l *language.Language) []language.Pattern { return l.EnvReads }, maxSourceFiles, nil, nil}) {
		if len(h.Groups) < 2 {
			continue
		}
		if strings.ContainsAny(h.Groups[1], ",\n") {
			f.envList(e, h)
			continue
		}
		f.envRead(e, h)
	}
	f.envSettings(e)
}

// envList reads a pattern that takes several names at once:
// "const { A, B: b, C = 'x' } = process.env".
func (f *Facts) envList(e *envTable, h Hit) {
	for _, part := range strings.Split(h.Groups[1], ",") {
		name, value, _ := strings.Cut(part, "=")
		name, _, _ = strings.Cut(name, ":")
		one := h
		one.Match, one.After = part, ""
		one.Groups = []string{part, strings.TrimSpace(name), strings.TrimSpace(value)}
		f.envRead(e, one)
	}
}

func (f *Facts) envRead(e *envTable, h Hit) {
	v := e.entry(h.Groups[1], finding.Likely, f.Sources.evidence("env.read", h))
	if v == nil {
		return
	}
	if !v.inCode {
		v.inCode = true
		v.Path, v.Line = f.Project.Join(h.Name), h.Line
	}
	if len(h.Groups) > 2 && h.Groups[2] != "" {
		v.hasDefault = true
		if isLiteral(h.Groups[2], h.Match) {
			v.value(strings.Trim(h.Groups[2], "\"'`"))
		}
		return
	}
	v.Required = v.Required || isStrictRead(h)
}

// isLiteral reports whether a default is a quoted text, a number or a boolean,
// and not the name of something.
func isLiteral(value, match string) bool {
	switch value[0] {
	case '"', '\'', '`', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return true
	}
	for _, q := range []string{`"`, "'", "`"} {
		if strings.Contains(match, q+value) {
			return true
		}
	}
	return value == "true" || value == "false"
}

// isStrictRead reports whether the program stops when the variable is not set:
// os.environ["X"], ENV.fetch("X"), env::var("X").expect(…), process.env.X!.
func isStrictRead(h Hit) bool {
	at := strings.Index(h.Match, h.Groups[1]) + len(h.Groups[1])
	tail := strings.TrimLeft(h.Match[at:]+h.After, "\"'`")
	for _, s := range []string{"environ[", "ENV.fetch(", "fetch_env!(", "fetch_env(", "mustGetenv(", "MustGetenv(", "mustGetEnv(", "requireEnv(", "env!("} {
		if strings.Contains(h.Match, s) {
			tail = strings.TrimLeft(tail, " ")
			return !strings.HasPrefix(tail, ",") && !strings.HasPrefix(tail, ") {") && !strings.HasPrefix(tail, "){") && !strings.HasPrefix(tail, ") do") && !strings.HasPrefix(tail, ") ||")
		}
	}
	tail = strings.TrimLeft(tail, ")] ")
	for _, s := range []string{".expect(", ".unwrap()", "!", "?:throw", "?: throw", "?: error(", "?? throw", "|| raise", "or raise", "?:exit", "or die"} {
		if strings.HasPrefix(tail, s) {
			return !strings.HasPrefix(tail, "!=")
		}
	}
	return false
}
