package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/build/bench/real/label"
)

// engine is a program that answers a proof with what lies in the project:
// reports, with --fix other ones, the exit code, a wait. It notes each proof.
const engine = `#!/bin/sh
case "$1 $2" in
"version ") echo v1; exit 0 ;;
"prove --help") echo "      --fix   make the edits"; exit 0 ;;
esac
fix=
for a in "$@"; do [ "$a" = --fix ] && fix=.fix; done
echo "$(basename "$2")$fix" >>"$(dirname "$0")/proved"
[ -f "$2/wait" ] && exec sleep 60
[ -f "$2/reports$fix" ] && cat "$2/reports$fix"
echo "aipack: the last that it said" >&2
echo "what to do: nothing" >&2
exit "$(cat "$2/code$fix" 2>/dev/null || echo 0)"
`

// laid is a folder of applications and the program that proves them.
func laid(t *testing.T, applications map[string]map[string]string) (dir string, o options) {
	t.Helper()
	dir = t.TempDir()
	for name, files := range applications {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
		for file, content := range files {
			if err := os.WriteFile(filepath.Join(dir, name, file), []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	work := t.TempDir()
	o = options{program: filepath.Join(work, "engine"), side: 2, limit: time.Minute, fix: true, out: filepath.Join(work, "BENCHMARKS.md")}
	if err := os.WriteFile(o.program, []byte(engine), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(o.out, []byte("before\n"+proofMarks.begin+"\nold\n"+proofMarks.end+"\nafter\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir, o
}

func provedBy(t *testing.T, o options) []string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(filepath.Dir(o.program), "proved"))
	if err != nil {
		return nil
	}
	return strings.Fields(string(b))
}

const hash = "0123456789abcdef0123456789abcdef01234567"

func labelledAs(repo, ecosystem, set string) label.Application {
	return label.Application{Repo: repo, Commit: hash, Ecosystem: ecosystem, Set: set, Services: []label.Service{{Path: "."}}}
}

const (
	good    = `[{"service":".","verdict":"proven","duration_ms":1000,"image":{"size_bytes":120000000}}]`
	wanting = `[{"service":"api","verdict":"failed","failure":{"stage":"start","rule":"missing_variable","cause":"It wants\nSECRET|KEY."}},{"service":"web","verdict":"proven","image":{"size_bytes":50000000}}]`
	mended  = `[{"service":"api","verdict":"proven","stores":[{"id":"redis","state":"well"},{"id":"postgresql","state":"well"},{"id":"nats","state":"failed"}],"mending":{"tries":[{"state":"taken_back"},{"state":"kept"}]}},{"service":"web","verdict":"proven"}]`
)

func TestProvesAllAndWritesTheTable(t *testing.T) {
	dir, o := laid(t, map[string]map[string]string{
		"o+good":    {"reports": good},
		"o+wanting": {"reports": wanting, "code": "1", "reports.fix": mended},
		"o+empty":   {"code": "3"},
		"o+cannot":  {"reports": good},
		"o+hidden":  {"reports": wanting, "code": "1", "reports.fix": wanting},
		"o+nobody":  {"reports": `[{"service":".","verdict":"incomplete","warnings":[{"rule":"neighbour_missing","loud":true,"message":"It was tried without mongodb."}]}]`, "code": "1"},
		"o+crash":   {"code": "2"},
		"no-app":    {},
	})
	cannot := labelledAs("o/cannot", "go", "a")
	cannot.Cannot = "asks an address outside"
	stored := labelledAs("o/wanting", "node", "a")
	stored.Services[0].Databases = []string{"postgresql"}
	labels := []label.Application{
		cannot, labelledAs("o/good", "node", "a"), stored, labelledAs("o/empty", "go", "a"),
		labelledAs("o/crash", "go", "a"), labelledAs("o/hidden", "rust", unseen),
	}
	folders, err := find(dir, labels)
	if err != nil {
		t.Fatal(err)
	}
	if err := proveAll(t.Context(), o, dir, folders); err != nil {
		t.Fatal(err)
	}
	if got, want := len(provedBy(t, o)), 6+3; got != want {
		t.Errorf("%d proofs, want %d: %q", got, want, provedBy(t, o))
	}
	text := written(t, o)
	for _, want := range []string{
		"before\n" + proofMarks.begin + "\n\nMeasured ", "\n" + proofMarks.end + "\nafter\n", "with aipack v1 ",
		"| go | 3 | 1 | 0 | 0 | 0 | 2 | 0 of 2, 0 % | 0 of 2, 0 % | 0 | – |",
		"| node | 2 | 0 | 1 | 0 | 0 | 1 | 1 of 2, 50 % | 2 of 2, 100 % | 0 | 120 |",
		"| not labelled | 1 | 0 | 0 | 0 | 1 | 0 | 0 of 1, 0 % | – | 0 | – |",
		"| all | 6 | 1 | 1 | 0 | 1 | 3 | 1 of 5, 20 % | 2 of 5, 40 % | 0 | 120 |",
		"| rust | 1 | 0 | 0 | 0 | 0 | 1 | 0 of 1, 0 % | 0 of 1, 0 % | 0 | 50 |",
		"* go: failed: failed (1), nothing (1); not buildable here: asks an address outside (1)\n",
		`* node: failed: start: missing\_variable (1)`,
		"| o/cannot | go | not buildable here |  |  |  |  | asks an address outside |",
		"| o/wanting | node | failed | proven | 0 | 50 | postgresql, redis | api: start, missing\\_variable: It wants SECRET\\|KEY. |",
		"| o/nobody | not labelled | incomplete |  | 0 |  |  | It was tried without mongodb. |",
		"| with a database | 1 | 0 | 0 | 0 | 0 | 1 | 0 of 1, 0 % | 1 of 1, 100 % | 0 | 50 |",
		"| o/empty | go | nothing |  | 0 |  |  | the last that it said |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("not in the table: %s", want)
		}
	}
	if strings.Contains(text, "o/hidden") || strings.Contains(text, "old") {
		t.Error("the unseen set is told one by one, or the old figures stand")
	}
	if t.Failed() {
		t.Log(text)
	}

	// The same again proves nothing, and writes the same.
	if err := proveAll(t.Context(), o, dir, folders); err != nil {
		t.Fatal(err)
	}
	if again := written(t, o); again != text || len(provedBy(t, o)) != 9 {
		t.Errorf("%q\n%s", provedBy(t, o), again)
	}
}

func written(t *testing.T, o options) string {
	t.Helper()
	b, err := os.ReadFile(o.out)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestGoesOnAfterItWasKilled: a line that was cut off is proved again, one of
// another version or commit does not count.
func TestGoesOnAfterItWasKilled(t *testing.T) {
	dir, o := laid(t, map[string]map[string]string{"o+done": {}, "o+torn": {"reports": good}, "o+old": {"reports": good}, "o+moved": {"reports": good}})
	line := `{"application":"o/%s","commit":"%s","version":"%s","verdict":"proven","seconds":1}` + "\n"
	content := fmt.Sprintf(line, "done", hash, "v1") + fmt.Sprintf(line, "old", hash, "v0") + fmt.Sprintf(line, "moved", strings.Repeat("f", 40), "v1") + `{"application":"o/torn","commit":"` + hash
	o.rows = filepath.Join(dir, "rows.jsonl")
	if err := os.WriteFile(o.rows, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	var labels []label.Application
	for _, name := range []string{"done", "torn", "old", "moved"} {
		labels = append(labels, labelledAs("o/"+name, "go", "a"))
	}
	folders, err := find(dir, labels)
	if err != nil {
		t.Fatal(err)
	}
	if err := proveAll(t.Context(), o, dir, folders); err != nil {
		t.Fatal(err)
	}
	if got := provedBy(t, o); len(got) != 3 || strings.Contains(strings.Join(got, " "), "done") {
		t.Errorf("proved %q", got)
	}
	done, err := readRows(o.rows, []string{"v1"})
	if err != nil || len(done) != 5 { // moved stands for two commits
		t.Errorf("%v, %d results: %v", err, len(done), done)
	}
}

func TestEndsWhatTakesTooLong(t *testing.T) {
	dir, o := laid(t, map[string]map[string]string{"o+slow": {"wait": ""}})
	o.limit = 200 * time.Millisecond
	folders, err := find(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := proveAll(t.Context(), o, dir, folders); err != nil {
		t.Fatal(err)
	}
	if text := written(t, o); !strings.Contains(text, "| o/slow | not labelled | over limit |  | ") || !strings.Contains(text, "ended after 200ms") {
		t.Error(text)
	}
}

// TestWhatIsCutOffDoesNotCount: neither Ctrl-C nor a builder that is not there
// says anything of an application.
func TestWhatIsCutOffDoesNotCount(t *testing.T) {
	dir, o := laid(t, map[string]map[string]string{"o+slow": {"wait": ""}})
	o.rows = filepath.Join(dir, "rows.jsonl")
	folders, err := find(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		for len(provedBy(t, o)) == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		stop()
	}()
	if err := proveAll(ctx, o, dir, folders); err == nil {
		t.Error("it says that it came to its end")
	}
	if b, err := os.ReadFile(o.rows); err != nil || len(b) > 0 {
		t.Errorf("%v: %s", err, b)
	}

	dir, o = laid(t, map[string]map[string]string{"o+app": {"reports": `[{"service":".","verdict":"not_built"}]`, "code": "1"}})
	o.rows = filepath.Join(dir, "rows.jsonl")
	if folders, err = find(dir, nil); err != nil {
		t.Fatal(err)
	}
	if err := proveAll(t.Context(), o, dir, folders); err == nil || !strings.Contains(err.Error(), "no builder") {
		t.Errorf("no builder: %v", err)
	}
	if b, err := os.ReadFile(o.rows); err != nil || len(b) > 0 {
		t.Errorf("%v: %s", err, b)
	}
}

func TestFindsApplicationsAndSets(t *testing.T) {
	dir := t.TempDir()
	for _, sub := range []string{"o+b", "set/o+a", "set/notes", ".git/o+x", "set/o+Two/web"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	two := labelledAs("o/two", "node", "a")
	web := two
	web.Dir = "web"
	folders, err := find(dir, []label.Application{two, web})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range folders {
		rel, err := filepath.Rel(dir, f.dir)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, f.label.Name()+"="+filepath.ToSlash(rel))
	}
	if want := "o/a=set/o+a o/b=o+b o/two=set/o+Two o/two/web=set/o+Two/web"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestEarlierVersions: what an earlier version came to stands only where the
// measured one has no result of its own, and the table says so.
func TestEarlierVersions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rows")
	lines := `{"application":"o/both","version":"v0","verdict":"failed"}
{"application":"o/both","version":"v1","verdict":"proven"}
{"application":"o/old","version":"v0","verdict":"proven"}
{"application":"o/older","version":"v","verdict":"proven"}
{"application":"o/new","version":"v1","verdict":"proven"}
{"application":"o/new","version":"v0","verdict":"failed"}
`
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	done, err := readRows(file, []string{"v1", "v0"})
	if err != nil || len(done) != 3 {
		t.Fatalf("%v %v", done, err)
	}
	var all []entry
	for _, name := range []string{"both", "old", "new"} {
		r := done[key{application: "o/" + name}]
		if r.Verdict != proven {
			t.Errorf("%s: %+v", name, r)
		}
		all = append(all, entry{first: &r})
	}
	if got := versions(all, "v1"); got != "v1 (1 of them with v0)" {
		t.Error(got)
	}
}
