package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	protocol "github.com/modelcontextprotocol/go-sdk/mcp"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
	"aipack/backend/detect/analysis"
	"aipack/backend/prove"
	"aipack/backend/prove/check"
	"aipack/backend/prove/lint"
	"aipack/backend/repo"
)

// connect starts a server for folders and gives a client of the kit that other
// programs use.
func connect(t *testing.T, parts Parts, options *protocol.ClientOptions) *protocol.ClientSession {
	t.Helper()
	parts.Version, parts.Now = "1.2.3", time.Now
	if parts.Analyse == nil {
		parts.Analyse = analysis.New().Execute
	}
	if parts.Lint == nil {
		parts.Lint = lint.Check
	}
	if parts.Warn == nil {
		parts.Warn = func(text string) { t.Log(text) }
	}
	here, there := protocol.NewInMemoryTransports()
	go func() { _ = Serve(t.Context(), parts, there) }() // ends with the test
	session, err := protocol.NewClient(&protocol.Implementation{Name: "test", Version: "1"}, options).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// hold opens folders to be looked at.
func hold(t *testing.T, names ...string) (out []*Root) {
	t.Helper()
	for _, name := range names {
		r, err := Hold(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = r.Close() })
		out = append(out, r)
	}
	return out
}

// call asks a tool; said is its text where it failed.
func call[T any](t *testing.T, session *protocol.ClientSession, tool string, args map[string]any) (out T, said string) {
	t.Helper()
	params := &protocol.CallToolParams{Name: tool, Arguments: args}
	params.SetProgressToken(tool)
	result, err := session.CallTool(t.Context(), params)
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	text := result.Content[0].(*protocol.TextContent).Text
	if result.IsError {
		return out, text
	}
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatalf("%s: %v in %s", tool, err, text)
	}
	return out, ""
}

// shop is a project of two services, with a secret in what evidence quotes.
func shop(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	for name, text := range map[string]string{
		"api/package.json": `{"name": "api", "scripts": {"start": "node server.js"}, "dependencies": {"express": "5"}}`,
		"api/server.js":    "const key = process.env.SHOP_KEY;\nrequire('express')().listen(4100);\n",
		"api/.env.example": "SHOP_KEY=sk-ant-api03-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaAA\n",
		"jobs/Procfile":    "worker: python jobs.py\n", "jobs/requirements.txt": "redis==5\n", "jobs/jobs.py": "import redis\nredis.Redis()\n",
	} {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestToolsAreOfferedAndOnlyRead(t *testing.T) {
	session := connect(t, Parts{Roots: hold(t, t.TempDir())}, nil)
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		if a := tool.Annotations; a == nil || !a.ReadOnlyHint || *a.OpenWorldHint != (tool.Name == "prove" || tool.Name == "repair") {
			t.Errorf("%s is announced as %+v", tool.Name, a)
		}
	}
	if want := []string{"detect", "explain", "export", "find_code", "lint", "prove", "repair"}; !slices.Equal(names, want) {
		t.Errorf("tools %q, want %q", names, want)
	}
}

func TestDetectAndExplain(t *testing.T) {
	dir := shop(t)
	session := connect(t, Parts{Roots: hold(t, filepath.Dir(dir))}, nil)
	got, said := call[detected](t, session, "detect", map[string]any{"path": "shop"})
	if said != "" || len(got.Services) != 2 {
		t.Fatalf("%s %+v", said, got)
	}
	api := got.Services[0]
	if api.Path != "api" || !slices.Equal(api.Ports, []int{4100}) || strings.Join(api.Start, " ") != "node server.js" || got.Services[1].Kind != "worker" {
		t.Errorf("%+v", got.Services)
	}
	why, said := call[explained](t, session, "explain", map[string]any{"path": dir, "service": "api", "field": "/runtime/ports"})
	if said != "" || len(why.Evidence) == 0 || why.Evidence[0].Path != "api/server.js" || why.Evidence[0].Line != 2 || why.Evidence[0].Value != "4100" {
		t.Errorf("%s %+v", said, why)
	}
	for name, c := range map[string]struct {
		args map[string]any
		want string
	}{
		"which service":    {map[string]any{"path": dir}, "say which: api, jobs"},
		"no such service":  {map[string]any{"path": dir, "service": "web"}, "give one of api, jobs"},
		"no such field":    {map[string]any{"path": dir, "service": "api", "field": "/nothing"}, "/runtime/command"},
		"the beginning of": {map[string]any{"path": dir, "service": "api", "field": "/runtime/por"}, "nothing speaks for"},
	} {
		if _, said := call[explained](t, session, "explain", c.args); !strings.Contains(said, c.want) {
			t.Errorf("%s: %q, want %q in it", name, said, c.want)
		}
	}
}

// TestFoldersThatAreNotGiven: nothing is told of them, not even whether
// they are there.
func TestFoldersThatAreNotGiven(t *testing.T) {
	dir, outside := shop(t), shop(t)
	if err := os.Symlink(outside, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outside, "nowhere"), filepath.Join(dir, "dangling")); err != nil {
		t.Fatal(err)
	}
	session := connect(t, Parts{Roots: hold(t, dir)}, nil)
	for _, path := range []string{outside, "dangling", "link/deeper/still", filepath.Join(outside, "not there"), "..", "../..", "link", filepath.Join(dir, "link"), dir + "2", "/", "api/../../shop/../.."} {
		for _, tool := range []string{"detect", "explain", "export", "prove", "repair"} {
			if _, said := call[any](t, session, tool, map[string]any{"path": path}); !strings.Contains(said, "lies outside of what this server may look at") {
				t.Errorf("%s %s: %q", tool, path, said)
			}
		}
		if _, said := call[any](t, session, "lint", map[string]any{"path": filepath.Join(path, "Dockerfile")}); !strings.Contains(said, "lies outside") {
			t.Errorf("lint %s: %q", path, said)
		}
		if _, said := call[any](t, session, "find_code", map[string]any{"path": path, "question": "a"}); !strings.Contains(said, "lies outside") {
			t.Errorf("find_code %s: %q", path, said)
		}
	}
	if _, said := call[any](t, session, "detect", map[string]any{"path": "web"}); !strings.Contains(said, "there is no ") {
		t.Errorf("a folder that is not there: %q", said)
	}
	if _, said := call[any](t, session, "detect", map[string]any{"path": "api/server.js"}); !strings.Contains(said, "is not a folder") {
		t.Errorf("a file: %q", said)
	}
}

