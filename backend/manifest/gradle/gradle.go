// Package gradle reads build and settings scripts, in Groovy or Kotlin, and
// version catalogs. Nothing is evaluated: what a script computes is not seen.
package gradle

import (
	"strings"

	"aipack/backend/manifest/buildscript"
	"aipack/backend/manifest/keyvalue"
)

// Script is what a build.gradle(.kts) or settings.gradle(.kts) says in plain
// words. Nothing is evaluated: what a script computes is not seen.
type Script struct {
	Plugins      []Plugin
	ApplyFrom    []string // further scripts
	Dependencies []Dependency
	// Values holds assignments by their dotted path: "sourceCompatibility",
	// "java.toolchain.languageVersion", "application.mainClass",
	// "jar.enabled", "jar.Main-Class", "ext.javaVersion" (variables of any
	// sort). Later ones win.
	Values map[string]keyvalue.Value
	// Commands are the strings of Exec tasks' commandLine and executable.
	Commands []keyvalue.Value

	// Of a root's build script: what it says about others.
	AllProjects *Script
	Subprojects *Script
	Projects    map[string]*Script // project(":a:b") { }

	// Of a settings script.
	RootName    string
	Includes    []keyvalue.Value  // ":a:b", always with the leading colon
	ProjectDirs map[string]string // project(":a").projectDir = file("x")
}

// Plugin is an applied plugin by its id. Alias is set for one that a
// version catalog names: "spring.boot" of alias(libs.plugins.spring.boot).
type Plugin struct {
	ID      string
	Alias   string
	Version string
	Apply   bool // false: only put on the class path
	Line    int
}

// Dependency is one dependency. Exactly one of Name, Project and Alias
// says what it is.
type Dependency struct {
	Configuration string
	Group         string
	Name          string
	Version       string
	Project       string // ":lib", or "projects.lib" for a type-safe accessor
	Alias         string // "ktor.server.core" of libs.ktor.server.core
	Line          int
}

// Parse reads a build or settings script, in Groovy or Kotlin.
func Parse(content string) (Script, error) {
	g := newGradle()
	g.read("", buildscript.Parse(content))
	return *g, nil
}

func newGradle() *Script {
	return &Script{Values: map[string]keyvalue.Value{}, Projects: map[string]*Script{}, ProjectDirs: map[string]string{}}
}

func (g *Script) read(prefix string, statements []buildscript.Statement) {
	for _, s := range statements {
		g.statement(prefix, s)
	}
}

func (g *Script) statement(prefix string, s buildscript.Statement) {
	name, rest := s.Path()
	block, hasBlock := s.Block()
	switch {
	case name == "plugins" && hasBlock:
		for _, p := range block {
			g.plugin(p)
		}
	case name == "apply":
		g.apply(rest)
	case name == "dependencies" && hasBlock && (prefix == "" || prefix == "buildscript."):
		for _, d := range block {
			g.dependency(d)
		}
	case (name == "subprojects" || name == "allprojects" || name == "configure") && hasBlock:
		g.about(name, rest).read("", block)
	case name == "project" && hasBlock && len(s.Strings()) > 0:
		path := projectPath(s.Strings()[0].Text)
		if g.Projects[path] == nil {
			g.Projects[path] = newGradle()
		}
		g.Projects[path].read("", block)
	case name == "project" && prefix == "" && len(s.Strings()) > 1 && buildscript.HasWord(s, "projectDir"):
		in := s.Strings()
		g.ProjectDirs[projectPath(in[0].Text)] = in[len(in)-1].Text
	case name == "include" || name == "includeFlat":
		g.include(name, s)
	case name == "rootProject.name":
		g.RootName = orZero(rest.Value()).Text
	case hasBlock:
		g.blockOf(prefix, name, s, block)
	default:
		g.assign(prefix, name, rest)
	}
}

func orZero[T any](v T, _ bool) T { return v }

func (g *Script) about(name string, rest buildscript.Statement) *Script {
	into := &g.Subprojects
	if name == "allprojects" || name == "configure" && buildscript.HasWord(rest, "allprojects") {
		into = &g.AllProjects
	}
	if *into == nil {
		*into = newGradle()
	}
	return *into
}

// blockOf reads a named block. Blocks that configure a task get the task's
// name, however it was addressed: jar { }, tasks.jar { }, tasks.named("jar") { },
// tasks.withType<Jar> { }.
func (g *Script) blockOf(prefix, name string, s buildscript.Statement, block []buildscript.Statement) {
	name = strings.TrimPrefix(name, "tasks.")
	if verb, _, _ := strings.Cut(name, "("); verb == "named" || verb == "register" || verb == "create" || verb == "task" || verb == "getByName" || verb == "withType" {
		name = taskName(s, name)
	}
	if name == "tasks" || name == "configurations" {
		name = ""
	}
	if name == "jar" && (buildscript.AnyHasWord(block, "runtimeClasspath") || buildscript.AnyHasWord(block, "compileClasspath")) {
		g.Values[prefix+"jar.fat"] = keyvalue.Value{Text: "true", Raw: "runtimeClasspath", Line: s[0].Line}
	}
	if name != "" {
		name += "."
	}
	g.read(prefix+name, block)
}

func taskName(s buildscript.Statement, verb string) string {
	if verb != "withType" {
		if in := s.Strings(); len(in) > 0 {
			return in[0].Text
		}
		if verb == "task" && len(s) > 1 {
			return s[1].Text
		}
		return verb
	}
	for _, t := range s[1:] {
		if t.Kind == buildscript.Word && t.Text != "withType" {
			return strings.ToLower(t.Text[:1]) + t.Text[1:]
		}
	}
	return verb
}

