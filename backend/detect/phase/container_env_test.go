package phase

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"aipack/backend/base/finding"
	"aipack/backend/detect/deployment"
	"aipack/backend/detect/extract"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// reading is a program that reads every variable of these tests.
const reading = `package main
var names = []string{"DATA_DIR", "SHOP_DB_NAME", "SHOP_PROFILE", "SHOP_FILE", "BASE_PATH", "SHOP_PORT", "SHOP_TOKEN", "SHOP_DB_FILE", "CHROME_DIR", "SHOP_TEMPLATE_DIR", "STATIC_URL"}
var kept, deep = "/keep", "/var/lib/shop/files"
`

// serviceOf is what is known of a project in memory.
func serviceOf(t *testing.T, files fstest.MapFS, of *language.Language) *pipeline.ServiceContext {
	t.Helper()
	r := repo.New(files, "shop")
	x, err := r.Index(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	reader := language.NewReader(r, x)
	p := &language.Project{Folder: reader.Folder("."), Language: of}
	return &pipeline.ServiceContext{Service: &pipeline.Service{Project: p}, Facts: extract.Of(p, deployment.Survey(reader, deployment.Compose(reader), []string{"."}))}
}

func TestWhatTheOwnImageTellsItsProgram(t *testing.T) {
	for name, c := range map[string]struct {
		lines string
		env   map[string]string
		setup []string
	}{
		"an address":                    {"ENV SHOP__ADDRESS=0.0.0.0:8000 SHOP_BIND=[::]", map[string]string{"SHOP__ADDRESS": "0.0.0.0:8000", "SHOP_BIND": "[::]"}, nil},
		"one with another port":         {"ENV SHOP_LISTEN=0.0.0.0:9000", nil, nil},
		"the machine's own":             {"ENV SHOP_HOST=127.0.0.1 DB_HOST=postgres", nil, nil},
		"its port":                      {"ENV SHOP_PORT=8000", map[string]string{"SHOP_PORT": "8000"}, nil},
		"another port, one not read":    {"ENV SHOP_PORT=80 OTHER_PORT=8000", nil, nil},
		"a folder":                      {"ENV DATA_DIR=/data/", map[string]string{"DATA_DIR": "/data"}, []string{"install -d -o 10001 /data"}},
		"the last value holds":          {"ENV DATA_DIR=/one\nENV DATA_DIR=/two", map[string]string{"DATA_DIR": "/two"}, []string{"install -d -o 10001 /two"}},
		"a folder below its workdir":    {"WORKDIR /srv/shop\nENV DATA_DIR=/srv/shop/files", map[string]string{"DATA_DIR": "/app/files"}, []string{"install -d -o 10001 /app/files"}},
		"its workdir":                   {"WORKDIR /shop\nENV DATA_DIR=/shop", map[string]string{"DATA_DIR": "/app"}, nil},
		"a file that it makes":          {"COPY empty /data\nENV SHOP_DB_NAME=/data/shop.db", map[string]string{"SHOP_DB_NAME": "/data/shop.db"}, []string{"install -d -o 10001 /data"}},
		"one kept beside it elsewhere":  {"ENV SHOP_DB_FILE=/data/shop.db", nil, nil},
		"a file of the project":         {"WORKDIR /srv\nENV SHOP_FILE=/srv/shop.toml", map[string]string{"SHOP_FILE": "/app/shop.toml"}, nil},
		"one that only that image has":  {"ENV SHOP_FILE=/etc/shop.toml", nil, nil},
		"a folder that it fills":        {"COPY tmpl /templates\nENV SHOP_TEMPLATE_DIR=/templates", nil, nil},
		"a folder of the system":        {"ENV CHROME_DIR=/usr/lib/chromium", nil, nil},
		"a prefix of addresses":         {"ENV BASE_PATH=/shop", nil, nil},
		"a folder that is a volume":     {"VOLUME [\"/shop\"]\nENV BASE_PATH=/shop", map[string]string{"BASE_PATH": "/shop"}, []string{"install -d -o 10001 /shop"}},
		"a folder that it makes":        {"RUN mkdir -p /shop", nil, nil},
		"a prefix that is a folder too": {"RUN mkdir -p /static\nENV STATIC_URL=/static", nil, nil},
		"a folder made by its image":    {"RUN mkdir -p /shop\nENV BASE_PATH=/shop", map[string]string{"BASE_PATH": "/shop"}, []string{"install -d -o 10001 /shop"}},
		"the end of another folder":     {"RUN mkdir -p /srv/shop\nENV BASE_PATH=/shop", nil, nil},
		"a profile":                     {"ENV SHOP_PROFILE prod", map[string]string{"SHOP_PROFILE": "prod"}, nil},
		"a secret":                      {"ENV SHOP_TOKEN=abc", nil, nil},
		"what nobody reads, and a tool": {"ENV LOG_DIR=/logs PYTHONPATH=/x NODE_HOST=0.0.0.0", nil, nil},
		"a volume that it opens":        {"VOLUME /keep /other", nil, []string{"install -d -o 10001 /keep"}},
		"a volume that it opens below":  {"VOLUME /var/lib/shop /var/lib/sh", nil, []string{"install -d -o 10001 /var/lib/shop"}},
		"a volume below its workdir":    {"WORKDIR /srv\nVOLUME uploads", nil, []string{"install -d -o 10001 /app/uploads"}},
		"what is not known":             {"ENV DATA_DIR=$WHERE", nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			fsys := fstest.MapFS{"Dockerfile": {Data: []byte("FROM debian\n" + c.lines + "\nCMD [\"shop\"]\n")}, "main.go": {Data: []byte(reading)}, "shop.toml": {}, "compose.yaml": {Data: []byte("services:\n  shop:\n    build: .\n    environment: {SHOP_DB_FILE: shop}\n")}}
			s := serviceOf(t, fsys, &language.Language{ID: "go", Extensions: []string{".go"}})
			s.Built = s.Facts.Built()
			s.Start, s.Port = finding.Of(language.Start{Command: []string{"shop"}}, 1), finding.Of(8000, 1)
			s.Recipe.Runtime = universalbuild.Runtime{BaseImage: "debian:bookworm-slim", Workdir: "/app", Copy: []universalbuild.Copy{{From: "shop.toml", To: "shop.toml"}}}
			ownEnvironment(s)
			env := map[string]string{}
			for _, set := range s.Settings {
				env[set.Name] = set.Value
				if set.Why.Path != "Dockerfile" || set.Why.Line == 0 {
					t.Errorf("%s without its line: %+v", set.Name, set.Why)
				}
			}
			if !maps.Equal(env, c.env) || !slices.Equal(s.Recipe.Runtime.Setup, c.setup) {
				t.Errorf("%v, %q; want %v, %q", env, s.Recipe.Runtime.Setup, c.env, c.setup)
			}
		})
	}
}

