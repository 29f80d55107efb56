package languages

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/clojars"
	"aipack/backend/universalbuild"
)

// Clojure builds with Leiningen or the Clojure command line.
var Clojure = language.Language{
	ID:         "clojure",
	Name:       "Clojure",
	Extensions: []string{".clj", ".cljc", ".cljs", ".edn"},
	Manifests: []language.Manifest{
		{Name: "project.clj", Priority: 1},
		{Name: "deps.edn", Priority: 1},
		{Name: "build.clj", Priority: 2},
		{Name: "shadow-cljs.edn", Priority: 2},
	},
	SkipDirs: []string{"target", ".cpcache"},
	Systems: []language.System{
		{
			ID: "leiningen", Name: "Leiningen", Files: []string{"project.clj"}, Caches: []string{"/root/.m2", "/root/.lein"},
			Practices: language.Practices{
				BuildImage: "clojure:temurin-21-lein-bookworm", RuntimeImage: "eclipse-temurin:21-jre",
				Build: []string{"lein deps", "lein uberjar"}, Test: []string{"lein test"}, Caches: []string{"/root/.m2"},
				Artifacts: []string{"target/*-standalone.jar"}, Ports: []int{3000},
				Notes: []string{
					"lein uberjar leaves x.jar and x-standalone.jar; the one to run is the standalone one.",
					"A namespace that is not compiled ahead is started with java -cp app.jar clojure.main -m namespace.",
					"With lein-ring, lein ring uberjar makes a server of the handler.",
				},
			},
		},
		{
			ID: "clojure-cli", Name: "Clojure CLI", Files: []string{"deps.edn", "build.clj"}, Caches: []string{"/root/.m2", "/root/.gitlibs"},
			Practices: language.Practices{
				BuildImage: "clojure:temurin-21-tools-deps-bookworm", RuntimeImage: "eclipse-temurin:21-jre",
				Build: []string{"clojure -P", "clojure -T:build uber"}, Test: []string{"clojure -X:test"}, Caches: []string{"/root/.m2", "/root/.gitlibs"},
				Artifacts: []string{"target/*.jar"}, Ports: []int{8080},
				Notes: []string{
					"clojure -P downloads the dependencies without running anything: copy deps.edn first.",
					"Without build.clj, the sources and the downloaded jars run as they are.",
				},
			},
		},
	},
	Frameworks: clojureFrameworks,
	EnvReads: []language.Pattern{
		`\(or\s+\((?:System/getenv|env)\s+[":]([A-Za-z][A-Za-z0-9_-]*)"?\)\s+"?([^")\s]*)"?`,
		`\(System/getenv\s+"([A-Za-z_][A-Za-z0-9_]*)"`,
	},
	PortUses:       clojurePortUses,
	Routes:         []language.Pattern{`\(GET\s+"(/[^"\s]*)"`, `\(=\s+"(/[^"\s]*)"\s+\(:uri\b`, `\(:uri\s+\w+\)\s+"(/[^"\s]*)"`, `\["(/[^"\s]*)"\s+(?::get|\{:get)`},
	Claim:          clojureClaim,
	Dependencies:   clojureDependencies,
	Version:        clojureVersion,
	DefaultVersion: jvmDefault,
	ImageVersion:   jvmImageVersion,
	Framework:      clojureFramework,
	Start:          clojureStart,
	Port:           clojurePort,
	Recipe:         clojureRecipe,
}

var clojureFrameworks = []language.Framework{
	{Name: "Luminus", Needs: []string{"luminus*", "luminus/*", "kit-clj/*", "io.github.kit-clj/*"}, Port: 3000},
	{Name: "Pedestal", Needs: []string{"io.pedestal/pedestal.*"}, Port: 8080},
	{Name: "Compojure", Needs: []string{"compojure", "compojure/compojure", "metosin/compojure-api"}, Port: 3000},
	{Name: "Ring", Needs: []string{"ring", "ring/*", "lein-ring"}, Port: 3000},
	{Name: "Reitit", Needs: []string{"metosin/reitit*"}, Port: 3000},
	{Name: "http-kit", Needs: []string{"http-kit", "http-kit/http-kit"}, Port: 8090},
	{Name: "Aleph", Needs: []string{"aleph", "aleph/aleph"}, Port: 8080},
	{Name: "Fulcro", Needs: []string{"com.fulcrologic/fulcro"}, Port: 3000},
}

