//go:build lab

package tests

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"aipack/backend/detect/healthcheck"
	"aipack/backend/model/llm/script"
	"aipack/backend/prove"
	"aipack/backend/prove/repair"
	"aipack/backend/repo/repotest"
	"aipack/backend/universalbuild"
)

// faults are what is put into each project of testdata/seeded, one at a time: in
// its plan, as a detection that errs would, or in its files.
var faults = []string{"port", "package", "version", "start", "build", "variable", "lock", "health"}

// The part of the faults that has to be mended by the rules alone, and with a
// model that has the right edit after a wrong one.
const (
	byRules = 0.75
	byModel = 0.95
)

// TestSeeded proves each project of testdata/seeded with each fault: by what is
// printed alone, as where detection erred; by the rules, as where the user changed
// the plan and detection knows better; and with a scripted model, where it erred.
// What is healthy in the end has to be so by edits of what was broken, and of nothing
// else.
func TestSeeded(t *testing.T) {
	p := labProver(t)
	p.Limits.Healthy, p.Limits.Elsewhere = 25*time.Second, 6*time.Second
	archives, err := filepath.Glob(filepath.Join("testdata", "seeded", "*.txtar"))
	if err != nil || len(archives) == 0 {
		t.Fatalf("%d projects, %v", len(archives), err)
	}
	var log, rules, model tally
	t.Run("of", func(t *testing.T) {
		for _, archive := range archives {
			s := readSeeded(t, archive)
			t.Run(s.name, func(t *testing.T) {
				t.Run("whole", func(t *testing.T) {
					t.Parallel()
					if r, err := (repair.Loop{Prover: p}).Prove(t.Context(), s.request(t, "")); err != nil || !r.Verdict.Good() {
						t.Errorf("%v without a fault: %v\n%s", s.name, err, told(r))
					}
				})
				for _, fault := range faults {
					for _, one := range []struct {
						how string
						y   *tally
					}{{"log", &log}, {"rules", &rules}, {"model", &model}} {
						t.Run(fault+"/"+one.how, func(t *testing.T) {
							t.Parallel()
							one.y.add(s.name+" "+fault, s.mends(t, p, fault, one.how))
						})
					}
				}
			})
		}
	})
	all := len(archives) * len(faults)
	log.check(t, "by what is printed alone", all, 0)
	rules.check(t, "by rules", all, byRules)
	model.check(t, "with a model", all, byModel)
}

// tally is what was mended and what was not.
type tally struct {
	mu   sync.Mutex
	came map[string]bool
}

func (y *tally) add(name string, mended bool) {
	y.mu.Lock()
	defer y.mu.Unlock()
	if y.came == nil {
		y.came = map[string]bool{}
	}
	y.came[name] = mended
}

// check demands a part of all faults; where only some were run it tells alone.
func (y *tally) check(t *testing.T, how string, all int, part float64) {
	var not []string
	for _, name := range slices.Sorted(maps.Keys(y.came)) {
		if !y.came[name] {
			not = append(not, name)
		}
	}
	mended := len(y.came) - len(not)
	t.Logf("%s %d of %d are mended; not: %s", how, mended, len(y.came), strings.Join(not, ", "))
	if len(y.came) == all && float64(mended) < part*float64(all) {
		t.Errorf("%s %d of %d are mended, fewer than %.0f %%", how, mended, all, part*100)
	}
}

// seeded is a project with its faults.
type seeded struct {
	name   string
	files  map[string]string            // of the healthy project
	broken map[string]map[string]string // of a fault, in place of those
	well   [][2]string                  // field and value: what detection does not find of the healthy project
	health string                       // a path to ask, where detection finds none
	faults map[string][][2]string       // field and value of a fault; the field "health" is a path to ask
	right  map[string][]answer          // that mend a fault
	wrong  answer
}

// answer is an edit as a model writes it.
type answer struct {
	Field string   `json:"field"`
	Value []string `json:"value"`
	Path  string   `json:"path"`
	Quote string   `json:"quote"`
}

func readSeeded(t *testing.T, archive string) seeded {
	t.Helper()
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	s := seeded{
		name: strings.TrimSuffix(filepath.Base(archive), ".txtar"), files: map[string]string{}, broken: map[string]map[string]string{},
		faults: map[string][][2]string{}, right: map[string][]answer{},
	}
	for name, text := range repotest.Archive(t, archive) {
		if fault, file, ok := strings.Cut(name, "/"); ok && slices.Contains(faults, fault) {
			if s.broken[fault] == nil {
				s.broken[fault] = map[string]string{}
			}
			s.broken[fault][file] = text
			continue
		}
		s.files[name] = text
	}
	for _, line := range strings.Split(strings.TrimSpace(string(a.Comment)), "\n")[1:] {
		kind, rest, _ := strings.Cut(line, " ")
		fault, what, _ := strings.Cut(rest, " ")
		switch kind {
		case "well":
			s.well = append(s.well, assignment(t, rest))
		case "health":
			s.health = rest
		case "wrong":
			s.wrong = readAnswer(t, rest)
		case "mend":
			s.right[fault] = append(s.right[fault], readAnswer(t, what))
		case "fault":
			if path, ok := strings.CutPrefix(what, "health "); ok {
				s.faults[fault] = append(s.faults[fault], [2]string{"health", path})
			} else if !strings.HasPrefix(what, "file ") {
				s.faults[fault] = append(s.faults[fault], assignment(t, what))
			}
		default:
			t.Fatalf("%s: what is %q?", archive, line)
		}
	}
	for _, fault := range faults {
		if len(s.faults[fault])+len(s.broken[fault]) == 0 || len(s.right[fault]) == 0 {
			t.Fatalf("%s has no fault %s, or nothing that mends it", archive, fault)
		}
	}
	return s
}

