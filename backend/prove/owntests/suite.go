// Package owntests finds a project's own tests, runs them in a container of the plan's build
// stage, and reads what they report. It writes no tests.
package owntests

import (
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"aipack/backend/manifest/npm"
	"aipack/backend/universalbuild"
)

// Suite is the tests of one service.
type Suite struct {
	Service string                        `json:"service"` // its name
	Folder  string                        `json:"folder"`  // where they run, from the project's
	Command string                        `json:"command"` // "" where none were found
	Because string                        `json:"because"` // what shows that there are any, or that there are none
	Plan    universalbuild.UniversalBuild `json:"-"`       // the plan whose build stage has what they need
	reads   func(output string, files map[string][]byte) Result
	env     map[string]string // what the project's own workflow gives them
	also    string            // a list of what only tests need, from the folder, that pip has to install
}

// Line is the command line that runs the tests, for a shell that starts in a folder of the
// project.
func (s Suite) Line(from string) string {
	rel, err := filepath.Rel(filepath.FromSlash(from), filepath.FromSlash(s.Folder))
	if err != nil || rel == "." || strings.HasPrefix(rel, "..") {
		return s.Command
	}
	return "cd " + quoted(filepath.ToSlash(rel)) + " && " + s.Command
}

// mostRead bounds a manifest or source that is looked into, in bytes.
const mostRead = 1 << 20

// Find finds the tests of services. files are those of the project's folder, which root
// reads, and which lets nothing lead out of it; a service without any is there too, with the reason.
func Find(root fs.FS, files []string, plans []universalbuild.UniversalBuild) []Suite {
	out := make([]Suite, 0, len(plans))
	flows := sync.OnceValue(func() []file { return workflows(root) })
	for _, d := range plans {
		f := finder{root: root, dir: path.Clean(d.Metadata.Path)}
		for _, name := range files {
			if f.dir == "." {
				f.files = append(f.files, name)
			} else if in, below := strings.CutPrefix(name, f.dir+"/"); below {
				f.files = append(f.files, in)
			}
		}
		s := f.find(d)
		s.Service, s.Folder, s.Plan = d.Metadata.ProjectName, f.dir, forTests(d)
		if s.Command != "" {
			if c := f.conditions(d.Metadata.Language, flows()); len(c.stores)+len(c.env) > 0 {
				s.Plan, s.env = c.onto(s.Plan), c.env
				s.Because += ", beside what " + c.path + " has beside them"
			}
		}
		if s.also != "" {
			s.Plan.Build = withList(s.Plan.Build, path.Join(f.dir, s.also))
		}
		out = append(out, s)
	}
	return out
}

// finder looks into the folder of one service.
type finder struct {
	root  fs.FS
	dir   string
	files []string // from that folder
}

func (f finder) find(d universalbuild.UniversalBuild) Suite {
	switch d.Metadata.Language {
	case "go":
		return f.golang()
	case "python":
		return f.python()
	case "javascript", "typescript":
		return f.node(d.Metadata.BuildSystem)
	case "rust":
		return f.rust()
	case "java", "kotlin", "groovy", "scala":
		return f.jvm(d.Metadata.BuildSystem)
	}
	return Suite{Because: "aipack does not know how tests of " + d.Metadata.Language + " run"}
}

// first is the first file for which a test holds; "" for none.
func (f finder) first(holds func(name string) bool) string {
	if i := slices.IndexFunc(f.files, holds); i >= 0 {
		return f.files[i]
	}
	return ""
}

func (f finder) has(name string) bool { return slices.Contains(f.files, name) }

// read gives a file of the service; "" for one that is not there or too large.
func (f finder) read(name string) string {
	in := path.Join(f.dir, name)
	if info, err := fs.Stat(f.root, in); err != nil || !info.Mode().IsRegular() || info.Size() > mostRead {
		return ""
	}
	text, err := fs.ReadFile(f.root, in)
	if err != nil {
		return ""
	}
	return string(text)
}

// golang: go test runs the files that end in _test.go (pkg.go.dev/cmd/go, Test packages).
func (f finder) golang() Suite {
	at := f.first(func(name string) bool {
		return strings.HasSuffix(name, "_test.go") && !strings.Contains("/"+name, "/testdata/") && !strings.Contains("/"+name, "/vendor/")
	})
	if at == "" {
		return Suite{Because: "no file ends in _test.go"}
	}
	return Suite{Command: "go test -json ./...", Because: at, reads: goEvents}
}

var testOfPython = regexp.MustCompile(`(^|/)(test_[^/]*|[^/]*_test|tests)\.py$`)

// listOfPip are the usual names of lists for pip: requirements-dev.txt, requirements/test.txt.
var listOfPip = regexp.MustCompile(`^(([\w.-]*[-_.])?requirements([-_.][\w.-]*)?\.txt|requirements/[\w.-]+\.txt)$`)

