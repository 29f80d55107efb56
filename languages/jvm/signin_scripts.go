package jvm

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/signin"
	"aipack/backend/manifest/buildscript"
	"aipack/backend/manifest/keyvalue"
	"aipack/backend/universalbuild"
)

// uploads are blocks about where a build publishes to: making an image does not.
var uploads = []string{"publishing", "uploadArchives", "signing", "nexusPublishing", "nexusStaging", "mavenPublishing", "jreleaser"}

// byKind are the properties that a repository's credentials are taken from where
// nothing but their kind is written; the repository's name stands before them:
// https://docs.gradle.org/current/userguide/supported_repository_protocols.html#sec:handling_credentials
var byKind = map[string][]string{
	"PasswordCredentials":   {"Username", "Password"},
	"AwsCredentials":        {"AccessKey", "SecretKey"},
	"HttpHeaderCredentials": {"AuthHeaderName", "AuthHeaderValue"},
}

// gradleSignsIn lists what Gradle's repositories take their credentials from, in
// all scripts of a folder.
func gradleSignsIn(f *language.Folder) (out []signin.Secret) {
	names := slices.Concat(gradleSettings, gradleScripts)
	for _, pattern := range []string{"gradle/*.gradle", "gradle/*.gradle.kts", "buildSrc/*.gradle", "buildSrc/*.gradle.kts", "buildSrc/src/main/*/*.gradle", "buildSrc/src/main/*/*.gradle.kts"} {
		names = append(names, f.Glob(pattern)...)
	}
	for _, name := range names {
		text, ok := f.Text(name)
		if !ok || !strings.Contains(text, "redentials") {
			continue
		}
		script := buildscript.Parse(text)
		l := newLogins(f, name, script)
		l.look(script, repository{}, true)
		out = append(out, l.out...)
	}
	return out
}

// sbtSignsIn lists what the credentials of sbt are taken from:
// https://www.scala-sbt.org/1.x/docs/Publishing.html#Credentials
func sbtSignsIn(f *language.Folder) (out []signin.Secret) {
	for _, name := range append(f.Glob("*.sbt"), f.Glob("project/*.sbt")...) {
		text, ok := f.Text(name)
		if !ok || !strings.Contains(text, "Credentials") {
			continue
		}
		script := buildscript.Parse(text)
		l := newLogins(f, name, script)
		for _, s := range script {
			i := slices.IndexFunc(s, func(t buildscript.Token) bool { return t.Is(buildscript.Word, "Credentials") })
			if i < 0 {
				continue
			}
			for _, argument := range passed(s[i+1:]) {
				from, standIn := l.origins(argument, mostSteps)
				from = slices.DeleteFunc(from, func(o origin) bool { return o.variable == "" })
				l.add(from, repository{}, !standIn)
			}
		}
		out = append(out, l.out...)
	}
	return out
}

// passed cuts a call's arguments apart.
func passed(s buildscript.Statement) (out []buildscript.Statement) {
	from, open := 0, 0
	for i, t := range s {
		switch {
		case t.Kind != buildscript.Mark:
		case t.Text == "(":
			if open++; open == 1 {
				from = i + 1
			}
		case t.Text == ")" || t.Text == "," && open == 1:
			if t.Text == ")" {
				open--
			}
			if open <= 1 {
				out, from = append(out, s[from:i]), i+1
			}
		}
	}
	return out
}

// logins finds what a script signs in with.
type logins struct {
	folder *language.Folder
	file   string
	set    map[string]source     // by the script's variables
	given  []keyvalue.Properties // what each gradle.properties gives, from the folder upwards
	left   int                   // tokens that may still be looked at
	out    []signin.Secret
}

// source is what a variable of a script gets its value from.
type source struct {
	expression buildscript.Statement
	property   bool // one of the build, of the same name
	line       int
}

// What is looked at to find where values come from.
const (
	mostSteps  = 4       // from variable to variable
	mostTokens = 100_000 // of one script: a thousand names of a thousand names come to far more
)

