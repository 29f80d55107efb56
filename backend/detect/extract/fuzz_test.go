package extract

import (
	"aipack/backend/detect/variable"
	"strings"
	"testing"
)

// Whatever a repository holds, reading its facts neither panics nor gives a
// port that is none.
func FuzzFacts(f *testing.F) {
	f.Add("services:\n  x: {build: ., ports: [\"1:2\"]}\n", "app.get('/health')\nprocess.env.A || 'b'\n", "web: node x -p 3000")
	f.Add("FROM a AS b\nFROM b\nEXPOSE 1\n", "v1 = v1.Group(\"/x\")\nv1.get('/ping')\n.use('/', v1", "A=b\n#C=d")
	f.Fuzz(func(t *testing.T, container, source, lines string) {
		if strings.Contains(source, "\x00") || len(container)+len(source)+len(lines) > 1<<14 {
			t.Skip()
		}
		facts := facts(t, map[string]string{
			"compose.yaml": container, "k8s/a.yaml": container, "Dockerfile": container, "fly.toml": container, "render.yaml": container, "app.json": container,
			"server.js": source, "lib/health.js": source, "Procfile": lines, ".env.example": lines, ".env": lines, "config/database.yml": lines,
		}, ".", lines)
		port := facts.Ports()
		if port.Found() && (port.Value < 1 || port.Value > 65535) {
			t.Fatalf("port %d", port.Value)
		}
		if h := facts.Health(); h.Found() && !strings.HasPrefix(h.Value, "/") {
			t.Fatalf("path %q", h.Value)
		}
		for _, v := range facts.Env() {
			if v.Value.Secret && v.Value.Default != "" || !variable.Asked(v.Value.Name) {
				t.Fatalf("%+v", v.Value)
			}
		}
		facts.Backing()
		facts.Start()
		facts.DependsOn()
	})
}
