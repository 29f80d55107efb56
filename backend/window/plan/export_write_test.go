package plan

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aipack/backend/base/linesum"
	"aipack/backend/packaging/export"
	"aipack/backend/repo"
)

// shop is the set of two services, one of them with a context of its own.
func shop() []export.File {
	return []export.File{
		{Path: "api/Dockerfile", Content: "FROM api\n", Service: "api", Build: export.Step{Folder: ".", Command: "docker build api"}, Needs: []string{".dockerignore"}},
		{Path: "web/Dockerfile", Content: "FROM web\n", Service: "web", Build: export.Step{Folder: "web", Command: "docker build web"}, Needs: []string{"web/.dockerignore"}},
		{Path: ".dockerignore", Content: "a\n", Serves: []string{"api/Dockerfile"}},
		{Path: "web/.dockerignore", Content: "w\n", Serves: []string{"web/Dockerfile"}},
		{Path: "compose.yaml", Content: "services: {}\n", Needs: []string{"api/Dockerfile", "web/Dockerfile", ".env.example"}},
		{Path: ".env.example", Content: "A=\n", Serves: []string{"compose.yaml"}},
		{Path: "universalbuild.json", Content: "[]\n"},
	}
}

func laid(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func states(files []WrittenFile) string {
	short := make([]string, len(files))
	for i, r := range files {
		short[i] = r.Path + " " + r.State
	}
	return strings.Join(short, ", ")
}

func commands(steps []NextStep) string {
	short := make([]string, len(steps))
	for i, s := range steps {
		short[i] = s.Command
	}
	return strings.Join(short, ", ")
}

const (
	api    = "api/Dockerfile written, "
	web    = "web/Dockerfile written, "
	rest   = "compose.yaml written, .env.example written, universalbuild.json written"
	all    = api + web + ".dockerignore written, web/.dockerignore written, " + rest
	starts = "cp .env.example .env, docker compose up --build"
)

// TestWhatBelongsTogetherIsWrittenOrLeftTogether is about every file of the project's
// own that may be in the way of a set.
func TestWhatBelongsTogetherIsWrittenOrLeftTogether(t *testing.T) {
	for name, one := range map[string]struct {
		own   map[string]string
		paths []string
		force bool
		want  string
		steps string
	}{
		"an empty folder": {nil, nil, false, all, starts},
		"their Dockerfile of one service": {map[string]string{"api/Dockerfile": "FROM mine\n"}, nil, false,
			"api/Dockerfile kept, " + web + ".dockerignore kept, web/.dockerignore written, compose.yaml kept, .env.example kept, universalbuild.json written", "docker build web"},
		"their docker-compose.yml": {map[string]string{"docker-compose.yml": "services: {}\n"}, nil, false,
			api + web + ".dockerignore written, web/.dockerignore written, compose.yaml kept, .env.example kept, universalbuild.json written", "docker build api, docker build web"},
		"their .dockerignore": {map[string]string{".dockerignore": "mine\n"}, nil, false,
			"api/Dockerfile kept, " + web + ".dockerignore kept, web/.dockerignore written, compose.yaml kept, .env.example kept, universalbuild.json written", "docker build web"},
		"their Dockerfile, replaced": {map[string]string{"api/Dockerfile": "FROM mine\n"}, nil, true, all, starts},
		"ours of before":             {map[string]string{"api/Dockerfile": linesum.Seal("FROM old\n")}, nil, false, all, starts},
		"ours of before, changed by hand": {map[string]string{"web/Dockerfile": linesum.Seal("FROM old\n") + "# mine\n"}, nil, false,
			api + "web/Dockerfile kept, .dockerignore written, web/.dockerignore kept, compose.yaml kept, .env.example kept, universalbuild.json written", "docker build api"},
		"the same already": {map[string]string{"api/Dockerfile": "FROM api\n", ".dockerignore": "a\n"}, nil, false,
			"api/Dockerfile same, " + web + ".dockerignore same, web/.dockerignore written, " + rest, starts},
		"one Dockerfile alone brings its .dockerignore": {nil, []string{"web/Dockerfile"}, false, web + "web/.dockerignore written", "docker build web"},
		"compose.yaml brings all that it builds":        {nil, []string{"compose.yaml"}, false, strings.TrimSuffix(all, ", universalbuild.json written"), starts},
		"a .dockerignore brings its Dockerfile":         {nil, []string{".dockerignore"}, false, api + ".dockerignore written", "docker build api"},
		"the document alone":                            {nil, []string{"universalbuild.json"}, false, "universalbuild.json written", ""},
		"compose.yaml where a Dockerfile of theirs is": {map[string]string{"api/Dockerfile": "FROM mine\n"}, []string{"compose.yaml"}, false,
			"api/Dockerfile kept, web/Dockerfile written, .dockerignore kept, web/.dockerignore written, compose.yaml kept, .env.example kept", "docker build web"},
		"their .env is not written over": {map[string]string{".env": "A=1\n"}, nil, false, all, ", docker compose up --build"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := laid(t, one.own)
			got := write(dir, shop(), one.paths, one.force)
			if states(got.Files) != one.want || got.Folder != dir {
				t.Errorf("in %s\n got %s\nwant %s", got.Folder, states(got.Files), one.want)
			}
			if commands(got.Steps) != one.steps {
				t.Errorf("steps %q, want %q", commands(got.Steps), one.steps)
			}
			for _, r := range got.Files {
				if (r.State == "kept") != (r.Message != "") {
					t.Errorf("%+v", r)
				}
				if text, err := os.ReadFile(filepath.Join(dir, r.Path)); r.State == "kept" && err == nil && string(text) != one.own[r.Path] {
					t.Errorf("%s holds %q", r.Path, text)
				}
			}
			for path, text := range one.own {
				now, err := os.ReadFile(filepath.Join(dir, path))
				old, gone := os.ReadFile(filepath.Join(dir, path+".bak-1"))
				if (err != nil || string(now) != text) && (gone != nil || string(old) != text) {
					t.Errorf("%s is lost", path)
				}
			}
		})
	}
}

