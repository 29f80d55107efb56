package manifest

import (
	"strings"
)

// Gradle is what a build.gradle(.kts) or settings.gradle(.kts) says in plain
// words. Nothing is evaluated: what a script computes is not seen.
type Gradle struct {
	Plugins      []GradlePlugin
	ApplyFrom    []string // further scripts
	Dependencies []GradleDependency
	// Values holds assignments by their dotted path: "sourceCompatibility",
	// "java.toolchain.languageVersion", "application.mainClass",
	// "jar.enabled", "jar.Main-Class", "ext.javaVersion" (variables of any
	// sort). Later ones win.
	Values map[string]GradleValue
	// Commands are the strings of Exec tasks' commandLine and executable.
	Commands []GradleValue

	// Of a root's build script: what it says about others.
	AllProjects *Gradle
	Subprojects *Gradle
	Projects    map[string]*Gradle // project(":a:b") { }

	// Of a settings script.
	RootName    string
	Includes    []GradleValue     // ":a:b", always with the leading colon
	ProjectDirs map[string]string // project(":a").projectDir = file("x")
}

// GradlePlugin is an applied plugin by its id. Alias is set for one that a
// version catalog names: "spring.boot" of alias(libs.plugins.spring.boot).
type GradlePlugin struct {
	ID      string
	Alias   string
	Version string
	Apply   bool // false: only put on the class path
	Line    int
}

// GradleDependency is one dependency. Exactly one of Name, Project and Alias
// says what it is.
type GradleDependency struct {
	Configuration string
	Group         string
	Name          string
	Version       string
	Project       string // ":lib", or "projects.lib" for a type-safe accessor
	Alias         string // "ktor.server.core" of libs.ktor.server.core
	Line          int
}

// GradleValue is an assigned value. Text is a literal, the last argument of a
// call (17 of JavaLanguageVersion.of(17)) or the name of a variable or
// constant; Raw is the whole expression.
type GradleValue struct {
	Text    string
	Raw     string
	Literal bool // Text is a string of the script
	Line    int
}

// ParseGradle reads a build or settings script, in Groovy or Kotlin.
func ParseGradle(content string) (Gradle, error) {
	g := newGradle()
	g.read("", parseScript(content))
	return *g, nil
}

func newGradle() *Gradle {
	return &Gradle{Values: map[string]GradleValue{}, Projects: map[string]*Gradle{}, ProjectDirs: map[string]string{}}
}

func (g *Gradle) read(prefix string, statements []scriptStatement) {
	for _, s := range statements {
		g.statement(prefix, s)
	}
}

func (g *Gradle) statement(prefix string, s scriptStatement) {
	name, rest := s.path()
	block, hasBlock := s.block()
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
	case name == "project" && hasBlock && len(s.strings()) > 0:
		path := gradlePath(s.strings()[0].Text)
		if g.Projects[path] == nil {
			g.Projects[path] = newGradle()
		}
		g.Projects[path].read("", block)
	case name == "project" && prefix == "" && len(s.strings()) > 1 && hasWord(s, "projectDir"):
		in := s.strings()
		g.ProjectDirs[gradlePath(in[0].Text)] = in[len(in)-1].Text
	case name == "include" || name == "includeFlat":
		g.include(name, s)
	case name == "rootProject.name":
		g.RootName = orZero(rest.value()).Text
	case hasBlock:
		g.blockOf(prefix, name, s, block)
	default:
		g.assign(prefix, name, rest)
	}
}

func orZero[T any](v T, _ bool) T { return v }

func hasWord(s scriptStatement, word string) bool {
	for _, t := range s {
		if t.is(scriptWord, word) || t.Kind == scriptBlock && anyHasWord(t.Block, word) {
			return true
		}
	}
	return false
}

func anyHasWord(in []scriptStatement, word string) bool {
	for _, s := range in {
		if hasWord(s, word) {
			return true
		}
	}
	return false
}

