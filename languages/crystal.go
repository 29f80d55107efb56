package languages

import (
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/shards"
	"aipack/backend/universalbuild"
)

const crystalDefault = "1.18"

// Crystal is shards and the crystal compiler.
var Crystal = language.Language{
	ID:         "crystal",
	Name:       "Crystal",
	Extensions: []string{".cr", ".ecr"},
	Manifests: []language.Manifest{
		{Name: "shard.yml", Priority: 1},
		{Name: "shard.lock", Priority: 3, Lock: true},
	},
	SkipDirs: []string{"lib"},
	Systems: []language.System{{
		ID: "shards", Name: "Shards",
		Files:  []string{"shard.yml", "shard.lock"},
		Caches: []string{"/root/.cache/shards", "/root/.cache/crystal"},
		Practices: language.Practices{
			BuildImage: "crystallang/crystal:1.18.2-alpine", RuntimeImage: "debian:bookworm-slim",
			Build:     []string{"shards install --production", "shards build --production --release --no-debug --static app"},
			Test:      []string{"crystal spec"},
			Caches:    []string{"/root/.cache/shards", "/root/.cache/crystal"},
			Artifacts: []string{"bin/app"},
			Ports:     []int{3000},
			Notes: []string{
				"Crystal links statically with musl only, which is what its Alpine image is for; the binary then runs on any Linux.",
				"A static binary still needs ca-certificates to speak TLS and tzdata to know time zones.",
			},
		},
	}},
	Frameworks: []language.Framework{
		{Name: "Kemal", Needs: []string{"kemal"}, Port: 3000},
		{Name: "Lucky", Needs: []string{"lucky"}, Port: 5000},
		{Name: "Amber", Needs: []string{"amber"}, Port: 3000},
		{Name: "Athena", Needs: []string{"athena", "athena-framework"}, Port: 3000},
		{Name: "Grip", Needs: []string{"grip"}, Port: 4004},
		{Name: "Spider-Gazelle", Needs: []string{"action-controller"}, Port: 3000},
		{Name: "Marten", Needs: []string{"marten"}, Port: 8000},
	},
	EnvReads: []language.Pattern{
		`\bENV\.fetch\(\s*"([A-Za-z_][A-Za-z0-9_]*)"\s*,\s*"([^"\n]*)"`,
		`\bENV\[\s*"([A-Za-z_][A-Za-z0-9_]*)"\s*\]\??(?:\s*\|\|\s*"([^"\n]*)")?`,
		`\bENV\.fetch\(\s*"([A-Za-z_][A-Za-z0-9_]*)"`,
	},
	PortUses: []language.Pattern{
		`\bENV\.fetch\(\s*"[A-Z_]*PORT"\s*,\s*"?(\d{2,5})\b`,
		`\bENV\[\s*"[A-Z_]*PORT"\s*\]\?\s*\|\|\s*"?(\d{2,5})\b`,
		`\b(?:bind_tcp|TCPServer\.new)\s*\(?\s*(?:"[^"\n]*"\s*,\s*)?(\d{2,5})\b`,
		`\bKemal\.(?:run|config\.port)\s*(?:=|\()?\s*(\d{2,5})\b`,
	},
	Routes: []language.Pattern{
		`(?m)^[ \t]*get\s*\(?\s*"(/[^"\s]*)"`,
		`\bpath\s*==\s*"(/[^"\s]*)"`,
		`(?m)^[ \t]*when\s+"(/[^"\s]*)"`,
	},
	Claim:          crystalClaim,
	Dependencies:   crystalDependencies,
	Version:        crystalVersion,
	DefaultVersion: crystalDefault,
	ImageVersion:   imageVersion("crystallang/crystal"),
	Start:          crystalStart,
	Recipe:         crystalRecipe,
}

func crystalShard(f *language.Folder) (shards.Manifest, bool) {
	return language.Parse(f, "shard.yml", shards.Parse)
}

