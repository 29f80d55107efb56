package beam

import (
	"strconv"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/manifest/hexpm"
	"aipack/backend/universalbuild"
)

const erlangDefault = "27"

// Erlang is rebar3: releases made by relx, applications, and escripts.
var Erlang = language.Language{
	ID:         "erlang",
	Name:       "Erlang",
	Extensions: []string{".erl", ".hrl"},
	Manifests: []language.Manifest{
		{Name: "rebar.config", Priority: 1},
		{Name: "rebar.lock", Priority: 3, Lock: true},
	},
	Systems: []language.System{{
		ID: "rebar3", Name: "rebar3",
		Files:  []string{"rebar.config", "rebar.lock"},
		Caches: []string{"/root/.cache/rebar3"},
		Practices: language.Practices{
			BuildImage: "erlang:27", RuntimeImage: "erlang:27-slim",
			Build:     []string{"rebar3 compile --deps_only", "rebar3 as prod tar"},
			Test:      []string{"rebar3 eunit"},
			Caches:    []string{"/root/.cache/rebar3"},
			Artifacts: []string{"_build/prod/rel"},
			Ports:     []int{8080},
			Notes: []string{
				"`rebar3 as prod tar` packs a release without the links into _build that development releases have.",
				"The slim image of the same OTP version holds the libraries that crypto links.",
			},
		},
	}},
	Frameworks: erlangFrameworks,
	EnvReads: []language.Pattern{
		`\bos:getenv\(\s*"([A-Za-z_][A-Za-z0-9_]*)"(?:\s*,\s*"([^"\n]*)")?`,
	},
	PortUses: []language.Pattern{
		`\bos:getenv\(\s*"[A-Z_]*PORT"\s*,\s*"(\d{2,5})"`,
		`\bgen_tcp:listen\(\s*(\d{2,5})\b`,
		`\{port,\s*(\d{2,5})\}`,
	},
	Routes: []language.Pattern{
		`\{\s*"(/[^"\s]*)"\s*,\s*[a-z]\w*\s*,`,
		`"GET (/[^"\s\\]*)`,
	},
	Claim:          erlangClaim,
	Dependencies:   erlangDependencies,
	Version:        func(p *language.Project) finding.Finding[string] { return erlangVersion(p.Folder) },
	DefaultVersion: erlangDefault,
	ImageVersion:   version.Image("erlang"),
	Start:          erlangStart,
	Recipe:         erlangRecipe,
}

func erlangRebar(f *language.Folder) (hexpm.Rebar, bool) {
	return language.Parse(f, "rebar.config", hexpm.ParseRebar)
}

// erlangApp reads the application that starts: the only one, or the one that
// the release is named for.
func erlangApp(f *language.Folder) (app hexpm.App, file string) {
	rebar, _ := erlangRebar(f)
	for _, name := range append(f.Glob("src/*.app.src"), f.Glob("apps/*/src/*.app.src")...) {
		a, ok := language.Parse(f, name, hexpm.ParseApp)
		if !ok || !language.MadeOf(a.Name, "abcdefghijklmnopqrstuvwxyz0123456789_") {
			continue
		}
		if file == "" || a.Mod && !app.Mod || len(rebar.Releases) > 0 && a.Name == rebar.Releases[0] {
			app, file = a, name
		}
	}
	return app, file
}

const erlangServes = language.Pattern(`\bgen_tcp:listen|\bcowboy:start|\branch:start_listener|\belli:start_link|\bmochiweb_http:start|\binets:start\(httpd`)

func erlangClaim(f *language.Folder) (language.Claim, bool) {
	rebar, ok := erlangRebar(f)
	if !ok && !f.Has("rebar.config") || f.Has("mix.exs") {
		return language.Claim{}, false
	}
	app, file := erlangApp(f)
	c := language.Claim{System: "rebar3", Name: app.Name, Confidence: finding.Certain, Role: language.Library}
	c.Why = append(c.Why, f.Evidence("erlang.rebar", "rebar.config", 1, ""))
	switch {
	case len(rebar.Releases) > 0:
		c.Role, c.RoleWhy = language.Service, f.AtLine("erlang.release", "rebar.config", rebar.ReleaseLine)
	case rebar.Escript != "":
		c.Role, c.Kind, c.RoleWhy = language.Program, universalbuild.CLI, f.At("erlang.escript", "rebar.config", "escript_name")
		return c, true
	case app.Mod && erlangListens(f) != "":
		c.Role, c.RoleWhy = language.Service, f.At("erlang.application", file, "mod")
	default:
		c.RoleWhy = f.Evidence("erlang.no_release", "rebar.config", 1, "")
		return c, true
	}
	c.Kind = universalbuild.Worker
	if erlangListens(f) != "" {
		c.Kind = universalbuild.Web
	}
	for _, d := range rebar.Deps {
		if d.Name == "cowboy" || d.Name == "nova" || d.Name == "elli" || d.Name == "mochiweb" || d.Name == "yaws" {
			c.Kind = universalbuild.Web
		}
	}
	return c, true
}

