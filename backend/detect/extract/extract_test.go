package extract

import (
	"testing"

	"aipack/backend/base/finding"
	"aipack/backend/detect/deployment"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// javascript is a language of the tests: enough patterns to exercise the search.
var javascript = language.Language{
	ID: "javascript", Name: "JavaScript", Extensions: []string{".js"},
	EnvReads: []language.Pattern{`process\.env\.([A-Za-z_]\w*)(?:\s*(?:\|\||\?\?)\s*['"]?([\w.:/-]+))?`, `\{([^{}]+)\}\s*=\s*process\.env\b`},
	PortUses: []language.Pattern{`process\.env\.PORT\s*(?:\|\||\?\?)\s*['"]?(\d+)`, `\.listen\(\s*(\d+)`},
	Routes:   []language.Pattern{`\.(?:get|use)\(\s*['"]([^'"]+)['"]`},
	OldLogin: func(p *language.Project) (language.Dependency, bool) { return p.FirstShipped("old-mysql") },
}

// facts reads the facts about the service in dir, which is the only one.
func facts(t *testing.T, files map[string]string, dir string, deps ...string) *Facts {
	t.Helper()
	r := languagetest.Reader(t, files)
	p := &language.Project{Folder: r.Folder(dir), Language: &javascript}
	for _, d := range deps {
		p.Deps = append(p.Deps, language.Dependency{Name: d, Path: "package.json"})
	}
	return Of(p, deployment.Survey(r, deployment.Compose(r), []string{dir}))
}

func TestPorts(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		files map[string]string
		dir   string
		want  int
		rule  string
		lost  []string
	}{
		{name: "nothing", files: map[string]string{"server.js": "let x = 1"}, dir: "."},
		{
			name: "fallback of PORT in the source", dir: ".", want: 3000, rule: "port.source",
			files: map[string]string{"server.js": "const port = process.env.PORT || 3000\napp.listen(port)"},
		},
		{
			name: "a comment and a test do not count", dir: ".", want: 5000, rule: "port.source",
			files: map[string]string{"server.js": "// app.listen(4000)\napp.listen(5000)", "server.test.js": "app.listen(6000)", "test/app.js": "app.listen(7000)"},
		},
		{
			name: "EXPOSE with a build argument beats the source", dir: ".", want: 8081, rule: "dockerfile.expose", lost: []string{"3000"},
			files: map[string]string{
				"Dockerfile": "ARG P=8081\nFROM node:22\nARG P\nENV APP=$P\nEXPOSE ${APP} 9229\nCMD [\"node\", \"server.js\"]\n",
				"server.js":  "app.listen(3000)",
			},
		},
		{
			name: "nginx in front is not the server", dir: ".", want: 4000, rule: "port.source", lost: []string{"80"},
			files: map[string]string{"Dockerfile": "FROM node:22 AS build\nFROM nginx:1.28\nEXPOSE 80\n", "server.js": "app.listen(4000)"},
		},
		{
			name: "compose beats EXPOSE, its override too", dir: "api", want: 4100, rule: "compose.ports", lost: []string{"4000", "3000"},
			files: map[string]string{
				"compose.yaml":          "services:\n  backend:\n    build: ./api\n",
				"compose.override.yaml": "services:\n  backend:\n    ports:\n      - \"80:4100\"\n",
				"api/Dockerfile":        "FROM node:22\nEXPOSE 4000\n",
				"api/server.js":         "app.listen(3000)",
			},
		},
		{
			name: "SSH beside the pages", dir: ".", want: 8080, rule: "dockerfile.expose", lost: []string{"22", "25"},
			files: map[string]string{"Dockerfile": "FROM debian\nEXPOSE 22 8080 25\n"},
		},
		{
			name: "SSH alone", dir: ".", want: 22, rule: "dockerfile.expose",
			files: map[string]string{"Dockerfile": "FROM debian\nEXPOSE 22\n"},
		},
		{
			name: "Kubernetes' port for gRPC beside the one of HTTP", dir: ".", want: 9898, rule: "kubernetes.port",
			files: map[string]string{"k8s/deployment.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: shop\nspec:\n  template:\n    spec:\n      containers:\n        - name: shop\n          image: shop\n          ports:\n            - name: grpc\n              containerPort: 9999\n            - name: http-metrics\n              containerPort: 9797\n            - name: http\n              containerPort: 9898\n"},
		},
		{
			name: "TLS of one deployment", dir: ".", want: 9091, rule: "dockerfile.expose", lost: []string{"443"},
			files: map[string]string{"Dockerfile": "FROM debian\nEXPOSE 9091\n", "k8s/deployment.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: shop\nspec:\n  template:\n    spec:\n      containers:\n        - name: shop\n          image: shop\n          ports:\n            - containerPort: 443\n"},
		},
		{
			name: "TLS alone", dir: ".", want: 443, rule: "dockerfile.expose",
			files: map[string]string{"Dockerfile": "FROM debian\nEXPOSE 443\n"},
		},
		{
			name: "Kubernetes by the image's name", dir: "cart", want: 7070, rule: "kubernetes.port",
			files: map[string]string{
				"k8s/cart.yaml":  "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: cartservice}\nspec:\n  template:\n    spec:\n      containers:\n      - name: server\n        image: acme/cart:1\n        ports:\n        - containerPort: 7070\n",
				"cart/server.js": "",
			},
		},
		{
			name: ".env.example", dir: ".", want: 8088, rule: "port.dotenv", lost: []string{"3000"},
			files: map[string]string{".env.example": "PORT=8088 # where it listens\n", "server.js": "app.listen(3000)"},
		},
		{
			name: "a Procfile that fixes the port", dir: ".", want: 9001, rule: "port.command", lost: []string{"8000"},
			files: map[string]string{"Procfile": "web: gunicorn app:app -b 0.0.0.0:9001\r\n", "Dockerfile": "FROM python\nEXPOSE 8000\n"},
		},
		{
			name: "what is dialled elsewhere is not listened on", dir: ".", want: 4000, rule: "port.source",
			files: map[string]string{"lib/proxy.js": "const port = url.port || 443\n", "lib/serve.js": "http.createServer(f).listen(4000)\n"},
		},
		{
			name: "PORT's default in compose", dir: ".", want: 3100, rule: "compose.environment",
			files: map[string]string{"compose.yaml": "services:\n  x:\n    build: .\n    environment: [\"PORT=${PORT:-3100}\"]\n"},
		},
		{
			name: "ASP.NET's addresses", dir: ".", want: 5080, rule: "dockerfile.env",
			files: map[string]string{"Dockerfile": "FROM x\nENV ASPNETCORE_URLS=http://+:5080;https://+:5443\n"},
		},
		{
			name: "one Dockerfile for all members of a workspace", dir: "apps/web", want: 4300, rule: "compose.ports",
			files: map[string]string{"compose.yaml": "services:\n  front: {build: {context: ., target: web}, ports: [\"80:4300\"]}\n", "apps/web/x.js": "", "Dockerfile": "FROM node AS web\nFROM node AS api\n"},
		},
		{
			name: "fly.toml", dir: ".", want: 8085, rule: "platform.fly",
			files: map[string]string{"fly.toml": "app = \"x\"\n[http_service]\n  internal_port = 8085\n"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := facts(t, tt.files, tt.dir).Ports()
			if got.Value != tt.want {
				t.Fatalf("port %d, want %d: %+v", got.Value, tt.want, got)
			}
			if tt.want == 0 {
				return
			}
			if got.Evidence[0].Rule != tt.rule || got.Evidence[0].Path == "" || got.Evidence[0].Line == 0 {
				t.Errorf("evidence %+v, want rule %s with a place", got.Evidence[0], tt.rule)
			}
			var lost []string
			for _, l := range got.Alternatives {
				lost = append(lost, l.Value)
			}
			if len(lost) != len(tt.lost) {
				t.Fatalf("lost %v, want %v", lost, tt.lost)
			}
			for i := range lost {
				if lost[i] != tt.lost[i] {
					t.Errorf("lost %v, want %v", lost, tt.lost)
				}
			}
		})
	}
}

func TestTheLanguageKnowsBetterAtEqualConfidence(t *testing.T) {
	t.Parallel()
	f := facts(t, map[string]string{"compose.yaml": "services: {x: {build: ., ports: [\"3000:3000\"], expose: [\"3306\"]}}\n", "Dockerfile": "FROM node\nEXPOSE 3000\n"}, ".")
	if got := f.Ports(finding.Of(8080, finding.Certain, finding.Evidence{Rule: "x.static"})); got.Value != 8080 || len(got.Alternatives) != 2 || got.Alternatives[0].Value != "3000" {
		t.Errorf("%+v", got)
	}
	if got := f.Ports(finding.Of(8080, finding.Likely, finding.Evidence{Rule: "x.framework"})); got.Value != 3000 {
		t.Errorf("%+v", got)
	}
}

func TestSearchAcrossLines(t *testing.T) {
	t.Parallel()
	f := facts(t, map[string]string{"server.js": "x\n\nconst port =\n  process.env.PORT ||\n    4321\n"}, ".")
	if got := f.Ports(); got.Value != 4321 || got.Evidence[0].Line != 4 {
		t.Errorf("%+v", got)
	}
}
