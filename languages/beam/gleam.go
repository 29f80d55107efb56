package beam

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/manifest/hexpm"
	"aipack/backend/universalbuild"
)

// gleamDefault is the compiler that builds a project that asks for none.
const gleamDefault = "1.16.0"

// Gleam is the gleam compiler, on Erlang or on Node.
var Gleam = language.Language{
	ID:         "gleam",
	Name:       "Gleam",
	Extensions: []string{".gleam"},
	Manifests: []language.Manifest{
		{Name: "gleam.toml", Priority: 1},
		{Name: "manifest.toml", Priority: 3, Lock: true},
	},
	Systems: []language.System{{
		ID: "gleam", Name: "Gleam",
		Files:  []string{"gleam.toml", "manifest.toml"},
		Caches: []string{"/root/.cache/gleam"},
		Practices: language.Practices{
			BuildImage: "erlang:27", RuntimeImage: "erlang:27-slim",
			Build:     []string{"gleam deps download", "gleam export erlang-shipment"},
			Test:      []string{"gleam test"},
			Caches:    []string{"/root/.cache/gleam"},
			Artifacts: []string{"build/erlang-shipment"},
			Ports:     []int{8000},
			Notes: []string{
				"An Erlang shipment holds all code and an entrypoint.sh; it needs Erlang in the image.",
				"Mist listens on localhost unless bind(\"0.0.0.0\") is called.",
			},
		},
	}},
	Frameworks: gleamFrameworks,
	EnvReads: []language.Pattern{
		`\benvoy\.get\(\s*"([A-Za-z_][A-Za-z0-9_]*)"`,
		`\b(?:os|env|dotenv)\.(?:get_env|get|get_string|get_int)\(\s*"([A-Za-z_][A-Za-z0-9_]*)"`,
	},
	PortUses: []language.Pattern{
		`\|>\s*(?:mist\.)?port\(\s*(\d{2,5})\s*\)`,
		`\bmist\.port\(\s*(?:_\s*,\s*)?(\d{2,5})\s*\)`,
		`\bglen\.serve\(\s*(\d{2,5})\b`,
	},
	Claim:          gleamClaim,
	Dependencies:   gleamDependencies,
	Version:        gleamVersion,
	DefaultVersion: gleamDefault,
	Start:          gleamStart,
	Health:         gleamHealth,
	Recipe:         gleamRecipe,
}

const (
	gleamServes = language.Pattern(`\bmist\.(?:new|start|start_http|run_service)|\bwisp_mist\b|\bglen\.serve|\belli\.|\bcowboy\.start`)
	gleamWaits  = language.Pattern(`\bprocess\.sleep_forever\(`)
	gleamMain   = language.Pattern(`(?m)^pub fn main\(`)
)

func gleamManifest(f *language.Folder) (hexpm.Gleam, bool) {
	return language.Parse(f, "gleam.toml", hexpm.ParseGleam)
}

// gleamEntry is the module that is named for the project.
func gleamEntry(f *language.Folder) string {
	g, _ := gleamManifest(f)
	if file := "src/" + g.Name + ".gleam"; g.Name != "" && language.MadeOf(g.Name, "abcdefghijklmnopqrstuvwxyz0123456789_") && f.Has(file) {
		return file
	}
	return ""
}

func gleamClaim(f *language.Folder) (language.Claim, bool) {
	g, ok := gleamManifest(f)
	if !ok && !f.Has("gleam.toml") {
		return language.Claim{}, false
	}
	c := language.Claim{System: "gleam", Name: g.Name, Confidence: finding.Certain}
	c.Why = append(c.Why, f.At("gleam.manifest", "gleam.toml", "name"))
	if f.Has("manifest.toml") {
		c.Why = append(c.Why, f.Evidence("gleam.lock", "manifest.toml", 0, ""))
	}
	entry := gleamEntry(f)
	main := gleamMain.Regexp().MatchString(f.Content(entry))
	files := f.Glob("src/**/*.gleam")
	for _, name := range files[:min(len(files), 60)] {
		text := f.Content(name)
		switch {
		case !main:
		case gleamServes.Regexp().MatchString(text):
			c.Role, c.Kind, c.RoleWhy = language.Service, universalbuild.Web, f.AtMatch("gleam.listens", name, gleamServes)
			return c, true
		case gleamWaits.Regexp().MatchString(text) && c.Role != language.Service:
			c.Role, c.Kind, c.RoleWhy = language.Service, universalbuild.Worker, f.AtMatch("gleam.waits", name, gleamWaits)
		}
	}
	switch {
	case c.Role == language.Service:
	case main:
		c.Role, c.RoleWhy = language.Program, f.AtMatch("gleam.main", entry, gleamMain)
	default:
		c.Role, c.RoleWhy = language.Library, f.At("gleam.no_main", "gleam.toml", "name")
	}
	return c, true
}

