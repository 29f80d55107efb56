package validate

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"reflect"
	"strings"
	"testing"

	"aipack/backend/universalbuild"

	"github.com/google/go-cmp/cmp"
)

// sound is a document that nothing is wrong with.
func sound() universalbuild.UniversalBuild {
	return universalbuild.Normal(universalbuild.UniversalBuild{
		Metadata: universalbuild.Metadata{ProjectName: "shop", Path: ".", Language: "typescript", BuildSystem: "npm", Confidence: 0.9, Kind: universalbuild.Web},
		Build: universalbuild.Build{
			BaseImage: "node:22-bookworm-slim", Workdir: "/app",
			PreBuildCommands: []string{"npm ci"}, BuildCommands: []string{"npm run build"},
			CachePaths: []string{"/root/.npm"}, Artifacts: []string{"dist"}, Manifests: []string{"package.json"},
		},
		Runtime: universalbuild.Runtime{
			BaseImage: "node:22-bookworm-slim", Workdir: "/app", Copy: []universalbuild.Copy{{From: "dist", To: "dist"}},
			Command: []string{"node", "dist/server.js"}, Ports: []universalbuild.Port{{Port: 3000, Protocol: "tcp"}},
			Healthcheck: &universalbuild.Healthcheck{Command: []string{"node", "-e", "1"}, Interval: "30s", Timeout: "5s", Retries: 3},
		},
		Evidence: []universalbuild.Evidence{{Field: "/runtime/ports/0/port", Value: "3000", Confidence: 0.9, Source: "rule", Path: "src/server.ts"}},
	})
}

var repository = []string{"package.json", "src/server.ts", "apps/web/index.html"}

func TestNothingIsWrongWithASoundDocument(t *testing.T) {
	if got := New(repository).Document(sound()); len(got) > 0 {
		t.Errorf("%+v", got)
	}
	content, err := universalbuild.Write(sound(), universalbuild.JSON)
	if err != nil {
		t.Fatal(err)
	}
	if got := Schema(content); len(got) > 0 {
		t.Errorf("%+v", got)
	}
}

