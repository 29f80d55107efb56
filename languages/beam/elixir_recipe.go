package beam

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/manifest/hexpm"
	"aipack/backend/universalbuild"
)

// elixirOTP gives the Erlang/OTP versions that the official image of an Elixir
// version is built on, the first by default (erlef/docker-elixir). 27 is
// preferred to 28 where both are, because its Debian is the older one.
var elixirOTP = map[string][]int{
	"1.20": {27, 28, 29}, "1.19": {27, 28, 26}, "1.18": {27, 26, 25}, "1.17": {27, 26, 25},
	"1.16": {26, 25, 24}, "1.15": {26, 25, 24}, "1.14": {26, 25, 24}, "1.13": {25, 24}, "1.12": {24},
}

var elixirMinors = []string{"1.20", "1.19", "1.18", "1.17", "1.16", "1.15", "1.14", "1.13", "1.12"}

// otpDebian is the Debian that the official image of an OTP version stands on
// (erlang/docker-erlang-otp). A release runs on that one only: it links its
// libcrypto.
func otpDebian(otp int) string {
	switch {
	case otp <= 25:
		return "bullseye"
	case otp <= 27:
		return "bookworm"
	}
	return "trixie"
}

// elixirAtLeast are packages whose newer versions need a newer Elixir than a
// mix.exs that was generated long ago may say.
var elixirAtLeast = []struct{ pkg, since, elixir string }{
	{"phoenix", ">= 1.8.0", "1.15"}, {"phoenix_live_view", ">= 1.1.0", "1.15"}, {"oban", ">= 2.19.0", "1.15"},
	{"ash", ">= 3.0.0", "1.15"}, {"phoenix_live_view", ">= 1.0.0", "1.14"},
}

// elixirImage chooses Elixir and OTP. A requirement is what the project was
// written for; packages of that age do not always compile on a newer
// Erlang, so its lower end is taken, not its upper.
func elixirImage(p *language.Project) (minor string, otp int) {
	declared := p.Version.Value
	minor = version.MinorOf(declared)
	r := version.ParseRange(declared)
	if _, exact := version.Exact(declared); !exact {
		low := r.Lowest()
		switch {
		case low == "" || version.ParseRange("< 1.12").Allows(low):
			minor = elixirDefault
		default:
			minor = elixirMax(low, "1.14")
		}
		lock, _ := language.Parse(p.Folder, "mix.lock", hexpm.ParseMixLock)
		for _, need := range elixirAtLeast {
			if v := version.MinorOf(lock[need.pkg]); v != "" && version.ParseRange(need.since).Allows(v) {
				minor = elixirMax(minor, need.elixir)
			}
		}
	}
	if !slices.Contains(elixirMinors, minor) {
		nearest, _ := version.Choose(elixirDefault, elixirMinors, version.ParseRange("~> "+minor+".0"))
		message, hint := "there is no maintained image of Elixir "+declared+"; the nearest is "+nearest, "move the project to Elixir "+elixirDefault
		if elixirMax(minor, elixirMinors[0]) == minor {
			message = "Elixir " + declared + " is newer than the images that aipack knows; " + nearest + " is used"
			hint = "set the build image to the one of your version, such as elixir:" + minor
		}
		p.Warn("mix.exs", "version_unsupported", message, hint)
		minor = nearest
	}
	otp = elixirOTP[minor][0]
	if wanted := erlangVersion(p.Folder); wanted.Found() {
		if v, _, ok := version.ParseNumber(wanted.Value); ok && slices.Contains(elixirOTP[minor], v[0]) {
			otp = v[0]
		}
	}
	return minor, otp
}

func elixirMax(a, b string) string {
	x, _, _ := version.ParseNumber(a)
	y, _, _ := version.ParseNumber(b)
	if x.Less(y) {
		return b
	}
	return a
}

// erlangVersion finds the OTP version that the version managers are told.
func erlangVersion(f *language.Folder) finding.Finding[string] {
	return finding.First(func(s string) string { return s }, version.File(f, "elixir.version_file", ".erlang-version"), version.Pinned(f, "erlang"))
}

// elixirRelease names the release and the folder to build it in: an umbrella
// without declared releases is released by the application that serves, else
// by one that no other application needs.
func elixirRelease(p *language.Project) (name, dir string) {
	mix, _ := elixirMix(p.Folder)
	if slices.Contains(mix.Releases, mix.App) {
		return mix.App, "."
	}
	for _, release := range mix.Releases {
		if language.MadeOf(release, "abcdefghijklmnopqrstuvwxyz0123456789_") {
			return release, "."
		}
	}
	if mix.AppsPath == "" {
		return mix.App, "."
	}
	best := -1
	for _, app := range elixirApps(p.Folder) {
		m, _ := elixirMix(app)
		if m.App == "" || !m.HasMod {
			continue
		}
		rank := 0
		switch {
		case elixirAnyUses(app, "phoenix", "plug_cowboy", "bandit"):
			rank = 3
		case elixirKind(app) == universalbuild.Web:
			rank = 2
		case !elixirNeeded(p.Folder, m.App):
			rank = 1
		}
		if rank > best {
			best, name, dir = rank, m.App, path.Join(mix.AppsPath, path.Base(app.Path))
		}
	}
	return name, dir
}