// TestLinksWithin: a link to anywhere within the folders that are given is followed,
// however it is written, and so is a folder's name that leads through a link.
func TestLinksWithin(t *testing.T) {
	top := t.TempDir()
	if err := os.CopyFS(filepath.Join(top, "one", "shop"), os.DirFS(shop(t))); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(top, "two", "shop"), os.DirFS(shop(t))); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{
		"another": filepath.Join(top, "one"), "one/relative": "shop", "one/absolute": filepath.Join(top, "one", "shop"), "one/chain": "absolute", "one/across": filepath.Join(top, "two", "shop"),
		"one/above": "../two/shop", "one/deep": "absolute/../relative", "one/loop": "pool", "one/pool": "loop", "one/out": "../three", "one/long": strings.Repeat("shop/../", 60) + "shop",
	} {
		if err := os.Symlink(to, filepath.Join(top, filepath.FromSlash(link))); err != nil {
			t.Skip(err)
		}
	}
	session := connect(t, Parts{Roots: hold(t, filepath.Join(top, "one"), filepath.Join(top, "two"))}, nil)
	for _, path := range []string{"shop", "relative", "absolute", "chain", "across", "above", "deep", "long", filepath.Join(top, "another", "shop"), filepath.Join(top, "another", "across")} {
		if got, said := call[detected](t, session, "detect", map[string]any{"path": path}); said != "" || len(got.Services) != 2 {
			t.Errorf("%s: %q %+v", path, said, got)
		}
	}
	for _, path := range []string{"loop", "out", "loop/shop", "out/shop"} {
		if _, said := call[detected](t, session, "detect", map[string]any{"path": path}); !strings.Contains(said, "lies outside") {
			t.Errorf("%s: %q", path, said)
		}
	}
	for _, path := range []string{"shop/api/server.js/x", "shop/none", "relative/none/x"} {
		if _, said := call[detected](t, session, "detect", map[string]any{"path": path}); !strings.Contains(said, "there is no ") {
			t.Errorf("%s: %q", path, said)
		}
	}
}

func TestExportWritesNothingAndHidesSecrets(t *testing.T) {
	dir := shop(t)
	session := connect(t, Parts{Roots: hold(t, dir)}, nil)
	before := tree(t, dir)
	got, said := call[exported](t, session, "export", map[string]any{"path": "."})
	if said != "" || !slices.ContainsFunc(got.Files, func(f file) bool {
		return f.Path == "api/Dockerfile" && strings.Contains(f.Content, "EXPOSE 4100")
	}) {
		t.Fatalf("%s %+v", said, got)
	}
	for _, f := range got.Files {
		if strings.Contains(f.Content, "sk-ant-api03") {
			t.Errorf("%s holds a secret:\n%s", f.Path, f.Content)
		}
	}
	if after := tree(t, dir); !slices.Equal(before, after) {
		t.Errorf("the folder was changed: %q, %q", before, after)
	}
	why, _ := call[explained](t, session, "explain", map[string]any{"path": ".", "service": "api"})
	if text, err := json.Marshal(why); err != nil || strings.Contains(string(text), "sk-ant-api03") {
		t.Errorf("evidence holds a secret: %v %s", err, text)
	}
}