var clojurePortUses = []language.Pattern{
	`\((?:System/getenv|env)\s+[":](?i:port)"?\)\s*"?(\d{2,5})`,
	`::?(?:http/)?port\s+(\d{2,5})\b`,
	`:port\s+\([^()]*\(or\s+\([^()]*\)\s+"?(\d{2,5})`,
}

func clojurePort(p *language.Project) finding.Finding[int] {
	var found []finding.Finding[int]
	lein, _ := language.Parse(p.Folder, "project.clj", clojars.ParseLeiningen)
	if port, err := strconv.Atoi(lein.RingPort.Text); err == nil && port > 0 && port < 65536 {
		found = append(found, finding.Of(port, finding.Certain, lineOf(p.Folder, "clojure.ring", "project.clj", lein.RingPort.Line)))
	}
	main, _ := clojureMain(p)
	found = append(found, portIn(p.Folder, clojureHolds(p, main), "clojure.port", clojurePortUses)...)
	return finding.First(strconv.Itoa, found...)
}

func clojureClaim(f *language.Folder) (language.Claim, bool) {
	c := language.Claim{Confidence: finding.Certain}
	lein, isLein := language.Parse(f, "project.clj", clojars.ParseLeiningen)
	_, isDeps := language.Parse(f, "deps.edn", clojars.ParseDeps)
	switch {
	case isLein:
		c.System, c.Name = "leiningen", path.Base(lein.Name)
		c.Why = append(c.Why, f.At("clojure.leiningen", "project.clj", "defproject"))
		if isDeps {
			c.Lost = append(c.Lost, finding.Alternative{Value: "clojure-cli", Confidence: finding.Guess, Evidence: f.Evidence("clojure.deps", "deps.edn", 0, "")})
		}
	case isDeps:
		c.System = "clojure-cli"
		c.Why = append(c.Why, f.Evidence("clojure.deps", "deps.edn", 0, ""))
	default:
		return c, false
	}
	// A ClojureScript front end is built by Node's tools.
	if len(clojureSources(f)) == 0 && f.Has("shadow-cljs.edn") {
		c.Role = language.Aside
		return c, true
	}
	c.Role, c.Kind, c.RoleWhy = clojureRole(f, c.System)
	return c, true
}

func clojureSources(f *language.Folder) []string {
	var out []string
	for _, file := range f.Reader().Index.Under(f.Path) {
		rel := jvmBelow(f.Path, file.Path)
		if (path.Ext(rel) == ".clj" || path.Ext(rel) == ".cljc") && strings.Contains(rel, "/") && !jvmTest("/"+rel) && !strings.HasPrefix(rel, "dev/") && !strings.Contains(rel, "/dev/") {
			out = append(out, rel)
		}
	}
	return out
}

// clojureRole knows a service by a server among the dependencies, and a
// program by its main namespace.
func clojureRole(f *language.Folder, system string) (language.Role, universalbuild.Kind, finding.Evidence) {
	p := &language.Project{Folder: f, Claim: language.Claim{System: system}}
	p.Deps = clojureDependencies(p)
	for _, d := range p.Deps {
		if d.Dev {
			continue
		}
		for _, server := range []string{
			"ring/ring-jetty-adapter", "http-kit", "http-kit/http-kit", "io.pedestal/pedestal.jetty", "io.pedestal/pedestal.service", "io.pedestal/pedestal.http-kit",
			"aleph", "aleph/aleph", "luminus-immutant", "luminus-http-kit", "luminus-jetty", "luminus-undertow", "ring/ring-undertow-adapter",
			"info.sunng/ring-jetty9-adapter", "org.immutant/web", "ring", "lein-ring",
		} {
			fork := path.Base(d.Name) == path.Base(server) && strings.Contains(server, "/") // forks keep the artifact's name
			if d.Name == server || fork {
				return language.Service, universalbuild.Web, whereDeclared(p.Folder, "clojure.server", d)
			}
		}
	}
	if main, where := clojureMain(p); main != "" {
		return language.Program, universalbuild.CLI, where
	}
	return language.Library, "", finding.Evidence{}
}