func (g *Script) plugin(s buildscript.Statement) {
	if len(s) == 0 || s[0].Kind != buildscript.Word {
		return
	}
	p := Plugin{Apply: true, Line: s[0].Line}
	in := s.Strings()
	switch s[0].Text {
	case "id":
		if len(in) == 0 {
			return
		}
		p.ID = in[0].Text
	case "kotlin":
		if len(in) == 0 {
			return
		}
		p.ID = "org.jetbrains.kotlin." + in[0].Text
	case "alias":
		path, _ := trimMarks(s[1:]).Path()
		_, alias, ok := strings.Cut(path, ".plugins.")
		if !ok {
			return
		}
		p.Alias = alias
	default:
		p.ID = bareID(s)
	}
	for i, t := range s {
		switch {
		case t.Is(buildscript.Word, "version") && i+1 < len(s):
			p.Version = orZero(s[i+1:].Value()).Text
		case t.Is(buildscript.Word, "apply") && i+1 < len(s):
			p.Apply = !buildscript.HasWord(s[i+1:], "false")
		}
	}
	g.Plugins = append(g.Plugins, p)
}

func trimMarks(s buildscript.Statement) buildscript.Statement {
	for len(s) > 0 && s[0].Kind == buildscript.Mark {
		s = s[1:]
	}
	return s
}

// bareID joins a plugin's id that is written without quotes: application.
func bareID(s buildscript.Statement) string {
	var id strings.Builder
	for _, t := range s {
		if t.Kind != buildscript.Word && !t.Is(buildscript.Mark, "-") && !t.Is(buildscript.Mark, ".") {
			break
		}
		id.WriteString(t.Text)
	}
	return id.String()
}

// apply reads apply plugin: 'x', apply(plugin = "x"), apply from: 'x.gradle'
// and apply { plugin("x") }.
func (g *Script) apply(rest buildscript.Statement) {
	if block, ok := rest.Block(); ok {
		for _, s := range block {
			g.apply(s)
		}
		return
	}
	for i, t := range rest {
		if t.Kind != buildscript.Word {
			continue
		}
		v, ok := rest[i+1:].Value()
		if !ok {
			continue
		}
		switch t.Text {
		case "plugin":
			g.Plugins = append(g.Plugins, Plugin{ID: v.Text, Apply: true, Line: t.Line})
		case "from":
			g.ApplyFrom = append(g.ApplyFrom, v.Text)
		}
	}
}

func (g *Script) include(name string, s buildscript.Statement) {
	for _, t := range s.Strings() {
		path := projectPath(t.Text)
		g.Includes = append(g.Includes, keyvalue.Value{Text: path, Raw: t.Text, Literal: true, Line: t.Line})
		if name == "includeFlat" {
			g.ProjectDirs[path] = "../" + t.Text
		}
	}
}

func projectPath(s string) string { return ":" + strings.TrimPrefix(s, ":") }

func (g *Script) assign(prefix, name string, rest buildscript.Statement) {
	if name == "" {
		return
	}
	switch {
	case strings.HasSuffix(name, "attributes"):
		if v, ok := valueAfter(rest, "Main-Class"); ok {
			task, _, _ := strings.Cut(prefix+name, ".manifest")
			if task == "" || strings.HasPrefix(task, "manifest") {
				task = "jar"
			}
			g.Values[strings.TrimSuffix(task, ".")+".Main-Class"] = v
		}
		return
	case name == "commandLine" || name == "executable":
		for _, t := range rest.Strings() {
			g.Commands = append(g.Commands, keyvalue.Value{Text: t.Text, Raw: t.Text, Literal: true, Line: t.Line})
		}
		return
	}
	if variable, value, ok := declared(name, rest); ok {
		prefix, name, rest = "", "ext."+variable, value
	}
	name = strings.TrimSuffix(strings.TrimPrefix(name, "tasks."), ".set")
	v, ok := rest.Value()
	if !ok {
		return
	}
	g.Values[prefix+name] = keyvalue.Value{Text: v.Text, Raw: scriptRaw(rest), Literal: v.Kind == buildscript.String, Line: v.Line}
}

// declared recognises the ways to name a variable: def x = , val x = ,
// val x by extra("v"), extra["x"] = , set("x", "v").
func declared(name string, rest buildscript.Statement) (string, buildscript.Statement, bool) {
	switch name {
	case "def", "val", "var", "String", "int":
		if len(rest) > 1 && rest[0].Kind == buildscript.Word {
			value := rest[1:]
			if value[0].Is(buildscript.Word, "by") && len(value) > 2 {
				value = value[2:]
			}
			return rest[0].Text, value, true
		}
	case "set", "extra", "ext", "extra.set":
		if in := rest.Strings(); len(in) > 0 {
			for i, t := range rest {
				if t.Kind == buildscript.String {
					return t.Text, rest[i+1:], true
				}
			}
		}
	}
	return "", nil, false
}

func valueAfter(s buildscript.Statement, key string) (keyvalue.Value, bool) {
	for i, t := range s {
		if t.Is(buildscript.String, key) {
			if v, ok := s[i+1:].Value(); ok {
				if v.Text == "to" && i+2 < len(s) {
					v = orZero(s[i+2:].Value())
				}
				return keyvalue.Value{Text: v.Text, Raw: v.Text, Literal: v.Kind == buildscript.String, Line: v.Line}, true
			}
		}
	}
	return keyvalue.Value{}, false
}

func scriptRaw(s buildscript.Statement) string {
	var b strings.Builder
	for _, t := range s {
		if b.Len() > 200 {
			break
		}
		b.WriteString(t.Text)
	}
	return strings.Trim(b.String(), "=")
}
