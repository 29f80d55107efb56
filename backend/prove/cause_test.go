package prove

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gatewaypb "github.com/moby/buildkit/frontend/gateway/pb"
	"golang.org/x/tools/txtar"

	"aipack/backend/export"
	"aipack/backend/prove/builder"
	"aipack/backend/universalbuild"
)

// loud is a command that holds the words that rules look for: what a step runs
// is no cause of its failure.
const loud = `npm ci --frozen-lockfile --immutable && echo 'no space left on device: ENOTFOUND github.com, heap out of memory; ` +
	`npm error code E404 ERESOLVE; environment variable DATABASE_URL is missing; connect ECONNREFUSED 127.0.0.1:5432; Usage: x; Killed' && ` +
	`psql || echo error TS2307: Cannot find module 'x'; go.mod requires go >= 1.99 (running go 1.2)`

// sample is one log and what is to be said of it.
type sample struct {
	rule, stage, words string
	exit               int
	log                []string
	builder            string
}

func samples(t testing.TB) (all []sample) {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/causes.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		name := strings.SplitN(f.Name, " | ", 4)
		if len(name) != 4 {
			t.Fatalf("section %q", f.Name)
		}
		exit, err := strconv.Atoi(name[2])
		if err != nil {
			t.Fatal(err)
		}
		s := sample{rule: name[0], stage: name[1], exit: exit, words: name[3], log: linesIn(string(f.Data))}
		if len(s.log) > 0 && strings.HasPrefix(s.log[0], "builder: ") {
			s.builder, s.log = strings.TrimPrefix(s.log[0], "builder: "), nil
		}
		all = append(all, s)
	}
	return all
}

// explain is the whole way from a log to its failure.
func (s sample) explain(doc universalbuild.UniversalBuild) *Failure {
	report := &Report{}
	said := s.builder
	if said == "" {
		said = fmt.Sprintf("process %q did not complete successfully: exit code: %d", "/bin/sh -c "+loud, s.exit)
	}
	switch s.stage {
	case "build":
		report.Steps = []Step{{Name: "[build 1/1] RUN x", Line: 1, State: "failed", Log: s.log, Error: said}}
	case "limit":
		report.Steps = []Step{{Name: "[build 1/1] RUN x", Line: 1, State: "running", Log: s.log}}
	default:
		report.Start, report.Probe = &Started{Log: s.log}, &Probe{}
		if s.builder == "" {
			said = (&endedError{code: s.exit}).Error()
		}
	}
	if s.exit != 0 {
		if report.Start == nil {
			report.Start = &Started{}
		}
		report.Start.ExitCode = &s.exit
	}
	if s.stage == "limit" {
		return explain(errTooLong, export.Text{Content: "RUN x\n"}, doc, report)
	}
	return explain(&stageError{s.stage, errors.New(said)}, export.Text{Content: "RUN " + loud + "\n"}, doc, report)
}

// The logs are as the tools print them. Each is told by its own rule, with
// what it names, and says what to do.
func TestCauses(t *testing.T) {
	for _, s := range samples(t) {
		f := s.explain(universalbuild.UniversalBuild{})
		if f.Rule != s.rule || !strings.Contains(f.Cause, s.words) {
			t.Errorf("%s, exit code %d: %s\n got %s: %s\nwant %s: …%s…", s.stage, s.exit, strings.Join(s.log, "\n")+s.builder, f.Rule, f.Cause, s.rule, s.words)
		}
		if f.Fix == "" || strings.Contains(f.Cause+f.Fix, "{") && !strings.Contains(s.words, "{") || strings.Contains(f.Cause, "  ") || strings.Contains(f.Cause, ": .") || strings.Contains(f.Cause, "()") {
			t.Errorf("%s: %q, fix %q", s.rule, f.Cause, f.Fix)
		}
	}
}

// No rule is without a log that it alone explains: one that never wins would
// be dead, or compete with another.
func TestEveryRuleHasItsLog(t *testing.T) {
	won := map[*cause]bool{}
	for _, s := range samples(t) {
		f := &Failure{Stage: s.stage}
		said := s.builder
		if said == "" && s.stage == "build" {
			said = fmt.Sprintf("did not complete successfully: exit code: %d", s.exit)
		}
		k, _, _ := find(circumstances{failure: f, report: &Report{}, exit: s.exit, log: read(s.log, ""), builder: said})
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
		if len(p.literals) == 0 || shortest(p.literals) < 2 {
			t.Errorf("%s: %q in %s", k.rule, p.literals, k.says)
		}
	}
}