// elixirNeeded reports whether another application of the umbrella depends on
// one.
func elixirNeeded(umbrella *language.Folder, app string) bool {
	for _, other := range elixirApps(umbrella) {
		mix, _ := elixirMix(other)
		for _, d := range mix.Deps {
			if d.InUmbrella && d.Name == app {
				return true
			}
		}
	}
	return false
}

func elixirStart(p *language.Project) finding.Finding[language.Start] {
	mix, ok := elixirMix(p.Folder)
	if script := elixirScript(p.Folder); !ok && script != "" {
		return finding.Of(language.Start{Command: []string{"elixir", script}}, finding.Guess, p.Evidence("elixir.script", script, 1, ""))
	}
	if mix.Escript && !mix.HasMod && mix.App != "" {
		return finding.Of(language.Start{Command: []string{"escript", mix.App}}, finding.Likely, p.At("elixir.escript", "mix.exs", "escript"))
	}
	name, dir := elixirRelease(p)
	if name == "" {
		return finding.Finding[language.Start]{}
	}
	start := language.Start{Command: []string{"bin/" + name, "start"}}
	why := p.At("elixir.release", path.Join(dir, "mix.exs"), "app:")
	if len(mix.Releases) > 0 {
		why = p.At("elixir.release", "mix.exs", "releases:")
	}
	if p.Has("rel/overlays/bin/server") {
		start.Command = []string{"bin/server"}
		why = p.Evidence("elixir.server_script", "rel/overlays/bin/server", 0, "")
	}
	if migrate := elixirMigrate(p, name); migrate != "" {
		start.Release = []string{migrate}
	}
	return finding.Of(start, finding.Likely, why)
}

const (
	elixirRepos         = language.Pattern(`\becto_repos:\s*\[([A-Za-z0-9_.,\s]+)\]`)
	elixirReleaseModule = language.Pattern(`(?m)^\s*defmodule\s+([A-Z][A-Za-z0-9_.]*Release)\s+do`)
)

// elixirMigrate is the line that migrates the database from within the
// release: the project's own script or function, else Ecto's migrator.
func elixirMigrate(p *language.Project, name string) string {
	if p.Has("rel/overlays/bin/migrate") {
		return "bin/migrate"
	}
	for _, file := range p.Glob("**/release.ex") {
		text := p.Folder.Content(file)
		if m := elixirReleaseModule.Regexp().FindStringSubmatch(text); m != nil && strings.Contains(text, "def migrate") {
			return "bin/" + name + " eval '" + m[1] + ".migrate()'"
		}
	}
	if len(p.Glob("**/priv/repo/migrations/*.exs")) == 0 || !p.Uses("ecto_sql") {
		return ""
	}
	for _, file := range []string{"config/config.exs", "config/runtime.exs", "config/prod.exs"} {
		m := elixirRepos.Regexp().FindStringSubmatch(p.Folder.Content(file))
		if m == nil {
			continue
		}
		var calls []string
		for _, repo := range strings.Split(m[1], ",") {
			calls = append(calls, "{:ok, _, _} = Ecto.Migrator.with_repo("+strings.TrimSpace(repo)+", &Ecto.Migrator.run(&1, :up, all: true))")
		}
		return "bin/" + name + " eval 'Application.load(:" + name + "); " + strings.Join(calls, "; ") + "'"
	}
	return ""
}

