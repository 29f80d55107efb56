package tool

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"aipack/backend/language"
	"aipack/backend/model/llm"
	"aipack/backend/repo"
	"aipack/languages"
)

// canary stands in files beside the repository: nothing may bring it.
const canary = "CANARY-7f3a"

// guarded is a repository on disk with a secret beside it and links that lead
// there.
func guarded(t testing.TB) *repo.Tree {
	t.Helper()
	top := t.TempDir()
	root := filepath.Join(top, "repo")
	for name, text := range map[string]string{
		"secret.txt": canary, "repo/a.txt": "one\ntwo\nthree\n", "repo/src/main.go": "package main\n",
		"repo/package.json": `{"scripts":{"build":"x"}}`, "repo/vendor/v.go": "package v\n", "repo/bin.dat": "\x00\x01\x02",
	} {
		p := filepath.Join(top, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{"out": "../secret.txt", "up": "..", "loop": "loop", "in": "src"} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Skip("no links on this system: ", err)
		}
	}
	r, err := repo.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// fuzzTool holds a tool to what every answer must be, whatever the arguments.
func fuzzTool(f *testing.F, name string, seeds ...string) {
	f.Helper()
	for _, s := range append(seeds, `{}`, `{"path":"../secret.txt"}`, `{"path":"out"}`, `{"path":"up/secret.txt"}`, `{"path":["/etc/passwd","in/main.go"]}`, `{'path':"src",`) {
		f.Add(s)
	}
	s := New(Options{Repo: guarded(f), Registry: language.NewRegistry(languages.All())})
	f.Fuzz(func(t *testing.T, args string) {
		if len(args) > 8<<10 {
			return
		}
		r := s.Execute(t.Context(), llm.ToolCall{Name: name, Arguments: args})
		switch {
		case strings.Contains(r.Text, canary) && !strings.Contains(args, canary): // the fuzzer learns words that are compared
			t.Fatalf("%s shows what lies outside: %s", args, r.Text)
		case strings.Contains(r.Text, "broke down"):
			t.Fatalf("%s: %s", args, r.Text)
		case !utf8.ValidString(r.Text):
			t.Fatalf("%s is answered in no UTF-8: %q", args, r.Text)
		case strings.HasPrefix(r.Text, "{") && !json.Valid([]byte(r.Text)):
			t.Fatalf("%s is answered in no JSON: %s", args, r.Text)
		case r.Failed && !strings.HasPrefix(r.Text, `{"error":`):
			t.Fatalf("%s fails without a word: %s", args, r.Text)
		case name != "submit_detection" && len(r.Text) > Narrow().bytes()+2000:
			t.Fatalf("%s is answered with %d bytes", args, len(r.Text))
		}
	})
}

func FuzzListFiles(f *testing.F) {
	fuzzTool(f, "list_files", `{"recursive":true,"max_depth":9,"include_hidden":true,"pattern":"*.{go,txt}"}`, `{"pattern":"[a-"}`)
}

func FuzzReadFile(f *testing.F) {
	fuzzTool(f, "read_file", `{"path":"a.txt","start_line":2,"max_lines":1}`, `{"path":["a.txt","bin.dat","loop"],"encoding":"latin-1"}`)
}

func FuzzSearchFiles(f *testing.F) {
	fuzzTool(f, "search_files", `{"pattern":"**/*.go","path":"src"}`, `{"pattern":"../*"}`, `{"pattern":"{..,a}/*"}`)
}

func FuzzGetFileTree(f *testing.F) {
	fuzzTool(f, "get_file_tree", `{"format":"json","max_depth":2,"include_files":false}`, `{"path":"up"}`)
}

func FuzzGrepContent(f *testing.F) {
	fuzzTool(f, "grep_content", `{"pattern":"(a|b)*t","context_lines":2,"file_pattern":"*.txt"}`, `{"pattern":"CANARY","path":"up"}`)
}

func FuzzGetBestPractices(f *testing.F) {
	fuzzTool(f, "get_best_practices", `{"language":"rust","build_system":"cargo","variant":"workspace"}`)
}

func FuzzSubmitDetection(f *testing.F) {
	fuzzTool(f, "submit_detection", good, `{"evidence":[{"path":"../secret.txt","excerpt":"`+canary+`x"}],"metadata":{"path":".."}}`, `{"projects":[{}]}`)
}

func BenchmarkCall(b *testing.B) {
	content := map[string]string{}
	for i := range 2000 {
		content["src/d"+string(rune('a'+i%26))+"/f"+strings.Repeat("x", i%7)+string(rune('a'+i/26%26))+".go"] = "package d\n\nfunc F() {}\n"
	}
	for _, call := range [][2]string{
		{"list_files", `{"recursive":true}`}, {"read_file", `{"path":"src/da/fa.go"}`}, {"search_files", `{"pattern":"*.go"}`},
		{"get_file_tree", `{}`}, {"grep_content", `{"pattern":"func F"}`}, {"get_best_practices", `{"language":"go","build_system":"go"}`}, {"submit_detection", good},
	} {
		b.Run(call[0], func(b *testing.B) {
			o := Options{Repo: files(content), Registry: language.NewRegistry(languages.All())}
			for b.Loop() {
				New(o).Execute(b.Context(), llm.ToolCall{Name: call[0], Arguments: call[1]})
			}
		})
	}
	b.Run("cached", func(b *testing.B) {
		s := New(Options{Repo: files(content), Registry: language.NewRegistry(languages.All())})
		for b.Loop() {
			s.Execute(b.Context(), llm.ToolCall{Name: "list_files", Arguments: `{}`})
		}
	})
}
