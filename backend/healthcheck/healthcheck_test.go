package healthcheck

import (
	"os/exec"
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
	for _, path := range []string{"/x'; touch escaped; '", "/$(touch escaped)", "/a\nb", `/\'"`, "/%s%n", "/`id`"} {
		h := Of("debian:bookworm-slim", "1", path)
		dir := t.TempDir()
		c := exec.CommandContext(t.Context(), "bash", "-n", "-c", h.Command[2])
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%q breaks the shell's syntax: %v %s", path, err, out)
		}
		if said := safePath(path); strings.ContainsAny(said, "'\"$`\\\n ;()") {
			t.Errorf("%q became %q", path, said)
		}
	}
}
