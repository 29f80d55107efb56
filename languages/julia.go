package languages

import (
	"path"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/juliapkg"
	"aipack/backend/universalbuild"
)

// Julia is Julia with its package manager.
var Julia = language.Language{
	ID:         "julia",
	Name:       "Julia",
	Extensions: []string{".jl"},
	Manifests: []language.Manifest{
		{Name: "Project.toml", Priority: 1},
		{Name: "JuliaProject.toml", Priority: 1},
		{Name: "Manifest.toml", Priority: 3, Lock: true},
	},
	Systems: []language.System{{
		ID: "pkg", Name: "Pkg", Files: []string{"Project.toml", "Manifest.toml"},
		Practices: language.Practices{
			BuildImage: "julia:1.11-bookworm", RuntimeImage: "julia:1.11-bookworm",
			Build: []string{"julia --project=/app -e 'using Pkg; Pkg.instantiate(); Pkg.precompile()'"},
			Test:  []string{"julia --project=/app -e 'using Pkg; Pkg.test()'"}, Artifacts: []string{"."}, Ports: []int{8080},
			Notes: []string{
				"JULIA_DEPOT_PATH below /app keeps packages where they can be copied from.",
				"JULIA_CPU_TARGET=generic makes what is compiled in the build run on any machine.",
			},
		},
	}},
	Frameworks: []language.Framework{
		{Name: "Genie", Needs: []string{"Genie", "GenieFramework"}, Port: 8000},
		{Name: "Oxygen", Needs: []string{"Oxygen"}, Port: 8080},
		{Name: "Pluto", Needs: []string{"Pluto"}, Port: 1234},
		{Name: "Dash", Needs: []string{"Dash"}, Port: 8050},
		{Name: "Mux", Needs: []string{"Mux"}, Port: 8000, Library: true},
		{Name: "HTTP.jl", Needs: []string{"HTTP"}, Port: 8080, Library: true},
	},
	EnvReads: []language.Pattern{
		`\bget\(\s*ENV\s*,\s*"([A-Za-z_]\w*)"\s*,\s*"?([^"\n)]*)"?\s*\)`,
		`\bENV\[\s*"([A-Za-z_]\w*)"\s*\]`,
	},
	PortUses: []language.Pattern{
		`\bget\(\s*ENV\s*,\s*"PORT"\s*,\s*"?(\d{2,5})"?\s*\)`,
		`\bserve!?\([^)\n]*?(?:\bport\s*=\s*|,\s*)(\d{4,5})\b`, `\bup\(\s*(\d{4,5})\b`, `(?m)^(?:const\s+)?(?:PORT|port)\s*=\s*(\d{4,5})\b`,
	},
	Routes: []language.Pattern{
		`@get\s*\(?\s*"(/[^"\n]*)"`, `\broute\(\s*"(/[^"\n]*)"`, `\bHTTP\.register!\([^"\n]*"GET"\s*,\s*"(/[^"\n]*)"`, `\btarget\s*==\s*"(/[^"\n]*)"`,
	},
	Claim:          juliaClaim,
	Dependencies:   juliaDependencies,
	Version:        juliaVersion,
	DefaultVersion: "1.11",
	ImageVersion:   imageVersion("julia"),
	Start:          juliaStart,
	Recipe:         juliaRecipe,
}

func juliaProject(f *language.Folder) (juliapkg.Project, string, bool) {
	name := f.FirstOf("Project.toml", "JuliaProject.toml")
	p, ok := language.Parse(f, name, juliapkg.ParseProject)
	return p, name, ok && name != ""
}

const juliaServes = language.Pattern(`\bHTTP\.(?:serve!?|listen!?)\(|\bserve(?:parallel)?\(|\bSockets\.listen\(|\blisten\(|\bGenie\.(?:up|loadapp)\b|\bup\(|\brun_server\(|\bPluto\.run\(`)

// juliaStartFile finds the file that starts a program and what in it serves.
func juliaStartFile(f *language.Folder) (file, serves string) {
	project, _, _ := juliaProject(f)
	names := []string{"main.jl", "app.jl", "server.jl", "run.jl", "start.jl", "bootstrap.jl", "index.jl", "src/main.jl", "src/app.jl", "src/server.jl", "bin/server.jl", "scripts/server.jl"}
	first := ""
	for _, name := range names {
		content, ok := f.Text(name)
		if !ok {
			continue
		}
		if m := juliaServes.Regexp().FindString(content); m != "" {
			return name, m
		}
		if first == "" {
			first = name
		}
	}
	var own []string
	for _, name := range f.Files() {
		if strings.HasSuffix(name, ".jl") && name != "make.jl" && name != "build.jl" {
			own = append(own, name)
		}
	}
	if first == "" && len(own) == 1 && project.UUID == "" {
		content, _ := f.Text(own[0])
		return own[0], juliaServes.Regexp().FindString(content)
	}
	return first, ""
}