// erlangListens names the first source that opens a listener.
func erlangListens(f *language.Folder) string {
	files := append(f.Glob("src/**/*.erl"), f.Glob("apps/*/src/**/*.erl")...)
	for _, name := range files[:min(len(files), 60)] {
		if erlangServes.Regexp().MatchString(f.Content(name)) {
			return name
		}
	}
	return ""
}

func erlangDependencies(p *language.Project) []language.Dependency {
	rebar, _ := erlangRebar(p.Folder)
	var deps []language.Dependency
	for _, d := range rebar.Deps {
		deps = append(deps, language.Dependency{Name: d.Name, Version: d.Constraint, Path: p.Join("rebar.config"), Line: d.Line})
	}
	return deps
}

// erlangRelease is the first release that relx is told of, by a name that can
// stand in a path.
func erlangRelease(f *language.Folder) string {
	rebar, _ := erlangRebar(f)
	for _, name := range rebar.Releases {
		if language.MadeOf(name, "abcdefghijklmnopqrstuvwxyz0123456789_") {
			return name
		}
	}
	return ""
}

func erlangStart(p *language.Project) finding.Finding[language.Start] {
	rebar, _ := erlangRebar(p.Folder)
	app, file := erlangApp(p.Folder)
	switch release := erlangRelease(p.Folder); {
	case release != "":
		return finding.Of(language.Start{Command: []string{"bin/" + release, "foreground"}},
			finding.Certain, p.Folder.AtLine("erlang.release", "rebar.config", rebar.ReleaseLine))
	case rebar.Escript != "" && language.ShellWord(rebar.Escript) == rebar.Escript:
		return finding.Of(language.Start{Command: []string{"escript", rebar.Escript}}, finding.Likely, p.At("erlang.escript", "rebar.config", "escript_name"))
	case app.Mod:
		line := "exec erl -noshell -pa lib/*/ebin -eval '{ok, _} = application:ensure_all_started(" + app.Name + ").'"
		return finding.Of(language.Start{Command: []string{"sh", "-c", line}}, finding.Guess, p.At("erlang.application", file, "mod"))
	}
	return finding.Finding[language.Start]{}
}

func erlangRecipe(p *language.Project) language.Recipe {
	otp := erlangDefault
	if v, _, ok := version.ParseNumber(p.Version.Value); ok && v[0] >= 24 && v[0] <= 29 {
		otp = strconv.Itoa(v[0])
	} else if p.Version.Value != "" {
		p.Warn("rebar.config", "version_unsupported",
			"there is no maintained image of Erlang/OTP "+p.Version.Value+"; the image has "+otp, "move the project to OTP "+otp)
	}
	rebar, _ := erlangRebar(p.Folder)
	r := language.Recipe{}
	r.Build = universalbuild.Build{BaseImage: "erlang:" + otp, Workdir: "/app", CachePaths: []string{"/root/.cache/rebar3"}}
	r.Runtime = universalbuild.Runtime{BaseImage: "erlang:" + otp + "-slim", Workdir: "/app", Environment: map[string]string{"LANG": "C.UTF-8"}}
	if len(rebar.Deps) > 0 {
		r.Build.PreBuildCommands = []string{"rebar3 compile --deps_only"}
		for _, name := range []string{"rebar.config", "rebar.lock"} {
			if p.Has(name) {
				r.Build.Manifests = append(r.Build.Manifests, p.InContext(name))
			}
		}
	}
	copyOut := func(from, to string) {
		r.Build.Artifacts = []string{from}
		r.Runtime.Copy = []universalbuild.Copy{{From: from, To: to}}
	}
	switch release := erlangRelease(p.Folder); {
	case release != "":
		r.Build.BuildCommands = []string{
			"rebar3 as prod tar -n " + release,
			"mkdir -p /out && tar -xzf _build/prod/rel/" + release + "/" + release + "-*.tar.gz -C /out",
		}
		copyOut("/out", ".")
	case rebar.Escript != "":
		r.Build.BuildCommands = []string{"rebar3 escriptize"}
		copyOut("_build/default/bin/"+rebar.Escript, rebar.Escript)
	default:
		// the libraries of a development build are links: follow them
		r.Build.BuildCommands = []string{"rebar3 compile", "mkdir -p /out/lib && cp -rL _build/default/lib/. /out/lib/"}
		copyOut("/out", ".")
	}
	return r
}
