package cause

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"aipack/backend/base/literal"
	"aipack/backend/prove/cause/causetest"
	"aipack/backend/universalbuild"
)

// sample is a log, as causetest has them.
type sample causetest.Sample

// explain is the way from a log to its failure.
func (s sample) explain(doc universalbuild.UniversalBuild) *Failure {
	f := &Failure{Stage: s.Stage, Rule: "unknown", Text: "RUN " + causetest.Loud, Log: []string{}}
	said := s.Builder
	if said == "" {
		said = fmt.Sprintf("process %q did not complete successfully: exit code: %d", "/bin/sh -c "+causetest.Loud, s.Exit)
		if s.Stage == "start" || s.Stage == "health" {
			said, f.Field = fmt.Sprintf("the program ended with exit code %d", s.Exit), "/runtime/command"
		}
	}
	f.Explain(Seen{Document: doc, Exit: s.Exit, Log: s.Log, Builder: s.Stage + ": " + said, Begun: true, Step: "RUN x"})
	return f
}

// The logs are as the tools print them. Each is told by its own rule, with
// what it names, and says what to do.
func TestCauses(t *testing.T) {
	for _, s := range causetest.Samples(t) {
		f := sample(s).explain(universalbuild.UniversalBuild{})
		if f.Rule != s.Rule || !strings.Contains(f.Cause, s.Words) {
			t.Errorf("%s, exit code %d: %s\n got %s: %s\nwant %s: …%s…", s.Stage, s.Exit, strings.Join(s.Log, "\n")+s.Builder, f.Rule, f.Cause, s.Rule, s.Words)
		}
		if f.Fix == "" || strings.Contains(f.Cause+f.Fix, "{") && !strings.Contains(s.Words, "{") || strings.Contains(f.Cause, "  ") || strings.Contains(f.Cause, ": .") || strings.Contains(f.Cause, "()") {
			t.Errorf("%s: %q, fix %q", s.Rule, f.Cause, f.Fix)
		}
	}
}

// No rule is without a log that it alone explains: one that never wins would
// be dead, or compete with another.
func TestEveryRuleHasItsLog(t *testing.T) {
	won := map[*way]bool{}
	for _, s := range causetest.Samples(t) {
		f := &Failure{Stage: s.Stage}
		said := s.Builder
		if said == "" && s.Stage == "build" {
			said = fmt.Sprintf("did not complete successfully: exit code: %d", s.Exit)
		}
		k, _, _ := find(circumstances{Seen: Seen{Exit: s.Exit}, failure: f, log: read(s.Log, ""), builder: said})
		won[k] = true
	}
	table := causes()
	for i := range table {
		// What is told by more than a log has tests of its own.
		if k := &table[i]; !won[k] && k.also == nil && k.rule != "time_limit" && k.rule != "not_listening" {
			t.Errorf("no log for %s: %s%s", k.rule, k.says, k.reports)
		}
	}
}

// What is looked for quickly must stand in all that a rule matches.
func TestPatternsHaveLiterals(t *testing.T) {
	for _, k := range causes() {
		if k.says == "" {
			continue
		}
		p := compiled(k.says)
		if len(p.literals) == 0 || literal.Shortest(p.literals) < 2 {
			t.Errorf("%s: %q in %s", k.rule, p.literals, k.says)
		}
	}
}

// Signal 9 has many senders; want of memory is only told where the kernel or
// the program says so.
func TestKilledIsNotWantOfMemory(t *testing.T) {
	for _, s := range []sample{{Stage: "build", Exit: 137}, {Stage: "start", Exit: 137}, {Stage: "build", Exit: 137, Log: []string{"Killed"}}} {
		if f := s.explain(universalbuild.UniversalBuild{}); f.Rule != "killed" || !strings.Contains(f.Cause, "signal 9") {
			t.Errorf("%s: %s", f.Rule, f.Cause)
		}
	}
}

func TestFixesEditTheDocument(t *testing.T) {
	var doc universalbuild.UniversalBuild
	doc.Build.SystemPackages = []string{"make"}
	doc.Build.PreBuildCommands = []string{"npm ci"}
	for _, c := range []struct {
		stage, said, field string
		value              []string
	}{
		{"build", "x.c:1:10: fatal error: ffi.h: No such file or directory", "/build/system_packages", []string{"make", "libffi-dev"}},
		{"start", "libpq.so.5: cannot open shared object file", "/runtime/system_packages", []string{"libpq5"}},
		{"build", "`npm ci` can only install packages when your package.json and package-lock.json are in sync.", "/build/pre_build_commands", []string{"npm install"}},
	} {
		f := sample{Stage: c.stage, Exit: 1, Log: []string{c.said}}.explain(doc)
		if len(f.Edits) != 1 || f.Edits[0].Field != c.field {
			t.Errorf("%s: %s %+v", c.said, f.Rule, f.Edits)
			continue
		}
		if got, ok := f.Edits[0].Value.([]string); !ok || !slices.Equal(got, c.value) {
			t.Errorf("%s: %v, want %v", c.said, f.Edits[0].Value, c.value)
		}
	}
	if len(doc.Build.SystemPackages) != 1 || doc.Build.PreBuildCommands[0] != "npm ci" {
		t.Errorf("the document itself was changed: %+v", doc.Build)
	}
}