func tree(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(p string, _ os.DirEntry, err error) error {
		names = append(names, p)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestLint(t *testing.T) {
	dir := shop(t)
	if err := os.WriteFile(filepath.Join(dir, "Dockerfile"), []byte("FROM a\nCOPPY . .\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	session := connect(t, Parts{Roots: hold(t, dir)}, nil)
	for _, args := range []map[string]any{{"path": "Dockerfile"}, {"dockerfile": "FROM a\nCOPPY . .\n"}} {
		got, said := call[remarks](t, session, "lint", args)
		if said != "" || len(got.Findings) != 1 || got.Findings[0].Line != 2 || !got.Findings[0].Error {
			t.Errorf("%v: %s %+v", args, said, got)
		}
	}
	for _, args := range []map[string]any{{}, {"path": "Dockerfile", "dockerfile": "FROM a"}, {"dockerfile": strings.Repeat("#", lint.MostBytes+1)}, {"path": "api"}} {
		if _, said := call[remarks](t, session, "lint", args); said == "" {
			t.Errorf("%.40v is taken", args)
		}
	}
}

// TestLintReadsDockerfilesOnly: no other file says a word, whatever it is called or
// holds and whatever leads to it; one that is called so is one where it begins so.
func TestLintReadsDockerfilesOnly(t *testing.T) {
	const secret = "plainphrase-orange-41"
	dir := t.TempDir()
	for name, text := range map[string]string{
		".env": "SMTP_PHRASE=" + secret, "id_rsa": secret, ".git/config": "FROM " + secret + "\nCOPPY " + secret, "main.tf": "FROM a\n" + secret,
		"Dockerfile.env": "SMTP_PHRASE=" + secret, "a/Dockerfile": "# a note\n\n" + secret + " b", "b/Dockerfile": secret, "c/Dockerfile": "FROM=" + secret,
		"d/Containerfile": "", "e/Dockerfile": "RUN " + secret, "Dockerfile.dockerignore": "FROM a\n" + secret, "f/Dockerfile": "\x00" + secret, "g/Dockerfile": secret + "\nFROM a\n",
		"Dockerfile": "FROM a\n", "web.Dockerfile": "# syntax=docker/dockerfile:1\nARG A=1\nFROM a\n", "Containerfile": "from a\n", "dockerfile.prod": "FROM a\n",
	} {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "h"), 0o755), os.Symlink("../.env", filepath.Join(dir, "h", "Dockerfile")),
		os.Symlink("web.Dockerfile", filepath.Join(dir, "latest"))); err != nil {
		t.Fatal(err)
	}
	session := connect(t, Parts{Roots: hold(t, dir)}, nil)
	for _, path := range []string{".env", "id_rsa", ".git/config", "main.tf", "Dockerfile.env", "a/Dockerfile", "b/Dockerfile", "c/Dockerfile", "d/Containerfile", "e/Dockerfile", "Dockerfile.dockerignore", "f/Dockerfile", "g/Dockerfile", "h/Dockerfile"} {
		if _, said := call[remarks](t, session, "lint", map[string]any{"path": path}); !strings.Contains(said, "is no Dockerfile") || strings.Contains(said, secret) {
			t.Errorf("%s: %q", path, said)
		}
	}
	for _, path := range []string{"Dockerfile", "web.Dockerfile", "Containerfile", "dockerfile.prod", "latest"} {
		if _, said := call[remarks](t, session, "lint", map[string]any{"path": path}); said != "" {
			t.Errorf("%s: %q", path, said)
		}
	}
}

// TestProve: the client hears how far the proof is, and the verdict of each
// service; there is one proof at a time.
func TestProve(t *testing.T) {
	dir := shop(t)
	var heard, running atomic.Int32
	parts := Parts{Roots: hold(t, dir), Prove: func(_ context.Context, requests []prove.Request, _ bool, tell func(prove.Progress)) ([]*prove.Report, error) {
		if running.Add(1) > 1 {
			t.Error("two proofs at a time")
		}
		defer running.Add(-1)
		if len(requests) != 1 || requests[0].Dir == "" || len(requests[0].Beside) != 1 {
			t.Errorf("asked to prove %+v", requests)
		}
		tell(prove.Progress{Service: "api", Step: &prove.Step{Name: "RUN npm ci", State: "done"}})
		time.Sleep(50 * time.Millisecond) // so that a second one would meet it
		return []*prove.Report{{Service: "api", Verdict: prove.Proven, Image: &prove.Image{SizeBytes: 42}, Warnings: []prove.Warning{{Message: "slow"}}, Checks: []check.Result{
			{Name: "secrets", State: "failed", Reason: "11 text files were looked at", Problems: slices.Repeat([]check.Problem{{Severity: "high", Message: "a token", Path: "app/.npmrc", Line: 2}}, mostFindings+1)},
		}}}, nil
	}}
	session := connect(t, parts, &protocol.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *protocol.ProgressNotificationClientRequest) {
		if r.Params.Message == "api: RUN npm ci: done" {
			heard.Add(1)
		}
	}})
	done := make(chan struct{})
	go func() {
		defer close(done)
		call[proved](t, session, "prove", map[string]any{"path": ".", "service": "api"})
	}()
	got, said := call[proved](t, session, "prove", map[string]any{"path": ".", "service": "api"})
	<-done
	if said != "" || len(got.Services) != 1 {
		t.Fatalf("%s %+v", said, got)
	}
	if p := got.Services[0]; p.Verdict != prove.Proven || !p.Good || p.Bytes != 42 || !slices.Equal(p.Warnings, []string{"slow"}) {
		t.Errorf("%+v", p)
	}
	if c := got.Services[0].Checks; len(c) != 1 || len(c[0].Findings) != mostFindings || c[0].Findings[0].Path != "app/.npmrc" || c[0].Findings[0].Line != 2 || c[0].LeftOff != 1 {
		t.Errorf("%+v", c)
	}
	if heard.Load() != 2 {
		t.Errorf("the clients heard %d times of a step", heard.Load())
	}
}

