package python

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/dockerfile"
	"aipack/backend/manifest/pypi"
	"aipack/languages/python/listing"
)

// requirementFiles are names of the file that a plain install reads,
// best first.
var requirementFiles = []string{
	"requirements.txt", "requirements/production.txt", "requirements/prod.txt", "requirements/base.txt",
	"requirements/common.txt", "requirements/requirements.txt", "requirements-prod.txt", "requirements_prod.txt",
	"binder/requirements.txt", ".binder/requirements.txt",
}

// requirementRoots names the files that pip installs: the first that is usual and
// what the project's own container file installs beside it, or those that include
// it and that this installs. A file for each database is made so, with its driver.
// https://pip.pypa.io/en/stable/reference/requirements-file-format/#referring-to-other-requirements-files
func (p *projectFacts) requirementRoots() []string {
	usual := p.FirstOf(requirementFiles...)
	if usual == "" {
		return p.otherRequirements()
	}
	var including, beside []string
	plain := false
	for _, step := range p.pipSteps() {
		for _, name := range step.Options("-r", "--requirement") {
			if name = path.Clean(name); path.IsAbs(name) {
				name = path.Base(name) // as it was copied there
			}
			switch {
			case name == usual:
				plain = true
			case slices.Contains(including, name) || slices.Contains(beside, name):
			case p.includes(name, usual, 0):
				including = append(including, name)
			case p.Has(name) && !notToRun.Matches(path.Base(name)):
				beside = append(beside, name)
			}
		}
	}
	switch {
	case plain:
		return append([]string{usual}, beside...)
	case len(including) > 0:
		return including
	}
	return []string{usual}
}

// otherName is how else people call the file: backend-requirements.txt,
// requirements_web.txt, and misspelt: requirments.txt. pip is told its name and takes any.
const otherName = language.Pattern(`(?i)^(?:[\w.]+[-_.])?req[a-z]{4,8}nts?(?:[-_.][\w.]+)?(?:\.(?:txt|text|pip|in))?$`)

// notToRun are words in the name of a file that only those need who develop.
const notToRun = language.Pattern(`(?i)(?:^|[-_.])(?:dev|devel|develop|development|tests?|testing|docs?|lint|linting|ci|local|optional|extras?|build|tools?|types?|typing|mypy|style|format|benchmarks?|gpu|cuda|lock|freeze|old|bak|backup|windows|win|mac|macos|arm64|notebooks?)(?:[-_.]|$)`)

// otherRequirements names the file of requirements that has no usual name, where it
// is the only one for those who run the program, and nothing else lists what that
// needs.
func (p *projectFacts) otherRequirements() []string {
	if len(p.project.Dependencies) > 0 || p.project.Tools["poetry"] || p.FirstOf("Pipfile", "uv.lock", "pdm.lock") != "" || listing.HasSetup(p.Folder) || p.condaFile != "" {
		return nil
	}
	var found []string
	for _, name := range p.Files() {
		if otherName.Matches(name) && !notToRun.Matches(name) && path.Ext(name) != ".py" {
			found = append(found, name)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found
}

// pipSteps are the steps of the project's own container file that install or
// build packages with pip.
func (p *projectFacts) pipSteps() (steps []dockerfile.Step) {
	file, _ := language.Parse(p.Folder, p.containerFile(), dockerfile.Parse)
	for _, stage := range file.Leading("") {
		for _, s := range stage.Steps() {
			pip := strings.HasPrefix(s.Program(), "pip") && !strings.HasPrefix(s.Program(), "pipenv")
			if module := strings.HasPrefix(s.Program(), "python") && len(s.Words) > 3 && s.Words[1] == "-m" && s.Words[2] == "pip"; module {
				s.Words, pip = s.Words[2:], true
			}
			if pip && !s.Maybe && s.Has("install", "wheel") {
				steps = append(steps, s)
			}
		}
	}
	return steps
}

func (p *projectFacts) containerFile() string {
	return p.FirstOf("Dockerfile", "Containerfile", "docker/Dockerfile", ".docker/Dockerfile", "deploy/Dockerfile")
}

// includes reports whether a file includes another one.
func (p *projectFacts) includes(name, other string, depth int) bool {
	r, ok := language.Parse(p.Folder, name, pypi.ParseRequirements)
	return ok && depth <= deepestInclude && slices.ContainsFunc(r.Includes, func(include string) bool {
		include = path.Join(path.Dir(name), include)
		return include == other || p.includes(include, other, depth+1)
	})
}

// deepestInclude is how far -r is followed: files may include themselves.
const deepestInclude = 5

func (p *projectFacts) readRequirements(name string, depth int) {
	if depth > deepestInclude || strings.HasPrefix(name, "../") {
		return
	}
	for _, known := range p.files {
		if known == name {
			return
		}
	}
	r, ok := language.Parse(p.Folder, name, pypi.ParseRequirements)
	if !ok {
		return
	}
	p.files = append(p.files, name)
	for _, q := range r.List {
		p.needs = append(p.needs, need{q, false, name})
	}
	for _, local := range r.Local {
		p.needs = append(p.needs, need{pypi.Requirement{Name: pypi.PEP503(path.Base(local)), Path: local}, false, name})
	}
	for _, include := range r.Includes {
		p.readRequirements(path.Join(path.Dir(name), include), depth+1)
	}
	for _, c := range r.Constraints {
		if c = path.Join(path.Dir(name), c); p.Has(c) {
			p.files = append(p.files, c)
		}
	}
}