func juliaClaim(f *language.Folder) (language.Claim, bool) {
	project, name, ok := juliaProject(f)
	file, serves := juliaStartFile(f)
	claim := language.Claim{System: "pkg", Confidence: finding.Certain, Name: project.Name}
	switch {
	case ok && (len(project.Deps) > 0 || project.Name != "" || file != ""):
		claim.Why = []finding.Evidence{f.At("julia.project", name, "[deps]")}
	case !ok && file != "":
		claim.Confidence = finding.Likely
		claim.Why = []finding.Evidence{f.Evidence("julia.script", file, 0, "")}
	case ok && len(f.Glob("*.jl")) > 0:
		claim.Why = []finding.Evidence{f.Evidence("julia.project", name, 0, "")}
	default:
		return language.Claim{}, false
	}
	switch {
	case serves != "":
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Web, f.At("julia.serves", file, serves)
	case file != "":
		claim.Role, claim.Kind, claim.RoleWhy = language.Program, universalbuild.CLI, f.Evidence("julia.start", file, 0, "")
	case project.UUID != "" && project.Name != "":
		claim.Role, claim.RoleWhy = language.Library, f.At("julia.package", name, "uuid")
	default:
		claim.Confidence = finding.Unsure
	}
	return claim, true
}

func juliaDependencies(p *language.Project) []language.Dependency {
	project, name, _ := juliaProject(p.Folder)
	locked, _ := language.Parse(p.Folder, "Manifest.toml", juliapkg.ParseManifest)
	var out []language.Dependency
	for _, dep := range sortedKeys(project.Deps) {
		d := language.Dependency{Name: dep, Path: p.Join(name), Line: p.At("", name, dep+" =").Line}
		if d.Version = locked.Versions[dep]; d.Version != "" {
			d.Path, d.Line = p.Join("Manifest.toml"), 0
		} else if d.Version = project.Compat[dep]; d.Version != "" {
			d.Line = p.At("", name, dep+` = "`+d.Version).Line
		}
		out = append(out, d)
	}
	return out
}

// juliaVersion asks what resolved the lock, pinned versions, then the range
// the project says it works with.
func juliaVersion(p *language.Project) finding.Finding[string] {
	project, name, _ := juliaProject(p.Folder)
	locked, _ := language.Parse(p.Folder, "Manifest.toml", juliapkg.ParseManifest)
	var lock, compat finding.Finding[string]
	if locked.Julia != "" {
		lock = finding.Of(locked.Julia, finding.Certain, p.At("julia.manifest", "Manifest.toml", "julia_version"))
	}
	if v := project.Compat["julia"]; v != "" {
		first, _, _ := strings.Cut(v, ",")
		compat = finding.Of(strings.TrimLeft(strings.TrimSpace(first), "^~>=≥ "), finding.Likely, p.At("julia.compat", name, "julia ="))
	}
	return finding.First(pythonText, lock, toolVersion(p.Folder, "julia"), compat)
}

func juliaStart(p *language.Project) finding.Finding[language.Start] {
	file, serves := juliaStartFile(p.Folder)
	if file == "" {
		return finding.Finding[language.Start]{}
	}
	confidence := finding.Likely
	if serves == "" {
		confidence = finding.Guess
	}
	return finding.Of(language.Start{Command: []string{"julia", "--project=/app", path.Clean(file)}}, confidence, p.At("julia.start", file, serves))
}

// juliaRecipe fetches and compiles into a depot below /app.
func juliaRecipe(p *language.Project) language.Recipe {
	_, name, declared := juliaProject(p.Folder)
	v, parts, _ := parseVersionNumber(p.Version.Value)
	minor := minorOf(p.Version.Value)
	if parts < 2 || v.less(versionNumber{1, 9, 0}) && pythonEvidence(p.Version).Rule == "julia.compat" {
		minor = "1.11" // "1" and "1.6" mean this or anything newer below 2
	}
	image := "julia:" + minor + "-bookworm"
	if v.less(versionNumber{1, 9, 0}) && minor != "1.11" {
		image = "julia:" + minor
	}
	env := map[string]string{
		"JULIA_DEPOT_PATH": "/app/.julia",
		"JULIA_CPU_TARGET": "generic;sandybridge,-xsaveopt,clone_all;haswell,-rdrnd,base(1)",
	}
	r := language.Recipe{
		Build: universalbuild.Build{Workdir: "/app", Environment: map[string]string{}, Artifacts: []string{"."}},
		Runtime: universalbuild.Runtime{
			BaseImage: image, Workdir: "/app", Copy: []universalbuild.Copy{{From: ".", To: "."}}, Environment: env,
		},
		Why: []language.Reason{{Field: "/runtime/base_image", Confidence: max(p.Version.Confidence, finding.Guess), Evidence: pythonEvidence(p.Version)}},
	}
	if !declared || len(p.Deps) == 0 {
		return r
	}
	r.Build.BaseImage = image
	for k, v := range env {
		r.Build.Environment[k] = v
	}
	r.Build.Environment["JULIA_PKG_PRECOMPILE_AUTO"] = "0"
	r.Build.Manifests = []string{name}
	if p.Has("Manifest.toml") {
		r.Build.Manifests = append(r.Build.Manifests, "Manifest.toml")
	}
	r.Build.PreBuildCommands = []string{"julia --project=/app -e 'using Pkg; Pkg.instantiate()'"}
	r.Build.BuildCommands = []string{"julia --project=/app -e 'using Pkg; Pkg.precompile()'"}
	r.Why = append(r.Why, language.Reason{Field: "/build/pre_build_commands", Confidence: finding.Likely, Evidence: p.At("julia.deps", name, "[deps]")})
	return r
}
