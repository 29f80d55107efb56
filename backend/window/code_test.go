package window

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/code/codemap"
	"aipack/backend/code/syntax/syntaxtest"
	"aipack/backend/window/code"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

var codeOfShop = map[string]string{
	"venv/pyvenv.cfg": "home = /usr/bin\n", "venv/lib/a.py": "a = 1\n",
	"package.json":   `{"name": "shop", "scripts": {"start": "node server.js"}, "dependencies": {"express": "4.19.2"}}`,
	"server.js":      "import express from 'express';\nimport { port } from './config.js';\nimport { health } from './health.js';\n\n/** Starts the shop. */\nexport function start() {\n  const app = express();\n  health(app);\n  app.listen(port);\n}\nstart();\n",
	"config.js":      "import { base } from './env.js';\nexport const port = Number(process.env.PORT ?? 4000) + base;\nexport const other = 1;\n",
	"env.js":         "import { other } from './config.js';\nexport const base = other - 1;\n",
	"health.js":      "import { port } from './config.js';\nexport function health(app) {\n  app.get('/healthz', (_, out) => out.end(String(port)));\n}\nfunction leftOver() {}\n",
	"big.js":         "x = '" + strings.Repeat("x", 30_000) + "';\n",
	"server.test.js": "import { start } from './server.js';\nstart();\n",
	"alone.js":       "export const lonely = true;\n",
	"old.jl":         "println('hello')\n",
}

// mapped is an App with an analysed project whose code is read in this process.
func mapped(t *testing.T, files map[string]string, slow time.Duration) (a *App, run, dir string) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	a, p := opened(t, t.TempDir())
	a.Code.Readers = func() (code.Readers, error) { return syntaxtest.Reader{Slow: slow}, nil }
	dir = t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return a, analysed(t, a, p, dir).RunID, dir
}

// untilCode waits for a state of the code.
func untilCode(t *testing.T, a *App, run string, what string, is func(code.State) bool) code.State {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		s, err := a.Code.Open(run)
		if err != nil {
			t.Fatal(err)
		}
		if is(s) {
			return s
		}
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s: %+v", what, s)
		}
	}
}

func current(s code.State) bool { return s.State == "current" }

func names(nodes []codemap.Node) string {
	var out []string
	for _, n := range nodes {
		out = append(out, n.Name)
	}
	return strings.Join(out, " ")
}

func TestCodeAnswers(t *testing.T) {
	a, run, _ := mapped(t, codeOfShop, 0)
	s := untilCode(t, a, run, "the code", current)
	if s.Files != 6 || s.Symbols == 0 || !slices.Contains(s.Kinds, "function") || len(s.Other) != 1 || s.Other[0] != (codemap.Language{ID: "julia", Files: 1}) || s.Languages[0].ID != "javascript" {
		t.Errorf("%+v", s)
	}
	hits, err := a.Code.Search(run, "port", "", "")
	if err != nil || hits.Total == 0 || hits.Hits[0].ID != "config.js#port" || hits.Hits[0].Score != 100 {
		t.Errorf("%+v %v", hits, err)
	}
	if hits, err = a.Code.Search(run, "port", "function", ""); err != nil || hits.Total != 0 || hits.Hits == nil {
		t.Errorf("functions: %+v %v", hits, err)
	}
	lines, err := a.Code.Text(run, "HEALTHZ")
	if err != nil || len(lines.Lines) != 1 || lines.Lines[0].Path != "health.js" || lines.Lines[0].Line != 3 {
		t.Errorf("%+v %v", lines, err)
	}
	card, err := a.Code.Inspect(run, "config.js#port")
	if err != nil || card.Referred != 2 || card.Referrers != 2 || card.Touched != 3 || len(card.Text) != 1 || card.Signature == "" {
		t.Errorf("%+v %v", card, err)
	}
	if card, err = a.Code.Inspect(run, "server.js"); err != nil || len(card.Imports) != 3 || card.Imports[0].Path != "" || card.Imports[1].Path != "config.js" || names(card.Members) != "start" {
		t.Errorf("%+v %v", card, err)
	}
	if card, err = a.Code.Inspect(run, "server.js#start"); err != nil || !strings.Contains(card.Doc, "Starts the shop") || !slices.ContainsFunc(card.References, func(p codemap.Place) bool { return p.Test }) {
		t.Errorf("%+v %v", card, err)
	}
	id, err := a.Code.At(run, "health.js", 3)
	if err != nil || id != "health.js#health" {
		t.Errorf("%q %v", id, err)
	}
	if id, err = a.Code.At(run, "package.json", 1); err != nil || id != "" {
		t.Errorf("%q %v", id, err)
	}
}