const crystalServes = language.Pattern(`\bHTTP::Server\b|\bTCPServer\b|\bKemal\.run\b|\bAmber::Server\b|\bLucky::AppServer\b|\bGrip::Application\b|\bATH\.run\b|\bMarten\.(?:start|setup)\b|\bActionController::Server\b`)

// crystalTarget is the program to build: the target named like the project,
// one that serves, or the first; without targets the main file that is there.
func crystalTarget(f *language.Folder) (name, main string) {
	s, _ := crystalShard(f)
	for _, t := range s.Targets {
		if shellWord(t.Name) != t.Name || strings.Contains(t.Name, "/") {
			continue
		}
		serves := crystalServes.Regexp().MatchString(rubyText(f, t.Main))
		if name == "" || t.Name == s.Name || serves && name != s.Name {
			name, main = t.Name, t.Main
		}
	}
	if name != "" {
		return name, main
	}
	for _, file := range []string{"src/" + s.Name + ".cr", "src/main.cr", "src/server.cr", "src/app.cr", "main.cr", "server.cr", "app.cr"} {
		if f.Has(file) && (f.Has("shard.yml") || f.IsRoot()) && file != "src/.cr" {
			stem := file[strings.LastIndexByte(file, '/')+1 : len(file)-len(".cr")]
			return stem, file
		}
	}
	return "", ""
}

func crystalClaim(f *language.Folder) (language.Claim, bool) {
	s, _ := crystalShard(f)
	name, main := crystalTarget(f)
	c := language.Claim{System: "shards", Name: s.Name, Confidence: finding.Certain}
	switch {
	case f.Has("shard.yml"):
		c.Why = append(c.Why, f.At("crystal.shard", "shard.yml", "name:"))
	case main != "":
		c.System, c.Confidence = "crystal", finding.Likely-0.1
		c.Why = append(c.Why, f.Evidence("crystal.main_file", main, 1, ""))
	default:
		return language.Claim{}, false
	}
	serving := crystalServing(f, main)
	switch {
	case name == "" || len(s.Targets) == 0 && serving == "" && f.Has("shard.yml"):
		c.Role, c.RoleWhy = language.Library, f.At("crystal.no_target", "shard.yml", "name:")
	case serving != "":
		c.Role, c.Kind, c.RoleWhy = language.Service, universalbuild.Web, rubyLine(f, "crystal.listens", serving, crystalServes)
	default:
		c.Role, c.RoleWhy = language.Program, f.Evidence("crystal.target", main, 1, "")
	}
	return c, true
}

// crystalServing names the first source that starts a server.
func crystalServing(f *language.Folder, main string) string {
	files := append([]string{main}, f.Glob("src/**/*.cr")...)
	for _, name := range files[:min(len(files), 60)] {
		if name != "" && crystalServes.Regexp().MatchString(rubyText(f, name)) {
			return name
		}
	}
	return ""
}

func crystalDependencies(p *language.Project) []language.Dependency {
	s, _ := crystalShard(p.Folder)
	var deps []language.Dependency
	for _, d := range s.Dependencies {
		dep := language.Dependency{Name: d.Name, Version: d.Constraint, Dev: d.Dev, Path: p.Join("shard.yml"), Line: p.At("", "shard.yml", d.Name+":").Line}
		if d.Path != "" {
			dep.Local = p.Sub(d.Path).Path
		}
		deps = append(deps, dep)
	}
	return deps
}

func crystalVersion(p *language.Project) finding.Finding[string] {
	s, _ := crystalShard(p.Folder)
	declared := finding.Finding[string]{}
	if v := strings.TrimSpace(s.Crystal); v != "" {
		declared = finding.Of(v, finding.Certain, p.At("crystal.requirement", "shard.yml", "crystal:"))
	}
	return finding.First(func(s string) string { return s }, elixirVersionFile(p.Folder, ".crystal-version"), pinnedTool(p.Folder, "crystal"), declared)
}

