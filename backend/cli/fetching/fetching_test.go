package fetching

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/model/hardware"
	"aipack/backend/model/modelfile"
	"aipack/backend/model/modelfile/hubtest"

	"github.com/spf13/cobra"
)

// run runs one command line on a desk.
func run(t *testing.T, d Desk, args ...string) (code int, out, said string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = cli.Run(t.Context(), cli.Rooms{Version: "test", Now: time.Now}, args, cli.Streams{Out: &stdout, Err: &stderr},
		func(p *cli.Program) *cobra.Command { return d.Model(p) }, func(p *cli.Program) *cobra.Command { return d.Setup(p) })
	return code, stdout.String(), stderr.String()
}

// large is a machine with memory for every model and no graphics card.
func large(context.Context) (hardware.Picture, hardware.Decision) {
	p := hardware.Picture{CPU: hardware.CPU{Model: "Test CPU", Vectors: hardware.AVX2, Physical: 8, Threads: 16}, Memory: hardware.Memory{Total: 32 << 30, Available: 24 << 30, Usable: 24 << 30}}
	return p, hardware.Decide(p, []hardware.Device{{Name: "CPU", Type: "cpu"}}, "")
}

func desk(t *testing.T, typed string) Desk {
	return Desk{Shelf: modelfile.Shelf{Dir: t.TempDir()}, In: strings.NewReader(typed), Asks: typed != "", Machine: large}
}