func assignment(t *testing.T, text string) [2]string {
	t.Helper()
	field, value, ok := strings.Cut(text, " = ")
	if !ok || !json.Valid([]byte(value)) {
		t.Fatalf("%q is no field and value", text)
	}
	return [2]string{field, value}
}

func readAnswer(t *testing.T, text string) answer {
	t.Helper()
	parts := strings.SplitN(text, " | ", 3)
	set := assignment(t, parts[0])
	a := answer{Field: set[0]}
	if len(parts) != 3 || json.Unmarshal([]byte(set[1]), &a.Value) != nil {
		t.Fatalf("%q is no answer", text)
	}
	a.Path, a.Quote = parts[1], parts[2]
	return a
}

// request is the project with a fault; "" for none.
func (s seeded) request(t *testing.T, fault string) prove.Request {
	t.Helper()
	dir := t.TempDir()
	repotest.LayOut(t, dir, s.files)
	repotest.LayOut(t, dir, s.broken[fault])
	found := planned(t, detected(t, dir), append(slices.Clone(s.well), [2]string{"health", s.health}))
	doc := planned(t, found, s.faults[fault])
	// A detection that errs gives no hint of what is right: nothing is known of the
	// fields that are broken.
	doc.Evidence = slices.DeleteFunc(slices.Clone(doc.Evidence), func(e universalbuild.Evidence) bool {
		return slices.ContainsFunc(s.faults[fault], func(set [2]string) bool {
			return strings.HasPrefix(e.Field, set[0]) || set[0] == "health" && e.Field == "/runtime/healthcheck"
		})
	})
	return prove.Request{Document: doc, Detected: &found, Dir: dir}
}

// planned is a plan with fields set, the path of its health check last: it is asked
// on the port that is planned then.
func planned(t *testing.T, doc universalbuild.UniversalBuild, sets [][2]string) universalbuild.UniversalBuild {
	t.Helper()
	health := ""
	var err error
	for _, set := range sets {
		if set[0] == "health" {
			health = set[1]
			continue
		}
		if doc, err = universalbuild.Set(doc, set[0], json.RawMessage(set[1])); err != nil {
			t.Fatal(err)
		}
	}
	if health != "" {
		doc.Runtime.Healthcheck = healthcheck.Of(doc.Runtime.BaseImage, strconv.Itoa(doc.Runtime.Ports[0].Port), health)
	}
	return doc
}

// mends reports whether a fault is mended. A project that is healthy in spite of
// its fault has none, and one that is so by other edits is a failure of the test.
func (s seeded) mends(t *testing.T, p prove.Prover, fault, how string) bool {
	t.Helper()
	request := s.request(t, fault)
	loop := repair.Loop{Prover: p, Fix: true}
	if how != "rules" {
		request.Detected = nil
	}
	if how == "model" {
		loop.Ask = breakage{request: request, answers: s.answers(t, fault)}.model(t)
	}
	r, err := loop.Prove(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	var tries []string
	if r.Mending != nil {
		for _, one := range r.Mending.Tries {
			words := []string{one.State, one.Rule, one.Came}
			for _, e := range one.Edits {
				words = append(words, e.Field)
			}
			tries = append(tries, strings.Join(words, " "))
		}
	}
	t.Logf("%s after %d tries\n%s\n%s", r.Verdict, len(tries), strings.Join(tries, "\n"), told(r))
	if !r.Verdict.Good() {
		return false
	}
	if r.Mending == nil || r.Mending.Document == nil && !slices.ContainsFunc(r.Mending.Tries, func(one prove.Try) bool { return len(one.Given) > 0 }) {
		t.Errorf("it is healthy with its fault: %s", fault)
		return false
	}
	if r.Mending.Document != nil {
		for _, change := range universalbuild.Diff(request.Document, *r.Mending.Document) {
			if !s.mayChange(fault, change.Field) {
				t.Errorf("%s was changed, which has nothing to do with the fault %s", change.Field, fault)
			}
		}
	}
	return true
}

// mayChange reports whether a field has to do with a fault: it was broken, or is
// what mends it.
func (s seeded) mayChange(fault, field string) bool {
	about := []string{"/evidence"}
	for _, set := range s.faults[fault] {
		if set[0] == "health" {
			about = append(about, "/runtime/healthcheck")
			continue
		}
		about = append(about, set[0])
	}
	for _, a := range s.right[fault] {
		about = append(about, a.Field)
	}
	switch fault {
	case "port": // the program may be told, or asked elsewhere
		about = append(about, "/runtime/environment", "/runtime/healthcheck", "/runtime/ports")
	case "package": // of whichever stage
		about = append(about, "/build/system_packages", "/runtime/system_packages")
	case "lock", "build": // by whichever command, and what it is told
		about = append(about, "/build/pre_build_commands", "/build/build_commands", "/build/post_build_commands", "/build/environment")
	}
	return slices.ContainsFunc(about, func(a string) bool { return field == a || strings.HasPrefix(field, a+"/") })
}

// answers are a model's: the wrong edit, then the right one for as often as it is
// asked.
func (s seeded) answers(t *testing.T, fault string) []script.Step {
	t.Helper()
	say := func(edits ...answer) script.Step {
		text, err := json.Marshal(map[string]any{"known": true, "why": "The sources show it.", "edits": edits})
		if err != nil {
			t.Fatal(err)
		}
		return script.Say(string(text))
	}
	right := say(s.right[fault]...)
	return []script.Step{say(s.wrong), right, right, right, right}
}