// python: pytest where a manifest names it, Django's runner where there is a manage.py, and
// unittest, which Python brings, else.
func (f finder) python() Suite {
	at := f.first(testOfPython.MatchString)
	if at == "" {
		return Suite{Because: "no file is called test_*.py, *_test.py or tests.py"}
	}
	named := f.first(func(name string) bool {
		switch {
		case name == "pytest.ini" || name == "conftest.py":
			return true
		case name == "pyproject.toml" || name == "setup.cfg" || name == "tox.ini" || name == "Pipfile" || listOfPip.MatchString(name):
			return strings.Contains(f.read(name), "pytest")
		}
		return false
	})
	var also string
	if list := f.first(func(name string) bool { return listOfPip.MatchString(name) && strings.Contains(f.read(name), "pytest") }); list != "" {
		also = list
	}
	switch {
	case named != "":
		return Suite{Command: "python -m pytest --junitxml=" + report, Because: at + ", and " + named + " names pytest", reads: junit, also: also}
	case f.manage() != "":
		command, manage := "python manage.py test --noinput", f.manage()
		if dir := path.Dir(manage); dir != "." {
			command = "cd " + quoted(dir) + " && " + command
		}
		return Suite{Command: command, Because: at + ", and " + manage, reads: unittest}
	}
	return Suite{Command: "python -m unittest discover -v", Because: at, reads: unittest}
}

// manage is Django's manage.py, the uppermost one; "" for none.
func (f finder) manage() (name string) {
	for _, one := range f.files {
		if path.Base(one) == "manage.py" && (name == "" || strings.Count(one, "/") < strings.Count(name, "/")) {
			name = one
		}
	}
	return name
}

// quoted is a word for a POSIX shell.
func quoted(word string) string {
	if q, err := syntax.Quote(word, syntax.LangPOSIX); err == nil {
		return q
	}
	return word // it holds what no file's name can
}

// report is where a tool that can is asked to write what came of its tests, in JUnit's
// format, from the folder that they run in.
const report = "aipack-tests.xml"

// node: the script called test, which npm init fills with one that fails
// (docs.npmjs.com/cli/commands/npm-init). Of runners that can write a report it is asked for.
func (f finder) node(system string) Suite {
	p, err := npm.ParsePackage(f.read("package.json"))
	script := p.Script("test")
	switch {
	case err != nil:
		return Suite{Because: "package.json cannot be read"}
	case script == "" || strings.Contains(script, "no test specified"):
		return Suite{Because: "package.json has no script called test"}
	}
	runner := "npm"
	if slices.Contains([]string{"yarn", "pnpm", "bun"}, system) {
		runner = system
	}
	s := Suite{Command: runner + " run test", Because: "package.json: test: " + script, reads: exitAlone}
	with := func(flags string) {
		if runner != "yarn" {
			flags = "-- " + flags
		}
		s.Command, s.reads = s.Command+" "+flags, junit
	}
	last := strings.Fields(script[strings.LastIndexAny(script, "&|;")+1:]) // what is added goes to the last command
	switch {
	case len(last) == 0:
	case slices.Contains(last, "vitest"):
		with("--run --reporter=junit --outputFile=" + report)
	case slices.Contains(last, "mocha"):
		with("--reporter xunit --reporter-option output=" + report)
	case slices.Contains(last, "jest") || slices.Contains(last, "react-scripts"):
		with("--ci --json --outputFile=" + report)
		s.reads = jest
	case last[0] == "ng": // Angular's: angular.dev/cli/test
		flags := " -- --watch=false --browsers=ChromeHeadless"
		if runner == "yarn" {
			flags = strings.Replace(flags, " --", "", 1)
		}
		s.Command += flags
	case slices.Contains(last, "--test") && path.Base(last[0]) == "node":
		s.Command, s.reads = "NODE_OPTIONS='--test-reporter=junit --test-reporter-destination="+report+"' "+s.Command, junit
	}
	return s
}

var testOfRust = regexp.MustCompile(`#\[(\w+::)*test\b|#\[rstest\b|#\[test_case\b`)

// mostSources bounds how many sources are looked into for a mark of a test.
const mostSources = 400

// rust: cargo test runs what an attribute called test marks, in all members of a workspace
// only where it is told so (doc.rust-lang.org/cargo/commands/cargo-test.html).
func (f finder) rust() Suite {
	looked := 0
	at := f.first(func(name string) bool {
		if !strings.HasSuffix(name, ".rs") || looked >= mostSources {
			return false
		}
		looked++
		return testOfRust.MatchString(f.read(name))
	})
	if at == "" {
		return Suite{Because: "no source marks a test"}
	}
	return Suite{Command: "cargo test --workspace --no-fail-fast", Because: at, reads: cargo}
}

// jvm: Maven's Surefire and Gradle's test write JUnit's reports by themselves.
func (f finder) jvm(system string) Suite {
	at := f.first(func(name string) bool { return strings.Contains("/"+name, "/src/test/") })
	if at == "" {
		return Suite{Because: "nothing lies in src/test"}
	}
	command := "mvn -B test"
	switch {
	case system == "gradle" && f.has("gradlew"):
		command = "sh ./gradlew --no-daemon test"
	case system == "gradle":
		command = "gradle --no-daemon test"
	case f.has("mvnw"):
		command = "sh ./mvnw -B test"
	}
	return Suite{Command: command, Because: at, reads: junit}
}
