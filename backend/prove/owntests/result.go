package owntests

import (
	"bufio"
	"cmp"
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/manifest/lenient"
)

// State is what running tests came to.
type State string

// The states.
const (
	Passed   State = "passed"
	Failed   State = "failed"
	NotFound State = "not_found" // there are none
	NotHere  State = "not_here"  // they cannot run in the build stage
	NotRun   State = "not_run"   // nobody ran them
	Late     State = "timed_out" // the limit ended them
)

// Result is what came of a suite.
type Result struct {
	State    State     `json:"state"`
	Counted  bool      `json:"counted"` // the tool said how many there are
	Passed   int       `json:"passed"`
	Failed   int       `json:"failed"`
	Skipped  int       `json:"skipped"`
	Failures []Failure `json:"failures"` // the first of them
	Said     string    `json:"said"`     // why they did not run; "" where they did
	Beside   []string  `json:"beside"`   // data services of the plan that ran beside them, by their names
	Absent   []string  `json:"absent"`   // and those that did not start
}

// Failure is a test that failed.
type Failure struct {
	Name string `json:"name"`
	File string `json:"file,omitempty"` // as the tool names it
	Line int    `json:"line,omitempty"`
	Text string `json:"text"` // the end of what it said
}

// mostFailures bounds those that are told, mostText what each says, in bytes.
const (
	mostFailures = 50
	mostText     = 2000
)

// read says what came of a suite that ran: exit is the command's code, output what it
// printed, files what it left in the project's folder.
func (s Suite) read(exit int, late bool, output string, files map[string][]byte) Result {
	r := s.reads(output, files)
	if r.Failures == nil {
		r.Failures = []Failure{}
	}
	for i, f := range r.Failures {
		r.Failures[i].File = strings.TrimPrefix(f.File, strings.TrimSuffix(s.Plan.Build.Workdir, "/")+"/")
	}
	switch {
	case late:
		r.State = Late
	case r.Passed+r.Failed+r.Skipped == 0 && ranNone.MatchString(output):
		r.State, r.Said = NotFound, "the runner found none"
	case r.Failed > 0 || exit != 0 && r.Counted && r.Passed > 0:
		r.State = Failed
	case exit == 0:
		r.State = Passed
	default:
		r.State = Failed
		if absent := missing(exit, output); absent != "" {
			r.State, r.Said = NotHere, absent
		}
	}
	return r
}

// ranNone are the words of runners that have found no test: unittest and Django's, pytest
// (docs.pytest.org, exit code 5), jest, vitest, mocha's are none.
var ranNone = regexp.MustCompile(`(?m)^(Ran 0 tests in |NO TESTS RAN|=+ no tests ran in |collected 0 items$|No tests found, exiting with code|No test files found, exiting with code)`)

// lacks are the words with which tools say that a program, a module or a network is not
// there: the tests have said nothing of the project then.
var lacks = regexp.MustCompile(`(?m)^.*(: not found|command not found|No module named '?(pytest|django|nose)|Cannot find module '(jest|vitest|mocha)|Could not resolve host|Temporary failure in name resolution|` +
	`getaddrinfo (EAI_AGAIN|ENOTFOUND)|No binary for Chrome|Please, set "CHROME_BIN" env variable|Could not transfer artifact|UnknownHostException|error: no such command|could not download|dial tcp: lookup|server misbehaving).*$`)

func missing(exit int, output string) string {
	line := lacks.FindString(output)
	switch {
	case line != "":
		return strings.TrimSpace(line)
	case exit == 127:
		return "the program that runs them is not in the build stage"
	}
	return ""
}

// Words says what came of a suite in a line: "47 tests passed, 2 skipped".
func (r Result) Words() string {
	if len(r.Absent) > 0 {
		said := r
		said.Absent = nil
		return said.Words() + "; " + strings.Join(r.Absent, " and ") + " did not start"
	}
	counts := strconv.Itoa(r.Passed) + " passed"
	if r.Failed > 0 {
		counts = strconv.Itoa(r.Failed) + " failed, " + counts
	}
	if r.Skipped > 0 {
		counts += ", " + strconv.Itoa(r.Skipped) + " skipped"
	}
	if len(r.Beside) > 0 {
		counts += ", beside " + strings.Join(r.Beside, " and ")
	}
	switch r.State {
	case Passed:
		if !r.Counted {
			return "the tests passed; how many there are the tool does not say"
		}
		return "tests: " + counts
	case Failed:
		if !r.Counted {
			return "the tests failed"
		}
		return "tests: " + counts
	case NotFound:
		return "no tests were found: " + r.Said
	case NotHere:
		return "the tests cannot run here: " + r.Said
	case Late:
		return "the tests took too long and were ended"
	}
	return "the tests were not run"
}

