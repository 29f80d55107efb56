// Package beam knows the languages of Erlang's virtual machine, which share its
// releases and images. It offers Elixir, Erlang and Gleam.
package beam

import (
	"path"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/manifest/hexpm"
	"aipack/backend/universalbuild"
)

const elixirDefault = "1.18"

// Elixir is Mix: applications that become releases, Phoenix, and umbrellas.
var Elixir = language.Language{
	ID:         "elixir",
	Name:       "Elixir",
	Extensions: []string{".ex", ".exs", ".eex", ".heex", ".leex", ".sface"},
	Manifests: []language.Manifest{
		{Name: "mix.exs", Priority: 1},
		{Name: "rebar.config", Priority: 1},
		{Name: "mix.lock", Priority: 3, Lock: true},
	},
	Systems: []language.System{{
		ID: "mix", Name: "Mix",
		Files:  []string{"mix.exs", "mix.lock"},
		Caches: []string{"/root/.hex", "/root/.cache/rebar3"},
		Practices: language.Practices{
			BuildImage: "elixir:1.18-otp-27", RuntimeImage: "debian:bookworm-slim",
			Build:     []string{"mix deps.get --only prod", "mix deps.compile", "mix compile", "mix assets.deploy", "mix release"},
			Test:      []string{"mix test"},
			Caches:    []string{"/root/.hex", "/root/.cache/rebar3"},
			Artifacts: []string{"_build/prod/rel/app"},
			Ports:     []int{4000},
			Notes: []string{
				"A release brings the Erlang runtime along; it must run on the Debian it was built on, for libcrypto's sake.",
				"Phoenix starts its server only with PHX_SERVER=true, and needs SECRET_KEY_BASE, PHX_HOST and, with Ecto, DATABASE_URL.",
				"Migrations run from the release: bin/app eval \"App.Release.migrate()\".",
				"The runtime needs a UTF-8 locale; C.UTF-8 is in every Debian.",
			},
		},
	}},
	Frameworks: elixirFrameworks,
	Natives: []language.Native{
		{Needs: []string{"exqlite", "ecto_sqlite3"}, Build: []string{"build-essential"}},
		{Needs: []string{"vix", "image"}, Build: []string{"libvips-dev"}, Runtime: []string{"libvips42"}},
		{Needs: []string{"mogrify"}, Runtime: []string{"imagemagick"}},
		{Needs: []string{"ffmpex", "xav", "membrane_*"},
			Build: []string{"libavcodec-dev", "libavformat-dev", "libavutil-dev", "pkg-config"}, Runtime: []string{"ffmpeg"}},
		{Needs: []string{"chromic_pdf"}, Runtime: []string{"chromium"}},
		{Needs: []string{"pdf_generator"}, Runtime: []string{"wkhtmltopdf"}},
		{Needs: []string{"erlzmq_dnif"}, Build: []string{"libzmq3-dev"}, Runtime: []string{"libzmq5"}},
		{Needs: []string{"libsalty2", "salty"}, Build: []string{"libsodium-dev"}, Runtime: []string{"libsodium23"}},
	},
	EnvReads: []language.Pattern{
		`\bSystem\.get_env\(\s*"([A-Za-z_][A-Za-z0-9_]*)"\s*,\s*"([^"\n]*)"`,
		`\bSystem\.get_env\(\s*"([A-Za-z_][A-Za-z0-9_]*)"\s*\)\s*\|\|\s*"([^"\n]*)"`,
		`\bSystem\.(?:get_env|fetch_env!|fetch_env)\(\s*"([A-Za-z_][A-Za-z0-9_]*)"`,
		`\{:system,\s*"([A-Za-z_][A-Za-z0-9_]*)"(?:\s*,\s*"?([^"},\n]*)"?)?`,
	},
	PortUses: []language.Pattern{
		`\bSystem\.get_env\(\s*"[A-Z_]*PORT"\s*(?:,|\)\s*\|\|)\s*"?(\d{2,5})\b`,
		`\b(?:Bandit|Plug\.Cowboy|cowboy)\b[^\n]*\bport:\s*(\d{2,5})\b`,
		`:gen_tcp\.listen\(\s*(\d{2,5})\b`,
		`\{:system,\s*"[A-Z_]*PORT"\s*,\s*"?(\d{2,5})`,
	},
	Routes: []language.Pattern{
		`(?m)^[ \t]*(?:get|forward|match|live)\s*\(?\s*"(/[^"\s]*)"`,
		`\brequest_path(?::|\s*==)\s*"(/[^"\s]*)"`,
		`"GET (/[^"\s\\]*)`,
		`(?m)^[ \t]*defp?\s+\w+\([^)\n"]*"(/[^"\s]*)"`,
	},
	Workspace:      elixirWorkspace,
	Claim:          elixirClaim,
	Dependencies:   elixirDependencies,
	Version:        elixirVersion,
	DefaultVersion: elixirDefault,
	ImageVersion:   version.Image("elixir", "hexpm/elixir"),
	Start:          elixirStart,
	Recipe:         elixirRecipe,
}

