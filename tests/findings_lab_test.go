//go:build lab && linux

package tests

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aipack/backend/prove"
)

// TestAFindingIsMended: a key that comes into the image is kept out of it by a line of
// .dockerignore, where the program needs the file for nothing; where it does, the line is
// taken back, and the finding stands.
func TestAFindingIsMended(t *testing.T) {
	builder := os.Getenv("AIPACK_BUILDER")
	engine, err := repairEngine()
	if err != nil {
		t.Fatal(err)
	}
	key := "ghp_" + strings.Repeat("a1B2c3D4e5F6", 3) // of the form that GitHub's have
	const server = `require("http").createServer((_, answer) => answer.end("ok")).listen(3000);
process.on("SIGTERM", () => process.exit());
`
	for name, c := range map[string]struct {
		server  string
		outcome string // of the try
		leftOut bool   // by .dockerignore
	}{
		"nobody needs it":      {server, prove.Kept, true},
		"the program needs it": {`require("./examples/key.js");` + "\n" + server, prove.TakenBack, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range map[string]string{
				"package.json":    `{"name": "greeting", "version": "1.0.0", "scripts": {"start": "node server.js"}}`,
				"server.js":       c.server,
				"examples/key.js": "module.exports = { token: \"" + key + "\" };\n",
			} {
				if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, file)), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			repair := exec.CommandContext(t.Context(), engine, "repair", dir, "--builder", builder, "--browser", "none", "--write", "--format", "json")
			repair.Env = append(os.Environ(), "AIPACK_DATA="+t.TempDir())
			out, err := repair.Output()
			var told struct {
				Services []struct {
					Verdict  prove.Verdict
					Attempts []struct {
						Failure struct{ Rule string }
						Outcome struct{ State string }
					}
				}
			}
			if wrong := json.Unmarshal(out, &told); wrong != nil || len(told.Services) != 1 {
				t.Fatalf("%v, %v\n%s", err, wrong, out)
			}
			s := told.Services[0]
			if s.Verdict != prove.Proven || len(s.Attempts) != 1 || s.Attempts[0].Failure.Rule != "secrets" || s.Attempts[0].Outcome.State != c.outcome {
				t.Errorf("%+v", s)
			}
			lines, err := os.ReadFile(filepath.Join(dir, ".dockerignore"))
			if err != nil || slices.Contains(strings.Split(string(lines), "\n"), "examples/key.js") != c.leftOut {
				t.Errorf("%s %v", lines, err)
			}
		})
	}
}
