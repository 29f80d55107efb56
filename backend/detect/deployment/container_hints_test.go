package deployment

import (
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// filesOf reads what the files of a project called shop say about it.
func filesOf(t *testing.T, files map[string]string) Files {
	t.Helper()
	r := languagetest.Reader(t, files)
	p := &language.Project{Folder: r.Folder("."), Language: &language.Language{ID: "x"}, Claim: language.Claim{Name: "@acme/shop"}}
	return Of(p, Survey(r, Compose(r), []string{"."}))
}

func TestPortsBesideTheProject(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		want  int
	}{
		"a folder of deployment":         {map[string]string{"deploy/docker/Dockerfile": "FROM x\nEXPOSE 7654\nCMD [\"/x\"]\n"}, 7654},
		"a folder of the program":        {map[string]string{"lib/things/Dockerfile": "FROM x\nEXPOSE 7654\nCMD [\"/x\"]\n"}, 0},
		"the project's own image":        {map[string]string{"compose.yaml": "services:\n  x:\n    image: ghcr.io/acme/shop:latest\n    ports: [\"80:8448\"]\n"}, 8448},
		"another image":                  {map[string]string{"compose.yaml": "services:\n  x:\n    image: acme/other\n    ports: [\"80:8448\"]\n"}, 0},
		"a data service's":               {map[string]string{"compose.yaml": "services:\n  shop:\n    image: postgres\n    ports: [\"80:5432\"]\n"}, 0},
		"the label of a proxy":           {map[string]string{"compose.yaml": "services:\n  web:\n    build: .\n    ports: [\"8888:8888\"]\n    labels:\n      - traefik.http.services.web.loadbalancer.server.port=3000\n"}, 3000},
		"the README":                     {map[string]string{"README.md": "Run it:\n\n    docker run -d \\\n      -p 127.0.0.1:80:6677 \\\n      acme/shop:1.2\n"}, 6677},
		"another image of the README":    {map[string]string{"README.md": "docker run -p 5432:5432 postgres\n"}, 0},
		"a name of the container":        {map[string]string{"README.md": "docker run --rm --name shop -p 80:6677 -e X=shop acme/other\n"}, 0},
		"an option of several listeners": {map[string]string{"Dockerfile": "FROM x\nENTRYPOINT [\"/x\"]\nCMD [\"--hosts\", \"0.0.0.0:5232,[::]:5232\"]\n"}, 5232},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := filesOf(t, c.files)
			got, best := 0, 0.0
			for _, p := range f.DeployedPorts() {
				if p.Confidence > best {
					got, best = p.Value, p.Confidence
				}
			}
			if got != c.want {
				t.Errorf("%d, want %d", got, c.want)
			}
			if _, listens := f.Listens(); c.want != 0 && c.want != 5232 && !listens {
				t.Error("it is not said to listen")
			}
		})
	}
}

func TestHealthByScript(t *testing.T) {
	t.Parallel()
	const check = "FROM x\nEXPOSE 3000\nHEALTHCHECK CMD "
	for name, c := range map[string]struct {
		command, file, text string
		want                string
	}{
		"a request's options":     {"node healthcheck.js", "healthcheck.js", "http.request({ host: 'localhost', path: '/internal/state' })", "/internal/state"},
		"an address filled in":    {"[\"/shop/bin/check.js\"]", "bin/check.js", "http.get(`http://${host}:${port}${prefix}/alive`)", "/alive"},
		"Python's":                {"python -m shop.check", "shop/check.py", "urlopen(f\"http://127.0.0.1:{port}/about\")", "/about"},
		"a shell's":               {"/check.sh", "docker/check.sh", "# http://example.test/path\ncurl \"http://${addr}:${PORT:-80}${base}/alive\"", "/alive"},
		"of what is compiled":     {"node dist/check.js", "src/check.ts", "fetch('http://localhost:' + port + '/up')", "/up"},
		"a script that is absent": {"node other.js", "check.js", "http.get('http://localhost/up')", ""},
		"at our port":             {"curl -f http://localhost:3000/up", "x", "", "/up"},
		"at another listener":     {"curl -f http://localhost:9464/up", "x", "", ""},
		"at one that is set":      {"curl -f http://localhost:${PORT:-9464}/up", "x", "", "/up"},
		"at that of HTTPS":        {"curl -fk https://localhost:8443/up", "x", "", "/up"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := filesOf(t, map[string]string{"Dockerfile": check + c.command + "\nCMD [\"/x\"]\n", c.file: c.text})
			got := ""
			for _, h := range f.DeployedHealth(3000) {
				got = h.Value
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
