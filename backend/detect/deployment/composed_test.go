package deployment

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

func TestDockerfile(t *testing.T) {
	t.Parallel()
	r := languagetest.Reader(t, map[string]string{
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
	r := languagetest.Reader(t, map[string]string{
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
	around := Survey(r, Compose(r), []string{"apps/web", "services/api"})
	f := Of(&language.Project{Folder: r.Folder("services/api")}, around)
	if f.Composed[0].Name != "api" || len(f.Composed) != 3 {
		t.Errorf("%+v", f.Composed)
	}
	f = Of(&language.Project{Folder: r.Folder("apps/web")}, around)
	if d := cmp.Diff([]string{"services/api"}, f.DependsOn()); d != "" {
		t.Error(d)
	}
}

// TestPublishedImage: a compose file that runs the image of the project's own name
// speaks of the project; one for tests of the whole does not.
func TestPublishedImage(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]int{"compose.yaml": 1, "deploy/compose.yaml": 0} {
		r := languagetest.Reader(t, map[string]string{file: "services:\n  app: {image: 'ghcr.io/people/project:2', environment: {SHOP_KEY: x}}\n  db: {image: postgres}\n", "main.go": ""})
		f := Of(&language.Project{Folder: r.Folder(".")}, Survey(r, Compose(r), []string{"."}))
		if len(f.Composed) != want {
			t.Errorf("%s: %+v", file, f.Composed)
		}
	}
	r := languagetest.Reader(t, map[string]string{"integration/compose.yaml": "services: {app: {build: .., environment: {SHOP_KEY: x}}}\n", "main.go": ""})
	if got := Compose(r).Services; len(got) > 0 {
		t.Errorf("of tests: %+v", got)
	}
}

// TestContainerFilesFurtherDown: what is built with the project's folder as its
// context is the project, wherever the container file stands, unless another
// service stands there.
func TestContainerFilesFurtherDown(t *testing.T) {
	t.Parallel()
	const api = "  back: {build: {context: ., dockerfile: cmd/api/Dockerfile}, environment: {MODE: api}}\n"
	const jobs = "  later: {build: {context: ., dockerfile: cmd/jobs/Dockerfile}, environment: {MODE: jobs}}\n"
	for _, c := range []struct {
		name, compose, called string
		services              []string
		want                  string
	}{
		{"the only program", api, "shop", []string{"."}, "back"},
		{"a service of its own", api, "shop", []string{".", "cmd/api"}, ""},
		{"of two, the one that it is called by", api + jobs, "jobs", []string{"."}, "later"},
		{"of two, neither", api + jobs, "shop", []string{"."}, ""},
		{"an editor's", "  back: {build: {context: ., dockerfile: .devcontainer/Dockerfile}}\n", "shop", []string{"."}, ""},
		{"another context", "  back: {build: {context: cmd, dockerfile: api/Dockerfile}}\n", "shop", []string{"."}, ""},
	} {
		r := languagetest.Reader(t, map[string]string{"compose.yaml": "services:\n" + c.compose, "cmd/api/Dockerfile": "FROM golang", "cmd/jobs/Dockerfile": "FROM golang", ".devcontainer/Dockerfile": "FROM golang", "cmd/api/main.go": "", "go.mod": ""})
		f := Of(&language.Project{Folder: r.Folder("."), Claim: language.Claim{Name: c.called}}, Survey(r, Compose(r), c.services))
		got := ""
		for _, s := range f.Composed {
			got += s.Name
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestComposeFilesLaidOver: further files add programs of their own, and no
// second choice of a database; files of tests set the product up for their ends.
func TestComposeFilesLaidOver(t *testing.T) {
	t.Parallel()
	r := languagetest.Reader(t, map[string]string{
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

// TestWherePathsOfComposeBegin: those of an included file begin in its folder, or
// in the project_directory of its entry; what fills its variables in is the
// including project's first, then the entry's own files, else the .env there.
func TestWherePathsOfComposeBegin(t *testing.T) {
	t.Parallel()
	included := "services:\n  api: {build: ./src, ports: [\"${PORT:-1}\"]}\n"
	for name, c := range map[string]struct {
		include string // entry of include
		files   map[string]string
		folder  string
		port    int
	}{
		"the file's folder":             {"sub/one.yaml", nil, "sub/src", 1},
		"long, the file's folder":       {"{path: sub/one.yaml}", nil, "sub/src", 1},
		"project_directory":             {"{path: sub/one.yaml, project_directory: other}", nil, "other/src", 1},
		"the project's own":             {"{path: sub/one.yaml, project_directory: .}", nil, "src", 1},
		"that of the first of several":  {"{path: [sub/none.yaml, deep/er/two.yaml]}", nil, "sub/src", 1},
		"out of the repository":         {"{path: sub/one.yaml, project_directory: ../..}", nil, ".", 1},
		"somewhere on a disk":           {"{path: sub/one.yaml, project_directory: /srv/x}", nil, "", 1},
		"the .env of the folder":        {"sub/one.yaml", map[string]string{"sub/.env": "PORT=2"}, "sub/src", 2},
		"the .env of project_directory": {"{path: sub/one.yaml, project_directory: other}", map[string]string{"sub/.env": "PORT=2", "other/.env": "PORT=3"}, "other/src", 3},
		"env_file":                      {"{path: sub/one.yaml, env_file: conf/a.env}", map[string]string{"sub/.env": "PORT=2", "conf/a.env": "PORT=4"}, "sub/src", 4},
		"several":                       {"{path: sub/one.yaml, env_file: [conf/none.env, conf/a.env]}", map[string]string{"conf/a.env": "PORT=4"}, "sub/src", 4},
		"the project's before":          {"{path: sub/one.yaml, env_file: conf/a.env}", map[string]string{".env": "PORT=5", "conf/a.env": "PORT=4"}, "sub/src", 5},
		"a variable in it":              {"\"${WHERE}/one.yaml\"", map[string]string{".env": "WHERE=sub"}, "sub/src", 1},
		"one within":                    {"{path: sub/more.yaml, project_directory: other}", map[string]string{"sub/more.yaml": "include: [within/one.yaml]\n", "other/within/one.yaml": included}, "other/within/src", 1},
		"extends within": {"{path: sub/x.yaml, project_directory: other}", map[string]string{
			"sub/x.yaml": "services: {api: {extends: {file: lib/base.yaml, service: base}}}\n", "other/lib/base.yaml": "services: {base: {build: ./src, ports: [\"7\"]}}\n"}, "other/lib/src", 7},
	} {
		t.Run(name, func(t *testing.T) {
			contents := map[string]string{"compose.yaml": "include: [" + c.include + "]\n", "sub/one.yaml": included, "deep/er/two.yaml": included}
			for _, dir := range []string{"", "sub/", "other/", "other/within/", "other/lib/", "deep/er/"} {
				contents[dir+"src/main.go"] = "package main"
			}
			for p, text := range c.files {
				contents[p] = text
			}
			s, ok := Compose(languagetest.Reader(t, contents)).named("api", ".")
			port := 0
			for _, part := range s.Parts {
				for _, p := range part.Ports {
					port = p.Target
				}
			}
			if !ok || s.Folder != c.folder || port != c.port {
				t.Errorf("built from %q, want %q: %+v", s.Folder, c.folder, s.Parts)
			}
		})
	}
}

// TestComposeFilesThatNameOthers: what is included belongs to the same
// composition, and a service says first what it does not take over.
func TestComposeFilesThatNameOthers(t *testing.T) {
	t.Parallel()
	r := languagetest.Reader(t, map[string]string{
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
}
