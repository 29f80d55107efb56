package extract

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"aipack/backend/detect/source"
)

func TestHostileFilesAreBounded(t *testing.T) {
	t.Parallel()
	var compose, dotenv, text, cluster strings.Builder
	compose.WriteString("services:\n")
	for i := range 190 {
		fmt.Fprintf(&compose, "  s%d:\n    build: .\n    ports: [1:2]\n    environment:\n", i)
		for j := range 40 {
			fmt.Fprintf(&compose, "      V%d_%d: s1:s2:s3/s4,s5 s6@s7=s8\n", i, j)
		}
	}
	for i := range 20_000 {
		fmt.Fprintf(&dotenv, "VARIABLE_%d=\"unclosed\nPORT=%d\n", i, i)
		text.WriteString("process.env.A || 'x'; app.get('/health'); router.use('/x', health) // app.listen(3000)\n")
	}
	cluster.WriteString("kind: Deployment\nspec: {template: {spec: {containers: [")
	for i := range 2_000 {
		fmt.Fprintf(&cluster, "{name: shop, image: shop, ports: [{containerPort: %d}]},\n", i+1)
	}
	cluster.WriteString("]}}}\n")
	files := map[string]string{
		"compose.yaml": compose.String(), ".env.example": dotenv.String(), ".env": dotenv.String(), "server.js": text.String()[:source.MaxFile-1],
		"k8s/a.yaml": cluster.String(), "fly.toml": "[env]\n" + strings.ReplaceAll(dotenv.String(), `="unclosed`, `=""`), "Dockerfile": strings.Repeat("FROM a\nEXPOSE 1\n", 20_000),
	}
	for i := range 200 {
		files[fmt.Sprintf("lib/f%d.js", i)] = text.String()[:20_000]
	}
	start := time.Now()
	f := facts(t, files, ".")
	f.Ports()
	f.Health()
	f.Backing()
	f.Start()
	if n := len(f.Env()); n > maxVariables {
		t.Errorf("%d variables", n)
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("took %v", took)
	}
}