// TestRules changes one field of the sound document at a time and looks at
// which problem comes of it.
func TestRules(t *testing.T) {
	long := strings.Repeat("a", 36)
	for _, c := range []struct {
		set   string // pointer
		value string // JSON
		want  string // level, rule and pointer; "" for no problem
	}{
		{"/version", `"2.0"`, "error required_fields /version"},
		{"/metadata/language", `" "`, "error required_fields /metadata/language"},
		{"/metadata/build_system", `""`, "error required_fields /metadata/build_system"},
		{"/metadata/project_name", `""`, "warning required_fields /metadata/project_name"},
		{"/runtime/base_image", `""`, "error required_fields /runtime/base_image"},
		{"/runtime/workdir", `""`, "error required_fields /runtime/workdir"},
		{"/build/base_image", `""`, "error required_fields /build/base_image"},
		{"/build/workdir", `""`, "error required_fields /build/workdir"},
		{"/runtime/command", `[]`, "error required_fields /runtime/command"},
		{"/build/build_commands/-", `"  "`, "error non_empty_commands /build/build_commands/1"},
		{"/runtime/setup", `[""]`, "error non_empty_commands /runtime/setup/0"},
		{"/runtime/base_image", `"node:22:1"`, "error image_name /runtime/base_image"},
		{"/runtime/base_image", `"Node:22"`, "error image_name /runtime/base_image"},
		{"/runtime/base_image", `"UPPER/node:latest"`, "error image_name /runtime/base_image"},
		{"/runtime/base_image", `"node"`, "warning image_name /runtime/base_image"},
		{"/runtime/base_image", `"node:latest"`, "warning image_name /runtime/base_image"},
		{"/runtime/base_image", `"node@sha256:` + strings.Repeat("0", 64) + `"`, ""},
		{"/runtime/base_image", `"localhost:5000/team/node:Alpha"`, ""},
		{"/build/tools", `[{"image": "node:22", "paths": []}]`, "error image_name /build/tools/0/paths"},
		{"/metadata/confidence", `1.5`, "error confidence_range /metadata/confidence"},
		{"/evidence/0/confidence", `-1`, "error confidence_range /evidence/0/confidence"},
		{"/runtime/ports/0/port", `0`, "error ports /runtime/ports/0/port"},
		{"/runtime/ports/0/port", `70000`, "error ports /runtime/ports/0/port"},
		{"/runtime/ports/0/protocol", `"http"`, "error ports /runtime/ports/0/protocol"},
		{"/runtime/ports/-", `3000`, "error ports /runtime/ports/1"},
		{"/runtime/ports/-", `"3000/udp"`, ""},
		{"/runtime/healthcheck/command", `[]`, "error healthcheck /runtime/healthcheck/command"},
		{"/runtime/healthcheck/interval", `"soon"`, "error healthcheck /runtime/healthcheck/interval"},
		{"/runtime/healthcheck/interval", `"0s"`, "error healthcheck /runtime/healthcheck/interval"},
		{"/runtime/healthcheck/timeout", `"1m"`, "warning healthcheck /runtime/healthcheck/timeout"},
		{"/runtime/healthcheck/retries", `-1`, "error healthcheck /runtime/healthcheck/retries"},
		{"/runtime/healthcheck/path", `"health"`, "error healthcheck /runtime/healthcheck/path"},
		{"/build/workdir", `"app"`, "error paths /build/workdir"},
		{"/metadata/path", `"../other"`, "error paths /metadata/path"},
		{"/build/context", `"/srv"`, "error paths /build/context"},
		{"/build/artifacts/0", `""`, "error paths /build/artifacts/0"},
		{"/runtime/copy/0/from", `"a/../../b"`, "error paths /runtime/copy/0/from"},
		{"/runtime/copy/0/to", `""`, "error paths /runtime/copy/0/to"},
		{"/runtime/copy/0/to", `"/"`, ""},
		{"/runtime/files", `[{"path": "etc/x", "content": ""}]`, "error paths /runtime/files/0/path"},
		{"/build/manifests/-", `"yarn.lock"`, "error paths_exist /build/manifests/1"},
		{"/build/manifests/-", `"*.json"`, ""},
		{"/build/manifests/-", `"src"`, ""},
		{"/build/context", `"apps/none"`, "error paths_exist /build/context"},
		{"/build/artifacts/-", `"docs"`, "warning artifacts /build/artifacts/1"},
		{"/runtime/copy/-", `{"from": "src", "to": "dist"}`, "warning artifacts /runtime/copy/1/to"},
		{"/build/cache_paths/-", `"dist"`, "error cache_paths /build/artifacts/0"},
		{"/build/cache_paths/-", `"/app"`, "error cache_paths /build/cache_paths/1"},
		{"/build/cache_paths/-", `"../x"`, "error cache_paths /build/cache_paths/1"},
		{"/build/cache_paths/-", `"node_modules/.cache"`, ""},
		{"/runtime/environment/a-b", `"1"`, "error environment /runtime/environment/a-b"},
		{"/runtime/environment/TEXT", `"a\nb"`, "error environment /runtime/environment/TEXT"},
		{"/runtime/variables", `["OK", "1X"]`, "error environment /runtime/variables/1/name"},
		{"/runtime/variables", `["OK", "OK"]`, "warning environment /runtime/variables/1/name"},
		{"/runtime/variables", `[{"name": "A", "value": "{self.url}/{x} {\"a\": 1}"}]`, ""},
		{"/runtime/variables", `[{"name": "A", "value": "{postgres.url}"}]`, "error values /runtime/variables/0/value"},
		{"/runtime/variables", `[{"name": "A", "value": "{postgresql.url}"}]`, "error values /runtime/variables/0/value"},
		{"/runtime/variables", `["B", {"name": "A", "value": "{secret:hex:0}"}]`, "error values /runtime/variables/1/value"},
		{"/runtime/variables", `[{"name": "API_KEY", "value": "h7Gq0pLw29"}]`, "warning values /runtime/variables/0/value"},
		{"/runtime/variables", `[{"name": "API_KEY", "value": "base64:{secret:base64:32}"}]`, ""},
		{"/runtime/variables", `[{"name": "A", "value": "ghp_` + long + `"}]`, "error secrets /runtime/variables/0/value"},
		{"/runtime/environment/DB_PASSWORD", `"hunter42"`, "warning secrets /runtime/environment/DB_PASSWORD"},
		{"/runtime/environment/DB_PASSWORD", `"changeme"`, ""},
		{"/runtime/environment/X", `"ghp_` + long + `"`, "error secrets /runtime/environment/X"},
		{"/build/environment/X", `"AKIAABCDEFGHIJKLMNOP"`, "error secrets /build/environment/X"},
		{"/runtime/files", `[{"path": "/k", "content": "-----BEGIN RSA PRIVATE KEY-----\nx"}]`, "error secrets /runtime/files/0/content"},
		{"/build/build_commands/0", `"npm config set //r/:_authToken npm_` + long + `"`, "error secrets /build/build_commands/0"},
		{"/runtime/environment/URL", `"postgres://app:s3cr3tpw@db.example.org/x"`, "error secrets /runtime/environment/URL"},
		{"/runtime/environment/URL", `"postgres://app:s3cr3tpw@localhost/x"`, ""},
		{"/runtime/command", `["node server.js"]`, "error executable /runtime/command/0"},
		{"/runtime/command", `["cd", "x"]`, "error executable /runtime/command/0"},
		{"/runtime/command", `["node", "a", "&&", "b"]`, "error executable /runtime/command/2"},
		{"/runtime/command", `["node", "--port", "$PORT"]`, "warning executable /runtime/command/2"},
		{"/runtime/command", `["sh", "-c", "exec node $PORT", "x"]`, ""},
		{"/runtime/command", `["sh", "-c", "node", "x.js"]`, "warning executable /runtime/command/3"},
		{"/runtime/command", `["npm", "run", "dev"]`, "warning executable /runtime/command"},
		{"/runtime/command", `["python", "a.py"]`, "warning toolchain /runtime/command"},
		{"/runtime/command", `["make", "run"]`, "warning toolchain /runtime/command"},
		{"/runtime/command", `["sh", "-c", "cd web && exec just serve"]`, "warning toolchain /runtime/command"},
		{"/runtime/processes", `[{"name": "worker", "command": ["env", "A=1", "make", "work"]}]`, "warning toolchain /runtime/processes/0/command"},
		{"/runtime/release", `["make migrate"]`, "warning toolchain /runtime/release/0"},
		{"/runtime/setup", `["curl -fsS https://example.org/just -o /usr/local/bin/just"]`, ""},
		{"/build/build_commands/0", `"CI=1 cargo build"`, "warning toolchain /build/build_commands/0"},
		{"/runtime/user", `"a b"`, "error user /runtime/user"},
		{"/runtime/user", `"root"`, "warning user /runtime/user"},
		{"/runtime/user", `"10001:10001"`, ""},
		{"/runtime/system_packages", `["libpq5 && rm -rf /"]`, "error system_packages /runtime/system_packages/0"},
		{"/runtime/system_packages", `["libstdc++6", "curl=7.88.1-10+deb12u8"]`, ""},
		{"/runtime/processes", `[{"name": "", "command": ["node"]}]`, "error processes /runtime/processes/0/name"},
		{"/runtime/processes", `[{"name": "w", "command": []}]`, "error processes /runtime/processes/0/command"},
		{"/evidence/0/field", `"/runtime/prots"`, "error evidence /evidence/0/field"},
		{"/evidence/0/source", `"guess"`, "error evidence /evidence/0/source"},
		{"/evidence/0/path", `"none.ts"`, "warning evidence /evidence/0/path"},
	} {
		doc, err := universalbuild.Set(sound(), c.set, json.RawMessage(c.value))
		if err != nil {
			t.Errorf("%s: %v", c.set, err)
			continue
		}
		var got []string
		for _, p := range New(repository).Document(doc) {
			got = append(got, fmt.Sprintf("%s %s %s", p.Level, p.Rule, p.Path))
			if p.Message == "" || p.Fix == "" || !strings.HasSuffix(p.Message, ".") {
				t.Errorf("%+v", p)
			}
		}
		if c.want == "" && len(got) > 0 || c.want != "" && !strings.Contains("\n"+strings.Join(got, "\n")+"\n", "\n"+c.want+"\n") {
			t.Errorf("%s = %s: %q, want %q", c.set, c.value, got, c.want)
		}
	}
}

