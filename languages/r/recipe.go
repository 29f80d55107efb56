package r

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/manifest/cran"
	"aipack/backend/universalbuild"
)

const from = language.Pattern(`(?im)^\s*FROM\s+(?:docker\.io/)?(?:rocker/[\w-]+|r-base):(\d+\.\d+(?:\.\d+)?)`)

func versionOf(p *language.Project) finding.Finding[string] {
	var found []finding.Finding[string]
	if lock, ok := language.Parse(p.Folder, "renv.lock", cran.ParseLock); ok && lock.R != "" {
		found = append(found, finding.Of(lock.R, finding.Certain, p.At("r.renv_version", "renv.lock", `"Version"`)))
	}
	found = append(found, version.Tool(p.Folder, "R", "r"))
	if text, ok := p.Text("runtime.txt"); ok {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(text), "r-"); ok {
			version, _, _ := strings.Cut(rest, "-")
			if strings.Contains(version, ".") { // else a day's snapshot of CRAN
				found = append(found, finding.Of(version, finding.Certain, p.At("r.runtime_txt", "runtime.txt", "r-")))
			}
		}
	}
	if d, ok := language.Parse(p.Folder, "DESCRIPTION", cran.ParseDescription); ok && d.R != "" {
		found = append(found, finding.Of(strings.TrimLeft(d.R, "<>= "), finding.Likely, p.At("r.depends", "DESCRIPTION", "R (")))
	}
	if content, ok := p.Text("Dockerfile"); ok {
		if m := from.Regexp().FindStringSubmatch(content); m != nil {
			found = append(found, finding.Of(m[1], finding.Likely, p.At("r.dockerfile", "Dockerfile", m[1])))
		}
	}
	return finding.First(func(s string) string { return s }, found...)
}

func start(p *language.Project) finding.Finding[language.Start] {
	plan, ok := planOf(p.Folder)
	if !ok {
		return finding.Finding[language.Start]{}
	}
	confidence := finding.Likely
	if plan.kind == universalbuild.CLI {
		confidence = finding.Guess
	}
	return finding.Of(language.Start{Command: plan.command}, confidence, p.At("r.start", plan.file, plan.needle))
}

const healthRoute = language.Pattern(`(?m)^#[*']\s*@get\s+(/(?:health|healthz|ping|status|livez|healthcheck))/?\s*$`)

// health reads Plumber's routes, which stand in comments.
func health(p *language.Project) finding.Finding[string] {
	for _, name := range scriptsOf(p.Folder) {
		content, _ := p.Text(name)
		if m := healthRoute.Regexp().FindStringSubmatch(content); m != nil {
			return finding.Of(m[1], finding.Certain, p.At("r.plumber_route", name, m[0]))
		}
	}
	return finding.Finding[string]{}
}

// recipe installs packages into a library of the project's own.
func recipe(p *language.Project) language.Recipe {
	minor := version.MinorOf(p.Version.Value)
	if v, _, _ := version.ParseNumber(minor); minor == "" || v.Less(version.Number{4, 0, 0}) {
		minor = "4.4"
		if p.Version.Confidence > finding.Guess && language.FirstWhy(p.Version.Evidence).Rule != "r.depends" {
			p.Warn(path.Base(language.FirstWhy(p.Version.Evidence).Path), "version_unavailable",
				"R "+p.Version.Value+" has no maintained image; 4.4 is used", "move to R 4")
		}
	}
	image := "rocker/r-ver:" + minor
	r := language.Recipe{
		Build: universalbuild.Build{Workdir: "/app", Environment: map[string]string{"R_LIBS": "/app/.rlib"}, Artifacts: []string{"."}},
		Runtime: universalbuild.Runtime{
			BaseImage: image, Workdir: "/app", Copy: []universalbuild.Copy{{From: ".", To: "."}},
			Environment: map[string]string{"R_LIBS": "/app/.rlib"},
		},
		Why: []language.Reason{{Field: "/runtime/base_image", Confidence: max(p.Version.Confidence, finding.Guess), Evidence: language.FirstWhy(p.Version.Evidence)}},
	}
	install := ""
	switch {
	case p.Has("renv.lock"):
		r.Build.Setup = []string{`Rscript -e 'install.packages("renv", lib = .Library)'`}
		r.Build.Manifests = []string{"renv.lock"}
		r.Build.Environment["RENV_CONFIG_AUTOLOADER_ENABLED"] = "FALSE"
		r.Runtime.Environment["RENV_CONFIG_AUTOLOADER_ENABLED"] = "FALSE"
		install = `Rscript -e 'renv::restore(lockfile = "renv.lock", library = "/app/.rlib", prompt = FALSE)'`
	case p.Has("install.R"):
		r.Build.Manifests = []string{"install.R"}
		install = "Rscript install.R"
	default:
		var names []string
		for _, d := range p.Deps {
			if !d.Dev && packageName.Regexp().MatchString(d.Name) {
				names = append(names, `"`+d.Name+`"`)
			}
		}
		if len(names) == 0 {
			return r
		}
		install = `Rscript -e 'install.packages(c(` + strings.Join(names, ", ") + `), lib = "/app/.rlib")'`
	}
	r.Build.BaseImage = image
	r.Build.PreBuildCommands = []string{"mkdir -p /app/.rlib && " + install}
	r.Why = append(r.Why, language.Reason{Field: "/build/pre_build_commands", Confidence: finding.Likely, Evidence: language.FirstWhy(p.Claim.Why)})
	return r
}

const packageName = language.Pattern(`^[A-Za-z][A-Za-z0-9.]*$`)
