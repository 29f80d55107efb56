package extract

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/detect/statement"
	"aipack/backend/detect/variable"
	"aipack/backend/language"
)

// envSources reads the languages' patterns in the sources.
func (f *Facts) envSources(e *envTable, s *Sources) {
	for _, h := range s.Ask(source.Question{Patterns: func(l *language.Language) []language.Pattern { return l.EnvReads }}) {
		if len(h.Groups) < 2 {
			continue
		}
		if strings.ContainsAny(h.Groups[1], ",\n") || strings.HasPrefix(h.Match, "{") {
			s.takenApart(e, h, h.Line, strings.Split(h.Groups[1], "\n"))
			continue
		}
		s.envRead(e, h)
	}
	s.envApart(e)
	s.envReaders(e)
	s.envSettings(e)
	s.envSchemas(e)
	s.envOptions(e)
	s.envFlags(e)
	s.envTables(e)
	s.envTags(e)
	s.envAddresses(e)
	s.envObjects(e)
	s.envIndexed(e)
	s.envClap(e)
	s.envFillers(e)
	s.envNamed(e)
	s.envComposed(e)
	s.envPut(e)
	s.envLists(e)
	s.envPairs(e)
	s.envInsisted(e)
	s.envValidated(e)
	s.envRefused(e)
}

func (s *Sources) envRead(e *envTable, h source.Hit) {
	file := s.file(h.Name)
	before, tail := statement.Around(h, file.Lines())
	if !file.ownEnvironment(h, before) {
		return
	}
	if ofOption.Regexp().MatchString(h.Match) { // judged with the option that it belongs to
		return
	}
	if m := calledBy.Regexp().FindStringSubmatch(h.Match); m != nil && s.composes(m[1]) {
		return
	}
	if nameGoesOn(h) || s.unasked(h) {
		return
	}
	tag := structTag.Regexp().MatchString(h.Match)
	name := file.blockPrefix(h) + h.Groups[1]
	if tag && !strings.HasPrefix(h.Match, "mapstructure") {
		name = s.tagPrefix(h) + name
	}
	v := e.entry(name, finding.Likely, s.Evidence("env.read", h))
	if v == nil && variable.AskedInLower(name) && ofProcess.Matches(h.Match) && !s.aside(h.Name) && !setsIt.Matches(h.After) {
		v = e.add(name, finding.Likely, s.Evidence("env.read", h))
	}
	if v == nil {
		return
	}
	v.readAt(s.Folder.Join(h.Name), h.Line)
	if tag {
		v.typedBy(h)
	}
	if len(h.Groups) > 2 && h.Groups[2] != "" {
		v.fallback(h.Groups[2], h.Match)
		return
	}
	if m := filled.Regexp().FindStringSubmatch(h.Text); m != nil && strings.Contains(h.Text, `env-required:"true"`) {
		v.fileKey = m[1]
		return
	}
	n := file.needAt(h)
	if n != thrown && tag && (s.fieldRefused(h) || saysRequired.Matches(h.Text) && !tagDefault.Regexp().MatchString(h.Text) || !tagDefault.Regexp().MatchString(h.Text) && strings.HasPrefix(h.Match, "env:") && len(s.GrepIn(".go", ifNoDefault)) > 0) {
		n = thrown
	}
	if n == tested && elseAtHome(tail) {
		v.loopback, n = true, plain
	}
	v.note(n, s.aside(h.Name))
}

// ofProcess is a read that is certainly of the process's environment, whatever the name is;
// setsIt what stands behind one that is given a value.
const (
	ofProcess language.Pattern = `\benviron\b|\bgetenv\(|\bGetenv\(|\bLookupEnv\(|\bprocess\.env\b|\bBun\.env\b|\bDeno\.env\b|\bENV\b|\benv::var\(`
	setsIt    language.Pattern = `^\s*=[^=]`
)

// nameGoesOn reports whether the text of a name is a part of it alone, put together with
// another: os.environ["DB_" + name], getenv('DB_' . $name), System.get_env("DB_" <> name).
func nameGoesOn(h source.Hit) bool {
	if h.Match == "" || !strings.ContainsAny(h.Match[len(h.Match)-1:], "\"'`") {
		return false
	}
	rest := strings.TrimLeft(h.After, " \t")
	return strings.HasPrefix(rest, "+") || strings.HasPrefix(rest, "<>") || strings.HasPrefix(rest, ". ")
}

// elseAtHome reports whether a value that only decides something has an address of the
// program's own machine in its place: X ? connect(X) : connect("localhost").
func elseAtHome(tail string) bool {
	_, otherwise, ok := strings.Cut(tail, " : ")
	rest, _, _ := strings.Cut(otherwise, ";")
	return ok && statement.IsTernary(tail) && strings.HasPrefix(strings.TrimLeft(tail, ")] "), "? ") && ownMachine.Matches(rest)
}

// saysRequired is the help of an option that tells its reader to set it:
// description:"Secret for signing (required)".
const saysRequired language.Pattern = `\b(?:description|desc|usage|help):"[^"]*(?:\([rR]equired\)|\[[rR]equired\])`

// readAt notes where the sources first read the variable.
func (v *envEntry) readAt(path string, line int) {
	if !v.inCode {
		v.inCode = true
		v.Path, v.Line = path, line
	}
}

// ownMachine matches addresses under which a program in a container reaches
// nothing but itself.
const ownMachine language.Pattern = `\blocalhost\b|\b127\.0\.0\.1\b|\[::1\]`

// ofOption matches what names the variable of an option (envFlags, envClap).
const ofOption language.Pattern = `^(?:EnvVars:|#\[(?:arg|clap|structopt)\()`

// hostless matches the address of a database without a host, which libpq looks for
// on its own machine.
// https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNECT-HOST
const hostless language.Pattern = `^["'](?:(?:user|password|port|sslmode|dbname)=\S*\s*)+["']$`

// fallback notes what the sources take where the variable is not set.
func (v *envEntry) fallback(value, match string) {
	switch strings.TrimPrefix(value, "default=") {
	case "None", "null", "nil", "undefined": // as good as none
		v.note(plain, false)
		return
	}
	v.hasDefault = true
	v.blank = v.blank || value == `""` || value == "''"
	v.loopback = v.loopback || ownMachine.Matches(value) || hostless.Matches(value)
	if isLiteral(value, match) && !composed.Matches(value) {
		v.value(strings.Trim(value, "\"'`"))
	}
}

// aside reports whether a source says nothing of what the program needs: it
// serves development, or is a front end's, which has its values when it is
// built.
func (s *Sources) aside(name string) bool { return source.Aside(name) || s.OfPart(name) }

// composed matches a text into which the program puts something, which is no value
// before it does: `${dir}/db` (JavaScript, Kotlin, Groovy, PHP, Dart), "#{dir}/db" (Ruby,
// Elixir, Crystal), "\(dir)/db" (Swift).
const composed language.Pattern = `\$\{|#\{|\\\(`

// isLiteral reports whether a default is a quoted text, a number or a boolean,
// and not the name of something.
func isLiteral(value, match string) bool {
	sum := strings.Contains(value, " * ") || strings.Contains(value, " + ")
	if sum && !strings.Contains(match, `"`+value) && !strings.Contains(match, "'"+value) && !strings.Contains(match, "`"+value) {
		return false // 20 * 60_000: a value that the program works out
	}
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