func TestVolumesOfTheComposeFile(t *testing.T) {
	for volumes, want := range map[string]string{
		"- kept:/keep\n      - other:/other":                      "install -d -o 10001 /keep",
		"- /keep:/keep\n      - /etc/localtime:/etc/localtime:ro": "install -d -o 10001 /keep",
		"- kept:/keep:ro": "",
		"- {type: volume, source: kept, target: /keep/}": "install -d -o 10001 /keep",
		"- ./keep:/keep\n      - /run/docker.sock:/keep": "",
		"- kept": "",
	} {
		fsys := fstest.MapFS{"main.go": {Data: []byte(reading)}, "compose.yaml": {Data: []byte("services:\n  shop:\n    build: .\n    volumes:\n      " + volumes + "\n")}}
		s := serviceOf(t, fsys, &language.Language{ID: "go", Extensions: []string{".go"}})
		s.Start = finding.Of(language.Start{Command: []string{"shop"}}, 1)
		s.Recipe.Runtime = universalbuild.Runtime{BaseImage: "debian:bookworm-slim", Workdir: "/app"}
		ownVolumes(s)
		if got := strings.Join(s.Recipe.Runtime.Setup, "; "); got != want {
			t.Errorf("%s: %q, want %q", volumes, got, want)
		}
	}
}

// TestFilesThatComposeMounts: a file of the repository that the compose file mounts is
// found where the image has it.
func TestFilesThatComposeMounts(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"/config/dev.toml":   "/app/conf/dev.toml",
		"/config/other.toml": "/config/other.toml", // mounted by nobody
		"/set/shop.toml":     "/app/conf/shop.toml",
		"/set/new.toml":      "/set/new.toml", // the program's to make
		"/set":               "/set",
		"/settings/a.toml":   "/settings/a.toml",
		"/other/left.toml":   "/other/left.toml", // not in the image
		"conf/dev.toml":      "conf/dev.toml",
	} {
		fsys := fstest.MapFS{"main.go": {Data: []byte(reading)}, "conf/dev.toml": {}, "conf/shop.toml": {}, "other/left.toml": {}, "deploy/compose.yaml": {Data: []byte(
			"services:\n  shop:\n    build: ..\n    volumes:\n      - {type: bind, source: ../conf/dev.toml, target: /config/dev.toml}\n      - ../conf:/set/:ro\n      - ../other:/other\n")}}
		s := serviceOf(t, fsys, &language.Language{ID: "go", Extensions: []string{".go"}})
		s.Recipe.Runtime = universalbuild.Runtime{Workdir: "/app", Copy: []universalbuild.Copy{{From: "conf", To: "conf"}}}
		if got := mountedPlace(s, value); got != want {
			t.Errorf("%s: %q, want %q", value, got, want)
		}
	}
}
