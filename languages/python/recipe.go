package python

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/language/sample"
	"aipack/backend/universalbuild"
	"aipack/languages/python/interpreter"
	"aipack/languages/python/module"
	"aipack/languages/python/practice"
)

// environmentPath is PATH with the project's environment in front.
const environmentPath = "/app/.venv/bin:/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"

// recipe installs into an environment at /app/.venv with the full image,
// which has compilers, and runs it in the slim one.
func recipe(p *language.Project) language.Recipe {
	facts := read(p.Folder)
	plan := planOf(facts)
	minor, suite, asked := interpreter.Image(written(p, facts))
	r := language.Recipe{Build: universalbuild.Build{Workdir: "/app", Environment: map[string]string{}}}
	r.Runtime = universalbuild.Runtime{
		BaseImage: "python:" + minor + "-slim-" + suite, Workdir: "/app",
		Environment: map[string]string{"PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1"},
		Copy:        []universalbuild.Copy{{From: ".", To: "."}},
	}
	r.Build.Artifacts = []string{"."}
	r.Why = append(r.Why, language.Reason{
		Field: "/runtime/base_image", Confidence: max(p.Version.Confidence, finding.Guess),
		Evidence: language.FirstWhy(p.Version.Evidence),
	})
	if w, old := interpreter.Ended(p.Version.Value, minor, asked); old {
		at := language.FirstWhy(p.Version.Evidence).Path
		if at == "" {
			at = p.Path
		}
		p.Reader().Folder(".").Warn(at, w.Code, w.Message, w.Fix)
	}
	b := &install{p: p, facts: facts, plan: plan, minor: minor, r: &r}
	if facts.system == "conda" {
		b.conda()
	} else if b.needed() {
		r.Build.BaseImage = "python:" + minor + "-" + suite
		b.install()
	}
	b.finish()
	return r
}

// install writes the part of a recipe that installs.
type install struct {
	p     *language.Project
	facts *projectFacts
	plan  startPlan
	minor string
	r     *language.Recipe
}

// needed reports whether there is anything to install at all.
func (b *install) needed() bool {
	if b.plan.script || b.ownPackage() != "" {
		return true
	}
	for _, n := range b.facts.needs {
		if !n.dev {
			return true
		}
	}
	return b.facts.setup.Unread || len(b.undeclared()) > 0
}

// ownPackage gives the name by which the start command imports the project's own folder,
// "" where it does not.
func (b *install) ownPackage() string {
	file := b.entry()
	if file == nil || !module.Relative(file.Source) || strings.Contains(file.path, "/") {
		return ""
	}
	name, _ := moduleOf(b.facts.Folder, *file)
	own, _, _ := strings.Cut(name, ".")
	if line := " " + b.plan.line; strings.Contains(line, " "+name) || strings.HasSuffix(line, "-m "+own) {
		return own
	}
	return ""
}

// entry is the file that the start command imports or runs, nil where no one is known.
func (b *install) entry() *sourceFile {
	if b.plan.app != nil {
		return &b.plan.app.file
	}
	return b.plan.ran
}

// finish adds what does not depend on the package manager.
func (b *install) finish() {
	r := b.r
	if own := b.ownPackage(); own != "" {
		r.Build.PostBuildCommands = append(r.Build.PostBuildCommands, inDir(module.Link(own), b.file(".")))
		why := b.facts.At("python.relative_import", b.entry().path, "from .")
		r.Why = append(r.Why, language.Reason{Field: "/build/post_build_commands", Confidence: finding.Likely, Evidence: why})
	}
	for k, v := range b.plan.env {
		r.Runtime.Environment[k] = v
	}
	if dirs := searched(b.facts, b.plan); len(dirs) > 0 {
		r.Runtime.Environment["PYTHONPATH"] = b.pythonPath(dirs)
	}
	if node.AddMoved(b.p, r) || b.p.AddAssets(r) {
		r.Build.PostBuildCommands = append(r.Build.PostBuildCommands, "find . -name node_modules -type d -prune -exec rm -rf {} +")
		if r.Build.BaseImage == "" {
			r.Build.BaseImage = "python:" + b.minor + "-bookworm"
		}
	}
	if sample.Add(b.p, r); len(r.Build.BuildCommands) > 0 && r.Build.BaseImage == "" {
		r.Build.BaseImage = "python:" + b.minor + "-bookworm"
	}
	if b.plan.django != nil && r.Build.BaseImage != "" {
		b.plan.django.makePlaces(b.facts, r, path.Join(b.file("."), b.plan.dir))
		b.plan.django.collect(b.facts, r)
		for i, line := range r.Build.PostBuildCommands {
			if strings.Contains(line, "manage.py") {
				r.Build.PostBuildCommands[i] = inDir(line, path.Join(b.file("."), b.plan.dir))
			}
		}
	}
	b.systems()
}

