package tests

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aipack/backend/repo/repotest"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the table of docs/MUTATIONS.md from testdata/mutations")

// mutation is a project that is proven, with one thing changed, and what a proof
// of it has to come to. Each is a file of testdata/mutations: what was changed in
// words, the headers below, and files that replace or join those of the base.
//
//	base: single/go-mod                 a project of testdata/repos, or base/NAME beside the mutations
//	change main.go: ":8080" ⇒ ":9090"  a text of one of its files, which has to be there; ⏎ breaks the line
//	remove: main.go                     one of its files
//	set /runtime/command: ["true"]      a field of the document that was detected
//	verdict, stage, rule                as the report has them
//	line: EXPOSE                        stands on the Dockerfile's line that is named; none: no line is to blame
//	says: listens on 3000               stands in the cause, or in a warning where nothing failed
//	log: EACCES                         stands in the lines of the log that are shown
//	warning: not_found                  the rule of a warning; a warning that is not named here is none
//	check stop: failed                  the state of a check beside the verdict; only for
//	                                    that of the browser does one look at the page
//	protocol: grpc                      what its port was found to speak
//	limit: 15s                          ends the build
//	release: 15s                        ends what runs before the start
//	env: NAME=VALUE                     a variable that the program is given
//	service: web                        the one that the report is of, where there are several
type mutation struct {
	name, broken, base                          string
	changes                                     []alteration
	remove                                      []string
	set                                         []alteration // file: the JSON pointer, new: the value
	verdict, stage, rule, line, limit, protocol string
	release, service                            string
	env                                         map[string]string
	says, log, warnings                         []string
	checks                                      map[string]string
	files                                       []txtar.File
}

type alteration struct{ file, old, new string }

// mutations reads the folder; a header that nobody knows is a mistake in it.
func mutations(t *testing.T) []mutation {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "mutations", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no mutations: %v", err)
	}
	var all []mutation
	for _, f := range files {
		m, err := readMutation(f)
		if err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		all = append(all, m)
	}
	return all
}

func readMutation(file string) (mutation, error) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		return mutation{}, err
	}
	broken, headers, _ := strings.Cut(string(a.Comment), "\n")
	m := mutation{name: strings.TrimSuffix(filepath.Base(file), ".txtar"), broken: broken, files: a.Files, checks: map[string]string{}, env: map[string]string{}}
	for line := range strings.Lines(headers) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		key, value, ok := strings.Cut(line, ": ")
		if !ok || !m.header(key, value) {
			return m, fmt.Errorf("the header %q is not known", line)
		}
	}
	if m.broken == "" || m.base == "" || m.verdict == "" {
		return m, errors.New("it has to say what was changed, in which base, and the verdict")
	}
	if m.verdict == "failed" && (m.stage == "" || m.rule == "" || m.line == "" || len(m.says) == 0) {
		return m, errors.New("a failure has a stage, a rule, a line and words")
	}
	return m, nil
}

func (m *mutation) header(key, value string) bool {
	texts := map[string]*string{"base": &m.base, "verdict": &m.verdict, "stage": &m.stage, "rule": &m.rule, "line": &m.line, "limit": &m.limit, "release": &m.release, "service": &m.service, "protocol": &m.protocol}
	lists := map[string]*[]string{"says": &m.says, "log": &m.log, "warning": &m.warnings, "remove": &m.remove}
	kind, object, _ := strings.Cut(key, " ")
	switch {
	case texts[key] != nil:
		*texts[key] = value
	case lists[key] != nil:
		*lists[key] = append(*lists[key], value)
	case kind == "env":
		name, given, ok := strings.Cut(value, "=")
		m.env[name] = given
		return ok
	case kind == "check":
		m.checks[object] = value
	case kind == "set":
		m.set = append(m.set, alteration{file: object, new: value})
	case kind == "change":
		old, text, ok := strings.Cut(value, " ⇒ ")
		m.changes = append(m.changes, alteration{object, old, text})
		return ok
	default:
		return false
	}
	return true
}

