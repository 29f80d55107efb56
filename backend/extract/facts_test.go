package extract

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/dockerfile"
	"aipack/backend/universalbuild"
)

func TestProcfile(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, content, main string
		want                language.Start
		line                int
	}{
		{
			name: "web first, the others beside it", main: "web", line: 3,
			content: "release: rake db:migrate && rake seed\nworker: bundle exec sidekiq\nweb: bundle exec puma -p $PORT\n",
			want: language.Start{
				Command:   []string{"sh", "-c", "exec bundle exec puma -p $PORT"},
				Processes: []universalbuild.Process{{Name: "worker", Command: []string{"bundle", "exec", "sidekiq"}}},
				Release:   []string{"rake db:migrate && rake seed"},
			},
		},
		{
			name: "a worker alone", main: "worker", line: 2, content: "clock: python clock.py\nworker: python bot.py\n",
			want: language.Start{Command: []string{"python", "bot.py"}, Processes: []universalbuild.Process{{Name: "clock", Command: []string{"python", "clock.py"}}}},
		},
		{name: "any other", main: "bot", line: 1, content: "bot: node bot.js\n", want: language.Start{Command: []string{"node", "bot.js"}}},
		{name: "a release only", content: "release: rake db:migrate\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := Procfile(read(t, map[string]string{"Procfile": tt.content}).Folder("."))
			if got.Main != tt.main {
				t.Errorf("main process %q, want %q", got.Main, tt.main)
			}
			if d := cmp.Diff(tt.want, got.Start.Value); d != "" {
				t.Error(d)
			}
			if tt.main != "" && got.Start.Evidence[0].Line != tt.line {
				t.Errorf("evidence %+v", got.Start.Evidence[0])
			}
		})
	}
}

func TestStartPrefersTheProcfile(t *testing.T) {
	t.Parallel()
	f := facts(t, map[string]string{"Procfile": "web: node a.js", "railway.json": `{"deploy":{"startCommand":"node b.js"}}`}, ".")
	got := f.Start()
	if got.Main != "web" || startText(got.Start.Value) != "node a.js" || len(got.Start.Lost) != 1 || got.Start.Lost[0].Value != "node b.js" {
		t.Errorf("%+v", got)
	}
	f = facts(t, map[string]string{"api/x.js": "", "render.yaml": "services:\n- {type: worker, rootDir: api, startCommand: node w.js}\n"}, "api")
	if got := f.Start(); got.Main != "worker" || startText(got.Start.Value) != "node w.js" || got.Start.Evidence[0].Path != "render.yaml" || got.Start.Evidence[0].Line != 2 {
		t.Errorf("%+v", got)
	}
}

func TestProcfileOfTheFolderAbove(t *testing.T) {
	t.Parallel()
	files := map[string]string{"Procfile": "web: cd ./server && npm start\nworker: cd jobs && node w.js\n", "server/x.js": "", "jobs/x.js": "", "lib/x.js": ""}
	for dir, want := range map[string]string{"server": "npm start", "jobs": "node w.js", "lib": ""} {
		if got := facts(t, files, dir).Start(); startText(got.Start.Value) != want {
			t.Errorf("%s: %+v", dir, got)
		}
	}
}

