package universalbuild

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func readOne(t *testing.T, text string) UniversalBuild {
	t.Helper()
	r, err := Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Remarks) > 0 {
		t.Errorf("remarks: %v", r.Remarks)
	}
	if len(r.Documents) != 1 {
		t.Fatalf("%d documents", len(r.Documents))
	}
	return r.Documents[0]
}

func TestReadTakesShortForms(t *testing.T) {
	got := readOne(t, `{
		"version": 1.0,
		"name": "shop", "language": "go", "confidence": "85%",
		"build_commands": "go build -o /out/shop .",
		"build": {"base": "golang:1.26-bookworm", "env": ["CGO_ENABLED=0"], "packages": null, "cache": ["/root/.cache/go-build", null]},
		"runtime": {
			"base_image": "debian:bookworm-slim",
			"ports": [3000, "8080", "53/UDP", "80:9000"],
			"copy": ["bin", "dist:/srv", ["a", "b"], {"source": "c", "target": "d"}],
			"command": "./shop serve",
			"health": {"test": ["CMD-SHELL", "curl -f localhost"], "interval": 30, "timeout": "5", "retries": "3"},
			"variables": ["DATABASE_URL", "PORT=3000"]
		}
	}`)
	want := Normal(UniversalBuild{
		Version:  "1.0",
		Metadata: Metadata{ProjectName: "shop", Language: "go", Confidence: 0.85},
		Build: Build{
			BaseImage: "golang:1.26-bookworm", Environment: map[string]string{"CGO_ENABLED": "0"},
			BuildCommands: []string{"go build -o /out/shop ."}, CachePaths: []string{"/root/.cache/go-build"},
		},
		Runtime: Runtime{
			BaseImage: "debian:bookworm-slim",
			Ports:     []Port{{3000, "tcp"}, {8080, "tcp"}, {53, "udp"}, {9000, "tcp"}},
			Copy:      []Copy{{"bin", "bin"}, {"dist", "/srv"}, {"a", "b"}, {"c", "d"}},
			Command:   []string{"./shop", "serve"},
			Healthcheck: &Healthcheck{
				Command: []string{"sh", "-c", "curl -f localhost"}, Interval: "30s", Timeout: "5s", Retries: 3,
			},
			Variables: []Variable{{Name: "DATABASE_URL"}, {Name: "PORT", Default: "3000"}},
		},
	})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestReadTakesNullAnywhere(t *testing.T) {
	got := readOne(t, `{"version": null, "metadata": null, "build": {"environment": {"A": null}, "tools": null}, "runtime": {"ports": null, "healthcheck": null, "copy": [null]}, "evidence": null}`)
	want := Normal(UniversalBuild{Build: Build{Environment: map[string]string{"A": ""}}})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestReadSplitsACommandOnlyWhereThatIsSafe(t *testing.T) {
	for text, want := range map[string][]string{
		"node server.js":              {"node", "server.js"},
		"":                            {},
		"gunicorn --bind :$PORT app":  {"sh", "-c", "gunicorn --bind :$PORT app"},
		`java -jar "my app.jar"`:      {"sh", "-c", `java -jar "my app.jar"`},
		"PORT=3 node a.js":            {"sh", "-c", "PORT=3 node a.js"},
		"./manage.py migrate && serv": {"sh", "-c", "./manage.py migrate && serv"},
	} {
		doc, err := Set(UniversalBuild{}, "/runtime/command", []byte(jsonText(text)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, doc.Runtime.Command); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestReadKeepsVersionsAsWritten(t *testing.T) {
	doc := readOne(t, "version: 1.0\nmetadata:\n  runtime_version: 3.10\n  project_name: 012\n  path: on\nbuild:\n  environment: {DEBUG: no, RATE: 1e3}\n")
	if doc.Metadata.RuntimeVersion != "3.10" || doc.Metadata.ProjectName != "012" || doc.Version != "1.0" {
		t.Errorf("%+v", doc.Metadata)
	}
	if diff := cmp.Diff(map[string]string{"DEBUG": "no", "RATE": "1e3"}, doc.Build.Environment); diff != "" {
		t.Error(diff)
	}
}

func TestReadTakesListsAndProjects(t *testing.T) {
	list, err := Read([]byte(`[{"metadata": {"path": "a"}}, null, {"metadata": {"path": "b"}}]`))
	if err != nil || len(list.Documents) != 2 || list.Documents[1].Metadata.Path != "b" {
		t.Fatal(list, err)
	}
	stream, err := Read([]byte("metadata: {path: a}\n---\nmetadata: {path: b}\n"))
	if err != nil || len(stream.Documents) != 2 {
		t.Fatal(stream, err)
	}
	whole, err := Read([]byte(`{
		"metadata": {"language": "typescript", "build_system": "turborepo"},
		"build": {"base_image": "node:20", "commands": ["npx turbo build"]},
		"projects": [
			{"path": "apps/web", "name": "web", "build": {"commands": ["npm run build"]}, "runtime": {"command": ["npm", "start"], "ports": [3000]}},
			{"path": "apps/api", "name": "api", "runtime": {"ports": [4000]}}
		]}`))
	if err != nil || len(whole.Remarks) > 0 {
		t.Fatal(whole.Remarks, err)
	}
	web, api := whole.Documents[0], whole.Documents[1]
	if web.Metadata.Language != "typescript" || web.Metadata.Path != "apps/web" || web.Build.BaseImage != "node:20" || web.Build.BuildCommands[0] != "npm run build" {
		t.Errorf("web: %+v", web)
	}
	if api.Runtime.Ports[0].Port != 4000 || api.Metadata.ProjectName != "api" {
		t.Errorf("api: %+v", api)
	}
}

func TestReadRemarksOnUnknownFields(t *testing.T) {
	r, err := Read([]byte(`{"runtime": {"prots": [1], "basimage": 1, "Base_Image": "x"}, "nonsense": 1}`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range r.Remarks {
		got = append(got, m.Field)
	}
	if diff := cmp.Diff([]string{"/nonsense", "/runtime/Base_Image", "/runtime/basimage", "/runtime/prots"}, got); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(r.Remarks[1].Message, "base_image may be meant") {
		t.Error(r.Remarks[1].Message)
	}
}

func TestReadNamesEverythingThatHasNoMeaning(t *testing.T) {
	_, err := Read([]byte(`[{"build": "npm", "runtime": {"ports": [{"port": 1.5}, {"port": {}}], "command": [["a"]]}, "metadata": {"confidence": "sure"}}]`))
	var invalid Invalid
	if !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	var got []string
	for _, r := range invalid {
		got = append(got, r.Field)
	}
	want := []string{"/0/build", "/0/metadata/confidence", "/0/runtime/command/0", "/0/runtime/ports/0/port", "/0/runtime/ports/1/port"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestReadRefuses(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c < 'k'; c++ {
		p := string(c - 1)
		bomb += string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+p+",", 9) + "*" + p + "]\n"
	}
	for name, text := range map[string]string{
		"empty":     " \n",
		"text":      "just words",
		"number":    "42",
		"half":      `{"build": `,
		"bomb":      bomb,
		"deep JSON": strings.Repeat("[", 20000) + strings.Repeat("]", 20000),
		"deep YAML": strings.Repeat("- ", 5000),
		"huge":      strings.Repeat(" ", maxDocument+1),
	} {
		if _, err := Read([]byte(text)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func jsonText(s string) string {
	content, err := encode(s, JSON)
	if err != nil {
		panic(err)
	}
	return string(content)
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"build": {"commands": "x"}, "runtime": {"ports": ["1/udp", 2], "health": "a b"}, "projects": [{"path": "a", "build": null}]}`))
	f.Add([]byte("- metadata: {confidence: high}\n  runtime: {command: 'a $b', copy: [a, 'b:c']}\n  evidence: [{field: /x}]\n"))
	f.Add([]byte("a: &a {b: 1}\nruntime:\n  <<: *a\n  files: [{path: /x, content: \"\\t\\u0085\"}]\n"))
	f.Add([]byte(`{"metadata": {"languages": []}, "build": {"tools": []}, "projects": []}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Read(data)
		if err != nil {
			return
		}
		for _, format := range []Format{JSON, YAML} {
			text, err := WriteList(r.Documents, format)
			if err != nil {
				t.Fatal(err)
			}
			again, err := Read(text)
			if err != nil {
				t.Fatalf("reading what was written as %s: %v\n%s", format, err, text)
			}
			// An optional list without an element is written as none, and means the same.
			if diff := cmp.Diff(r.Documents, again.Documents, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("%s (-read +written and read):\n%s\n%s", format, diff, text)
			}
		}
	})
}
