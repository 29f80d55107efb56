package deployment

import (
	"strings"
	"testing"

	"aipack/backend/manifest/dockerfile"
)

func FuzzCommand(f *testing.F) {
	f.Add("cd a && exec b -p $PORT; curl http://x:1/y")
	f.Fuzz(func(t *testing.T, line string) {
		words := shellCommand(line)
		if len(words) == 0 && strings.TrimSpace(line) != "" {
			t.Fatalf("%q has no words", line)
		}
		if port, _ := PortOf(words); port < 0 || port > 65535 {
			t.Fatalf("port %d", port)
		}
		if p, _, _ := urlOf(dockerfile.Command{Shell: line}); p != "" && p[0] != '/' {
			t.Fatalf("path %q", p)
		}
	})
}
