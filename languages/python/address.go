package python

import (
	"regexp"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/pysource"
	"aipack/backend/universalbuild"
	"aipack/languages/python/serverhost"
)

// loopback is a text that names the machine itself, alone or before a port.
const loopback = language.Pattern(`["'](127\.0\.0\.1|localhost|\[?::1\]?)(?:["':]|$)`)

// address is where the start has its server listen: by the command, by Gunicorn's file of
// settings, which its command goes before
// (docs.gunicorn.org/en/stable/configure.html), by what the file that is run tells a server.
func address(p *language.Project) language.Address {
	if a := serverhost.Address(p); a.Host != "" {
		return a
	}
	line := strings.Join(p.Start.Value.Command, " ")
	if strings.Contains(line, "gunicorn") {
		if strings.Contains(line, "-b ") || strings.Contains(line, "--bind") {
			return language.Address{}
		}
		text, why := gunicornSays(read(p.Folder), line)
		m := loopback.Regexp().FindStringSubmatch(text)
		if m == nil {
			return language.Address{}
		}
		a := language.Address{Host: strings.Trim(m[1], "[]"), Why: why}
		if !strings.ContainsAny(line, ";&|<>`") {
			a.Appended = "--bind 0.0.0.0:{port}"
		}
		return a
	}
	facts := read(p.Folder)
	f, ok := facts.ranBy(line)
	if !ok {
		return language.Address{}
	}
	for _, src := range reach(p.Folder, f) {
		for _, c := range src.Calls {
			if !startsOrSets(src, c) {
				continue
			}
			a := givenHost(p, src, c)
			if a.Host != "" {
				a.Why = p.AtLine("python.served_host", src.path, c.Line)
			}
			if a.HostVariable == "" && warned(planOf(facts)) {
				return language.Address{}
			}
			return a
		}
	}
	return language.Address{}
}

// warned reports whether the plan says of itself that it binds to its own machine.
func warned(plan startPlan) bool {
	return plan.ran != nil && slices.ContainsFunc(plan.warnings, func(w universalbuild.Warning) bool { return w.Code == universalbuild.BindsToLocalhost })
}

// ranBy finds the file that a command has Python run.
func (p *projectFacts) ranBy(line string) (sourceFile, bool) {
	m := fileRun.Regexp().FindStringSubmatch(line)
	if m == nil {
		return sourceFile{}, false
	}
	files := sources(p.Folder)
	for _, f := range files {
		if f.path == strings.TrimPrefix(m[1], "./") || m[2] != "" && isModule(p, f, m[2]) {
			return f, true
		}
	}
	return sourceFile{}, false
}

// fileRun is the file or module that a line has Python run.
const fileRun = language.Pattern(`(?:^|[\s/])python[\d.]*\s+(?:-[uBOIE]+\s+)*(?:([\w./-]+\.py)|-m\s+([\w.]+))(?:\s|$)`)

// givenHost reads the host that a call gives a server: a text, a variable of the
// environment and what stands in for it, or a name that either is given to.
func givenHost(p *language.Project, f sourceFile, c pysource.Call) language.Address {
	a, ok := c.Arg("host")
	if !ok {
		return language.Address{}
	}
	if text, plain := pysource.Text(f.Literal(a.Tokens)); plain {
		return language.Address{Host: ownHost(text)}
	}
	if host := environmentHost(a.Tokens); host.Host != "" {
		return host
	}
	name := ""
	for _, t := range a.Tokens {
		if t.Kind == pysource.Name {
			name = t.Text
		}
	}
	if !hostNamed.Matches(name) {
		return language.Address{}
	}
	for _, src := range reach(p.Folder, f) {
		text, _ := p.Text(src.path)
		if !strings.Contains(text, name) {
			continue
		}
		if host := settingHost(src, text, name); host.Host != "" {
			return host
		}
	}
	return language.Address{}
}

// hostNamed is how what a server listens on is called.
const hostNamed = language.Pattern(`(?i)^\w*(?:host|bind|address|addr|ip|interface)\w*$`)

// environmentHost reads os.getenv("X", "127.0.0.1") and its kin.
func environmentHost(tokens []pysource.Token) language.Address {
	reads := slices.ContainsFunc(tokens, func(t pysource.Token) bool {
		return t.Is("getenv") || t.Is("environ") || t.Is("env") || t.Is("config")
	})
	texts := pysource.Strings(tokens)
	if !reads || len(texts) != 2 {
		return language.Address{}
	}
	if host := ownHost(texts[1]); host != "" && plainVariable.Matches(texts[0]) {
		return language.Address{Host: host, HostVariable: texts[0], HostOnly: true}
	}
	return language.Address{}
}

// settingHost reads what a name is given in a file: an environment's variable, a text, or
// the default of a field of settings, which is told by the variable of its name
// (docs.pydantic.dev/latest/concepts/pydantic_settings, "Environment variable names").
func settingHost(src sourceFile, text, name string) language.Address {
	given := regexp.MustCompile(`(?m)^([ \t]*)` + regexp.QuoteMeta(name) + `[ \t]*(:[^=\n]{1,60})?=[ \t]*([^\n]+)`)
	m := given.FindStringSubmatch(text)
	if m == nil {
		return language.Address{}
	}
	if read := environmentRead.Regexp().FindStringSubmatch(m[3]); read != nil {
		return language.Address{Host: read[2], HostVariable: read[1], HostOnly: true}
	}
	own := loopback.Regexp().FindStringSubmatch(m[3])
	switch {
	case own == nil:
		return language.Address{}
	case m[1] == "" || m[2] == "" || !strings.Contains(text, "BaseSettings"):
		return language.Address{Host: own[1]}
	}
	variable := ""
	if prefix := settingPrefix.Regexp().FindStringSubmatch(text); prefix != nil {
		variable = prefix[1]
	}
	variable += name
	if alias := fieldAlias.Regexp().FindStringSubmatch(m[3]); alias != nil {
		variable = alias[1]
	}
	return language.Address{Host: own[1], HostVariable: strings.ToUpper(variable), HostOnly: true}
}

// How a line of settings reads the environment, puts a prefix before its fields' names, and
// gives a field another name.
const (
	environmentRead = language.Pattern(`\b(?:environ\.get|getenv|env(?:\.str)?|config)\(\s*["']([A-Za-z_]\w*)["']\s*,\s*(?:default\s*=\s*)?["'](127\.0\.0\.1|localhost|::1)["']`)
	settingPrefix   = language.Pattern(`\benv_prefix\s*=\s*["'](\w*)["']`)
	fieldAlias      = language.Pattern(`\b(?:env|alias|validation_alias)\s*=\s*["'](\w+)["']`)
	plainVariable   = language.Pattern(`^[A-Za-z_]\w*$`)
)

// ownHost is a text that names the machine itself, "" for another.
func ownHost(text string) string {
	if text == "localhost" || text == "127.0.0.1" || text == "::1" {
		return text
	}
	return ""
}