// No edit may make a project worse: what is there already is not added, and
// Debian's package is nothing for another system.
func TestNoEditThatDoesNotHelp(t *testing.T) {
	missing := sample{Stage: "build", Exit: 1, Log: []string{"/bin/sh: 1: git: not found"}}
	var doc universalbuild.UniversalBuild
	doc.Build.SystemPackages = []string{"git"}
	if f := missing.explain(doc); len(f.Edits) != 0 {
		t.Errorf("%+v", f.Edits)
	}
	if doc.Runtime.SystemPackages = nil; addPackage(circumstances{failure: &Failure{Stage: "build", Field: "/runtime/setup/0"}, Seen: Seen{Document: doc}}, "git")[0].Field != "/runtime/system_packages" {
		t.Error("a step of the runtime image got its package in the build's")
	}
	doc = universalbuild.UniversalBuild{}
	doc.Build.BaseImage = "node:22-alpine"
	if f := missing.explain(doc); len(f.Edits) != 0 {
		t.Errorf("%+v", f.Edits)
	}
	stale := sample{Stage: "build", Exit: 1, Log: []string{` ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile"`}}
	doc.Build.PreBuildCommands = []string{"pnpm install --no-frozen-lockfile"}
	if f := stale.explain(doc); len(f.Edits) != 0 {
		t.Errorf("%+v", f.Edits)
	}
}

func TestAModuleOfTheProjectItself(t *testing.T) {
	doc := universalbuild.UniversalBuild{Evidence: []universalbuild.Evidence{{Path: "src/shop/main.py"}}}
	f := sample{Stage: "start", Exit: 1, Log: []string{"ModuleNotFoundError: No module named 'shop.main'"}}.explain(doc)
	if f.Rule != "missing_module" || !strings.Contains(f.Fix, "PYTHONPATH") {
		t.Errorf("%+v", f)
	}
}

func TestVariablesAreNamedForTheWindow(t *testing.T) {
	f := sample{Stage: "start", Exit: 1, Log: []string{"Error: environment variable \"DATABASE_URL\" not set"}}.explain(universalbuild.UniversalBuild{})
	if f.Details["variable"] != "DATABASE_URL" || !strings.Contains(f.Fix, "--env DATABASE_URL=VALUE") {
		t.Errorf("%+v", f)
	}
	f = sample{Stage: "start", Exit: 1, Log: []string{"Error: ERR_INVALID_ARG is required"}}.explain(universalbuild.UniversalBuild{})
	if f.Rule == "missing_variable" {
		t.Errorf("%+v", f)
	}
}

// A value that is there is not missing: its form is wrong.
func TestVariablesThatAreRefused(t *testing.T) {
	log := []string{" - property SHOP_DRIVER has failed the following constraints: isEnum, isString "}
	for _, c := range []struct {
		given []string
		want  string
	}{{nil, "wants the environment variable SHOP_DRIVER"}, {[]string{"SHOP_DRIVER"}, "does not take the value of SHOP_DRIVER: it checks isEnum, isString."}} {
		f := &Failure{Stage: "start", Field: "/runtime/command", Log: []string{}}
		f.Explain(Seen{Exit: 1, Log: log, Begun: true, Given: c.given})
		if f.Rule != "variable_form" || !strings.Contains(f.Cause, c.want) || f.Details["variable"] != "SHOP_DRIVER" {
			t.Errorf("%v: %+v", c.given, f)
		}
	}
}

func TestNeighboursOfTheDocument(t *testing.T) {
	doc := universalbuild.UniversalBuild{}
	doc.Metadata.BackingServices = []string{"postgresql", "redis"}
	f := sample{Stage: "start", Exit: 1, Log: []string{"Error: connection refused"}}.explain(doc)
	if f.Rule != "neighbour_missing" || !strings.Contains(f.Cause, "PostgreSQL and Redis") {
		t.Errorf("%+v", f)
	}
}

func TestUnknownFailureIsTold(t *testing.T) {
	f := sample{Stage: "build", Builder: "failed to solve: rpc error: code = Unknown desc = something new"}.explain(universalbuild.UniversalBuild{})
	if f.Rule != "unknown" || f.Cause != "something new" {
		t.Errorf("%+v", f)
	}
}
