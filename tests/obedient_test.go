package tests

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/base/event"
	"aipack/backend/detect/analysis"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/redact"
	"aipack/backend/model/llm/script"
	"aipack/backend/model/tool"
	"aipack/backend/repo"
	"aipack/backend/secret/conceal/concealtest"
)

// obedience is a session in which a model reads what it is told to read.
type obedience struct {
	t      *testing.T
	tools  *tool.System
	client *redact.Client
	inner  *script.Client
	events []event.Event
	n      int
}

func obedient(t *testing.T, dir string) *obedience {
	t.Helper()
	tree, err := repo.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	o := &obedience{t: t, inner: &script.Client{Rest: script.Say("Go on.")}}
	o.client = redact.New(o.inner, &redact.Filter{})
	o.tools = tool.New(tool.Options{
		Repo: tree, Registry: analysis.Registry(), Hide: o.client.Answer, Limits: tool.Wide(),
		Sink: func(e event.Event) { o.events = append(o.events, e) },
	})
	return o
}

// call makes a call and gives all that leaves for it: what the model is sent, and what
// the history keeps.
func (o *obedience) call(name, arguments string) string {
	o.t.Helper()
	o.n++
	o.events = nil
	call := llm.ToolCall{ID: fmt.Sprint(o.n), Name: name, Arguments: arguments}
	r := o.tools.Execute(o.t.Context(), call)
	_, err := o.client.Chat(o.t.Context(), llm.Request{Messages: []llm.Message{
		{Role: llm.User, Text: "Read."}, {Role: llm.Assistant, Calls: []llm.ToolCall{call}},
		{Role: llm.Tool, CallID: call.ID, ToolName: name, Text: r.Text, Failed: r.Failed},
	}}, nil)
	if err != nil {
		o.t.Fatal(err)
	}
	requests := o.inner.Requests()
	sent, err := json.Marshal(requests[len(requests)-1].Messages)
	if err != nil {
		o.t.Fatal(err)
	}
	told, err := json.Marshal(o.events)
	if err != nil {
		o.t.Fatal(err)
	}
	return string(sent) + string(told)
}

// plain is a text as JSON writes it, without its quotes.
func plain(text string) string {
	b, _ := json.Marshal(text)
	return strings.Trim(string(b), `"`)
}

// TestNoSecretOfAFileGoesOut: an obedient model reads every file, whole and two lines at
// a time, from every line on, and greps every line of it. Nothing of what it is sent or
// of what the history keeps holds a secret, or one half of one.
func TestNoSecretOfAFileGoesOut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := concealtest.Files()
	for _, f := range files {
		at := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(f.Text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := obedient(t, dir)
	secrets, readable := 0, 0
	for _, f := range files {
		calls := [][2]string{
			{"read_file", fmt.Sprintf(`{"path":%q}`, f.Path)}, {"read_file", fmt.Sprintf(`{"files":[%q,"nothing.txt"]}`, f.Path)}, {"read_file", fmt.Sprintf(`{"path":%q,"encoding":"utf-8"}`, f.Path)},
			{"grep_content", fmt.Sprintf(`{"pattern":".","path":%q,"max_matches_per_file":50}`, f.Path)},
			{"grep_content", fmt.Sprintf(`{"pattern":"[^\\s]","path":%q,"context_lines":3}`, path.Dir(f.Path))},
		}
		for n := range strings.Count(f.Text, "\n") + 1 {
			calls = append(calls, [2]string{"read_file", fmt.Sprintf(`{"path":%q,"start_line":%d,"max_lines":2}`, f.Path, n+1)})
		}
		secrets += len(f.Secrets)
		for _, c := range calls {
			out := o.call(c[0], c[1])
			if strings.Contains(out, "«secret:") {
				readable++
			}
			for _, s := range f.Secrets {
				for _, half := range []string{s[:len(s)/2], s[len(s)/2:]} {
					if len(half) > 4 && strings.Contains(out, plain(half)) {
						t.Errorf("%s %s shows %q of %s: %.1500s", c[0], c[1], half, f.Path, out)
						break
					}
				}
			}
		}
		// Who looks for a secret is not told whether it is there.
		for _, s := range f.Secrets {
			r := o.tools.Execute(t.Context(), llm.ToolCall{Name: "grep_content", Arguments: fmt.Sprintf(`{"pattern":%q,"path":%q}`, regexpQuoted(s[:8]), f.Path)})
			if strings.Contains(r.Text, `"line":`) && !strings.Contains(f.Text, "\x00") {
				t.Errorf("a search for a secret of %s finds it: %s", f.Path, r.Text)
			}
		}
	}
	if secrets < 60 || readable < len(files) {
		t.Errorf("%d secrets in %d files; %d answers had something hidden", secrets, len(files), readable)
	}
}

func regexpQuoted(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < 'a' || r > 'z' {
			b.WriteString("[" + string(r) + "]")
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// TestWhatTellsHowAProjectRunsGoesOut: the twins without secrets are sent as they are.
func TestWhatTellsHowAProjectRunsGoesOut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range concealtest.Readable {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := obedient(t, dir)
	for name := range concealtest.Readable {
		if out := o.call("read_file", fmt.Sprintf(`{"path":%q}`, name)); strings.Contains(out, "«secret:") {
			t.Errorf("%s is sent as %.1500s", name, out)
		}
	}
}