func TestAllProblemsAreTold(t *testing.T) {
	got := New(nil).Document(universalbuild.UniversalBuild{Version: "9", Build: universalbuild.Build{BuildCommands: []string{""}}, Runtime: universalbuild.Runtime{Ports: []universalbuild.Port{{Port: -1}}, User: "$x"}})
	rules := map[string]bool{}
	for i, p := range got {
		rules[p.Rule] = true
		if i > 0 && got[i-1].Level == Warning && p.Level == Error {
			t.Error("a warning before an error")
		}
	}
	if len(got) < 8 || len(rules) < 4 || !Failed(got) {
		t.Errorf("%d problems of %d rules: %+v", len(got), len(rules), got)
	}
	if text := Feedback(got); strings.Count(text, "\n- ") != len(got) || !strings.Contains(text, "/runtime/ports/0/port") {
		t.Error(text)
	}
}

func TestAListHasItsOwnProblems(t *testing.T) {
	a, b := sound(), sound()
	b.Metadata.DependsOn = []string{".", "gone"}
	var got []string
	for _, p := range New(nil).List([]universalbuild.UniversalBuild{a, b}) {
		got = append(got, p.Path)
	}
	if diff := cmp.Diff([]string{"/1/metadata/project_name", "/1/metadata/depends_on/0", "/1/metadata/depends_on/1"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestWithAddsARule(t *testing.T) {
	v := New(nil).With(Rule{"house", func(c *Check) { c.Warn("/metadata", "It is not ours.", "Leave it.") }})
	if got := v.Document(sound()); len(got) != 1 || got[0].Rule != "house" {
		t.Error(got)
	}
}

func TestSchemaNamesEveryField(t *testing.T) {
	var got []string
	for _, p := range Schema([]byte(`[{"version": "1.0", "metadata": {"confidence": 2}, "build": null, "runtime": {"ports": [3000]}, "evidence": [], "more": 1}]`)) {
		got = append(got, p.Path)
	}
	for _, want := range []string{"/0/more", "/0/metadata", "/0/metadata/confidence", "/0/build", "/0/runtime", "/0/runtime/ports/0"} {
		if !strings.Contains(" "+strings.Join(got, " ")+" ", " "+want+" ") {
			t.Errorf("no problem at %s: %q", want, got)
		}
	}
	if got := Schema([]byte(`{`)); len(got) != 1 {
		t.Error(got)
	}
}

// TestNoDocumentIsTooMuch gives the rules documents made of anything.
func TestNoDocumentIsTooMuch(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for range 300 {
		var d universalbuild.UniversalBuild
		fill(r, reflect.ValueOf(&d).Elem())
		New([]string{"a", "../b", "", "["}).List([]universalbuild.UniversalBuild{d, d})
	}
}

func fill(r *rand.Rand, v reflect.Value) {
	odd := []string{"", "..", "/", "[", "a[b", `\`, "*", "a:b@c", "$", "sh", "-c", "\x00", "é", ":", "@", "@sha256:x", "https://a:b@", "1s", "-1s", " "}
	switch v.Kind() {
	case reflect.String:
		v.SetString(odd[r.Intn(len(odd))])
	case reflect.Int:
		v.SetInt(int64(r.Uint64()))
	case reflect.Float64:
		v.SetFloat(r.NormFloat64())
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(r, v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			fill(r, v.Field(i))
		}
	case reflect.Slice:
		for range r.Intn(3) {
			e := reflect.New(v.Type().Elem()).Elem()
			if e.Type() != reflect.TypeFor[universalbuild.ProjectBuild]() {
				fill(r, e)
			}
			v.Set(reflect.Append(v, e))
		}
	case reflect.Map:
		v.Set(reflect.ValueOf(map[string]string{odd[r.Intn(len(odd))]: odd[r.Intn(len(odd))]}))
	}
}