// TestStoppedCall: a client that gives up ends the work.
func TestStoppedCall(t *testing.T) {
	begun, ended := make(chan struct{}), make(chan struct{})
	session := connect(t, Parts{Roots: hold(t, shop(t)), Prove: func(ctx context.Context, _ []prove.Request, _ bool, _ func(prove.Progress)) ([]*prove.Report, error) {
		close(begun)
		<-ctx.Done()
		close(ended)
		return nil, ctx.Err()
	}}, nil)
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		<-begun
		stop()
	}()
	if _, err := session.CallTool(ctx, &protocol.CallToolParams{Name: "prove", Arguments: map[string]any{"path": "."}}); err == nil {
		t.Error("a call that was given up has an answer")
	}
	<-ended
}

// TestDefectCostsOneAnswer: a panic ends one call, and its place is free again.
func TestDefectCostsOneAnswer(t *testing.T) {
	var warned atomic.Int32
	session := connect(t, Parts{Roots: hold(t, shop(t)), Graph: func(context.Context, *repo.Tree) (*codegraph.Graph, error) { panic("no") }, Warn: func(string) { warned.Add(1) }}, nil)
	for range atOnce + 1 {
		if _, said := call[answers](t, session, "find_code", map[string]any{"path": ".", "question": "a"}); !strings.Contains(said, "defect of aipack") {
			t.Errorf("%q", said)
		}
	}
	if warned.Load() != atOnce+1 {
		t.Errorf("warned %d times", warned.Load())
	}
}

func TestFindCode(t *testing.T) {
	graph := codegraph.Build([]*facts.File{facts.Of(&syntax.File{Path: "api/port.js", Language: "javascript", Lines: 9, Symbols: []syntax.Symbol{{Name: "decidePort", Kind: syntax.Function, Owner: syntax.Nobody, Line: 3, EndLine: 5, Signature: "function decidePort(env)"}}})}, codegraph.Layout{})
	session := connect(t, Parts{Roots: hold(t, shop(t)), Graph: func(context.Context, *repo.Tree) (*codegraph.Graph, error) { return graph, nil }}, nil)
	got, said := call[answers](t, session, "find_code", map[string]any{"path": ".", "question": "where is the port decided?"})
	if said != "" || len(got.Found) == 0 || got.Found[0] != (symbol{"decidePort", "function", "api/port.js", 3, 5, "function decidePort(env)"}) {
		t.Errorf("%s %+v", said, got)
	}
	if _, said := call[answers](t, session, "find_code", map[string]any{"path": ".", "question": " "}); said == "" {
		t.Error("nothing is a question")
	}
}
