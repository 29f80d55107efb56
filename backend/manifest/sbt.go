package manifest

import (
	"slices"
	"strings"
)

// Sbt is what build.sbt and project/*.sbt say in plain words. Nothing is
// evaluated beyond vals that hold a string.
type Sbt struct {
	Projects     []SbtProject // lazy val x = project …; settings outside of one are in Values
	Values       map[string]GradleValue
	Dependencies []SbtDependency
	Plugins      []SbtDependency // addSbtPlugin
	Enabled      []string        // enablePlugins outside of a project
}

// SbtProject is one project of the build.
type SbtProject struct {
	ID           string
	Dir          string // as written in file("x"); "" means the id's folder
	Enabled      []string
	DependsOn    []string
	Aggregates   []string
	Values       map[string]GradleValue // name, mainClass, scalaVersion …
	Dependencies []SbtDependency
	Line         int
}

// SbtDependency is "group" % "name" % "version"; Scala says that the name gets
// the Scala version appended (%%).
type SbtDependency struct {
	Group   string
	Name    string
	Version string
	Scala   bool
	Scope   string
	Line    int
}

// ParseSbt reads a build.sbt or a .sbt file in project/.
func ParseSbt(content string) (Sbt, error) {
	b := Sbt{Values: map[string]GradleValue{}}
	vals := map[string]string{}
	for _, s := range parseScript(content) {
		b.statement(s, vals)
	}
	return b, nil
}

func (b *Sbt) statement(s scriptStatement, vals map[string]string) {
	s = dropWords(s, "lazy", "override", "implicit", "private")
	switch {
	case len(s) == 0:
	case s[0].is(scriptWord, "addSbtPlugin"):
		b.Plugins = append(b.Plugins, sbtDependencies(s, vals)...)
	case s[0].is(scriptWord, "enablePlugins"):
		b.Enabled = append(b.Enabled, arguments(s, "enablePlugins")...)
	case s[0].is(scriptWord, "val") && len(s) > 2:
		b.val(s[1].Text, s[2:], vals)
	default:
		sbtSetting(s, b.Values, vals)
		b.Dependencies = append(b.Dependencies, sbtDependencies(s, vals)...)
	}
}

func dropWords(s scriptStatement, words ...string) scriptStatement {
	for len(s) > 0 && s[0].Kind == scriptWord && slices.Contains(words, s[0].Text) {
		s = s[1:]
	}
	return s
}

// val reads val x = "text", val x = Seq(deps) and lazy val x = project ….
func (b *Sbt) val(name string, s scriptStatement, vals map[string]string) {
	s = flattened(s)
	if !hasWord(s, "project") && !hasWord(s, "Project") && !hasWord(s, "crossProject") {
		if in := s.strings(); len(in) == 1 {
			vals[name] = in[0].Text
		}
		b.Dependencies = append(b.Dependencies, sbtDependencies(s, vals)...)
		return
	}
	p := SbtProject{
		ID: name, Values: map[string]GradleValue{}, Line: s[0].Line,
		Enabled: arguments(s, "enablePlugins"), DependsOn: arguments(s, "dependsOn"), Aggregates: arguments(s, "aggregate"),
		Dependencies: sbtDependencies(s, vals),
	}
	for i, t := range s {
		if t.is(scriptWord, "file") && i+2 < len(s) && s[i+2].Kind == scriptString {
			p.Dir = s[i+2].Text
			break
		}
	}
	for i := range s {
		sbtSetting(s[i:], p.Values, vals)
	}
	b.Projects = append(b.Projects, p)
}

// flattened puts the statements of blocks in line, so that settings in braces
// are read like those in parentheses.
func flattened(s scriptStatement) scriptStatement {
	var out scriptStatement
	for _, t := range s {
		if t.Kind != scriptBlock {
			out = append(out, t)
			continue
		}
		for _, inner := range t.Block {
			out = append(out, flattened(inner)...)
		}
	}
	return out
}

// sbtSetting reads key := value, with a scope before or after the key:
// Compile / mainClass := Some("x"), mainClass in assembly := Some("x").
func sbtSetting(s scriptStatement, into map[string]GradleValue, vals map[string]string) {
	const longest = 8 // tokens before the sign; a scope in front has five
	key := ""
	for i, t := range s {
		switch {
		case i > longest:
			return
		case t.is(scriptMark, ":=") && key != "":
			if v, ok := sbtValue(s[i+1:], vals); ok {
				if _, known := into[key]; !known {
					into[key] = v
				}
			}
			return
		case t.Kind == scriptWord && t.Text == "in" && key != "":
			// The key stands before "in"; what follows is its scope.
			for j := i + 1; j < len(s) && j < i+4; j++ {
				if s[j].is(scriptMark, ":=") {
					sbtSetting(append(scriptStatement{s[i-1]}, s[j:]...), into, vals)
					return
				}
			}
			return
		case t.Kind == scriptWord:
			key = t.Text
		case t.is(scriptMark, "/") || t.is(scriptMark, "."):
		default:
			return
		}
	}
}

// sbtValue is the first string of an expression, or the val it names.
func sbtValue(s scriptStatement, vals map[string]string) (GradleValue, bool) {
	for i, t := range s {
		switch {
		case t.Kind == scriptString:
			return GradleValue{Text: t.Text, Raw: t.Text, Literal: true, Line: t.Line}, true
		case t.Kind == scriptWord && vals[t.Text] != "":
			return GradleValue{Text: vals[t.Text], Raw: t.Text, Line: t.Line}, true
		case t.Kind == scriptWord && (t.Text == "Some" || t.Text == "Option"):
		case t.Kind == scriptWord && i == 0:
			return GradleValue{Text: t.Text, Raw: t.Text, Line: t.Line}, true
		case t.is(scriptMark, ","):
			return GradleValue{}, false
		}
	}
	return GradleValue{}, false
}

// sbtDependencies finds "group" %% "name" % version wherever it stands.
func sbtDependencies(s scriptStatement, vals map[string]string) []SbtDependency {
	s = flattened(s)
	var out []SbtDependency
	for i := 1; i+1 < len(s); i++ {
		mark := s[i].Text
		if s[i].Kind != scriptMark || mark != "%" && mark != "%%" && mark != "%%%" || s[i-1].Kind != scriptString || s[i+1].Kind != scriptString {
			continue
		}
		d := SbtDependency{Group: s[i-1].Text, Name: s[i+1].Text, Scala: mark != "%", Line: s[i].Line}
		if i+3 < len(s) && s[i+2].is(scriptMark, "%") {
			d.Version = s[i+3].Text
			if s[i+3].Kind == scriptWord {
				path, _ := s[i+3:].path()
				d.Version = vals[path[strings.LastIndexByte(path, '.')+1:]]
			}
			if i+5 < len(s) && s[i+4].is(scriptMark, "%") {
				d.Scope = strings.ToLower(s[i+5].Text)
			}
		}
		out = append(out, d)
		i += 2
	}
	return out
}

// arguments lists the names in parentheses after a word: dependsOn(a, b % "x").
func arguments(s scriptStatement, word string) []string {
	var out []string
	inside, fresh, before := false, false, scriptToken{}
	for _, t := range flattened(s) {
		switch {
		case inside && t.is(scriptMark, ")"):
			inside = false
		case inside && t.is(scriptMark, ","):
			fresh = true
		case inside && fresh && t.Kind == scriptWord:
			out, fresh = append(out, t.Text), false
		case !inside && t.is(scriptMark, "("):
			inside = before.is(scriptWord, word)
			fresh = inside
		}
		before = t
	}
	return out
}