// The command is what was tried: none of its words is a cause, whether the
// builder repeats it or a shell or package manager does.
func TestTheCommandIsNoCause(t *testing.T) {
	for _, log := range [][]string{
		{},
		{"boom"},
		{"+ " + loud, "boom"},
		{"++ " + loud, "boom"},
		{"$ " + loud, "boom"},
		{"> a@1.0.0 build", "> " + loud, "", "boom"},
		{"packages/a build$ " + loud, "boom"},
		{"npm error command failed", "npm error command sh -c " + loud, "boom"},
		{"Error: Command failed: " + loud, "boom"},
		{"subprocess.CalledProcessError: Command '" + loud + "' returned non-zero exit status 1.", "boom"},
		{loud, "boom"},
	} {
		f := sample{stage: "build", exit: 1, log: log}.explain(universalbuild.UniversalBuild{})
		if f.Rule != "command_failed" || len(f.Edits) > 0 {
			t.Errorf("%q\n%s: %s %v", log, f.Rule, f.Cause, f.Edits)
		}
		if want := "It said: “boom”."; len(log) > 0 && !strings.Contains(f.Cause, want) {
			t.Errorf("%q: %s", log, f.Cause)
		}
	}
}

// What stands above hundreds of lines is found, and shown with the lines
// round it in their order.
func TestTheWholeLogIsRead(t *testing.T) {
	var log []string
	for i := range 400 {
		log = append(log, "line "+strconv.Itoa(i))
	}
	log[100] = "npm error network request to https://github.com/x.tgz failed, reason: getaddrinfo ENOTFOUND github.com"
	f := sample{stage: "build", exit: 1, log: log}.explain(universalbuild.UniversalBuild{})
	if f.Rule != "no_network" || !slices.Equal(f.Details["hosts"].([]string), []string{"github.com"}) {
		t.Errorf("%+v", f)
	}
	at, ok := f.Details["log_line"].(int)
	if !ok || len(f.Log) != logLines || f.Log[at] != log[100] || f.Log[at-1] != "line 99" || f.Log[at+1] != "line 101" {
		t.Errorf("%v: %q", f.Details, f.Log)
	}
	// What ended the step stands at its end: an earlier line is only asked
	// where the end says nothing.
	log[399] = `npm error Missing script: "build"`
	if f := (sample{stage: "build", exit: 1, log: log}).explain(universalbuild.UniversalBuild{}); f.Rule != "missing_script" || f.Log[len(f.Log)-1] != log[399] {
		t.Errorf("%s: %q", f.Rule, f.Log)
	}
}

// Signal 9 has many senders; want of memory is only told where the kernel or
// the program says so.
func TestKilledIsNotWantOfMemory(t *testing.T) {
	for _, s := range []sample{{stage: "build", exit: 137}, {stage: "start", exit: 137}, {stage: "build", exit: 137, log: []string{"Killed"}}} {
		if f := s.explain(universalbuild.UniversalBuild{}); f.Rule != "killed" || !strings.Contains(f.Cause, "signal 9") {
			t.Errorf("%s: %s", f.Rule, f.Cause)
		}
	}
}

// Where the step had a limit of ours, that one is named.
func TestKilledUnderALimitOfMemory(t *testing.T) {
	report := &Report{Steps: []Step{{State: "failed", Log: []string{"Killed"}}}, memory: 64 << 20}
	f := explain(&stageError{"build", &gatewaypb.ExitError{ExitCode: 137}}, export.Text{}, universalbuild.UniversalBuild{}, report)
	if f.Rule != "out_of_memory" || !strings.Contains(f.Cause, "64 MiB") {
		t.Errorf("%s: %s", f.Rule, f.Cause)
	}
}