func newLogins(f *language.Folder, file string, script []buildscript.Statement) *logins {
	l := &logins{folder: f, file: file, set: map[string]source{}, left: mostTokens}
	l.define(script)
	for dir := f.Path; ; dir = path.Dir(dir) {
		text, _ := signin.Text(f.Reader().Folder(dir), "gradle.properties")
		if given, err := keyvalue.ParseProperties(text); err == nil {
			l.given = append(l.given, given)
		}
		if dir == "." {
			return l
		}
	}
}

// repository is one that a script names.
type repository struct{ name, host string }

func (r repository) purpose() string {
	return "signs in at " + cmp.Or(r.host, "a repository of the build")
}

// define notes variables: def x = …, val x: String by project, ext.x = ….
func (l *logins) define(in []buildscript.Statement) {
	for _, s := range in {
		for _, t := range s {
			l.define(t.Block)
		}
		i := slices.IndexFunc(s, func(t buildscript.Token) bool { return t.Is(buildscript.Mark, "=") || t.Is(buildscript.Word, "by") })
		if i < 1 {
			continue
		}
		named := i - 1
		if typed := slices.IndexFunc(s[:i], func(t buildscript.Token) bool { return t.Is(buildscript.Mark, ":") }); typed > 0 {
			named = typed - 1
		}
		name := s[named].Text
		if _, known := l.set[name]; known || s[named].Kind != buildscript.Word {
			continue
		}
		property := s[i].Text == "by" && i+2 == len(s) && slices.Contains([]string{"project", "rootProject", "settings"}, s[i+1].Text)
		l.set[name] = source{s[i+1:], property, s[i].Line}
	}
}

// look goes through blocks. What stands below a condition may be done without.
func (l *logins) look(in []buildscript.Statement, r repository, sure bool) {
	for _, s := range in {
		head, rest := s.Path()
		block, opens := s.Block()
		switch {
		case slices.Contains(uploads, head):
		case head == "credentials" && opens:
			for _, one := range block { // username = …, username …
				from, standIn := l.origins(behind(one), mostSteps)
				l.add(from, r, sure && !standIn)
			}
		case head == "credentials":
			l.kind(rest, r, sure)
		default:
			for _, t := range s {
				if t.Kind == buildscript.Block {
					l.look(t.Block, r.within(head, s, t.Block), sure && head != "if" && head != "else")
				}
			}
		}
	}
}

// within is the repository that a block is about.
func (r repository) within(head string, s buildscript.Statement, block []buildscript.Statement) repository {
	if head != "maven" && head != "ivy" {
		return r
	}
	r = repository{name: head}
	for _, one := range append([]buildscript.Statement{s}, block...) {
		key, _ := one.Path()
		for _, text := range one.Strings() {
			if host := signin.Host(text.Text); r.host == "" && host != "" && key != "credentials" {
				r.host = host
			}
			if key == "name" {
				r.name = text.Text
			}
		}
	}
	return r
}

// kind notes the properties of credentials of which only the kind is written.
func (l *logins) kind(call buildscript.Statement, r repository, sure bool) {
	for _, t := range call {
		for _, ending := range byKind[t.Text] {
			l.add([]origin{{property: r.name + ending, line: t.Line}}, r, sure)
		}
	}
}

// origin is where an expression gets a value from.
type origin struct {
	variable, property string // one of them
	line               int
}

// behind is the value of a setting: what follows its name.
func behind(s buildscript.Statement) buildscript.Statement {
	if i := slices.IndexFunc(s, func(t buildscript.Token) bool { return t.Is(buildscript.Mark, "=") }); i > 0 {
		return s[i+1:]
	}
	return s[1:]
}