func elixirRecipe(p *language.Project) language.Recipe {
	minor, otp := elixirImage(p)
	image := "elixir:" + minor + "-otp-" + strconv.Itoa(otp)
	mix, ok := elixirMix(p.Folder)
	r := language.Recipe{}
	if len(p.Version.Evidence) > 0 && p.Version.Evidence[0].Path != "" {
		r.Why = append(r.Why, language.Reason{Field: "/build/base_image", Confidence: finding.Likely, Evidence: p.Version.Evidence[0]})
	}
	if !ok {
		r.Runtime = universalbuild.Runtime{
			BaseImage: image + "-slim", Workdir: "/app", Environment: map[string]string{"LANG": "C.UTF-8"},
			Copy: []universalbuild.Copy{{From: ".", To: "."}},
		}
		return r
	}
	r.Build = universalbuild.Build{
		BaseImage: image, Workdir: "/app",
		Environment: map[string]string{"MIX_ENV": "prod", "LANG": "C.UTF-8"},
	}
	elixirFetch(p, &r.Build)
	r.Build.BuildCommands = append(r.Build.BuildCommands, "mix compile")
	r.Runtime = universalbuild.Runtime{
		BaseImage: "debian:" + otpDebian(otp) + "-slim", Workdir: "/app",
		SystemPackages: []string{"ca-certificates", "libncurses6", "libstdc++6", "openssl"},
		Environment:    map[string]string{"LANG": "C.UTF-8", "MIX_ENV": "prod", "RELEASE_TMP": "/tmp"},
	}
	if mix.Escript && !mix.HasMod {
		r.Build.BuildCommands = append(r.Build.BuildCommands, "mix escript.build")
		r.Build.Artifacts = []string{mix.App}
		r.Runtime.BaseImage, r.Runtime.SystemPackages = "erlang:"+strconv.Itoa(otp)+"-slim", nil
		r.Runtime.Environment = map[string]string{"LANG": "C.UTF-8"}
		r.Runtime.Copy = []universalbuild.Copy{{From: mix.App, To: mix.App}}
		return r
	}
	if !p.Uses("libcluster", "dns_cluster", "horde", "swarm", "partisan", "peerage") {
		// one node alone: without this every release opens Erlang's port mapper
		r.Runtime.Environment["RELEASE_DISTRIBUTION"] = "none"
	}
	name, dir := elixirRelease(p)
	if p.Framework.Value == "Phoenix" {
		if !p.AddAssets(&r) && p.Has("assets/package.json") {
			elixirNode(p, &r)
		}
		elixirAssets(p, &r)
		r.Runtime.Environment["PHX_SERVER"] = "true"
	}
	release := "mix release --overwrite"
	if len(mix.Releases) > 0 { // without a list, Mix knows the one release by no name
		release = "mix release " + language.ShellWord(name) + " --overwrite"
	}
	if dir != "." {
		release = "cd " + language.ShellWord(dir) + " && " + release
	}
	r.Build.BuildCommands = append(r.Build.BuildCommands, release)
	out := "_build/prod/rel/" + name
	r.Build.Artifacts = []string{out}
	r.Runtime.Copy = []universalbuild.Copy{{From: out, To: "."}}
	return r
}

// elixirFetch fetches and compiles the dependencies from the manifests and the
// compile-time configuration alone. Without dependencies Hex is not needed.
func elixirFetch(p *language.Project, b *universalbuild.Build) {
	if len(p.Deps) == 0 {
		return
	}
	b.CachePaths = []string{"/root/.hex", "/root/.cache/rebar3"}
	b.Setup = []string{"mix local.hex --force && mix local.rebar --force"}
	b.PreBuildCommands = []string{"mix deps.get --only prod", "mix deps.compile"}
	for _, d := range p.Deps {
		if d.Local != "" {
			return // the whole tree is needed
		}
	}
	mix, _ := elixirMix(p.Folder)
	for _, name := range []string{"mix.exs", "mix.lock", "config/config.exs", "config/prod.exs"} {
		if p.Has(name) {
			b.Manifests = append(b.Manifests, p.InContext(name))
		}
	}
	for _, app := range elixirApps(p.Folder) {
		b.Manifests = append(b.Manifests, p.InContext(path.Join(mix.AppsPath, path.Base(app.Path), "mix.exs")))
	}
}

// elixirAssets runs what phx.new has generated for production: the alias
// assets.deploy, in the umbrella's web application too.
func elixirAssets(p *language.Project, r *language.Recipe) {
	for _, at := range append([]*language.Folder{p.Folder}, elixirApps(p.Folder)...) {
		mix, _ := elixirMix(at)
		in := ""
		if at.Path != p.Path {
			in = "cd " + language.ShellWord(strings.TrimPrefix(strings.TrimPrefix(at.Path, p.Path), "/")) + " && "
		}
		switch {
		case slices.Contains(mix.Aliases, "assets.deploy"):
			if slices.Contains(mix.Aliases, "assets.setup") {
				r.Build.BuildCommands = append(r.Build.BuildCommands, in+"mix assets.setup")
			}
			r.Build.BuildCommands = append(r.Build.BuildCommands, in+"mix assets.deploy")
		case (at.HasDir("priv/static") || at.Has("assets/package.json")) && elixirAnyUses(at, "phoenix"):
			r.Build.BuildCommands = append(r.Build.BuildCommands, in+"mix phx.digest")
		}
	}
}

// elixirNode fetches the packages that the assets import, where Mix bundles
// them and package.json has no script of its own.
func elixirNode(p *language.Project, r *language.Recipe) {
	install := "install"
	if p.Has("assets/package-lock.json") {
		install = "ci"
	}
	r.Build.Tools = append(r.Build.Tools, universalbuild.Tool{
		Image: "node:22-bookworm-slim",
		Paths: []string{"/usr/local/bin/node", "/usr/local/lib/node_modules"},
	})
	r.Build.CachePaths = append(r.Build.CachePaths, "/root/.npm")
	r.Build.BuildCommands = append(r.Build.BuildCommands, "node /usr/local/lib/node_modules/npm/bin/npm-cli.js --prefix assets "+install)
}
