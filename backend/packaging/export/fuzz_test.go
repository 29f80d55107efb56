package export_test

import (
	"bytes"
	"encoding/json"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"aipack/backend/packaging/export"
	"aipack/backend/universalbuild"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"github.com/moby/buildkit/frontend/dockerfile/shell"
)

// intended names, for the fields of a document, the only instructions that
// may come of them.
var intended = []struct{ field, instructions string }{
	{"/build/base_image", "FROM"}, {"/runtime/base_image", "FROM"},
	{"/build/workdir", "WORKDIR"}, {"/runtime/workdir", "WORKDIR"},
	{"/build/system_packages", "RUN"}, {"/runtime/system_packages", "RUN"}, {"/build/tools", "RUN"}, {"/build/setup", "RUN"},
	{"/build/environment", "ENV"}, {"/runtime/environment", "ENV"},
	{"/build/manifests", "COPY"}, {"/build/context", "COPY"}, {"/build/artifacts", "COPY"}, {"/runtime/copy", "COPY"},
	{"/build/pre_build_commands", "RUN"}, {"/build/build_commands", "RUN"}, {"/build/post_build_commands", "RUN"}, {"/runtime/setup", "RUN"},
	{"/runtime/files", "COPY RUN"}, {"/runtime/user", "RUN USER"}, {"/runtime/ports", "EXPOSE"}, {"/runtime/healthcheck", "HEALTHCHECK"},
	{"/runtime/entrypoint", "ENTRYPOINT"}, {"/runtime/command", "CMD"},
}