func elixirMix(f *language.Folder) (hexpm.Mix, bool) {
	return language.Parse(f, "mix.exs", hexpm.ParseMix)
}

// elixirWorkspace reads an umbrella: one root whose applications are built,
// and usually released, together.
func elixirWorkspace(f *language.Folder) (language.Workspace, bool) {
	mix, ok := elixirMix(f)
	if !ok || mix.AppsPath == "" {
		return language.Workspace{}, false
	}
	w := language.Workspace{Root: f.Path, Tool: "umbrella", Manager: "mix", Why: f.At("elixir.umbrella", "mix.exs", "apps_path")}
	for _, app := range elixirApps(f) {
		w.Members = append(w.Members, app.Path)
	}
	return w, true
}

// elixirApps lists the applications of an umbrella, sorted by folder.
func elixirApps(f *language.Folder) []*language.Folder {
	mix, _ := elixirMix(f)
	if mix.AppsPath == "" {
		return nil
	}
	var out []*language.Folder
	for _, dir := range f.Sub(mix.AppsPath).Dirs() {
		if app := f.Sub(path.Join(mix.AppsPath, dir)); app.Has("mix.exs") {
			out = append(out, app)
		}
	}
	return out
}

// elixirUmbrella gives the umbrella's root that a folder is an application of.
func elixirUmbrella(f *language.Folder) (*language.Folder, bool) {
	if f.IsRoot() {
		return nil, false
	}
	for at := f.Sub(".."); ; at = at.Sub("..") {
		if mix, ok := elixirMix(at); ok && mix.AppsPath != "" && path.Dir(f.Path) == at.Join(mix.AppsPath) {
			return at, true
		}
		if at.IsRoot() {
			return nil, false
		}
	}
}

// elixirClaim takes a Mix project or, without one, a script.
func elixirClaim(f *language.Folder) (language.Claim, bool) {
	mix, ok := elixirMix(f)
	if !ok {
		return elixirScriptClaim(f)
	}
	c := language.Claim{System: "mix", Name: mix.App, Confidence: finding.Certain}
	c.Why = append(c.Why, f.At("elixir.mix", "mix.exs", "use Mix.Project"))
	if f.Has("mix.lock") {
		c.Why = append(c.Why, f.Evidence("elixir.lock", "mix.lock", 0, ""))
	}
	set := func(role language.Role, kind universalbuild.Kind, rule, needle string) {
		c.Role, c.Kind, c.RoleWhy = role, kind, f.At(rule, "mix.exs", needle)
	}
	phoenix := elixirAnyUses(f, "phoenix")
	switch {
	case mix.AppsPath != "" && phoenix:
		c.Variant = "phoenix-umbrella"
	case mix.AppsPath != "":
		c.Variant = "umbrella"
	case phoenix:
		c.Variant = "phoenix"
	}
	for _, app := range elixirApps(f) {
		if app.Has("assets/package.json") {
			c.Parts = append(c.Parts, app.Join("assets"))
		}
	}
	_, member := elixirUmbrella(f)
	switch {
	case mix.AppsPath != "":
		set(language.Service, elixirKind(f), "elixir.umbrella", "apps_path")
	case member:
		set(language.Library, "", "elixir.umbrella_member", "app:")
	case mix.Escript && !mix.HasMod:
		set(language.Program, universalbuild.CLI, "elixir.escript", "escript")
	case mix.Package && mix.Releases == nil && !f.Has("config/runtime.exs") && !f.Has("config/prod.exs"):
		set(language.Library, "", "elixir.published", "package")
	case mix.HasMod:
		set(language.Service, elixirKind(f), "elixir.application", "mod:")
	default:
		set(language.Library, "", "elixir.no_application", "app:")
	}
	return c, true
}

// elixirAnyUses reports whether a Mix project, or an application of its
// umbrella, depends on one of the names.
func elixirAnyUses(f *language.Folder, names ...string) bool {
	for _, at := range append([]*language.Folder{f}, elixirApps(f)...) {
		mix, _ := elixirMix(at)
		for _, d := range mix.Deps {
			for _, n := range names {
				if d.Name == n && !d.Dev() {
					return true
				}
			}
		}
	}
	return false
}

