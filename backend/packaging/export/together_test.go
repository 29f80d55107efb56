package export_test

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/packaging/export"
	"aipack/backend/universalbuild"

	"github.com/compose-spec/compose-go/v2/types"
)

// TestFilesSayWhatTheyNeed: a Dockerfile the .dockerignore of its context, compose.yaml
// every Dockerfile that it builds and the example of its .env; the document nothing.
func TestFilesSayWhatTheyNeed(t *testing.T) {
	docs := shop()
	files, err := export.Files(docs, export.SetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]export.File{}
	for _, f := range files {
		at[f.Path] = f
	}
	compose := at["compose.yaml"]
	dockerfiles := 0
	for _, f := range files {
		for _, other := range append(slices.Clone(f.Needs), f.Serves...) {
			if _, there := at[other]; !there {
				t.Errorf("%s goes with %s, which is not there", f.Path, other)
			}
		}
		switch {
		case f.Service != "":
			dockerfiles++
			if len(f.Needs) != 1 || !strings.HasSuffix(f.Needs[0], ".dockerignore") || !slices.Contains(at[f.Needs[0]].Serves, f.Path) {
				t.Errorf("%s needs %v", f.Path, f.Needs)
			}
			if !slices.Contains(compose.Needs, f.Path) {
				t.Errorf("compose.yaml does not need %s", f.Path)
			}
		case f.Path == ".env.example":
			if !slices.Contains(compose.Needs, f.Path) || !slices.Equal(f.Serves, []string{"compose.yaml"}) {
				t.Errorf("%s serves %v", f.Path, f.Serves)
			}
		case f.Path != "compose.yaml" && len(f.Needs) > 0:
			t.Errorf("%s needs %v", f.Path, f.Needs)
		}
	}
	if document := at["universalbuild.json"]; dockerfiles != len(docs) || len(compose.Needs) != dockerfiles+1 || len(document.Serves) > 0 {
		t.Errorf("%d Dockerfiles of %d services, compose.yaml needs %v", dockerfiles, len(docs), compose.Needs)
	}
}

// TestADockerfilesOwnDockerignoreIsOursToo: it would be read in place of the one of the
// context, and leave out what our Dockerfile copies.
func TestADockerfilesOwnDockerignoreIsOursToo(t *testing.T) {
	docs := shop()[:1]
	place := export.Place(docs)[0].Dockerfile
	files, err := export.Files(docs, export.SetOptions{Files: []string{place, place + ".dockerignore"}})
	if err != nil {
		t.Fatal(err)
	}
	own := slices.IndexFunc(files, func(f export.File) bool { return f.Path == place+".dockerignore" })
	whole := slices.IndexFunc(files, func(f export.File) bool { return slices.Contains(f.Serves, place) && f.Path != place+".dockerignore" })
	docker := slices.IndexFunc(files, func(f export.File) bool { return f.Path == place })
	if own < 0 || whole < 0 || files[own].Content != files[whole].Content {
		t.Fatalf("%+v", files)
	}
	if !slices.Equal(files[docker].Needs, []string{files[whole].Path, files[own].Path}) {
		t.Errorf("the Dockerfile needs %v", files[docker].Needs)
	}
}

// TestADockerignoreSaysForWhomElseItCounts: Dockerfiles of the project's own that are built
// from a context that had none.
func TestADockerignoreSaysForWhomElseItCounts(t *testing.T) {
	docs := shop()[:1]
	docs[0].Metadata.Path, docs[0].Build.Context = ".", ""
	for name, one := range map[string]struct {
		files []string
		want  []string
	}{
		"none":                       {[]string{"main.go"}, nil},
		"ours":                       {[]string{"Dockerfile"}, nil},
		"another":                    {[]string{"Dockerfile", "docker/Dockerfile.dev", "api.Dockerfile", "Containerfile"}, []string{"docker/Dockerfile.dev", "api.Dockerfile", "Containerfile"}},
		"with one of its own":        {[]string{"docker/Dockerfile", "docker/Dockerfile.dockerignore"}, nil},
		"there is one already":       {[]string{".dockerignore", "docker/Dockerfile"}, nil},
		"what an export left behind": {[]string{"Dockerfile.bak-1"}, nil},
		"the first five":             {[]string{"a.dockerfile", "b.dockerfile", "c.dockerfile", "d.dockerfile", "e.dockerfile", "f.dockerfile"}, []string{"a.dockerfile", "b.dockerfile", "c.dockerfile", "d.dockerfile", "e.dockerfile"}},
	} {
		files, err := export.Files(docs, export.SetOptions{Files: one.files})
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(files, func(f export.File) bool { return f.Path == ".dockerignore" })
		if !slices.Equal(files[at].Touches, one.want) {
			t.Errorf("%s: %v, want %v", name, files[at].Touches, one.want)
		}
	}
}