// unpack writes the changed project into a folder of its own.
func (m mutation) unpack(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), path.Base(m.base))
	files := m.baseFiles(t)
	for _, f := range m.files {
		files[f.Name] = string(f.Data)
	}
	for _, name := range m.remove {
		if _, ok := files[name]; !ok {
			t.Fatalf("there is no %s to remove", name)
		}
		delete(files, name)
	}
	for _, c := range m.changes {
		if !strings.Contains(files[c.file], lines(c.old)) {
			t.Fatalf("%s does not say %q", c.file, c.old)
		}
		files[c.file] = strings.Replace(files[c.file], lines(c.old), lines(c.new), 1)
	}
	repotest.LayOut(t, dir, files)
	return dir
}

// lines breaks a text of a header, which is one line, where it says so.
func lines(text string) string { return strings.ReplaceAll(text, "⏎", "\n") }

func (m mutation) baseFiles(t *testing.T) map[string]string {
	t.Helper()
	if strings.HasPrefix(m.base, "base/") {
		return repotest.Archive(t, filepath.Join("testdata", "mutations", m.base+".txtar"))
	}
	files := map[string]string{}
	root := os.DirFS(filepath.Join("testdata", "repos", m.base))
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(root, name)
		files[name] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestMutationsApply finds the mutations whose base is not what they change any
// more.
func TestMutationsApply(t *testing.T) {
	for _, m := range mutations(t) {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			m.unpack(t)
		})
	}
}

// TestMutationsHaveTheirTable keeps the table of docs/MUTATIONS.md the one that
// the lab proves. -update writes it.
func TestMutationsHaveTheirTable(t *testing.T) {
	const begin, end = "<!-- mutations: go test -tags headless ./tests -run TestMutationsHaveTheirTable -update -->\n", "<!-- end of mutations -->\n"
	file := filepath.Join("docs", "MUTATIONS.md")
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(have), begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the table", file)
	}
	want := before + begin + table(mutations(t)) + end + after
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != string(have) {
		t.Errorf("%s is not what testdata/mutations says; run this test with -update", file)
	}
}

// table lists the mutations by verdict, the good ones first.
func table(all []mutation) string {
	order := []string{"proven", "ran", "incomplete", "failed"}
	slices.SortStableFunc(all, func(a, b mutation) int {
		return slices.Index(order, a.verdict) - slices.Index(order, b.verdict)
	})
	var b bytes.Buffer
	b.WriteString(counted(all, order) + "\n\n")
	b.WriteString("| what was changed | project | verdict | Dockerfile line | rule and message |\n|---|---|---|---|---|\n")
	cell := func(texts ...string) string {
		return strings.ReplaceAll(strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), ": "), "|", `\|`)
	}
	for _, m := range all {
		says := strings.Join(m.says, " … ")
		if m.protocol != "" {
			says = "it speaks " + m.protocol
		}
		rule := m.rule
		if rule == "" {
			rule = strings.Join(m.warnings, ", ")
		}
		if rule != "" {
			rule = "`" + rule + "`"
		}
		line := m.line
		if line != "" && line != "none" {
			line = "`" + line + "`"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", cell(m.broken), cell(m.language()), cell(m.verdict), cell(line), cell(rule, says))
	}
	return b.String()
}

// counted says how many there are, by verdict, and how many have a plan that is
// wrong of itself: in its kind or in its ports.
func counted(all []mutation, order []string) string {
	many := func(has func(m mutation) bool) int {
		return len(slices.DeleteFunc(slices.Clone(all), func(m mutation) bool { return !has(m) }))
	}
	var each []string
	for _, verdict := range order {
		each = append(each, fmt.Sprintf("%d %s", many(func(m mutation) bool { return m.verdict == verdict }), verdict))
	}
	plans := many(func(m mutation) bool {
		return slices.ContainsFunc(m.set, func(s alteration) bool { return s.file == "/metadata/kind" || s.file == "/runtime/ports" })
	})
	return fmt.Sprintf("%d mutations: %s. In %d of them the plan has another kind or other ports than detected.", len(all), strings.Join(each, ", "), plans)
}

// language is what stands before the name's first hyphen.
func (m mutation) language() string {
	word, _, _ := strings.Cut(m.name, "-")
	written := map[string]string{"bun": "Bun", "c": "C", "cobol": "COBOL", "cpp": "C++", "deno": "Deno", "go": "Go", "java": "Java", "node": "Node", "php": "PHP", "python": "Python", "ruby": "Ruby", "rust": "Rust", "shell": "shell", "static": "static site"}
	return written[word]
}
