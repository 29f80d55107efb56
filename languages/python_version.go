package languages

import (
	"fmt"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest"
	"aipack/backend/universalbuild"
)

// pythonDefaultVersion is what a project gets that asks for none: old enough
// for every wheel, supported for years.
const pythonDefaultVersion = "3.13"

// pythonVersion asks, strongest first: .python-version, asdf and mise,
// runtime.txt, Pipfile, requires-python, poetry's python, conda, setup.py and
// an existing Dockerfile.
func pythonVersion(p *language.Project) finding.Finding[string] {
	facts := pythonRead(p.Folder)
	project := pythonDeclared(facts.At("python.requires_python", "pyproject.toml", "requires-python"), facts.project.RequiresPython)
	poetry := pythonDeclared(facts.At("python.poetry_python", "pyproject.toml", "python ="), facts.project.PoetryPython)
	found := finding.First(func(s string) string { return s },
		pythonVersionFile(p),
		pythonDeclared(pythonEvidence(toolVersion(p.Folder, "python")), toolVersion(p.Folder, "python").Value),
		pythonRuntimeTxt(p),
		pythonDeclared(facts.At("python.pipfile", "Pipfile", "python_"), facts.pipfile.Python),
		project, poetry,
		pythonDeclared(facts.At("python.conda", facts.condaFile, "python"), facts.conda.Python),
		pythonDeclared(facts.At("python.python_requires", facts.FirstOf("setup.py", "setup.cfg"), "python_requires"), facts.setup.PythonRequires),
		pythonLocked(facts), pythonContainer(p),
	)
	if required := finding.First(pythonText, project, poetry); found.Found() && required.Found() {
		found = pythonReconcile(facts, found, required)
	}
	return found
}

func pythonText(s string) string { return s }

func pythonEvidence[T any](f finding.Finding[T]) finding.Evidence {
	if len(f.Evidence) == 0 {
		return finding.Evidence{}
	}
	return f.Evidence[0]
}

// pythonDeclared makes a finding of a version as it is written.
func pythonDeclared(why finding.Evidence, written string) finding.Finding[string] {
	text := pythonVersionText(written)
	if text == "" {
		return finding.Finding[string]{}
	}
	return finding.Of(text, finding.Certain, why)
}

// pythonVersionText takes the operator off a single constraint and leaves
// several as they are: "^3.10" says 3.10, ">=3.9,<3.13" stays.
func pythonVersionText(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || s == "*" {
		return ""
	}
	if !strings.ContainsAny(s, ",|") && strings.Count(s, " ") <= 1 && !strings.HasPrefix(s, "<") && !strings.HasPrefix(s, "!") {
		s = strings.TrimSpace(strings.TrimLeft(s, "<>=~^ "))
		s = strings.TrimSuffix(s, ".*")
	}
	if s == "latest" {
		return s
	}
	if !strings.ContainsAny(s, "0123456789") {
		return ""
	}
	return s
}

// pythonVersionFile reads .python-version, here or in a folder above, as
// pyenv and uv do.
func pythonVersionFile(p *language.Project) finding.Finding[string] {
	for at := p.Folder; ; at = at.Sub("..") {
		if f, ok := language.Parse(at, ".python-version", manifest.ParsePythonVersion); ok {
			switch {
			case len(f.Versions) == 0 && f.Invalid:
				at.Warn(".python-version", "python_version_invalid", at.Join(".python-version")+" holds no version of Python", "write one line such as 3.13")
			case len(f.Versions) > 1:
				at.Warn(".python-version", "python_version_several", fmt.Sprintf("%s names %d versions; the first is taken", at.Join(".python-version"), len(f.Versions)), "keep one line")
			}
			if len(f.Versions) > 0 {
				content, _ := at.Text(".python-version")
				line := strings.Split(content, "\n")[f.Lines[0]-1]
				return pythonDeclared(at.Evidence("python.version_file", ".python-version", f.Lines[0], line), f.Versions[0])
			}
			return finding.Finding[string]{}
		}
		if at.IsRoot() {
			return finding.Finding[string]{}
		}
	}
}