// FuzzDockerfile writes documents made of anything and reads the result with
// BuildKit's own parser: every instruction must be one that its field may
// make, and must say what the field says.
func FuzzDockerfile(f *testing.F) {
	f.Add(int64(1), "a b", "RUN id\nUSER root", false)
	f.Add(int64(2), "x\\", "<<EOF", false)
	f.Add(int64(3), `"q" 'q' $PATH \`, "EOF\nEOF2", true)
	f.Add(int64(4), "# syntax=evil/image", "--mount=type=bind", false)
	f.Add(int64(5), "[\"a\"]", "\u2028\r\n\t", true)
	f.Add(int64(6), "*[x]?", "$$PATH ${PATH}", false)
	f.Fuzz(func(t *testing.T, seed int64, one, two string, old bool) {
		w := writings{rand.New(rand.NewSource(seed)), []string{one, two, one + two, "a", "npm ci", "/app", "x.json", "PATH", "app", "debian:12", "1s", "/" + one, one + "/" + two}}
		doc := w.document()
		got, err := export.Dockerfile(doc, export.Options{NoHeredoc: old})
		if err != nil {
			return
		}
		checkInstructions(t, doc, got)
	})
}

// TestHostileDocument runs the checks of the fuzz target on the sample made
// by hand.
func TestHostileDocument(t *testing.T) {
	doc := read(t, "testdata/hostile.json")
	for _, o := range []export.Options{{}, {NoHeredoc: true}} {
		got, err := export.Dockerfile(doc, o)
		if err != nil {
			t.Fatal(err)
		}
		checkInstructions(t, doc, got)
	}
}

func checkInstructions(t *testing.T, doc universalbuild.UniversalBuild, got export.Text) {
	t.Helper()
	if d, _, _, ok := parser.DetectSyntax([]byte(got.Content)); ok {
		t.Fatalf("it asks for the frontend %q\n%s", d, got.Content)
	}
	result, err := parser.Parse(strings.NewReader(got.Content))
	if err != nil {
		t.Fatalf("%v\n%s", err, got.Content)
	}
	stages, _, err := instructions.Parse(result.AST, linter.New(&linter.Config{}))
	if err != nil {
		t.Fatalf("%v\n%s", err, got.Content)
	}
	for _, node := range result.AST.Children {
		fields := got.FieldsAt(node.StartLine)
		if len(fields) == 0 || !allowed(fields[0], node.Value) {
			t.Fatalf("line %d, of %v, became %s\n%s", node.StartLine, fields, node.Value, got.Content)
		}
	}
	for _, s := range stages {
		for _, c := range s.Commands {
			checkInstruction(t, doc, got, c)
		}
	}
	if last := stages[len(stages)-1]; doc.Runtime.BaseImage != last.BaseName {
		t.Fatalf("the last stage is %s\n%s", last.BaseName, got.Content)
	}
}

func allowed(field, instruction string) bool {
	for _, i := range intended {
		if strings.HasPrefix(field, i.field) {
			return slices.Contains(strings.Fields(i.instructions), instruction)
		}
	}
	return false
}

// checkInstruction compares one instruction with the fields of its lines.
func checkInstruction(t *testing.T, doc universalbuild.UniversalBuild, got export.Text, c instructions.Command) {
	t.Helper()
	start, end := c.Location()[0].Start.Line, c.Location()[len(c.Location())-1].End.Line
	field := got.FieldsAt(start)[0]
	value, _ := universalbuild.Get(doc, field)
	fail := func(said any) {
		t.Helper()
		t.Fatalf("%s is %q and line %d says %q\n%s", field, value, start, said, got.Content)
	}
	switch c := c.(type) {
	case *instructions.RunCommand:
		said := c.CmdLine[0]
		if !c.PrependShell {
			said = c.CmdLine[2]
		}
		if want, isText := value.(string); isText && strings.Contains(field, "_commands/") || strings.Contains(field, "/setup/") {
			if !strings.HasSuffix(said, want) {
				fail(said)
			}
		}
	case *instructions.CmdCommand:
		if !slices.Equal(c.CmdLine, doc.Runtime.Command) {
			fail(c.CmdLine)
		}
	case *instructions.EntrypointCommand:
		if !slices.Equal(c.CmdLine, doc.Runtime.Entrypoint) {
			fail(c.CmdLine)
		}
	case *instructions.HealthCheckCommand:
		if !slices.Equal(c.Health.Test[1:], doc.Runtime.Healthcheck.Command) {
			fail(c.Health.Test)
		}
	case *instructions.EnvCommand:
		checkEnvironment(t, doc, got, c, start)
	case *instructions.WorkdirCommand:
		if said := expand(t, c.Path); !strings.HasPrefix(said, "/") || strings.Trim(value.(string), "/") == said {
			fail(said)
		}
	case *instructions.UserCommand:
		if strings.HasPrefix(c.User, "root") || c.User == "0" {
			fail(c.User)
		}
	case *instructions.CopyCommand:
		checkCopy(t, doc, got, c, start, end)
	}
}

func checkEnvironment(t *testing.T, doc universalbuild.UniversalBuild, got export.Text, c *instructions.EnvCommand, start int) {
	t.Helper()
	if lines := len(got.FieldsAt(start)); lines != 1 {
		t.Fatalf("line %d has %d fields", start, lines)
	}
	for i, kv := range c.Env {
		field := got.FieldsAt(start + i)[0]
		want, _ := universalbuild.Get(doc, field)
		said := expand(t, kv.Value)
		plain := strings.NewReplacer("${PATH}", "<PATH>", "$PATH", "<PATH>", "${"+kv.Key+"}", "<"+kv.Key+">", "$"+kv.Key, "<"+kv.Key+">")
		if !strings.HasSuffix(field, "/"+universalbuild.Token(kv.Key)) || plain.Replace(want.(string)) != plain.Replace(said) {
			t.Fatalf("%s is %q and line %d says %s=%q\n%s", field, want, start+i, kv.Key, said, got.Content)
		}
	}
}

func checkCopy(t *testing.T, doc universalbuild.UniversalBuild, got export.Text, c *instructions.CopyCommand, start, end int) {
	t.Helper()
	if len(c.SourceContents) > 0 {
		field := got.FieldsAt(start)[0]
		content, _ := universalbuild.Get(doc, strings.TrimSuffix(field, "/path")+"/content")
		if want := strings.TrimSuffix(content.(string), "\n"); strings.TrimSuffix(c.SourceContents[0].Data, "\n") != want || c.SourceContents[0].Expand {
			t.Fatalf("%s is %q and line %d says %q\n%s", field, want, start, c.SourceContents[0].Data, got.Content)
		}
		return
	}
	fields := got.FieldsAt(start)
	switch {
	case strings.HasPrefix(fields[0], "/runtime/copy/"):
		from, _ := universalbuild.Get(doc, fields[0]+"/from")
		to, _ := universalbuild.Get(doc, fields[0]+"/to")
		if said := unglob(expand(t, c.SourcePaths[0])); len(c.SourcePaths) != 1 || !strings.HasSuffix(strings.TrimSuffix(said, "/"), base(from.(string))) {
			t.Fatalf("%s is %q and line %d says %q\n%s", fields[0], from, start, said, got.Content)
		}
		if said := expand(t, c.DestPath); !strings.HasSuffix(strings.TrimSuffix(said, "/"), base(to.(string))) {
			t.Fatalf("%s is %q and line %d says %q\n%s", fields[0], to, start, said, got.Content)
		}
	case strings.HasPrefix(fields[0], "/build/manifests/"):
		for i, field := range fields {
			want, _ := universalbuild.Get(doc, field)
			if said := unglob(expand(t, c.SourcePaths[i])); !strings.HasSuffix(said, base(want.(string))) {
				t.Fatalf("%s is %q and line %d says %q\n%s", field, want, start, said, got.Content)
			}
		}
	}
}

// base is the last name of a path as it was meant.
func base(p string) string {
	parts := strings.Split(strings.TrimRight(p, "/"), "/")
	if last := parts[len(parts)-1]; last != "." && last != ".." {
		return last
	}
	return ""
}

// unglob takes the brackets away that make a character plain.
func unglob(p string) string {
	return strings.NewReplacer("[[]", "[", `[\\]`, `\`).Replace(p)
}

// expand reads a word as BuildKit does; $X becomes <X>.
func expand(t *testing.T, word string) string {
	t.Helper()
	said, _, err := shell.NewLex('\\').ProcessWord(word, marks{})
	if err != nil {
		t.Fatalf("%q: %v", word, err)
	}
	return said
}

type marks struct{}

func (marks) Get(name string) (string, bool) { return "<" + name + ">", true }
func (marks) Keys() []string                 { return nil }

// writings makes documents of words.
type writings struct {
	*rand.Rand
	words []string
}

func (w writings) document() universalbuild.UniversalBuild {
	var d universalbuild.UniversalBuild
	w.fill(reflect.ValueOf(&d).Elem())
	// What is checked by name is kept sound most of the time, so that the
	// rest is reached.
	if w.Intn(10) > 0 {
		d.Build.BaseImage, d.Runtime.BaseImage = "gcc:14", "debian:12"
		d.Build.Workdir, d.Runtime.Workdir = "/app", "/app/"+w.word()
		d.Build.SystemPackages, d.Runtime.SystemPackages = nil, nil
		d.Build.Tools, d.Build.CachePaths = nil, nil
		d.Runtime.Ports, d.Runtime.User = []universalbuild.Port{{Port: 80}}, ""
		if h := d.Runtime.Healthcheck; h != nil {
			h.Interval, h.Timeout, h.StartPeriod, h.Retries = "1s", "", "", 1
		}
		for i := range d.Runtime.Files {
			d.Runtime.Files[i].Path = "/etc/" + d.Runtime.Files[i].Path
		}
		d.Build.Environment = map[string]string{"A": w.word(), "PATH": w.word()}
		d.Build.Secrets = []universalbuild.Secret{{ID: "NPM_TOKEN", Description: w.word()}, {ID: "npmrc", Target: "/app/.npmrc", File: w.word(), Required: true}}[:w.Intn(3)]
		d.Runtime.Environment = map[string]string{"B": w.word(), "API_KEY": w.word()}
	}
	return universalbuild.Normal(d)
}

func (w writings) word() string { return w.words[w.Intn(len(w.words))] }

func (w writings) fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(w.word())
	case reflect.Int:
		v.SetInt(int64(w.Intn(70000)))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		w.fill(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			w.fill(v.Field(i))
		}
	case reflect.Slice:
		for range w.Intn(3) {
			e := reflect.New(v.Type().Elem()).Elem()
			if e.Type() == reflect.TypeFor[universalbuild.ProjectBuild]() {
				return
			}
			w.fill(e)
			v.Set(reflect.Append(v, e))
		}
	case reflect.Map:
		v.Set(reflect.ValueOf(map[string]string{w.word(): w.word()}))
	}
}

// TestMostDocumentsAreWritten keeps the fuzz target honest: if nearly all its
// documents were refused, it would check nothing.
func TestMostDocumentsAreWritten(t *testing.T) {
	written := 0
	for seed := range int64(400) {
		w := writings{rand.New(rand.NewSource(seed)), []string{"a b", "'", `"x"`, "$PATH", "$x", `\`, "<<EOF", "--x", "[a]", "# c", "/app", "é"}}
		doc := w.document()
		got, err := export.Dockerfile(doc, export.Options{NoHeredoc: seed%2 == 0})
		if err != nil {
			continue
		}
		written++
		checkInstructions(t, doc, got)
		if content, _ := json.Marshal(got.Fields); bytes.Count([]byte(got.Content), []byte("\n")) != len(got.Fields) {
			t.Fatalf("%s\n%s", content, got.Content)
		}
	}
	if written < 200 {
		t.Errorf("only %d of 400 documents were written", written)
	}
}