func crystalStart(p *language.Project) finding.Finding[language.Start] {
	name, main := crystalTarget(p.Folder)
	if name == "" {
		return finding.Finding[language.Start]{}
	}
	start := language.Start{Command: []string{"./" + name}}
	if p.Uses("kemal") && p.Claim.Kind == universalbuild.Web && !strings.Contains(rubyText(p.Folder, main), `"PORT"`) {
		start.Command = []string{"sh", "-c", "exec ./" + name + " --bind 0.0.0.0 --port ${PORT:-3000}"}
	}
	why := p.Evidence("crystal.main_file", main, 0, "")
	if s, _ := crystalShard(p.Folder); len(s.Targets) > 0 {
		why = p.At("crystal.target", "shard.yml", name+":")
	}
	return finding.Of(start, finding.Certain, why)
}

// crystalPatches are the last patches of the compiler's versions; its images
// are tagged by full version only.
var crystalPatches = map[string]string{
	"1.18": "1.18.2", "1.17": "1.17.1", "1.16": "1.16.3", "1.15": "1.15.1", "1.14": "1.14.1", "1.13": "1.13.3",
	"1.12": "1.12.2", "1.11": "1.11.2", "1.10": "1.10.1", "1.9": "1.9.2", "1.8": "1.8.2",
}

var crystalMinors = []string{"1.18", "1.17", "1.16", "1.15", "1.14", "1.13", "1.12", "1.11", "1.10", "1.9", "1.8"}

// crystalRecipe builds a static binary in Crystal's Alpine image: the other
// one stands on an Ubuntu whose libraries no Debian has.
func crystalRecipe(p *language.Project) language.Recipe {
	name, main := crystalTarget(p.Folder)
	s, _ := crystalShard(p.Folder)
	minor, fits := chooseVersion(crystalDefault, crystalMinors, parseVersionRange(p.Version.Value))
	image := crystalPatches[minor]
	if v, exact := exactVersion(p.Version.Value); exact {
		image = v
	} else if !fits {
		p.Warn("shard.yml", "version_unsupported", "no image of Crystal satisfies "+p.Version.Value+"; the image has "+image, "raise the crystal version in shard.yml")
	}
	r := language.Recipe{}
	r.Build = universalbuild.Build{
		BaseImage: "crystallang/crystal:" + image + "-alpine", Workdir: "/app",
		CachePaths: []string{"/root/.cache/crystal", "/root/.cache/shards"},
	}
	if p.Uses("sqlite3") {
		r.Build.Setup = []string{"apk add --no-cache sqlite-dev sqlite-static"}
	}
	flags, locked := " --release --no-debug --static", p.Has("shard.lock")
	if locked {
		flags = " --production" + flags
	}
	if len(s.Dependencies) > 0 {
		install := "shards install"
		if locked {
			install += " --production"
		}
		r.Build.PreBuildCommands = []string{install}
		alone := true
		for _, d := range p.Deps {
			alone = alone && d.Local == ""
		}
		for _, file := range []string{"shard.yml", "shard.lock"} {
			if alone && p.Has(file) {
				r.Build.Manifests = append(r.Build.Manifests, p.InContext(file))
			}
		}
	}
	build := "crystal build --release --no-debug --static -o bin/" + name + " " + shellWord(main)
	if len(s.Targets) > 0 {
		build = "shards build" + flags + " " + name
	}
	r.Build.BuildCommands = []string{"mkdir -p bin && " + build}
	r.Build.Artifacts = []string{"bin/" + name}
	r.Runtime = universalbuild.Runtime{
		BaseImage: "debian:bookworm-slim", Workdir: "/app",
		SystemPackages: []string{"ca-certificates", "tzdata"},
		Copy:           []universalbuild.Copy{{From: "bin/" + name, To: name}},
	}
	var sources []string
	for _, file := range p.Glob("src/**/*.cr") {
		sources = append(sources, rubyText(p.Folder, file))
	}
	copyRuntimeAssets(p, ".", sources, &r)
	if p.HasDir("public") && p.Uses("kemal") && !strings.Contains(strings.Join(r.Build.Artifacts, " "), "public") {
		r.Build.Artifacts = append(r.Build.Artifacts, "public")
		r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: "public", To: "public"})
	}
	return r
}