// pythonRuntimeTxt reads runtime.txt, which R projects have as well.
func pythonRuntimeTxt(p *language.Project) finding.Finding[string] {
	content, ok := p.Text("runtime.txt")
	if !ok || !strings.HasPrefix(strings.ToLower(strings.TrimSpace(content)), "python-") {
		return finding.Finding[string]{}
	}
	f, _ := language.Parse(p.Folder, "runtime.txt", manifest.ParsePythonVersion)
	if len(f.Versions) == 0 {
		p.Warn("runtime.txt", "python_version_invalid", p.Join("runtime.txt")+" holds no version of Python", "write .python-version with one line such as 3.13")
		return finding.Finding[string]{}
	}
	return pythonDeclared(p.At("python.runtime_txt", "runtime.txt", f.Versions[0]), f.Versions[0])
}

// pythonLocked reads what a lock was made for.
func pythonLocked(p *pythonFacts) finding.Finding[string] {
	for _, name := range []string{"uv.lock", "poetry.lock", "pdm.lock"} {
		if head := p.Head(name, 4096); head != "" {
			if lock, _ := manifest.ParsePythonLock(head); lock.RequiresPython != "" {
				return pythonDeclared(p.At("python.lock", name, "python"), lock.RequiresPython)
			}
		}
	}
	lock, _ := language.Parse(p.Folder, "Pipfile.lock", manifest.ParsePipfileLock)
	return pythonDeclared(p.At("python.lock", "Pipfile.lock", "python_"), lock.Python)
}

const pythonFrom = language.Pattern(`(?im)^\s*FROM\s+(?:--platform=\S+\s+)?(?:docker\.io/)?(?:library/)?python:(\d+\.\d+(?:\.\d+)?)\b`)

func pythonContainer(p *language.Project) finding.Finding[string] {
	name := p.FirstOf("Dockerfile", "Containerfile")
	content, _ := p.Text(name)
	if m := pythonFrom.Regexp().FindStringSubmatch(content); m != nil {
		return finding.Of(m[1], finding.Likely, p.At("python.dockerfile", name, "python:"+m[1]))
	}
	return finding.Finding[string]{}
}

// pythonReconcile compares the chosen version with what the project requires.
// uv, poetry and pdm refuse to install where the two disagree, so the
// requirement wins there.
func pythonReconcile(p *pythonFacts, found, required finding.Finding[string]) finding.Finding[string] {
	declared := p.project.RequiresPython
	if declared == "" {
		declared = p.project.PoetryPython
	}
	minor := minorOf(found.Value)
	if minor == "" || found.Value == required.Value || pythonRange(declared).allows(minor) {
		return found
	}
	why := pythonEvidence(found)
	at := p.Reader().Folder(".")
	at.Warn(why.Path, "python_version_conflict",
		fmt.Sprintf("%s asks for Python %s and pyproject.toml requires %s", why.Path, found.Value, declared),
		"make both say the same")
	if p.system != "uv" && p.system != "poetry" && p.system != "pdm" {
		return found
	}
	required.Lost = append(required.Lost, finding.Alternative{Value: found.Value, Confidence: finding.Guess, Evidence: why})
	return required
}

// pythonRange reads a constraint of PEP 440 or poetry: ~=3.10 ends before 4,
// poetry's ~3.10 before 3.11.
func pythonRange(s string) versionRange {
	s = strings.ReplaceAll(s, "~=", "\x00")
	s = strings.ReplaceAll(s, "~", "==")
	return parseVersionRange(strings.ReplaceAll(s, "\x00", "~>"))
}