func (g *Gradle) about(name string, rest scriptStatement) *Gradle {
	into := &g.Subprojects
	if name == "allprojects" || name == "configure" && hasWord(rest, "allprojects") {
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
func (g *Gradle) blockOf(prefix, name string, s scriptStatement, block []scriptStatement) {
	name = strings.TrimPrefix(name, "tasks.")
	if verb, _, _ := strings.Cut(name, "("); verb == "named" || verb == "register" || verb == "create" || verb == "task" || verb == "getByName" || verb == "withType" {
		name = taskName(s, name)
	}
	if name == "tasks" || name == "configurations" {
		name = ""
	}
	if name == "jar" && (anyHasWord(block, "runtimeClasspath") || anyHasWord(block, "compileClasspath")) {
		g.Values[prefix+"jar.fat"] = GradleValue{Text: "true", Raw: "runtimeClasspath", Line: s[0].Line}
	}
	if name != "" {
		name += "."
	}
	g.read(prefix+name, block)
}

func taskName(s scriptStatement, verb string) string {
	if verb != "withType" {
		if in := s.strings(); len(in) > 0 {
			return in[0].Text
		}
		if verb == "task" && len(s) > 1 {
			return s[1].Text
		}
		return verb
	}
	for _, t := range s[1:] {
		if t.Kind == scriptWord && t.Text != "withType" {
			return strings.ToLower(t.Text[:1]) + t.Text[1:]
		}
	}
	return verb
}

func (g *Gradle) plugin(s scriptStatement) {
	if len(s) == 0 || s[0].Kind != scriptWord {
		return
	}
	p := GradlePlugin{Apply: true, Line: s[0].Line}
	in := s.strings()
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
		path, _ := trimMarks(s[1:]).path()
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
		case t.is(scriptWord, "version") && i+1 < len(s):
			p.Version = orZero(s[i+1:].value()).Text
		case t.is(scriptWord, "apply") && i+1 < len(s):
			p.Apply = !hasWord(s[i+1:], "false")
		}
	}
	g.Plugins = append(g.Plugins, p)
}

func trimMarks(s scriptStatement) scriptStatement {
	for len(s) > 0 && s[0].Kind == scriptMark {
		s = s[1:]
	}
	return s
}

// bareID joins a plugin's id that is written without quotes: application.
func bareID(s scriptStatement) string {
	id := ""
	for _, t := range s {
		if t.Kind != scriptWord && !t.is(scriptMark, "-") && !t.is(scriptMark, ".") {
			break
		}
		id += t.Text
	}
	return id
}

// apply reads apply plugin: 'x', apply(plugin = "x"), apply from: 'x.gradle'
// and apply { plugin("x") }.
func (g *Gradle) apply(rest scriptStatement) {
	if block, ok := rest.block(); ok {
		for _, s := range block {
			g.apply(s)
		}
		return
	}
	for i, t := range rest {
		if t.Kind != scriptWord {
			continue
		}
		v, ok := rest[i+1:].value()
		if !ok {
			continue
		}
		switch t.Text {
		case "plugin":
			g.Plugins = append(g.Plugins, GradlePlugin{ID: v.Text, Apply: true, Line: t.Line})
		case "from":
			g.ApplyFrom = append(g.ApplyFrom, v.Text)
		}
	}
}

func (g *Gradle) include(name string, s scriptStatement) {
	for _, t := range s.strings() {
		path := gradlePath(t.Text)
		g.Includes = append(g.Includes, GradleValue{Text: path, Raw: t.Text, Literal: true, Line: t.Line})
		if name == "includeFlat" {
			g.ProjectDirs[path] = "../" + t.Text
		}
	}
}

func gradlePath(s string) string { return ":" + strings.TrimPrefix(s, ":") }

func (g *Gradle) assign(prefix, name string, rest scriptStatement) {
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
		for _, t := range rest.strings() {
			g.Commands = append(g.Commands, GradleValue{Text: t.Text, Raw: t.Text, Literal: true, Line: t.Line})
		}
		return
	}
	if variable, value, ok := declared(name, rest); ok {
		prefix, name, rest = "", "ext."+variable, value
	}
	name = strings.TrimSuffix(strings.TrimPrefix(name, "tasks."), ".set")
	v, ok := rest.value()
	if !ok {
		return
	}
	g.Values[prefix+name] = GradleValue{Text: v.Text, Raw: scriptRaw(rest), Literal: v.Kind == scriptString, Line: v.Line}
}

// declared recognises the ways to name a variable: def x = , val x = ,
// val x by extra("v"), extra["x"] = , set("x", "v").
func declared(name string, rest scriptStatement) (string, scriptStatement, bool) {
	switch name {
	case "def", "val", "var", "String", "int":
		if len(rest) > 1 && rest[0].Kind == scriptWord {
			value := rest[1:]
			if value[0].is(scriptWord, "by") && len(value) > 2 {
				value = value[2:]
			}
			return rest[0].Text, value, true
		}
	case "set", "extra", "ext", "extra.set":
		if in := rest.strings(); len(in) > 0 {
			for i, t := range rest {
				if t.Kind == scriptString {
					return t.Text, rest[i+1:], true
				}
			}
		}
	}
	return "", nil, false
}

func valueAfter(s scriptStatement, key string) (GradleValue, bool) {
	for i, t := range s {
		if t.is(scriptString, key) {
			if v, ok := s[i+1:].value(); ok {
				if v.Text == "to" && i+2 < len(s) {
					v = orZero(s[i+2:].value())
				}
				return GradleValue{Text: v.Text, Raw: v.Text, Literal: v.Kind == scriptString, Line: v.Line}, true
			}
		}
	}
	return GradleValue{}, false
}

func scriptRaw(s scriptStatement) string {
	var b strings.Builder
	for _, t := range s {
		if b.Len() > 200 {
			break
		}
		b.WriteString(t.Text)
	}
	return strings.Trim(b.String(), "=")
}