func (r *Result) fails(f Failure) {
	r.Failed++
	if len(r.Failures) >= mostFailures {
		return
	}
	if over := len(f.Text) - mostText; over > 0 {
		f.Text = "…" + strings.ToValidUTF8(f.Text[over:], "")
	}
	f.Text = strings.TrimSpace(f.Text)
	r.Failures = append(r.Failures, f)
}

// exitAlone reads nothing: the command's exit code says all.
func exitAlone(string, map[string][]byte) Result { return Result{} }

var placeOfGo = regexp.MustCompile(`(?m)^\s*([^\s:]+\.go):(\d+):`)

// goEvents reads go test -json (pkg.go.dev/cmd/test2json). A package that does not compile
// fails without a test.
func goEvents(output string, _ map[string][]byte) Result {
	type event struct{ Action, Package, Test, Output, ImportPath, FailedBuild string }
	var r Result
	said, inside := map[[2]string]string{}, map[string]bool{}
	lines := bufio.NewScanner(strings.NewReader(output))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e event
		if !strings.HasPrefix(lines.Text(), "{") || json.Unmarshal(lines.Bytes(), &e) != nil {
			continue
		}
		r.Counted = true
		at := [2]string{cmp.Or(e.Package, e.ImportPath), e.Test}
		switch e.Action {
		case "output", "build-output":
			if len(said[at]) < 64<<10 {
				said[at] += e.Output
			}
		case "pass":
			if e.Test != "" {
				r.Passed++
			}
		case "skip":
			if e.Test != "" {
				r.Skipped++
			}
		case "fail":
			if e.Test == "" && inside[e.Package] {
				continue // its tests have said so
			}
			inside[e.Package] = true
			f := Failure{Name: strings.Trim(e.Package+"."+e.Test, "."), Text: said[at] + said[[2]string{e.FailedBuild, ""}]}
			if m := placeOfGo.FindStringSubmatch(f.Text); m != nil {
				f.File = m[1]
				f.Line, _ = strconv.Atoi(m[2]) // digits
			}
			r.fails(f)
		}
	}
	return r
}

var placeOfTrace = regexp.MustCompile(`(?m)^(?:\s*at .*\()?([\w./-]+\.(?:py|[cm]?[jt]sx?|java|kt)):(\d+)`)

