// Package sbt reads a build.sbt. Nothing is evaluated: what a build computes is
// not seen.
package sbt

import (
	"slices"
	"strings"

	"aipack/backend/manifest/buildscript"
	"aipack/backend/manifest/keyvalue"
)

// Build is what build.sbt and project/*.sbt say in plain words. Nothing is
// evaluated beyond vals that hold a string.
type Build struct {
	Projects     []Project // lazy val x = project …; settings outside of one are in Values
	Values       map[string]keyvalue.Value
	Dependencies []Dependency
	Plugins      []Dependency // addSbtPlugin
	Enabled      []string     // enablePlugins outside of a project
}

// Project is one project of the build.
type Project struct {
	ID           string
	Dir          string // as written in file("x"); "" means the id's folder
	Enabled      []string
	DependsOn    []string
	Aggregates   []string
	Values       map[string]keyvalue.Value // name, mainClass, scalaVersion …
	Dependencies []Dependency
	Line         int
}

// Dependency is "group" % "name" % "version"; Scala says that the name gets
// the Scala version appended (%%).
type Dependency struct {
	Group   string
	Name    string
	Version string
	Scala   bool
	Scope   string
	Line    int
}

// Parse reads a build.sbt or a .sbt file in project/.
func Parse(content string) (Build, error) {
	b := Build{Values: map[string]keyvalue.Value{}}
	vals := map[string]string{}
	for _, s := range buildscript.Parse(content) {
		b.statement(s, vals)
	}
	return b, nil
}

func (b *Build) statement(s buildscript.Statement, vals map[string]string) {
	s = dropWords(s, "lazy", "override", "implicit", "private")
	switch {
	case len(s) == 0:
	case s[0].Is(buildscript.Word, "addSbtPlugin"):
		b.Plugins = append(b.Plugins, dependencies(s, vals)...)
	case s[0].Is(buildscript.Word, "enablePlugins"):
		b.Enabled = append(b.Enabled, arguments(s, "enablePlugins")...)
	case s[0].Is(buildscript.Word, "val") && len(s) > 2:
		b.val(s[1].Text, s[2:], vals)
	default:
		setting(s, b.Values, vals)
		b.Dependencies = append(b.Dependencies, dependencies(s, vals)...)
	}
}

func dropWords(s buildscript.Statement, words ...string) buildscript.Statement {
	for len(s) > 0 && s[0].Kind == buildscript.Word && slices.Contains(words, s[0].Text) {
		s = s[1:]
	}
	return s
}

// val reads val x = "text", val x = Seq(deps) and lazy val x = project ….
func (b *Build) val(name string, s buildscript.Statement, vals map[string]string) {
	s = flattened(s)
	if !buildscript.HasWord(s, "project") && !buildscript.HasWord(s, "Project") && !buildscript.HasWord(s, "crossProject") {
		if in := s.Strings(); len(in) == 1 {
			vals[name] = in[0].Text
		}
		b.Dependencies = append(b.Dependencies, dependencies(s, vals)...)
		return
	}
	p := Project{
		ID: name, Values: map[string]keyvalue.Value{}, Line: s[0].Line,
		Enabled: arguments(s, "enablePlugins"), DependsOn: arguments(s, "dependsOn"), Aggregates: arguments(s, "aggregate"),
		Dependencies: dependencies(s, vals),
	}
	for i, t := range s {
		if t.Is(buildscript.Word, "file") && i+2 < len(s) && s[i+2].Kind == buildscript.String {
			p.Dir = s[i+2].Text
			break
		}
	}
	for i := range s {
		setting(s[i:], p.Values, vals)
	}
	b.Projects = append(b.Projects, p)
}

// flattened puts the statements of blocks in line, so that settings in braces
// are read like those in parentheses.
func flattened(s buildscript.Statement) buildscript.Statement {
	var out buildscript.Statement
	for _, t := range s {
		if t.Kind != buildscript.Block {
			out = append(out, t)
			continue
		}
		for _, inner := range t.Block {
			out = append(out, flattened(inner)...)
		}
	}
	return out
}