func clojureDependencies(p *language.Project) []language.Dependency {
	file := "deps.edn"
	var deps []clojars.Dependency
	if p.Claim.System == "leiningen" {
		file = "project.clj"
		lein, _ := language.Parse(p.Folder, file, clojars.ParseLeiningen)
		deps = append(append(deps, lein.Dependencies...), lein.Plugins...)
	} else {
		all, _ := language.Parse(p.Folder, file, clojars.ParseDeps)
		deps = all.Dependencies
	}
	var out []language.Dependency
	for _, d := range deps {
		out = append(out, language.Dependency{Name: d.Name, Version: d.Version, Dev: d.Dev, Path: p.Join(file), Line: d.Line})
	}
	return sortedDependencies(out)
}

// clojureFramework takes the first framework that is needed to run; a Ring
// handler named in project.clj makes it Ring's, whatever routes it.
func clojureFramework(p *language.Project) finding.Finding[string] {
	lein, _ := language.Parse(p.Folder, "project.clj", clojars.ParseLeiningen)
	var found []finding.Finding[string]
	for _, f := range clojureFrameworks {
		if d, ok := jvmUses(p.Deps, f.Needs...); ok {
			found = append(found, finding.Of(f.Name, finding.Certain, whereDeclared(p.Folder, "clojure.framework", d)))
		}
	}
	if lein.RingHandler.Text != "" {
		found = append([]finding.Finding[string]{finding.Of("Ring", finding.Certain, lineOf(p.Folder, "clojure.ring", "project.clj", lein.RingHandler.Line))}, found...)
	}
	return finding.First(func(s string) string { return s }, found...)
}

func clojureVersion(p *language.Project) finding.Finding[string] {
	candidates := jdkFiles(p)
	if lein, ok := language.Parse(p.Folder, "project.clj", clojars.ParseLeiningen); ok && jdkVersion(lein.JavaTarget.Text) != "" {
		candidates = append(candidates, finding.Of(jdkVersion(lein.JavaTarget.Text), finding.Likely, lineOf(p.Folder, "clojure.javac", "project.clj", lein.JavaTarget.Line)))
	}
	return finding.First(func(s string) string { return s }, candidates...)
}

const (
	clojureMainFn = language.Pattern(`(?m)^\(defn\s+(?:\^\S+\s+|\^\{[^}]*\}\s*)?-main\b`)
	clojureNS     = language.Pattern(`\(ns\s+(?:\^\{[^}]*\}\s*|\^\S+\s+)*([A-Za-z][\w.*+!?<>=/-]*)`)
	clojureGen    = language.Pattern(`\(:gen-class\b`)
)

// clojureMain finds the main namespace: as declared, else the one with -main.
func clojureMain(p *language.Project) (string, finding.Evidence) {
	if lein, ok := language.Parse(p.Folder, "project.clj", clojars.ParseLeiningen); ok && lein.Main.Text != "" && lein.Main.Text != "nil" {
		main, _, _ := strings.Cut(lein.Main.Text, "/") // a namespace, or one with its function
		return main, lineOf(p.Folder, "clojure.main", "project.clj", lein.Main.Line)
	}
	deps, _ := language.Parse(p.Folder, "deps.edn", clojars.ParseDeps)
	for _, a := range deps.Aliases {
		if a.Arguments["main-class"] != "" {
			return strings.ReplaceAll(a.Arguments["main-class"], "_", "-"), lineOf(p.Folder, "clojure.main", "deps.edn", a.Line)
		}
	}
	for _, names := range [][]string{{"run", "start", "main", "server", "prod", "run-m"}, nil} {
		if names == nil { // other aliases are for chores more often than not
			if main, where := clojureMainSource(p); clojureMainNamed(main) {
				return main, where
			}
		}
		for _, a := range deps.Aliases {
			if names == nil || slices.Contains(names, a.Name) {
				if ns := clojureOption(a.MainOptions); ns != "" && clojureHolds(p, ns) != "" {
					return ns, lineOf(p.Folder, "clojure.main", "deps.edn", a.Line)
				}
			}
		}
	}
	return clojureMainSource(p)
}