// TestWhatNeedsAFileThatCannotBeWrittenIsNotWritten: a file stands where the folder of
// web is needed.
func TestWhatNeedsAFileThatCannotBeWrittenIsNotWritten(t *testing.T) {
	got := write(laid(t, map[string]string{"web": ""}), shop(), nil, true)
	want := "api/Dockerfile written, web/Dockerfile kept, .dockerignore written, web/.dockerignore failed, compose.yaml kept, .env.example kept, universalbuild.json written"
	if states(got.Files) != want || commands(got.Steps) != "docker build api" {
		t.Errorf("got %s; %s", states(got.Files), commands(got.Steps))
	}
	at := slices.IndexFunc(got.Files, func(r WrittenFile) bool { return r.Path == "compose.yaml" })
	if got.Files[at].Message != "it belongs with web/.dockerignore" {
		t.Errorf("%q", got.Files[at].Message)
	}
}

func TestFilesAreShownBesideTheProjectsOwn(t *testing.T) {
	files := append(shop(), export.File{Path: "Dockerfile.job", Content: "FROM job\n", Service: "job"})
	for name, one := range map[string]struct {
		own  map[string]string
		path string
		want ExportFile
	}{
		"nothing there":  {nil, "compose.yaml", ExportFile{}},
		"theirs":         {map[string]string{"api/Dockerfile": "FROM mine\n"}, "api/Dockerfile", ExportFile{Exists: true, Theirs: "FROM mine\n", TheirsPath: "api/Dockerfile"}},
		"the same":       {map[string]string{"api/Dockerfile": "FROM api\n"}, "api/Dockerfile", ExportFile{Exists: true, Same: true}},
		"ours of before": {map[string]string{"api/Dockerfile": linesum.Seal("FROM old\n")}, "api/Dockerfile", ExportFile{Exists: true, Ours: true, Theirs: linesum.Seal("FROM old\n"), TheirsPath: "api/Dockerfile"}},
		"their docker-compose.yml": {map[string]string{"docker-compose.yml": "services: {a: {}}\n", "docker-compose.override.yml": "x"}, "compose.yaml",
			ExportFile{Unread: "docker-compose.yml", Override: "docker-compose.override.yml", Theirs: "services: {a: {}}\n", TheirsPath: "docker-compose.yml"}},
		"an override alone":                        {map[string]string{"compose.override.yml": "services: {b: {}}\n"}, "compose.yaml", ExportFile{Override: "compose.override.yml", Theirs: "services: {b: {}}\n", TheirsPath: "compose.override.yml"}},
		"their Dockerfile beside one with a name":  {map[string]string{"Dockerfile": "FROM mine\n"}, "Dockerfile.job", ExportFile{Theirs: "FROM mine\n", TheirsPath: "Dockerfile"}},
		"another's of ours beside one with a name": {map[string]string{"Dockerfile": linesum.Seal("FROM old\n")}, "Dockerfile.job", ExportFile{}},
		"what is no text":                          {map[string]string{"api/Dockerfile": "\x00\x01\x02"}, "api/Dockerfile", ExportFile{Exists: true}},
	} {
		folder, err := repo.Open(laid(t, one.own))
		if err != nil {
			t.Fatal(err)
		}
		list := beside(folder, files, nil)
		folder.Close()
		got := list[slices.IndexFunc(list, func(f ExportFile) bool { return f.Path == one.path })]
		if got.Exists != one.want.Exists || got.Same != one.want.Same || got.Ours != one.want.Ours || got.Unread != one.want.Unread ||
			got.Override != one.want.Override || got.Theirs != one.want.Theirs || got.TheirsPath != one.want.TheirsPath {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