// junit reads the reports in JUnit's format: the one that was asked for, and those that
// Maven's and Gradle's tasks write (TEST-*.xml).
func junit(_ string, files map[string][]byte) Result {
	var names []string
	for name := range files {
		base := path.Base(name)
		if base == report || strings.HasPrefix(base, "TEST-") && strings.HasSuffix(base, ".xml") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var r Result
	for _, name := range names {
		root, err := lenient.ParseXML(string(files[name]))
		if err != nil {
			continue
		}
		r.Counted = true
		r.cases(root)
	}
	return r
}

// cases reads the test cases of a suite and of those within it; the reader bounds depth.
func (r *Result) cases(suite *lenient.Element) {
	for _, e := range suite.Children {
		switch e.Name {
		case "testsuite":
			r.cases(e)
		case "testcase":
			bad := e.Find("failure")
			if bad == nil {
				bad = e.Find("error")
			}
			switch {
			case bad != nil:
				f := Failure{
					Name: strings.TrimPrefix(e.Attr["classname"]+"."+e.Attr["name"], "."), File: e.Attr["file"],
					Text: cmp.Or(bad.Text, bad.Attr["message"]),
				}
				f.Line, _ = strconv.Atoi(e.Attr["line"]) // 0 where there is none
				if m := placeOfTrace.FindStringSubmatch(f.Text); m != nil && (f.File == "" || f.Line == 0) {
					f.File = m[1]
					f.Line, _ = strconv.Atoi(m[2]) // digits
				}
				r.fails(f)
			case e.Find("skipped") != nil:
				r.Skipped++
			default:
				r.Passed++
			}
		}
	}
}

// jest reads what jest --json writes (jestjs.io/docs/cli#--json).
func jest(_ string, files map[string][]byte) Result {
	var doc struct {
		TestResults []struct {
			Name, Message, Status string
			AssertionResults      []struct {
				FullName, Status string
				FailureMessages  []string
				Location         *struct{ Line int }
			}
		}
	}
	var r Result
	for name, text := range files {
		if path.Base(name) != report || json.Unmarshal(text, &doc) != nil {
			continue
		}
		r.Counted = true
		for _, file := range doc.TestResults {
			for _, one := range file.AssertionResults {
				switch one.Status {
				case "passed":
					r.Passed++
				case "failed":
					f := Failure{Name: one.FullName, File: file.Name, Text: strings.Join(one.FailureMessages, "\n")}
					if one.Location != nil {
						f.Line = one.Location.Line
					}
					r.fails(f)
				default:
					r.Skipped++
				}
			}
			if file.Status == "failed" && len(file.AssertionResults) == 0 { // it could not be loaded
				r.fails(Failure{Name: path.Base(file.Name), File: file.Name, Text: file.Message})
			}
		}
	}
	return r
}

var (
	ofUnittest    = regexp.MustCompile(`(?m)^Ran (\d+) tests? in `)
	countsOf      = regexp.MustCompile(`(failures|errors|skipped)=(\d+)`)
	failedOf      = regexp.MustCompile(`(?m)^(?:FAIL|ERROR): (.+)$`)
	placeOfPython = regexp.MustCompile(`File "([^"]+)", line (\d+)`)
	ofCargo       = regexp.MustCompile(`(?m)^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored`)
	failsCargo    = regexp.MustCompile(`(?m)^test (\S+) \.\.\. FAILED$`)
	panicAt       = regexp.MustCompile(`(?m)^thread '([^']+)'.* panicked at ([^:\n]+\.rs):(\d+)`)
)

// unittest reads what Python's unittest, and Django's runner, print at their end.
func unittest(output string, _ map[string][]byte) Result {
	var r Result
	ran := ofUnittest.FindStringSubmatch(output)
	if ran == nil {
		return r
	}
	r.Counted = true
	r.Passed, _ = strconv.Atoi(ran[1]) // digits
	bad := 0
	for _, m := range countsOf.FindAllStringSubmatch(output[strings.Index(output, ran[0]):], -1) {
		n, _ := strconv.Atoi(m[2]) // digits
		r.Passed -= n
		if m[1] == "skipped" {
			r.Skipped = n
		} else {
			bad += n
		}
	}
	for _, m := range failedOf.FindAllStringSubmatchIndex(output, -1) {
		text := output[m[1]:]
		if end := strings.Index(text, "\n====="); end >= 0 {
			text = text[:end]
		}
		f := Failure{Name: output[m[2]:m[3]], Text: text}
		if at := placeOfPython.FindAllStringSubmatch(text, -1); len(at) > 0 {
			f.File = at[len(at)-1][1]
			f.Line, _ = strconv.Atoi(at[len(at)-1][2]) // digits
		}
		r.fails(f)
	}
	r.Failed = max(bad, r.Failed)
	return r
}

// cargo reads what the harness of Rust's tests prints for each of its programs.
func cargo(output string, _ map[string][]byte) Result {
	var r Result
	failed := 0
	for _, m := range ofCargo.FindAllStringSubmatch(output, -1) {
		r.Counted = true
		passed, _ := strconv.Atoi(m[1]) // digits, all three
		bad, _ := strconv.Atoi(m[2])
		ignored, _ := strconv.Atoi(m[3])
		r.Passed, r.Skipped, failed = r.Passed+passed, r.Skipped+ignored, failed+bad
	}
	at := map[string][]string{}
	for _, m := range panicAt.FindAllStringSubmatch(output, -1) {
		at[m[1]] = m
	}
	for _, m := range failsCargo.FindAllStringSubmatch(output, -1) {
		f := Failure{Name: m[1]}
		if p := at[m[1]]; p != nil {
			f.File, f.Text = p[2], p[0]
			f.Line, _ = strconv.Atoi(p[3]) // digits
		}
		r.fails(f)
	}
	r.Failed = max(failed, r.Failed)
	return r
}