// pythonImages are the minor versions that have an image, newest first, and
// the newest Debian release each was made for (hub.docker.com/_/python).
var pythonImages = []struct{ minor, suite string }{
	{"3.15", "bookworm"}, {"3.14", "bookworm"}, {"3.13", "bookworm"}, {"3.12", "bookworm"}, {"3.11", "bookworm"}, {"3.10", "bookworm"},
	{"3.9", "bookworm"}, {"3.8", "bookworm"}, {"3.7", "bookworm"}, {"3.6", "bullseye"}, {"3.5", "buster"}, {"2.7", "buster"},
}

// pythonOldestForRange is the oldest version that a range is resolved to: what
// says ">=3.6" means "any", and installs today only on something newer.
const pythonOldestForRange = "3.10"

// pythonImage gives the image's minor version and Debian release, and whether
// it is what was asked for.
func pythonImage(version string) (minor, suite string, asked bool) {
	minor, asked = pythonMinor(version)
	for _, i := range pythonImages {
		if i.minor == minor {
			return minor, i.suite, asked
		}
	}
	wanted, _, _ := parseVersionNumber(minor)
	nearest := pythonImages[0]
	for _, i := range pythonImages {
		if have, _, _ := parseVersionNumber(i.minor); !have.less(wanted) {
			nearest = i
		}
	}
	return nearest.minor, nearest.suite, false
}

// pythonWritten is the version as the manifest writes it, with its operators.
func pythonWritten(p *language.Project, facts *pythonFacts) string {
	switch pythonEvidence(p.Version).Rule {
	case "python.requires_python":
		return facts.project.RequiresPython
	case "python.poetry_python":
		return facts.project.PoetryPython
	case "python.python_requires":
		return facts.setup.PythonRequires
	case "python.conda":
		return facts.conda.Python
	case "python.version_file":
		if f, ok := language.Parse(p.Folder, ".python-version", manifest.ParsePythonVersion); ok && len(f.Versions) > 0 {
			return f.Versions[0]
		}
	}
	return p.Version.Value
}

func pythonMinor(version string) (minor string, asked bool) {
	if strings.ContainsAny(version, "<>=~^,|*!") {
		r := pythonRange(version)
		low := r.lowest()
		v, _, _ := parseVersionNumber(low)
		oldest, _, _ := parseVersionNumber(pythonOldestForRange)
		switch {
		case low != "" && !v.less(oldest):
			return low, true
		case r.allows(pythonOldestForRange):
			return pythonOldestForRange, true
		case low != "":
			return low, true
		}
		for _, i := range pythonImages[2:] {
			if r.allows(i.minor) {
				return i.minor, true
			}
		}
		return pythonDefaultVersion, false
	}
	version = strings.TrimPrefix(version, "pypy")
	v, parts, ok := parseVersionNumber(version)
	switch {
	case version == "latest" || ok && parts == 1 && v[0] == 3:
		return pythonDefaultVersion, true
	case ok && parts == 1 && v[0] == 2:
		return "2.7", true
	case !ok || parts == 1:
		return pythonDefaultVersion, version == ""
	}
	return minorOf(version), true
}

// pythonAgeWarning says so where no image can hold what was asked for, or
// where Python itself has ended.
func pythonAgeWarning(version, minor string, asked bool) (universalbuild.Warning, bool) {
	if !asked {
		return universalbuild.Warning{
			Code:    "version_unavailable",
			Message: fmt.Sprintf("there is no image with Python %s; the nearest, %s, is used", version, minor),
			Fix:     "ask for a supported version in .python-version",
		}, true
	}
	v, _, _ := parseVersionNumber(minor)
	if oldest, _, _ := parseVersionNumber("3.9"); v.less(oldest) {
		return universalbuild.Warning{
			Code:    "version_ended",
			Message: fmt.Sprintf("Python %s gets no security fixes any more, and many packages no longer support it", minor),
			Fix:     "move to Python " + pythonDefaultVersion + " in .python-version",
		}, true
	}
	return universalbuild.Warning{}, false
}

// versionBelow reports whether a version is older than major.minor.
func versionBelow(version string, major, minor int) bool {
	v, _, ok := parseVersionNumber(version)
	return ok && v.less(versionNumber{major, minor, 0})
}