// TestStepsAreThoseOfWhatWasWritten: compose where its file is there, else each Dockerfile.
func TestStepsAreThoseOfWhatWasWritten(t *testing.T) {
	files, err := export.Files(shop(), export.SetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	dockerfiles := slices.DeleteFunc(slices.Clone(files), func(f export.File) bool { return f.Service == "" })
	for name, one := range map[string]struct {
		written []export.File
		there   string
		want    []string
	}{
		"all":                  {files, "", []string{"cp .env.example .env", "docker compose up --build"}},
		"with an .env":         {files, ".env", []string{"", "docker compose up --build"}},
		"beside an override":   {files, "docker-compose.override.yml", []string{"cp .env.example .env", "docker compose -f compose.yaml up --build"}},
		"beside their compose": {files, "docker-compose.yml", []string{"cp .env.example .env", "docker compose up --build"}},
		"nothing to start":     {files[len(files)-1:], "", nil},
	} {
		var got []string
		for _, s := range export.Steps(one.written, func(name string) bool { return name == one.there }) {
			got = append(got, s.Command)
		}
		if !slices.Equal(got, one.want) {
			t.Errorf("%s: %q, want %q", name, got, one.want)
		}
	}
	steps := export.Steps(dockerfiles, func(string) bool { return false })
	if len(steps) != len(dockerfiles) {
		t.Fatalf("%+v", steps)
	}
	for i, s := range steps {
		if !strings.HasPrefix(s.Command, "docker build ") || s.Folder == "" || !strings.Contains(dockerfiles[i].Content, s.Command) {
			t.Errorf("%+v is not what %s says", s, dockerfiles[i].Path)
		}
	}
}

// TestOnOneMachine: a program whose sources ask a data service on their own machine shares
// its network, which has the program's ports and name; compose's own loader takes it.
func TestOnOneMachine(t *testing.T) {
	d := universalbuild.UniversalBuild{
		Metadata: universalbuild.Metadata{ProjectName: "shop", Path: ".", Kind: universalbuild.Web, BackingServices: []string{"mysql", "redis"}, DataSetup: []universalbuild.DataSetup{
			{Service: "mysql", User: "root", Database: "shop", Written: &universalbuild.Written{Host: "localhost", Password: &universalbuild.Place{Path: "db.js", Line: 3, From: 1, To: 2}}},
			{Service: "redis", Written: &universalbuild.Written{Host: "cache"}},
		}},
		Build: universalbuild.Build{BaseImage: "node:22"},
		Runtime: universalbuild.Runtime{
			BaseImage: "node:22", Command: []string{"node", "a.js"}, Ports: []universalbuild.Port{{Port: 3000, Protocol: "tcp"}},
			Release: []string{"node migrate.js"}, Processes: []universalbuild.Process{{Name: "jobs", Command: []string{"node", "jobs.js"}}},
		},
	}
	c, err := export.Compose("shop", export.Place([]universalbuild.UniversalBuild{d}), ".env.example")
	if err != nil {
		t.Fatal(err)
	}
	p := load(t, c.File, types.Mapping{"MYSQL_PASSWORD": "x"})
	for _, name := range []string{"shop", "shop-jobs", "shop-release"} {
		if s := p.Services[name]; s.NetworkMode != "service:mysql" || len(s.Ports) > 0 || len(s.Networks) > 0 {
			t.Errorf("%s: %q %v %v", name, s.NetworkMode, s.Ports, s.Networks)
		}
	}
	mysql := p.Services["mysql"]
	if len(mysql.Ports) != 1 || mysql.Ports[0].Target != 3000 || !slices.Equal(mysql.Networks["default"].Aliases, []string{"shop"}) {
		t.Errorf("%v %v", mysql.Ports, mysql.Networks["default"])
	}
	if redis := p.Services["redis"]; redis.NetworkMode != "" || !slices.Equal(redis.Networks["default"].Aliases, []string{"cache"}) {
		t.Errorf("%+v", redis)
	}
	if !strings.Contains(c.Example, "the one that db.js has in line 3\nMYSQL_PASSWORD=\n") {
		t.Errorf("%s", c.Example)
	}
}