// clojureMainNamed reports whether a namespace is called as those are that
// start a program.
func clojureMainNamed(ns string) bool {
	switch ns[strings.LastIndexByte(ns, '.')+1:] {
	case "main", "core", "server", "app", "web", "system", "api":
		return true
	}
	return false
}

func clojureOption(options []string) string {
	for i, o := range options {
		if (o == "-m" || o == "--main") && i+1 < len(options) {
			return options[i+1]
		}
	}
	return ""
}

func clojureMainSource(p *language.Project) (string, finding.Evidence) {
	const most = 300
	first, firstWhere := "", finding.Evidence{}
	for i, name := range clojureSources(p.Folder) {
		if i == most {
			break
		}
		content, _ := p.Text(name)
		if line := clojureMainFn.Regexp().FindString(content); line != "" {
			ns := clojureNS.Regexp().FindStringSubmatch(content)
			switch {
			case ns == nil:
			case clojureMainNamed(ns[1]):
				return ns[1], p.At("clojure.main", name, line)
			case first == "":
				first, firstWhere = ns[1], p.At("clojure.main", name, line)
			}
		}
	}
	return first, firstWhere
}

// clojureHolds finds the source file of a namespace.
func clojureHolds(p *language.Project, ns string) string {
	end := strings.NewReplacer(".", "/", "-", "_").Replace(ns)
	for _, name := range clojureSources(p.Folder) {
		if strings.HasSuffix(name, end+".clj") || strings.HasSuffix(name, end+".cljc") {
			return name
		}
	}
	return ""
}

// clojureCompiled reports whether the main namespace is compiled to a class,
// so that the jar can be run by itself.
func clojureCompiled(p *language.Project, main string) bool {
	content, _ := p.Text(clojureHolds(p, main))
	return clojureGen.Regexp().MatchString(content)
}

// clojureBuild is how a project's uberjar is made; "" where the sources run as
// they are.
func clojureBuild(p *language.Project) string {
	if p.Claim.System == "leiningen" {
		lein, _ := language.Parse(p.Folder, "project.clj", clojars.ParseLeiningen)
		for _, plugin := range lein.Plugins {
			if plugin.Name == "lein-ring" && lein.RingHandler.Text != "" {
				return "lein ring uberjar"
			}
		}
		return "lein uberjar"
	}
	deps, _ := language.Parse(p.Folder, "deps.edn", clojars.ParseDeps)
	for _, a := range deps.Aliases {
		if a.Namespace == "build" && p.Has("build.clj") || a.Name == "build" && p.Has("build.clj") {
			content, _ := p.Text("build.clj")
			return "clojure -T:" + a.Name + " " + clojureTask(content)
		}
	}
	for _, a := range deps.Aliases {
		if a.Function != "" && (strings.Contains(a.Function, "uber") || strings.HasPrefix(a.Name, "uber")) {
			return "clojure -X:" + a.Name
		}
		if strings.HasPrefix(a.Name, "uber") && len(a.MainOptions) > 0 {
			return "clojure -M:" + a.Name
		}
	}
	return ""
}

func clojureStart(p *language.Project) finding.Finding[language.Start] {
	main, where := clojureMain(p)
	build := clojureBuild(p)
	command := []string{"java", "-jar", "app.jar"}
	switch {
	case main == "" && build == "lein ring uberjar":
		where = p.At("clojure.ring", "project.clj", ":handler")
	case main == "":
		return finding.Finding[language.Start]{}
	case build == "":
		command = []string{"java", "-cp", "src:resources:lib/*", "clojure.main", "-m", main}
	case build != "lein ring uberjar" && !clojureCompiled(p, main):
		command = []string{"java", "-cp", "app.jar", "clojure.main", "-m", main}
	}
	return finding.Of(language.Start{Command: command}, finding.Certain, where)
}