func TestShellCommand(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"":                                  "",
		"node server.js":                    "node|server.js",
		"node server.js --port $PORT":       "sh|-c|exec node server.js --port $PORT",
		"cd api && npm start":               "sh|-c|cd api && exec npm start",
		"npm run migrate&&npm start":        "sh|-c|npm run migrate&&exec npm start",
		"exec gunicorn app:app -b :$PORT":   "sh|-c|exec gunicorn app:app -b :$PORT",
		"A=1 node server.js":                "sh|-c|A=1 node server.js",
		"python -m http.server & node x":    "sh|-c|python -m http.server & node x",
		`echo "a" | tee b`:                  `sh|-c|echo "a" | tee b`,
		"$(npm bin)/serve":                  "sh|-c|$(npm bin)/serve",
		"cd api && PORT=3 node server.js":   "sh|-c|cd api && PORT=3 node server.js",
		`java $JAVA_OPTS -jar target/*.jar`: `sh|-c|exec java $JAVA_OPTS -jar target/*.jar`,
	} {
		if got := strings.Join(ShellCommand(line), "|"); got != want {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
}

func TestPortOfCommand(t *testing.T) {
	t.Parallel()
	tests := []struct {
		line     string
		port     int
		fallback bool
	}{
		{"gunicorn -b 0.0.0.0:8000 app:app", 8000, false},
		{"gunicorn --bind :8000 app:app", 8000, false},
		{"gunicorn --bind [::]:8000 app:app", 8000, false},
		{"uvicorn main:app --host 0.0.0.0 --port 80", 80, false},
		{"uvicorn main:app --port ${PORT:-8000}", 8000, true},
		{"streamlit run a.py --server.port=8501", 8501, false},
		{"next start -p 4000", 4000, false},
		{"java -Dserver.port=9090 -jar a.jar", 9090, false},
		{"php -S 0.0.0.0:8000 -t public", 8000, false},
		{"dotnet a.dll --urls http://0.0.0.0:5000", 5000, false},
		{"rails server -p $PORT", 0, false},
		{"node server.js --timeout 3000", 0, false},
		{"server --port 99999", 0, false},
		{"server --port 123456", 0, false},
	}
	for _, tt := range tests {
		port, fallback := portOf([]string{"sh", "-c", tt.line})
		if port != tt.port || fallback != tt.fallback {
			t.Errorf("%q: %d %v, want %d %v", tt.line, port, fallback, tt.port, tt.fallback)
		}
	}
}

func TestURLOfHealthCommand(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"curl -f http://localhost:3000/health || exit 1":                                          "/health",
		"curl -fsS http://localhost:${PORT:-3000}/up":                                             "/up",
		"wget --spider -q localhost:8080/healthz":                                                 "/healthz",
		`node -e "require('http').get('http://127.0.0.1:3000/api/health', r => process.exit(0))"`: "/api/health",
		`python -c "import urllib.request as u; u.urlopen('http://localhost:8000')"`:              "/",
		"curl --fail https://example.test:8443/a/b?c=d":                                           "/a/b",
		"curl -f http://localhost/${BASE}":                                                        "/",
		"(curl --noproxy localhost -o /dev/null -sS http://localhost:3000/healthcheck) || exit 1": "/healthcheck",
		"pg_isready -h localhost -p 5432":                                                         "",
		"nc -z localhost 3000":                                                                    "",
		"/app/healthcheck":                                                                        "",
	} {
		if got, _ := urlOf(dockerfile.Command{Shell: line}); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

func TestDockerfile(t *testing.T) {
	t.Parallel()
	r := read(t, map[string]string{
		"Dockerfile.dev": "FROM node:20\nCMD npm run dev\n",
		"Dockerfile":     "FROM node:22 AS build\nFROM node:22-slim\nUSER node\nEXPOSE 3000/tcp 9229\nHEALTHCHECK CMD wget -qO- localhost:3000/health?x=1\nENTRYPOINT [\"tini\", \"--\"]\nCMD [\"node\", \"server.js\"]\n",
		"b/Dockerfile":   "\n",
	})
	c, ok := Dockerfile(r.Folder("."))
	if !ok || c.Path != "Dockerfile" || c.Base.Value != "node:22-slim" || c.User.Value != "node" || c.Health.Value != "/health" || c.WebServer {
		t.Errorf("%+v", c)
	}
	if got := startText(c.Start.Value); got != "tini -- node server.js" || c.Start.Evidence[0].Line != 7 {
		t.Errorf("starts with %q: %+v", got, c.Start.Evidence)
	}
	if len(c.Ports) != 1 || c.Ports[0].Value != 3000 || c.Ports[0].Evidence[0].Excerpt != "EXPOSE 3000/tcp 9229" {
		t.Errorf("ports %+v", c.Ports)
	}
	if _, ok := Dockerfile(r.Folder("b")); ok {
		t.Error("a file without FROM is taken for a Dockerfile")
	}
}

func TestComposeFolders(t *testing.T) {
	t.Parallel()
	r := read(t, map[string]string{
		"docker-compose.yml": `
services:
  web: {build: {context: ., dockerfile: apps/web/Dockerfile}, depends_on: [api]}
  api: {build: ./services/api, ports: ["80:3000"]}
  jobs: {build: ./services/api, command: node jobs.js}
  dev: {image: "node:22", volumes: ["./apps/dev:/src"]}
  out: {build: ../../elsewhere}
  far: {build: "https://github.com/a/b.git"}
  cache: {image: "docker.io/bitnami/redis:7@sha256:abc"}
  db: {image: "mcr.microsoft.com/mssql/server:2022-latest"}
`,
		"apps/web/Dockerfile": "FROM node", "apps/web/x.js": "", "services/api/x.js": "", "apps/dev/x.js": "",
		"deploy/compose.yaml": "services: {api: {build: ../services/api}}\n",
	})
	type place struct{ Name, Folder, File, Kind string }
	var got []place
	for _, s := range Compose(r).Services {
		got = append(got, place{s.Name, s.Folder, s.File, s.Kind})
	}
	want := []place{
		{"web", "apps/web", "apps/web/Dockerfile", ""}, {"api", "services/api", "", ""}, {"jobs", "services/api", "", ""}, {"dev", "apps/dev", "", ""},
		{"out", ".", "", ""}, {"far", "", "", ""}, {"cache", "", "", "redis"}, {"db", "", "", "sqlserver"}, {"api", "services/api", "", ""},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	around := Survey(r, []string{"apps/web", "services/api"})
	f := Of(&language.Project{Folder: r.Folder("services/api"), Language: &node}, around)
	if f.Composed[0].Name != "api" || len(f.Composed) != 3 {
		t.Errorf("%+v", f.Composed)
	}
	f = Of(&language.Project{Folder: r.Folder("apps/web"), Language: &node}, around)
	if d := cmp.Diff([]string{"services/api"}, f.DependsOn()); d != "" {
		t.Error(d)
	}
}

// TestComposeFilesLaidOver: further files add programs of their own, and no
// second choice of a database; files of tests set the product up for their ends.
func TestComposeFilesLaidOver(t *testing.T) {
	t.Parallel()
	r := read(t, map[string]string{
		"compose.yaml":           "services: {web: {build: ./web, depends_on: [db]}, db: {image: postgres}}\n",
		"compose.full.yaml":      "services: {web: {build: ./web, ports: ['1:2']}, mail: {build: ./mail, restart: always}, cache: {image: redis}}\n",
		"compose.mysql.yaml":     "services: {web-mysql: {build: ./web}, mysql: {image: mysql}}\n",
		"compose.dev.yaml":       "services: {tools: {build: ./tools}}\n",
		"tests/e2e/compose.yaml": "services: {web: {build: ../../web, environment: {SECRET: x}}, idp: {image: keycloak}}\n",
		"demo/compose.yaml":      "services: {show: {build: .}}\n",
		"web/x.js":               "", "mail/x.js": "", "tools/x.js": "", "demo/x.js": "",
	})
	type place struct{ Name, Folder, Kind string }
	var got []place
	for _, s := range Compose(r).Services {
		got = append(got, place{s.Name, s.Folder, s.Kind})
	}
	want := []place{{"web", "web", ""}, {"db", "", "postgresql"}, {"mail", "mail", ""}, {"show", "demo", ""}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestComposeFilesThatNameOthers: what is included belongs to the same
// composition, and a service says first what it does not take over.
func TestComposeFilesThatNameOthers(t *testing.T) {
	t.Parallel()
	r := read(t, map[string]string{
		"compose.yaml": `
include:
  - infra/data.yml
  - path: [infra/queue.yml, nowhere.yml, ../../outside.yml]
services:
  api: {extends: {file: common/base.yml, service: node}, build: ./api, depends_on: [db], environment: {DB: "db:5432", MODE: fast}}
  worker: {extends: api, command: node worker.js}
  loop: {extends: loop, image: nginx}
`,
		"infra/data.yml":  "include: ['../compose.yaml']\nservices: {db: {image: postgres}, sync: {build: ./sync}}\n",
		"infra/queue.yml": "services: {queue: {image: rabbitmq}}\n",
		"common/base.yml": "services: {node: {image: node, ports: ['80:4100'], environment: {MODE: slow, LEVEL: info}}}\n",
		"api/x.js":        "", "infra/sync/x.js": "",
	})
	type place struct{ Name, Folder, Kind string }
	var got []place
	for _, s := range Compose(r).Services {
		got = append(got, place{s.Name, s.Folder, s.Kind})
	}
	want := []place{{"db", "", "postgresql"}, {"sync", "infra/sync", ""}, {"queue", "", "rabbitmq"}, {"api", "api", ""}, {"worker", "api", ""}, {"loop", "", ""}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	f := Of(&language.Project{Folder: r.Folder("api"), Language: &node}, Survey(r, []string{"api"}))
	if port := f.Ports(); port.Value != 4100 || port.Evidence[0].Path != "common/base.yml" {
		t.Errorf("the port that is taken over: %+v", port)
	}
	variables := map[string]string{}
	for _, v := range f.Env() {
		variables[v.Value.Name] = v.Value.Default
	}
	if d := cmp.Diff(map[string]string{"DB": "", "LEVEL": "info", "MODE": "fast"}, variables); d != "" {
		t.Error(d)
	}
	var needs []string
	for _, b := range f.Backing() {
		needs = append(needs, b.Value)
	}
	if d := cmp.Diff([]string{"postgresql"}, needs); d != "" {
		t.Error(d)
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		files map[string]string
		want  string
		rule  string
	}{
		{name: "no route is one", files: map[string]string{"server.js": "app.get('/', x); app.get('/users/:id/status', x); app.get('/healthy-recipes', x)"}},
		{name: "the better of two routes", want: "/healthz", rule: "health.route", files: map[string]string{"server.js": "app.get('/status', x)\napp.get('/healthz', x)\n"}},
		{name: "the entry file before a router", want: "/ping", rule: "health.route", files: map[string]string{"server.js": "app.get('/ping', x)", "lib/users/router_x.js": "r.get('/health', x)"}},
		{name: "a pattern without a literal, in any file", want: "/healthz", rule: "health.route", files: map[string]string{"lib/things.js": "x.use('/healthz')"}},
		{name: "below a version", want: "/api/v1/health", rule: "health.route", files: map[string]string{"server.js": "app.get('/api/v1/health', x)"}},
		{
			name: "HEALTHCHECK before routes", want: "/live", rule: "dockerfile.healthcheck",
			files: map[string]string{"Dockerfile": "FROM node\nHEALTHCHECK CMD curl --fail http://localhost:3000/live || exit 1\n", "server.js": "app.get('/health', x)"},
		},
		{
			name: "nginx's HEALTHCHECK is not the server's", want: "/health", rule: "health.route",
			files: map[string]string{"Dockerfile": "FROM nginx\nHEALTHCHECK CMD curl --fail http://localhost/\n", "server.js": "app.get('/health', x)"},
		},
		{
			name: "compose", want: "/up", rule: "compose.healthcheck",
			files: map[string]string{"compose.yaml": "services:\n  x:\n    build: .\n    healthcheck: {test: [CMD, wget, \"-q\", \"http://127.0.0.1:3000/up\"]}\n"},
		},
		{
			name: "the liveness probe", want: "/livez", rule: "kubernetes.liveness",
			files: map[string]string{"k8s/x.yaml": "kind: Deployment\nspec: {template: {spec: {containers: [{name: shop, image: shop, readinessProbe: {httpGet: {path: /readyz}}, livenessProbe: {httpGet: {path: /livez}}}]}}}\n"},
		},
		{name: "render.yaml", want: "/h", rule: "platform.render", files: map[string]string{"render.yaml": "services:\n- type: web\n  healthCheckPath: /h\n"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := facts(t, tt.files, ".").Health()
			if got.Value != tt.want || tt.want != "" && got.Evidence[0].Rule != tt.rule {
				t.Errorf("%q, want %q: %+v", got.Value, tt.want, got)
			}
		})
	}
	more := finding.Of("/actuator/health", finding.Certain, finding.Evidence{Rule: "x.actuator"})
	if got := facts(t, map[string]string{"server.js": "app.get('/health', x)"}, ".").Health(more); got.Value != "/actuator/health" || len(got.Lost) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestBacking(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		files map[string]string
		deps  []string
		want  []string
	}{
		{name: "none", deps: []string{"express", "better-sqlite3", "sqlite3"}},
		{name: "drivers of several ecosystems", deps: []string{"pg", "ioredis", "go.mongodb.org/mongo-driver/v2", "com.rabbitmq:amqp-client"}, want: []string{"mongodb", "postgresql", "rabbitmq", "redis"}},
		{
			name: "a connection string decides between drivers", deps: []string{"pg", "mysql2", "redis"}, want: []string{"mysql", "redis"},
			files: map[string]string{".env.example": "DATABASE_URL=mysql://root@localhost/x\n"},
		},
		{
			name: "compose with several programs: what it depends on or names as a host, and not the rest", deps: []string{"mysql2"}, want: []string{"mariadb", "redis"},
			files: map[string]string{"compose.yaml": "services:\n  y: {build: y}\n  x: {build: ., depends_on: [db], environment: [\"CACHE=redis://cache:6379\"]}\n  db: {image: \"mariadb:11\"}\n  cache: {image: \"redis:7\"}\n  other: {image: mongo}\n"},
		},
		{
			name: "compose with one program: all of it", deps: []string{"mysql2"}, want: []string{"mariadb", "redis"},
			files: map[string]string{"compose.yaml": "services:\n  x: {build: .}\n  db: {image: \"mariadb:11\"}\n  cache: {image: \"redis:7\"}\n", ".env.example": "DATABASE_URL=mysql://db/x\n"},
		},
		{name: "Prisma", want: []string{"postgresql"}, files: map[string]string{"prisma/schema.prisma": "generator c {\n  provider = \"prisma-client-js\"\n}\ndatasource db {\n  provider = \"postgresql\"\n}\n"}},
		{name: "Prisma with a file", files: map[string]string{"prisma/schema.prisma": "datasource db {\n  provider = \"sqlite\"\n}\n"}},
		{name: "Rails", want: []string{"postgresql"}, files: map[string]string{"config/database.yml": "default:\n  adapter: postgresql\n#  adapter: mysql2\n"}},
		{name: "Spring", want: []string{"mysql"}, files: map[string]string{"src/main/resources/application.properties": "spring.datasource.url=jdbc:mysql://localhost/x\n"}},
		{name: "Laravel", want: []string{"mysql"}, files: map[string]string{".env.example": "DB_CONNECTION=mysql\nQUEUE_CONNECTION=sync\n"}},
		{name: "render.yaml", want: []string{"postgresql"}, files: map[string]string{"render.yaml": "databases: [{name: d}]\nservices: [{type: web}]\n"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, b := range facts(t, tt.files, ".", tt.deps...).Backing() {
				if len(b.Evidence) == 0 || b.Evidence[0].Path == "" {
					t.Errorf("%s without a place", b.Value)
				}
				got = append(got, b.Value)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestHostileFilesAreBounded(t *testing.T) {
	t.Parallel()
	var compose, dotenv, source, cluster strings.Builder
	compose.WriteString("services:\n")
	for i := range 190 {
		fmt.Fprintf(&compose, "  s%d:\n    build: .\n    ports: [1:2]\n    environment:\n", i)
		for j := range 40 {
			fmt.Fprintf(&compose, "      V%d_%d: s1:s2:s3/s4,s5 s6@s7=s8\n", i, j)
		}
	}
	for i := range 20_000 {
		fmt.Fprintf(&dotenv, "VARIABLE_%d=\"unclosed\nPORT=%d\n", i, i)
		source.WriteString("process.env.A || 'x'; app.get('/health'); router.use('/x', health) // app.listen(3000)\n")
	}
	cluster.WriteString("kind: Deployment\nspec: {template: {spec: {containers: [")
	for i := range 2_000 {
		fmt.Fprintf(&cluster, "{name: shop, image: shop, ports: [{containerPort: %d}]},\n", i+1)
	}
	cluster.WriteString("]}}}\n")
	files := map[string]string{
		"compose.yaml": compose.String(), ".env.example": dotenv.String(), ".env": dotenv.String(), "server.js": source.String()[:maxSourceFile-1],
		"k8s/a.yaml": cluster.String(), "fly.toml": "[env]\n" + strings.ReplaceAll(dotenv.String(), `="unclosed`, `=""`), "Dockerfile": strings.Repeat("FROM a\nEXPOSE 1\n", 20_000),
	}
	for i := range 200 {
		files[fmt.Sprintf("lib/f%d.js", i)] = source.String()[:20_000]
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