// origins are where an expression gets its value from, in its order, and whether
// it has a value of its own for when these give none.
func (l *logins) origins(s buildscript.Statement, steps int) (out []origin, standIn bool) {
	if steps == 0 {
		return nil, false
	}
	if name, rest := s.Path(); name != "" && len(rest) == 0 && !strings.HasPrefix(name, "System.") {
		return l.named(name[strings.LastIndexByte(name, '.')+1:], s[0].Line, steps)
	}
	var more []origin
	for i, t := range s {
		if l.left--; l.left < 0 {
			break
		}
		switch {
		case t.Kind == buildscript.Block:
			for _, inner := range t.Block {
				more, _ = l.origins(inner, steps-1)
				out = append(out, more...)
			}
		case t.Kind == buildscript.String:
			for _, m := range gradleVariable.Regexp().FindAllStringSubmatch(t.Text, 4) {
				more, _ = l.named(m[1][strings.LastIndexByte(m[1], '.')+1:], t.Line, steps)
				out = append(out, more...)
			}
			standIn = standIn || len(out) > 0 && t.Text != "" && t.Text != out[len(out)-1].variable && !strings.Contains(t.Text, "$") && instead(s[:i])
		case t.Kind != buildscript.Word:
		case slices.Contains([]string{"getenv", "environmentVariable", "env", "envOrElse", "envOrNone"}, t.Text):
			if name, ok := argument(s[i+1:]); ok {
				out = append(out, origin{variable: name, line: t.Line})
			}
		case slices.Contains([]string{"findProperty", "property", "gradleProperty", "properties", "extra"}, t.Text):
			if name, ok := argument(s[i+1:]); ok {
				more, _ = l.named(name, t.Line, steps)
				out = append(out, more...)
			}
		case i == 0 || s[i-1].Text != ".":
			if _, known := l.set[t.Text]; known {
				more, standIn = l.named(t.Text, t.Line, steps)
				out = append(out, more...)
			}
		}
	}
	return out, standIn
}

// instead reports whether what follows takes the place of a value that is not
// there: a ?: "x", a.orElse("x"), envOrElse("A", "x").
func instead(before buildscript.Statement) bool {
	if len(before) < 2 {
		return false
	}
	last, one := before[len(before)-1].Text, before[len(before)-2].Text
	return last == ":" && one == "?" || last == "(" && slices.Contains([]string{"orElse", "getOrElse", "getOrDefault"},
		one) || last == "," && before[len(before)-2].Kind == buildscript.String
}

// argument is the name in ("NAME"), ["NAME"], ()["NAME"] or .NAME.
func argument(s buildscript.Statement) (string, bool) {
	for i, t := range s[:min(len(s), 6)] {
		switch {
		case t.Kind == buildscript.String:
			return t.Text, true
		case t.Kind == buildscript.Word && slices.Contains([]string{"get", "getOrElse", "getOrDefault"}, t.Text):
		case t.Kind == buildscript.Word && i > 0 && s[i-1].Is(buildscript.Mark, "."):
			return t.Text, true
		case t.Kind != buildscript.Mark || !strings.Contains("()[].", t.Text):
			return "", false
		}
	}
	return "", false
}

// named is where the value of a name comes from: what the script sets it to, else
// the property of the build, which nobody has to give where gradle.properties does.
func (l *logins) named(name string, line, steps int) ([]origin, bool) {
	if from, ok := l.set[name]; ok && !from.property {
		return l.origins(from.expression, steps-1)
	}
	for _, given := range l.given {
		if given[name] != "" {
			return nil, false
		}
	}
	return []origin{{property: name, line: line}}, false
}

// add notes what a value comes from: the environment where it is looked for
// there, else a property of the build.
func (l *logins) add(from []origin, r repository, required bool) {
	if len(from) == 0 {
		return
	}
	o := from[0]
	if i := slices.IndexFunc(from, func(o origin) bool { return o.variable != "" }); i > 0 {
		o = from[i]
	}
	name, purpose := o.variable, r.purpose()
	if name == "" {
		// https://docs.gradle.org/current/userguide/build_environment.html#setting_a_project_property
		name, purpose = "ORG_GRADLE_PROJECT_"+o.property, "the property "+o.property+", which "+purpose
	}
	if !strings.ContainsAny(name, ".-") { // no shell exports such a variable
		l.out = append(l.out, signin.Variable(l.folder, l.file, o.line, name, purpose, required))
		return
	}
	s := universalbuild.Secret{
		ID: "gradle-user-properties", Target: "/root/.gradle/gradle.properties", Required: required,
		Description: "your own gradle.properties with " + o.property + ", which " + r.purpose(),
		Path:        l.folder.Join(l.file), Line: o.line,
	}
	l.out = append(l.out, finding.Of(s, finding.Certain, l.folder.Evidence("signin.property", l.file, o.line, "")))
}