func gleamDependencies(p *language.Project) []language.Dependency {
	g, _ := gleamManifest(p.Folder)
	var deps []language.Dependency
	for _, d := range g.Dependencies {
		dep := language.Dependency{Name: d.Name, Version: d.Constraint, Dev: d.Dev, Path: p.Join("gleam.toml")}
		dep.Line = p.At("", "gleam.toml", d.Name).Line
		if d.Path != "" {
			dep.Local, dep.Absent = p.Sub(d.Path).Path, p.Absent(d.Path)
		}
		deps = append(deps, dep)
	}
	return deps
}

// gleamVersion follows the version managers, then the manifest.
func gleamVersion(p *language.Project) finding.Finding[string] {
	g, _ := gleamManifest(p.Folder)
	declared := finding.Finding[string]{}
	if g.Gleam != "" {
		declared = finding.Of(g.Gleam, finding.Certain, p.Folder.AtBoth("gleam.requirement", "gleam.toml", "gleam", g.Gleam))
	}
	return finding.First(func(s string) string { return s }, version.Pinned(p.Folder, "gleam"), declared)
}

func gleamStart(p *language.Project) finding.Finding[language.Start] {
	g, _ := gleamManifest(p.Folder)
	entry := gleamEntry(p.Folder)
	if entry == "" {
		return finding.Finding[language.Start]{}
	}
	why := p.Folder.AtMatch("gleam.main", entry, gleamMain)
	if g.Target == "javascript" {
		script := `import("./` + g.Name + "/" + g.Name + `.mjs").then((m) => m.main())`
		return finding.Of(language.Start{Command: []string{"node", "--input-type=module", "-e", script}}, finding.Likely, why)
	}
	return finding.Of(language.Start{Command: []string{"./entrypoint.sh", "run"}}, finding.Certain, why)
}

const gleamHealthRoute = language.Pattern(`(?m)^[ \t]*(?:http\.Get,\s*|Get,\s*)?\["(health|healthz|healthcheck|ready|readyz|live|livez|status|up|ping)"\]\s*->`)

// gleamHealth finds a health route among the path segments that a handler
// matches.
func gleamHealth(p *language.Project) finding.Finding[string] {
	files := p.Glob("src/**/*.gleam")
	for _, name := range files[:min(len(files), 60)] {
		if m := gleamHealthRoute.Regexp().FindStringSubmatch(p.Folder.Content(name)); m != nil {
			return finding.Of("/"+m[1], finding.Likely, p.Folder.AtMatch("gleam.health_route", name, gleamHealthRoute))
		}
	}
	return finding.Finding[string]{}
}

// gleamRecipe takes the compiler from the image that Gleam publishes with
// nothing else in it, so that the Erlang of build and runtime are the same.
func gleamRecipe(p *language.Project) language.Recipe {
	g, _ := gleamManifest(p.Folder)
	compiler := gleamDefault
	if v, exact := version.Exact(p.Version.Value); exact {
		compiler = v
	} else if low := version.ParseRange(p.Version.Value).Lowest(); low != "" && version.ParseRange("> "+gleamDefault).Allows(low) && !version.ParseRange(p.Version.Value).Allows(version.MinorOf(gleamDefault)) {
		compiler = low + ".0"
	}
	otp := erlangDefault
	if v, _, ok := version.ParseNumber(erlangVersion(p.Folder).Value); ok && v[0] >= 26 && v[0] <= 29 {
		otp = strings.SplitN(strings.TrimSpace(erlangVersion(p.Folder).Value), ".", 2)[0]
	}
	r := language.Recipe{}
	r.Build = universalbuild.Build{
		BaseImage: "erlang:" + otp, Workdir: "/app",
		Tools:      []universalbuild.Tool{{Image: "ghcr.io/gleam-lang/gleam:v" + compiler + "-scratch", Paths: []string{"/bin/gleam"}}},
		CachePaths: []string{"/root/.cache/gleam"},
	}
	r.Runtime = universalbuild.Runtime{BaseImage: "erlang:" + otp + "-slim", Workdir: "/app", Environment: map[string]string{"LANG": "C.UTF-8"}}
	alone := true
	for _, d := range p.Deps {
		alone = alone && d.Local == ""
	}
	if len(p.Deps) > 0 {
		r.Build.PreBuildCommands = []string{"gleam deps download"}
		for _, name := range []string{"gleam.toml", "manifest.toml"} {
			if alone && p.Has(name) {
				r.Build.Manifests = append(r.Build.Manifests, p.InContext(name))
			}
		}
	}
	out := "build/erlang-shipment"
	r.Build.BuildCommands = []string{"gleam export erlang-shipment"}
	if g.Target == "javascript" {
		out = "build/prod/javascript"
		r.Build.BuildCommands = []string{"gleam build --target javascript && mkdir -p build/prod && cp -rL build/dev/javascript build/prod/javascript"}
		r.Runtime.BaseImage = "node:22-bookworm-slim"
		r.Runtime.Environment = map[string]string{"NODE_ENV": "production"}
	}
	r.Build.Artifacts = []string{out}
	r.Runtime.Copy = []universalbuild.Copy{{From: out, To: "."}}
	return r
}
