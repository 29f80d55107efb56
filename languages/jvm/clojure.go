package jvm

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
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
	PortUses: clojurePortUses,
	Routes: []language.Pattern{
		`\(GET\s+"(/[^"\s]*)"`, `\(=\s+"(/[^"\s]*)"\s+\(:uri\b`, `\(:uri\s+\w+\)\s+"(/[^"\s]*)"`,
		`\["(/[^"\s]*)"\s+(?::get|\{:get)`,
	},
	Claim:          clojureClaim,
	Dependencies:   clojureDependencies,
	Version:        clojureVersion,
	DefaultVersion: defaultVersion,
	ImageVersion:   imageVersion,
	Framework:      clojureFramework,
	Start:          clojureStart,
	Port:           clojurePort,
	Recipe:         clojureRecipe,
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
		found = append(found, finding.Of(port, finding.Certain, p.Folder.AtLine("clojure.ring", "project.clj", lein.RingPort.Line)))
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
			c.Alternatives = append(c.Alternatives, finding.Alternative{Value: "clojure-cli", Confidence: finding.Guess, Evidence: f.Evidence("clojure.deps", "deps.edn", 0, "")})
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
		rel := language.Below(f.Path, file.Path)
		if (path.Ext(rel) == ".clj" || path.Ext(rel) == ".cljc") && strings.Contains(rel, "/") && !test("/"+rel) && !strings.HasPrefix(rel, "dev/") && !strings.Contains(rel, "/dev/") {
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
				return language.Service, universalbuild.Web, p.Folder.AtDependency("clojure.server", d)
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
	return language.SortDependencies(out)
}

// clojureFramework takes the first framework that is needed to run; a Ring
// handler named in project.clj makes it Ring's, whatever routes it.
func clojureFramework(p *language.Project) finding.Finding[string] {
	lein, _ := language.Parse(p.Folder, "project.clj", clojars.ParseLeiningen)
	var found []finding.Finding[string]
	for _, f := range clojureFrameworks {
		if d, ok := language.FirstDeclared(p.Deps, f.Needs...); ok {
			found = append(found, finding.Of(f.Name, finding.Certain, p.Folder.AtDependency("clojure.framework", d)))
		}
	}
	if lein.RingHandler.Text != "" {
		found = append(
			[]finding.Finding[string]{finding.Of("Ring", finding.Certain, p.Folder.AtLine("clojure.ring", "project.clj", lein.RingHandler.Line))}, found...)
	}
	return finding.First(func(s string) string { return s }, found...)
}

func clojureVersion(p *language.Project) finding.Finding[string] {
	candidates := jdkFiles(p)
	if lein, ok := language.Parse(p.Folder, "project.clj", clojars.ParseLeiningen); ok && jdkVersion(lein.JavaTarget.Text) != "" {
		candidates = append(candidates,
			finding.Of(jdkVersion(lein.JavaTarget.Text), finding.Likely, p.Folder.AtLine("clojure.javac", "project.clj", lein.JavaTarget.Line)))
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
		return main, p.Folder.AtLine("clojure.main", "project.clj", lein.Main.Line)
	}
	deps, _ := language.Parse(p.Folder, "deps.edn", clojars.ParseDeps)
	for _, a := range deps.Aliases {
		if a.Arguments["main-class"] != "" {
			return strings.ReplaceAll(a.Arguments["main-class"], "_", "-"), p.Folder.AtLine("clojure.main", "deps.edn", a.Line)
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
					return ns, p.Folder.AtLine("clojure.main", "deps.edn", a.Line)
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
