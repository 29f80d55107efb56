package healthcheck

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestHealthcheckFitsTheImage(t *testing.T) {
	for image, want := range map[string]string{
		"node:22-bookworm-slim": "bash", "alpine:3.20": "sh", "gcr.io/distroless/static": "", "scratch": "",
	} {
		h := Of(image, "8080", "/health")
		if want == "" {
			if h != nil {
				t.Errorf("%s has nothing to ask with and got %v", image, h.Command)
			}
			continue
		}
		if h.Command[0] != want || !strings.Contains(h.Command[2], "8080") || !strings.Contains(h.Command[2], "/health") {
			t.Errorf("%s: %v", image, h.Command)
		}
	}
}

// TestAHostilePathStaysAPath runs the check's shell over paths that try to get
// out of their quotes.
func TestAHostilePathStaysAPath(t *testing.T) {
	for _, path := range []string{"/x'; touch escaped; '", "/$(touch escaped)", "/x;touch escaped", "/x?a=1&touch escaped", "/x|touch\tescaped", "/a\nb", `/\'"`, "/%s%n", "/`id`"} {
		for _, image := range []string{"debian:bookworm-slim", "alpine:3.20"} {
			h := Of(image, "${PORT:-1}", path)
			c := exec.CommandContext(t.Context(), h.Command[0], h.Command[1:]...)
			c.Dir, c.Env = t.TempDir(), []string{"PATH=" + stubs(t), "PORT=1"}
			out, _ := c.CombinedOutput() // nobody answers
			if found, err := os.ReadDir(c.Dir); err != nil || len(found) > 0 || strings.Contains(string(out), "syntax") || strings.Contains(string(out), "not found") {
				t.Errorf("%s: %q makes %v, and says %s", image, path, found, out)
			}
		}
		if said := safePath(path); strings.ContainsAny(said, "'\"$`\\\n ;()|") {
			t.Errorf("%q became %q", path, said)
		}
	}
}

// stubs is a folder with a wget that wants one address, a touch, and the system's shells.
func stubs(t *testing.T) string {
	dir := t.TempDir()
	for name, text := range map[string]string{"wget": `[ $# = 4 ] && [ "${4#http://127.0.0.1:1/}" != "$4" ] || echo syntax`, "touch": `: > "$1"`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