// setting reads key := value, with a scope before or after the key:
// Compile / mainClass := Some("x"), mainClass in assembly := Some("x").
func setting(s buildscript.Statement, into map[string]keyvalue.Value, vals map[string]string) {
	const longest = 8 // tokens before the sign; a scope in front has five
	key := ""
	for i, t := range s {
		switch {
		case i > longest:
			return
		case t.Is(buildscript.Mark, ":=") && key != "":
			if v, ok := value(s[i+1:], vals); ok {
				if _, known := into[key]; !known {
					into[key] = v
				}
			}
			return
		case t.Kind == buildscript.Word && t.Text == "in" && key != "":
			// The key stands before "in"; what follows is its scope.
			for j := i + 1; j < len(s) && j < i+4; j++ {
				if s[j].Is(buildscript.Mark, ":=") {
					setting(append(buildscript.Statement{s[i-1]}, s[j:]...), into, vals)
					return
				}
			}
			return
		case t.Kind == buildscript.Word:
			key = t.Text
		case t.Is(buildscript.Mark, "/") || t.Is(buildscript.Mark, "."):
		default:
			return
		}
	}
}

// value is the first string of an expression, or the val it names.
func value(s buildscript.Statement, vals map[string]string) (keyvalue.Value, bool) {
	for i, t := range s {
		switch {
		case t.Kind == buildscript.String:
			return keyvalue.Value{Text: t.Text, Raw: t.Text, Literal: true, Line: t.Line}, true
		case t.Kind == buildscript.Word && vals[t.Text] != "":
			return keyvalue.Value{Text: vals[t.Text], Raw: t.Text, Line: t.Line}, true
		case t.Kind == buildscript.Word && (t.Text == "Some" || t.Text == "Option"):
		case t.Kind == buildscript.Word && i == 0:
			return keyvalue.Value{Text: t.Text, Raw: t.Text, Line: t.Line}, true
		case t.Is(buildscript.Mark, ","):
			return keyvalue.Value{}, false
		}
	}
	return keyvalue.Value{}, false
}

// dependencies finds "group" %% "name" % version wherever it stands.
func dependencies(s buildscript.Statement, vals map[string]string) []Dependency {
	s = flattened(s)
	var out []Dependency
	for i := 1; i+1 < len(s); i++ {
		mark := s[i].Text
		if s[i].Kind != buildscript.Mark || mark != "%" && mark != "%%" && mark != "%%%" || s[i-1].Kind != buildscript.String || s[i+1].Kind != buildscript.String {
			continue
		}
		d := Dependency{Group: s[i-1].Text, Name: s[i+1].Text, Scala: mark != "%", Line: s[i].Line}
		if i+3 < len(s) && s[i+2].Is(buildscript.Mark, "%") {
			d.Version = s[i+3].Text
			if s[i+3].Kind == buildscript.Word {
				path, _ := s[i+3:].Path()
				d.Version = vals[path[strings.LastIndexByte(path, '.')+1:]]
			}
			if i+5 < len(s) && s[i+4].Is(buildscript.Mark, "%") {
				d.Scope = strings.ToLower(s[i+5].Text)
			}
		}
		out = append(out, d)
		i += 2
	}
	return out
}

// arguments lists the names in parentheses after a word: dependsOn(a, b % "x").
func arguments(s buildscript.Statement, word string) []string {
	var out []string
	inside, fresh, before := false, false, buildscript.Token{}
	for _, t := range flattened(s) {
		switch {
		case inside && t.Is(buildscript.Mark, ")"):
			inside = false
		case inside && t.Is(buildscript.Mark, ","):
			fresh = true
		case inside && fresh && t.Kind == buildscript.Word:
			out, fresh = append(out, t.Text), false
		case !inside && t.Is(buildscript.Mark, "("):
			inside = before.Is(buildscript.Word, word)
			fresh = inside
		}
		before = t
	}
	return out
}