const elixirServes = language.Pattern(`:gen_tcp\.listen|Plug\.Cowboy|\bBandit\b|:cowboy\.start|:ranch\.start|:inets\.start\(:httpd|\bThousandIsland\b|\bGRPC\.Server\b`)

// elixirKind tells what answers requests from what works in the background.
func elixirKind(f *language.Folder) universalbuild.Kind {
	if elixirAnyUses(f, "phoenix", "plug_cowboy", "bandit", "cowboy", "grpc", "absinthe_plug") {
		return universalbuild.Web
	}
	files := append(f.Glob("lib/**/*.ex"), f.Glob("apps/*/lib/**/*.ex")...)
	for _, name := range files[:min(len(files), 40)] {
		if elixirServes.Regexp().MatchString(f.Content(name)) {
			return universalbuild.Web
		}
	}
	return universalbuild.Worker
}

// elixirScriptClaim takes a folder whose only program is one script.
func elixirScriptClaim(f *language.Folder) (language.Claim, bool) {
	script := elixirScript(f)
	if script == "" {
		return language.Claim{}, false
	}
	c := language.Claim{System: "elixir", Confidence: finding.Likely - 0.1, Role: language.Program}
	c.Why = append(c.Why, f.Evidence("elixir.script", script, 1, ""))
	if elixirServes.Regexp().MatchString(f.Content(script)) {
		c.Role, c.Kind, c.RoleWhy = language.Service, universalbuild.Web, f.AtMatch("elixir.listens", script, elixirServes)
	}
	return c, true
}

func elixirScript(f *language.Folder) string {
	if f.Has("mix.exs") || !f.IsRoot() {
		return ""
	}
	if name := f.FirstOf("server.exs", "main.exs", "app.exs", "run.exs", "bot.exs"); name != "" {
		return name
	}
	only := ""
	for _, name := range f.Glob("*.exs") {
		if strings.HasPrefix(name, ".") || strings.HasSuffix(name, "_test.exs") {
			continue
		}
		if only != "" {
			return ""
		}
		only = name
	}
	return only
}

func elixirDependencies(p *language.Project) []language.Dependency {
	known := map[string]language.Dependency{}
	for _, at := range append([]*language.Folder{p.Folder}, elixirApps(p.Folder)...) {
		mix, _ := elixirMix(at)
		umbrella, member := elixirUmbrella(at)
		for _, d := range mix.Deps {
			dep := language.Dependency{Name: d.Name, Version: d.Constraint, Dev: d.Dev(), Path: at.Join("mix.exs"), Line: d.Line}
			switch {
			case d.Path != "":
				dep.Local, dep.Absent = at.Sub(d.Path).Path, at.Absent(d.Path)
			case d.InUmbrella && member:
				root, _ := elixirMix(umbrella)
				dep.Local = umbrella.Join(path.Join(root.AppsPath, d.Name))
			}
			if old, ok := known[d.Name]; !ok || old.Dev && !dep.Dev {
				known[d.Name] = dep
			}
		}
	}
	var deps []language.Dependency
	for _, d := range known {
		if within := d.Local != "" && (p.Path == "." || strings.HasPrefix(d.Local, p.Path+"/")); within && len(elixirApps(p.Folder)) > 0 {
			continue // an umbrella does not depend on its own applications
		}
		deps = append(deps, d)
	}
	sort.Slice(deps, func(i, j int) bool { return deps[i].Name < deps[j].Name })
	return deps
}

// elixirVersion follows the version managers, then mix.exs. An umbrella's
// requirement stands in its applications.
func elixirVersion(p *language.Project) finding.Finding[string] {
	clean := func(f finding.Finding[string]) finding.Finding[string] {
		f.Value, _, _ = strings.Cut(f.Value, "-otp-")
		if _, _, ok := version.ParseNumber(f.Value); !ok {
			return finding.Finding[string]{}
		}
		return f
	}
	required := finding.Finding[string]{}
	for _, at := range append([]*language.Folder{p.Folder}, elixirApps(p.Folder)...) {
		if mix, ok := elixirMix(at); ok && mix.Elixir != "" && !required.Found() {
			required = finding.Of(mix.Elixir, finding.Certain, at.AtLine("elixir.requirement", "mix.exs", mix.Line))
		}
	}
	return finding.First(func(s string) string { return s },
		clean(version.File(p.Folder, "elixir.version_file",
			".elixir-version")), clean(version.File(p.Folder, "elixir.version_file", ".exenv-version")), clean(version.Pinned(p.Folder, "elixir")), required)
}
