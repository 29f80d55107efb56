package julia

import (
	"path"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/universalbuild"
)

func start(p *language.Project) finding.Finding[language.Start] {
	file, serves := startFile(p.Folder)
	if file == "" {
		return finding.Finding[language.Start]{}
	}
	confidence := finding.Likely
	if serves == "" {
		confidence = finding.Guess
	}
	return finding.Of(language.Start{Command: []string{"julia", "--project=/app", path.Clean(file)}}, confidence, p.At("julia.start", file, serves))
}

// recipe fetches and compiles into a depot below /app.
func recipe(p *language.Project) language.Recipe {
	_, name, declared := projectOf(p.Folder)
	v, parts, _ := version.ParseNumber(p.Version.Value)
	minor := version.MinorOf(p.Version.Value)
	if parts < 2 || v.Less(version.Number{1, 9, 0}) && language.FirstWhy(p.Version.Evidence).Rule == "julia.compat" {
		minor = "1.11" // "1" and "1.6" mean this or anything newer below 2
	}
	image := "julia:" + minor + "-bookworm"
	if v.Less(version.Number{1, 9, 0}) && minor != "1.11" {
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
		Why: []language.Reason{{Field: "/runtime/base_image", Confidence: max(p.Version.Confidence, finding.Guess), Evidence: language.FirstWhy(p.Version.Evidence)}},
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