// clojureRecipe makes an uberjar, or takes sources and jars side by side.
func clojureRecipe(p *language.Project) language.Recipe {
	level := jdkImage(max(jdkLevel(p.Version.Value), 8), true)
	jdkWarn(p, jdkLevel(p.Version.Value), level)
	tool, file, fetch := "tools-deps", "deps.edn", "clojure -P"
	if p.Claim.System == "leiningen" {
		tool, file, fetch = "lein", "project.clj", "lein deps"
	}
	r := language.Recipe{
		Build: universalbuild.Build{
			BaseImage: fmt.Sprintf("clojure:temurin-%d-%s-bookworm", level, tool), Workdir: "/app", Environment: map[string]string{},
			Manifests: []string{file}, PreBuildCommands: []string{fetch}, CachePaths: []string{"/root/.m2"},
		},
		Runtime: universalbuild.Runtime{
			BaseImage: fmt.Sprintf("eclipse-temurin:%d-jre", level), Workdir: "/app",
			Environment: map[string]string{"JAVA_TOOL_OPTIONS": "-XX:MaxRAMPercentage=75.0"},
		},
	}
	if jvmToolStart(p, "lein", "clojure", "clj") {
		return clojureToolRecipe(r)
	}
	build := clojureBuild(p)
	if build == "" {
		clojureSideBySide(p, &r)
		return r
	}
	lein, _ := language.Parse(p.Folder, "project.clj", clojars.ParseLeiningen)
	pattern := "*-standalone.jar"
	switch {
	case lein.UberjarName != "":
		pattern = path.Base(lein.UberjarName)
	case p.Claim.System != "leiningen":
		pattern = "*.jar"
	}
	r.Build.BuildCommands = []string{build + " && find target -name '" + strings.ReplaceAll(pattern, "'", "") + `' -exec cp {} app.jar \;`}
	r.Build.Artifacts = []string{"app.jar"}
	r.Runtime.Copy = []universalbuild.Copy{{From: "app.jar", To: "app.jar"}}
	return r
}

// clojureSideBySide copies the jars of the class path beside the sources.
func clojureSideBySide(p *language.Project, r *language.Recipe) {
	deps, _ := language.Parse(p.Folder, "deps.edn", clojars.ParseDeps)
	r.Build.BuildCommands = []string{`mkdir -p lib resources && clojure -Spath | tr ':' '\n' | grep '\.jar$' | xargs -I{} cp {} lib/`}
	r.Build.Artifacts = []string{"lib"}
	r.Runtime.Copy = []universalbuild.Copy{{From: "lib", To: "lib"}}
	for _, dir := range append([]string{"src", "resources"}, deps.Paths...) {
		if p.HasDir(dir) && !slices.Contains(r.Build.Artifacts, dir) {
			r.Build.Artifacts = append(r.Build.Artifacts, dir)
			r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: dir, To: dir})
		}
	}
}

// jvmToolStart reports whether the start command, a Procfile's for one, runs a
// build tool instead of a program that was built.
func jvmToolStart(p *language.Project, tools ...string) bool {
	words := p.Start.Value.Command
	if len(words) == 3 && words[0] == "sh" && words[1] == "-c" {
		words = strings.Fields(strings.TrimPrefix(words[2], "exec "))
	}
	for len(words) > 0 && strings.Contains(words[0], "=") {
		words = words[1:]
	}
	return len(words) > 0 && slices.Contains(tools, path.Base(words[0]))
}

// clojureToolRecipe keeps the tool and what it downloaded in the image, in
// folders that the program's user can read.
func clojureToolRecipe(r language.Recipe) language.Recipe {
	home := map[string]string{"JAVA_TOOL_OPTIONS": "-Duser.home=/app", "LEIN_HOME": "/app/.lein"}
	r.Build.CachePaths = nil
	for k, v := range home {
		r.Build.Environment[k] = v
		r.Runtime.Environment[k] = v
	}
	r.Runtime.BaseImage = r.Build.BaseImage
	r.Build.Artifacts = []string{"."}
	r.Runtime.Copy = []universalbuild.Copy{{From: ".", To: "."}}
	return r
}

const clojureTasks = language.Pattern(`(?m)^\(defn\s+(uber|uberjar|ci)\b`)

// clojureTask names the function of build.clj that makes the jar: uber and
// uberjar are usual, and ci where it does all (tools.build's guide).
func clojureTask(content string) string {
	found := map[string]bool{}
	for _, m := range clojureTasks.Regexp().FindAllStringSubmatch(content, 20) {
		found[m[1]] = true
	}
	for _, name := range []string{"uber", "uberjar", "ci"} {
		if found[name] {
			return name
		}
	}
	return "uber"
}
