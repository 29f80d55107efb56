package crystal

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/language/version"
	"aipack/backend/universalbuild"
)

func start(p *language.Project) finding.Finding[language.Start] {
	name, main := target(p.Folder)
	if name == "" {
		return finding.Finding[language.Start]{}
	}
	start := language.Start{Command: []string{"./" + name}}
	if p.Uses("kemal") && p.Claim.Kind == universalbuild.Web && !strings.Contains(p.Folder.Content(main), `"PORT"`) {
		start.Command = []string{"sh", "-c", "exec ./" + name + " --bind 0.0.0.0 --port ${PORT:-3000}"}
	}
	why := p.Evidence("crystal.main_file", main, 0, "")
	if s, _ := shard(p.Folder); len(s.Targets) > 0 {
		why = p.At("crystal.target", "shard.yml", name+":")
	}
	return finding.Of(start, finding.Certain, why)
}

// patches are the last patches of the compiler's versions; its images
// are tagged by full version only.
var patches = map[string]string{
	"1.18": "1.18.2", "1.17": "1.17.1", "1.16": "1.16.3", "1.15": "1.15.1", "1.14": "1.14.1", "1.13": "1.13.3",
	"1.12": "1.12.2", "1.11": "1.11.2", "1.10": "1.10.1", "1.9": "1.9.2", "1.8": "1.8.2",
}

var minors = []string{"1.18", "1.17", "1.16", "1.15", "1.14", "1.13", "1.12", "1.11", "1.10", "1.9", "1.8"}

// recipe builds a static binary in Crystal's Alpine image: the other
// one stands on an Ubuntu whose libraries no Debian has.
func recipe(p *language.Project) language.Recipe {
	name, main := target(p.Folder)
	s, _ := shard(p.Folder)
	minor, fits := version.Choose(defaultVersion, minors, version.ParseRange(p.Version.Value))
	image := patches[minor]
	if v, exact := version.Exact(p.Version.Value); exact {
		image = v
	} else if !fits {
		p.Warn("shard.yml", "version_unsupported", "no image of Crystal satisfies "+p.Version.Value+"; the image has "+image,
			"raise the crystal version in shard.yml")
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
	build := "crystal build --release --no-debug --static -o bin/" + name + " " + language.ShellWord(main)
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
		sources = append(sources, p.Folder.Content(file))
	}
	binary.TakeAssets(p, ".", sources, &r)
	if p.HasDir("public") && p.Uses("kemal") && !strings.Contains(strings.Join(r.Build.Artifacts, " "), "public") {
		r.Build.Artifacts = append(r.Build.Artifacts, "public")
		r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: "public", To: "public"})
	}
	return r
}