func TestCodeAround(t *testing.T) {
	a, run, _ := mapped(t, codeOfShop, 0)
	untilCode(t, a, run, "the code", current)
	all := []string{"calls", "imports", "inherits", "uses", "packages"}
	v, err := a.Code.Around(run, "config.js#port", true, 1, all, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, n := range v.Nodes {
		got[n.ID] = n.Level
	}
	if want := map[string]int{"config.js": 0, "server.js": -1, "health.js": -1, "env.js": 1}; fmt.Sprint(got) != fmt.Sprint(want) || v.Nodes[0].Via != "port" {
		t.Errorf("%v %+v", got, v.Nodes[0])
	}
	v, err = a.Code.Around(run, "server.js", true, 1, all, nil)
	if err != nil || !slices.ContainsFunc(v.Nodes, func(n codemap.Near) bool { return n.Outside && n.Name == "express" }) {
		t.Errorf("%+v %v", v, err)
	}
	issues, err := a.Code.Issues(run)
	if err != nil || len(issues.Cycles) != 1 || !slices.Equal(issues.Cycles[0], []string{"config.js", "env.js"}) || names(issues.Unnamed) != "leftOver" || !slices.Equal(issues.Alone, []string{"alone.js"}) || len(issues.Unread) != 1 || issues.Unread[0].Path != "big.js" ||
		!slices.Equal(issues.LeftOut, []codemap.Line{{Path: "venv", Text: "filled by a tool, as venv/pyvenv.cfg says"}}) {
		t.Errorf("%+v %v", issues, err)
	}
	c, err := a.Code.Context(run, "server.js#start", 4000)
	if err != nil || c.Tokens == 0 || c.Tokens > 4000 || c.Parts[0].Level != "code" || c.Parts[0].Path != "server.js" || !strings.Contains(c.Text, "function start") {
		t.Errorf("%+v %v", c, err)
	}
}

func TestCodeOutline(t *testing.T) {
	files := map[string]string{"go.mod": "module example.com/deep\n", "main.go": "package main\n\nimport \"example.com/deep/a/b\"\n\nfunc main() { b.Needed(); b.Needed() }\n"}
	files["a/b/b.go"] = "package b\n\ntype Box struct{ Size int }\n\nfunc (b Box) Open() {}\n\nfunc Needed() {}\n"
	a, run, _ := mapped(t, files, 0)
	untilCode(t, a, run, "the code", current)
	for _, step := range []struct {
		below  string
		byPath bool
		want   string
	}{
		{"", true, "a/ 4, main.go 1"}, {"a/", true, "b/ 4"}, {"a/b/", false, "b.go 4"},
		{"a/b/b.go", true, "Box 2, Needed 0"}, {"a/b/b.go#Box", true, "Size 0, Open 0"},
	} {
		rows, err := a.Code.Outline(run, step.below, step.byPath)
		var got []string
		for _, r := range rows.Rows {
			name := r.Name
			if r.Folder {
				name += "/"
			}
			got = append(got, fmt.Sprint(name, " ", r.Symbols))
		}
		if s := strings.Join(got, ", "); err != nil || s != step.want {
			t.Errorf("%q: %s %v", step.below, s, err)
		}
	}
	if _, err := a.Code.Outline(run, "gone/", true); page.FaultOf(err).Code != string(fault.FileNotFound) {
		t.Error(err)
	}
}

// TestCodeEvidence: a symbol whose line decided something of the plan says so.
func TestCodeEvidence(t *testing.T) {
	a, run, _ := mapped(t, codeOfShop, 0)
	untilCode(t, a, run, "the code", current)
	s, err := a.Plan.Service(run, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range session.Parsed(s.Document).Evidence {
		if !strings.HasSuffix(e.Path, ".js") || e.Line == 0 {
			continue
		}
		id, err := a.Code.At(run, e.Path, e.Line)
		if err != nil || id == "" {
			t.Fatal(e.Path, err)
		}
		card, err := a.Code.Inspect(run, id)
		if err != nil || !slices.ContainsFunc(card.Evidence, func(u codemap.Use) bool { return u.Field == e.Field && u.Service == "." }) {
			t.Errorf("%s: %+v %v", id, card.Evidence, err)
		}
		return
	}
	t.Error("no line of a source decided anything: nothing was tested")
}

// TestCodeWhileItIsRead: what was read can be asked about before the rest is.
func TestCodeWhileItIsRead(t *testing.T) {
	files := map[string]string{"package.json": `{"name": "many"}`}
	for i := range 60 {
		files[fmt.Sprintf("f%02d.js", i)] = fmt.Sprintf("export function needed%02d() {}\n", i)
	}
	a, run, _ := mapped(t, files, 40*time.Millisecond)
	s := untilCode(t, a, run, "a part", func(s code.State) bool { return s.State == "partial" })
	if s.Done == 0 || s.Done >= s.Of || s.Rate <= 0 || s.Files == 0 || s.Files >= 60 {
		t.Errorf("%+v", s)
	}
	hits, err := a.Code.Search(run, "needed", "", "")
	if err != nil || hits.Total == 0 {
		t.Errorf("%+v %v", hits, err)
	}
	_, err = a.Code.Inspect(run, "f59.js#needed")
	if f := page.FaultOf(err); f.Code != string(fault.FileNotFound) || !strings.Contains(f.Hint, "still being read") {
		t.Errorf("%+v", f)
	}
	if _, err := a.Code.Rebuild(run); err != nil {
		t.Error(err)
	}
}

// TestCodeIsFollowed: an id that goes away is a refusal that says so, a new one is
// found, and the folder's end is told.
func TestCodeIsFollowed(t *testing.T) {
	a, run, dir := mapped(t, codeOfShop, 0)
	before := untilCode(t, a, run, "the code", current)
	if err := os.WriteFile(filepath.Join(dir, "health.js"), []byte("export function wellness(app) {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	untilCode(t, a, run, "the edit", func(s code.State) bool { return current(s) && s.Graph > before.Graph })
	for _, ask := range []func() error{
		func() error { _, err := a.Code.Inspect(run, "health.js#health"); return err },
		func() error { _, err := a.Code.Around(run, "health.js#health", true, 1, nil, nil); return err },
		func() error { _, err := a.Code.Context(run, "health.js#health", 100); return err },
	} {
		if f := page.FaultOf(ask()); f.Code != string(fault.FileNotFound) || !strings.Contains(f.Message, "health.js#health") || f.Hint == "" {
			t.Errorf("%+v", f)
		}
	}
	if hits, err := a.Code.Search(run, "wellness", "", ""); err != nil || hits.Total != 1 {
		t.Errorf("%+v %v", hits, err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	s := untilCode(t, a, run, "the end", func(s code.State) bool { return s.State == "failed" || s.Files == 0 })
	if s.State == "failed" && (s.Error == nil || s.Error.Hint == "") {
		t.Errorf("%+v", s)
	}
	if _, err := a.Code.Text(run, "port"); page.FaultOf(err).Code != string(fault.FileNotFound) {
		t.Error(err)
	}
	if _, err := a.Code.Rebuild(run); page.FaultOf(err).Code != string(fault.FileNotFound) || page.FaultOf(err).Hint == "" {
		t.Errorf("%+v", page.FaultOf(err))
	}
	if err := a.Code.Leave(); err != nil {
		t.Error(err)
	}
}