// systems adds Debian packages that depend on more than a package's name.
func (b *install) systems() {
	r := b.r
	b.aptFile()
	if n, ok := b.facts.need("psycopg"); ok && !n.HasExtra("binary") && !b.facts.uses("psycopg-binary") {
		r.Runtime.SystemPackages = append(r.Runtime.SystemPackages, "libpq5")
		if n.HasExtra("c") {
			r.Build.SystemPackages = append(r.Build.SystemPackages, "libpq-dev")
		}
	}
	if b.plan.django != nil && b.plan.django.gis {
		r.Runtime.SystemPackages = append(append(r.Runtime.SystemPackages, "gdal-bin"), geoLibraries...)
	}
	if b.facts.uses("playwright") && r.Build.BaseImage != "" {
		r.Build.Environment["PLAYWRIGHT_BROWSERS_PATH"] = "/app/.playwright"
		r.Runtime.Environment["PLAYWRIGHT_BROWSERS_PATH"] = "/app/.playwright"
		r.Build.PostBuildCommands = append(r.Build.PostBuildCommands, "playwright install chromium")
	}
}

const debianPackage = language.Pattern(`^[a-z0-9][a-z0-9+.-]+$`)

// aptFile adds the packages of apt.txt (repo2docker) or Aptfile (Heroku), one
// a line.
func (b *install) aptFile() {
	name := b.facts.FirstOf("apt.txt", "Aptfile", "binder/apt.txt", ".binder/apt.txt")
	content, _ := b.facts.Text(name)
	for line := range strings.SplitSeq(content, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); debianPackage.Regexp().MatchString(line) {
			b.r.Runtime.SystemPackages = append(b.r.Runtime.SystemPackages, line)
			if b.r.Build.BaseImage != "" {
				b.r.Build.SystemPackages = append(b.r.Build.SystemPackages, line)
			}
		}
	}
}

// conda makes the environment at the path it is run from: its scripts name
// their interpreter by the full path. glibc is all it takes from the image.
func (b *install) conda() {
	r, file := b.r, b.file(b.facts.condaFile)
	r.Build.BaseImage, r.Runtime.BaseImage = practice.CondaImage, "debian:bookworm-slim"
	r.Build.CachePaths = []string{"/opt/conda/pkgs", practice.PipCache}
	for _, w := range r.Why {
		if w.Field == "/runtime/base_image" {
			r.Why = nil
		}
	}
	install := "mamba env create --yes --prefix /app/.venv --file " + language.ShellWord(file)
	python := ""
	if b.facts.conda.Python == "" && b.facts.conda.R == "" {
		python = " && mamba install --yes --prefix /app/.venv python=" + b.minor
	}
	if len(b.facts.conda.Includes) > 0 || b.local() {
		r.Build.BuildCommands = append(r.Build.BuildCommands, install+python)
	} else {
		b.manifests(b.facts.condaFile)
		b.pre(install + python)
	}
	if b.facts.Has("requirements.txt") && len(b.facts.conda.Includes) == 0 {
		r.Build.BuildCommands = append(r.Build.BuildCommands, "/app/.venv/bin/python -m pip install -r "+b.file("requirements.txt"))
	}
	r.Runtime.Environment["PATH"] = environmentPath
	r.Runtime.Environment["CONDA_PREFIX"] = "/app/.venv"
	r.Why = append(r.Why, language.Reason{Field: "/build/pre_build_commands", Confidence: finding.Likely, Evidence: language.FirstWhy(b.facts.why)})
}