func own(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mine.gguf")
	if err := os.WriteFile(path, hubtest.Tiny(t), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestModelsGoThroughTheirLife(t *testing.T) {
	d := desk(t, "")
	var forgotten []string
	d.Forget = func(id string) error { forgotten = append(forgotten, id); return nil }
	code, out, _ := run(t, d, "model", "list")
	for _, want := range []string{"qwen2.5-coder-7b", "4.7 GB", "absent", "Qwen Research (not for commercial use)", "suits best", d.Shelf.Dir} {
		if code != cli.Done || !strings.Contains(out, want) {
			t.Errorf("exit %d, %q is not listed:\n%s", code, want, out)
		}
	}
	if code, out, _ = run(t, d, "model", "import", own(t)); code != cli.Done || !strings.HasPrefix(out, "own:mine.gguf: ") {
		t.Fatalf("exit %d: %s", code, out)
	}
	if code, out, _ = run(t, d, "model", "check"); code != cli.Done || !strings.Contains(out, "own:mine.gguf: its header is sound") {
		t.Errorf("exit %d: %s", code, out)
	}
	if code, out, _ = run(t, d, "model", "remove", "mine"); code != cli.Done || !strings.Contains(out, "removed own:mine.gguf") {
		t.Errorf("exit %d: %s", code, out)
	}
	if want := []string{"own:mine.gguf", "own:mine.gguf"}; !slices.Equal(forgotten, want) {
		t.Errorf("taken in and removed, the tests of %v were forgotten, want %v", forgotten, want)
	}
	if code, _, said := run(t, d, "model", "check"); code != cli.Failed || !strings.Contains(said, "run `aipack setup`") {
		t.Errorf("exit %d: %s", code, said)
	}
}

func TestPullFromAHub(t *testing.T) {
	data := hubtest.Tiny(t)
	d := desk(t, "")
	d.Fetcher = modelfile.Fetcher{Endpoint: hubtest.Serve(t, data)}
	code, out, said := run(t, d, "model", "pull", "me/models/tiny.gguf")
	path := filepath.Join(d.Shelf.Dir, "tiny.gguf")
	if got, err := os.ReadFile(path); code != cli.Done || err != nil || !bytes.Equal(got, data) || strings.TrimSpace(out) != path {
		t.Fatalf("exit %d, %v: %s%s", code, err, out, said)
	}
	if code, out, _ = run(t, d, "model", "check", "tiny"); code != cli.Done || !strings.Contains(out, "as published") {
		t.Errorf("exit %d: %s", code, out)
	}
	data[len(data)-1] ^= 1
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, _ = run(t, d, "model", "check", "tiny"); code != cli.Failed || !strings.Contains(out, "is not the file that was published") {
		t.Errorf("a changed file: exit %d: %s", code, out)
	}
	var listed struct {
		Models []struct{ ID, State, Commit string }
	}
	if _, out, _ = run(t, d, "model", "list", "--format", "json"); json.Unmarshal([]byte(out), &listed) != nil || len(listed.Models) != len(modelfile.Catalogue())+1 || listed.Models[len(listed.Models)-1].State != "ready" {
		t.Errorf("%s", out)
	}
}

// TestNobodyToAsk is A118: a script is told what to do, and what does not
// depend on the terminal.
func TestNobodyToAsk(t *testing.T) {
	code, out, said := run(t, desk(t, ""), "setup")
	if code != cli.Failed || out != "" || !strings.Contains(said, "run `aipack setup` to download one, or set ANTHROPIC_API_KEY or OPENAI_API_KEY") {
		t.Errorf("exit %d: %s%s", code, out, said)
	}
}

func TestSetupAsks(t *testing.T) {
	for name, c := range map[string]struct {
		typed string
		code  int
		says  []string
	}{
		"declined":      {"\nn\n", cli.Failed, []string{"1  On this computer: Qwen3-Coder 30B A3B, 18.6 GB to download", "24 GB are free; an answer takes about 20 s (estimated)  [recommended]", "5  On this computer: Ministral 3 8B", "Download Qwen3-Coder 30B A3B (18556 MB) for local inference? [Y/n]", "declined", "ANTHROPIC_API_KEY"}},
		"nothing typed": {" ", cli.Misused, []string{"nothing was chosen", "--yes"}},
		"another one":   {"9\nx\n2\nno\n", cli.Failed, []string{"Download gpt-oss 20B (12109 MB)"}},
		"a cloud":       {"6\n", cli.Done, []string{"ollama pull", "ANTHROPIC_API_KEY"}},
		"rules":         {"7\n", cli.Done, []string{"--mode static"}},
		"end of input":  {"1\n", cli.Failed, []string{"declined"}},
	} {
		code, _, said := run(t, desk(t, c.typed), "setup")
		for _, want := range c.says {
			if code != c.code || !strings.Contains(said, want) {
				t.Errorf("%s: exit %d, %q is not said:\n%s", name, code, want, said)
			}
		}
	}
}

func TestSetupSaysWhatMayNotBeSold(t *testing.T) {
	if _, _, said := run(t, desk(t, "n\n"), "setup", "--model", "qwen2.5-coder-3b"); !strings.Contains(said, "not for commercial use") || !strings.Contains(said, "Download Qwen2.5-Coder 3B (2104 MB)") {
		t.Error(said)
	}
}

func TestSetupDownloads(t *testing.T) {
	d := desk(t, "\n")
	d.Fetcher = modelfile.Fetcher{Endpoint: hubtest.Serve(t, hubtest.Tiny(t))}
	code, out, said := run(t, d, "setup", "--model", "me/models/tiny.gguf")
	if code != cli.Done || !strings.Contains(out, "is ready: "+filepath.Join(d.Shelf.Dir, "tiny.gguf")) || !strings.Contains(said, "Download tiny for local inference? [Y/n]") {
		t.Errorf("exit %d: %s%s", code, out, said)
	}
	if code, out, _ = run(t, d, "setup", "--model", "me/models/tiny.gguf"); code != cli.Done || !strings.Contains(out, "is ready") {
		t.Errorf("once more: exit %d: %s", code, out)
	}
	d.Machine = func(ctx context.Context) (hardware.Picture, hardware.Decision) {
		p, _ := large(ctx)
		return p, hardware.Decide(p, nil, "a library is missing.")
	}
	if code, _, said = run(t, d, "setup", "--model", "me/models/tiny.gguf"); code != cli.Done || !strings.Contains(said, "Models cannot run on this computer yet: a library is missing.\n") {
		t.Errorf("without the library: exit %d: %s", code, said)
	}
}

func TestMistakesAreSaid(t *testing.T) {
	for _, args := range [][]string{{"model", "pull", "a", "b"}, {"model", "list", "--format", "xml"}, {"model", "import"}} {
		if code, _, said := run(t, desk(t, ""), args...); code != cli.Misused {
			t.Errorf("%q: exit %d: %s", args, code, said)
		}
	}
	if code, _, said := run(t, desk(t, ""), "model", "pull", "gpt-5"); code != cli.Failed || !strings.Contains(said, "known are qwen3-coder-30b-a3b, gpt-oss-20b") {
		t.Errorf("exit %d: %s", code, said)
	}
}

func TestBar(t *testing.T) {
	var out bytes.Buffer
	at := modelfile.Progress{Stage: modelfile.Fetching, Done: 2_341_000_000, Total: 4_683_073_536, Rate: 38_000_000, Left: 70 * time.Second, File: "x.gguf"}
	b := newBar(&out, true)
	b.show(at)
	at.Done, at.Stage, at.Rate, at.Left = at.Total, modelfile.Done, 0, -1
	b.show(at)
	b.end()
	want := "\r[==========>             ] 2.3 GB of 4.7 GB  38 MB/s  1 min 10 s\r[========================] 4.7 GB of 4.7 GB, done               \n"
	if got := out.String(); got != want {
		t.Errorf("%q\n%q", got, want)
	}
	out.Reset()
	b = newBar(&out, false)
	for done := int64(0); done <= 1000; done++ {
		b.show(modelfile.Progress{Stage: modelfile.Fetching, Done: done, Total: 1000, Left: -1})
	}
	b.show(modelfile.Progress{Stage: modelfile.Failed, Problem: &fault.Fault{}})
	b.end()
	if n := strings.Count(out.String(), "\n"); n != 11 {
		t.Errorf("%d lines:\n%s", n, out.String())
	}
}