func TestColoursAndProgressAreNoText(t *testing.T) {
	for said, want := range map[string]string{
		"\x1b[31m\x1b[1mInternal Error\x1b[22m\x1b[39m: x": "Internal Error: x",
		" 10%\r 20%\rdone\r":                   "done",
		"\x1b]8;;http://a\x07link\x1b]8;;\x07": "link",
		"a\xffb":                               "a?b",
	} {
		if got := plain(said); got != want {
			t.Errorf("%q: %q", said, got)
		}
	}
	if n := len(plain(strings.Repeat("ä", 1<<20))); n > lineBytes+8 {
		t.Errorf("%d bytes", n)
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
		f := sample{stage: c.stage, exit: 1, log: []string{c.said}}.explain(doc)
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
	missing := sample{stage: "build", exit: 1, log: []string{"/bin/sh: 1: git: not found"}}
	var doc universalbuild.UniversalBuild
	doc.Build.SystemPackages = []string{"git"}
	if f := missing.explain(doc); len(f.Edits) != 0 {
		t.Errorf("%+v", f.Edits)
	}
	if doc.Runtime.SystemPackages = nil; addPackage(circumstances{failure: &Failure{Stage: "build", Field: "/runtime/setup/0"}, doc: doc}, "git")[0].Field != "/runtime/system_packages" {
		t.Error("a step of the runtime image got its package in the build's")
	}
	doc = universalbuild.UniversalBuild{}
	doc.Build.BaseImage = "node:22-alpine"
	if f := missing.explain(doc); len(f.Edits) != 0 {
		t.Errorf("%+v", f.Edits)
	}
	stale := sample{stage: "build", exit: 1, log: []string{` ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile"`}}
	doc.Build.PreBuildCommands = []string{"pnpm install --no-frozen-lockfile"}
	if f := stale.explain(doc); len(f.Edits) != 0 {
		t.Errorf("%+v", f.Edits)
	}
}

func TestWrongPortMovesWhatRepeatsIt(t *testing.T) {
	doc := universalbuild.UniversalBuild{}
	doc.Runtime.Ports = []universalbuild.Port{{Port: 80, Protocol: "tcp"}}
	doc.Runtime.Environment = map[string]string{"PORT": "80"}
	doc.Runtime.Healthcheck = &universalbuild.Healthcheck{Command: []string{"bash", "-c", "ask 127.0.0.1/80 for 8080 bytes"}}
	report := &Report{Image: &Image{Ports: []string{"80/tcp"}}, Start: &Started{Listening: []string{"tcp 127.0.0.1:9", "tcp ::1:10", "tcp :::3000"}}, Probe: &Probe{}}
	told := func() *Failure {
		return explain(&stageError{"health", errors.New("not healthy")}, export.Text{}, doc, report)
	}
	f := told()
	if f.Rule != "wrong_port" || len(f.Edits) != 3 {
		t.Fatalf("%+v", f)
	}
	if got := f.Edits[2].Value.([]string)[2]; got != "ask 127.0.0.1/3000 for 8080 bytes" {
		t.Errorf("health check: %s", got)
	}
	report.Start.Listening = []string{"tcp :::3000", "tcp :::9229"}
	if f := told(); f.Rule != "wrong_port" || len(f.Edits) != 0 || !strings.Contains(f.Cause, "3000, 9229") {
		t.Errorf("two ports: %+v", f)
	}
	report.Start.Listening = []string{"tcp :::41234"}
	if f := told(); f.Rule != "wrong_port" || len(f.Edits) != 0 {
		t.Errorf("a port by chance: %+v", f)
	}
	report.Start.Listening = []string{"tcp 127.0.0.1:80"}
	if f := told(); f.Rule != "loopback_only" {
		t.Errorf("rule %s", f.Rule)
	}
	report.Start.Listening = []string{"tcp :::80"}
	report.Probe.Status = 503
	if f := told(); f.Rule != "health_failing" || !strings.Contains(f.Cause, "503") {
		t.Errorf("rule %s: %s", f.Rule, f.Cause)
	}
	report.Start.Listening = nil
	if f := told(); f.Rule != "not_listening" || !strings.Contains(f.Cause, "printed nothing") {
		t.Errorf("rule %s: %s", f.Rule, f.Cause)
	}
	report.Start.Log = []string{"waiting for the moon"}
	if f := told(); !strings.Contains(f.Cause, "waiting for the moon") {
		t.Errorf("%s", f.Cause)
	}
}

func TestAModuleOfTheProjectItself(t *testing.T) {
	doc := universalbuild.UniversalBuild{Evidence: []universalbuild.Evidence{{Path: "src/shop/main.py"}}}
	f := sample{stage: "start", exit: 1, log: []string{"ModuleNotFoundError: No module named 'shop.main'"}}.explain(doc)
	if f.Rule != "missing_module" || !strings.Contains(f.Fix, "PYTHONPATH") {
		t.Errorf("%+v", f)
	}
}

func TestVariablesAreNamedForTheWindow(t *testing.T) {
	f := sample{stage: "start", exit: 1, log: []string{"Error: environment variable \"DATABASE_URL\" not set"}}.explain(universalbuild.UniversalBuild{})
	if f.Details["variable"] != "DATABASE_URL" || !strings.Contains(f.Fix, "--env DATABASE_URL=VALUE") {
		t.Errorf("%+v", f)
	}
	f = sample{stage: "start", exit: 1, log: []string{"Error: ERR_INVALID_ARG is required"}}.explain(universalbuild.UniversalBuild{})
	if f.Rule == "missing_variable" {
		t.Errorf("%+v", f)
	}
}

func TestNeighboursOfTheDocument(t *testing.T) {
	doc := universalbuild.UniversalBuild{}
	doc.Metadata.BackingServices = []string{"postgresql", "redis"}
	f := sample{stage: "start", exit: 1, log: []string{"Error: connection refused"}}.explain(doc)
	if f.Rule != "neighbour_missing" || !strings.Contains(f.Cause, "PostgreSQL and Redis") {
		t.Errorf("%+v", f)
	}
}

// Between two services the builder may go away: that is no fault of theirs.
func TestABuilderThatIsGone(t *testing.T) {
	p := Prover{Builder: builder.Found{Address: "unix:///no/such.sock"}, Limits: Usual(), Now: time.Now}
	r, err := p.Prove(t.Context(), Request{Dir: t.TempDir(), Dockerfile: "FROM scratch\n", Document: universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{Path: "."}}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Failure == nil || r.Failure.Rule != "builder_gone" {
		t.Errorf("%+v", r.Failure)
	}
}

func TestUnknownFailureIsTold(t *testing.T) {
	f := sample{stage: "build", builder: "failed to solve: rpc error: code = Unknown desc = something new"}.explain(universalbuild.UniversalBuild{})
	if f.Rule != "unknown" || f.Cause != "something new" {
		t.Errorf("%+v", f)
	}
}

// A log may be anything and as long as a step's may be; it costs a few seconds
// at most.
func TestHostileLogsEnd(t *testing.T) {
	var words []string
	for _, s := range samples(t) {
		words = append(words, s.log...)
	}
	line := strings.Join(words, " ")
	long := strings.Repeat(line+"\n", stepBytes/len(line))
	short := strings.Repeat(strings.Join(words, "\n")+"\n", stepBytes/len(line))
	for name, log := range map[string]string{
		"long lines": long, "many lines": short, "one line": strings.ReplaceAll(long, "\n", " "),
		"empty lines": strings.Repeat("\n", stepBytes), "escapes": strings.Repeat("\x1b[", stepBytes/2), "returns": strings.Repeat("a\r", stepBytes/2),
		"nearly": strings.Repeat("environment variable ", stepBytes/21) + "\n" + strings.Repeat("A_", stepBytes/2),
	} {
		began := time.Now()
		f := sample{stage: "build", exit: 1, log: linesIn(log)}.explain(universalbuild.UniversalBuild{})
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s: %s for %s", name, took, f.Rule)
		} else {
			t.Logf("%s: %s, %s", name, took.Round(time.Millisecond), f.Rule)
		}
		for _, l := range f.Log {
			if len(l) > lineBytes+8 {
				t.Errorf("%s: a line of %d bytes is shown", name, len(l))
			}
		}
	}
}

func FuzzExplain(f *testing.F) {
	for _, s := range samples(f) {
		f.Add(s.stage, strings.Join(s.log, "\n"), s.builder, s.exit)
	}
	f.Fuzz(func(t *testing.T, stage, log, builder string, exit int) {
		got := sample{stage: stage, exit: exit, log: linesIn(log), builder: builder}.explain(universalbuild.UniversalBuild{})
		if got.Rule == "" || got.Log == nil || len(got.Log) > logLines {
			t.Errorf("%+v", got)
		}
		if at, ok := got.Details["log_line"].(int); ok && (at < 0 || at >= len(got.Log)) {
			t.Errorf("line %d of %d", at, len(got.Log))
		}
	})
}
