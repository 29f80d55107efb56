package deployment

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"aipack/backend/language/languagetest"
)

// workload is a Deployment of one container.
func workload(name, image string, port int) string {
	return fmt.Sprintf("kind: Deployment\nmetadata: {name: %s}\nspec: {template: {spec: {containers: [{name: %s, image: %s, ports: [{containerPort: %d}]}]}}}\n", name, name, image, port)
}

// TestWhichManifestsCount: each manifest once, from a chart, from the
// kustomization that counts, or as it is.
func TestWhichManifestsCount(t *testing.T) {
	t.Parallel()
	over := func(where string, port int) string {
		return "-- k8s/" + where + "/kustomization.yaml --\nresources: [../base]\npatches: [{path: p.yaml}]\n-- k8s/" + where + "/p.yaml --\n" +
			strings.Replace(workload("project", "project", port), "containerPort", "$patch: replace}, {containerPort", 1)
	}
	base := "-- k8s/base/kustomization.yaml --\nresources: [web.yaml]\n-- k8s/base/web.yaml --\n" + workload("project", "project", 1000)
	chart := func(dir, name string) string {
		return "-- " + dir + "/Chart.yaml --\nname: " + name + "\n-- " + dir + "/values.yaml --\nport: 1000\n-- " + dir + "/templates/deployment.yaml --\n" +
			"kind: Deployment\nmetadata: {name: \"{{ .Release.Name }}\"}\nspec:\n  template:\n    spec:\n      containers:\n      - name: main\n        image: " + name + "\n        ports:\n        - containerPort: {{ .Values.port }}\n"
	}
	for name, c := range map[string]struct {
		files string
		want  []string // port and the line that says so
	}{
		"plain":                       {"-- k8s/web.yaml --\n" + workload("project", "project", 1000), []string{"1000 k8s/web.yaml:3"}},
		"a base alone":                {base, []string{"1000 k8s/base/web.yaml:3"}},
		"production beats the others": {base + over("dev", 2000) + over("prod", 3000) + over("staging", 4000), []string{"3000 k8s/prod/p.yaml:3"}},
		"one that says nothing":       {base + over("cloud", 2000), []string{"2000 k8s/cloud/p.yaml:3"}},
		"several that say nothing":    {base + over("east", 2000) + over("west", 3000), []string{"1000 k8s/base/web.yaml:3"}},
		"development over a base":     {base + over("dev", 2000), []string{"1000 k8s/base/web.yaml:3"}},
		"development alone":           {"-- k8s/dev/kustomization.yaml --\nresources: [web.yaml]\n-- k8s/dev/web.yaml --\n" + workload("project", "project", 5000), []string{"5000 k8s/dev/web.yaml:3"}},
		"a manifest beside":           {base + "-- k8s/more.yaml --\n" + workload("more", "project", 6000), []string{"1000 k8s/base/web.yaml:3", "6000 k8s/more.yaml:3"}},
		"a chart":                     {chart("chart", "project"), []string{"1000 chart/values.yaml:1"}},
		"a chart's own values for production": {chart("chart", "project") + "-- chart/values-prod-eu.yaml --\nport: 1\n-- chart/values.prod.yaml --\nport: 7000\n-- chart/values-dev.yaml --\nport: 2\n",
			[]string{"7000 chart/values.prod.yaml:1"}},
		"values in a folder":          {chart("chart", "project") + "-- chart/values/production.yaml --\nport: 7000\n", []string{"7000 chart/values/production.yaml:1"}},
		"a chart in a deploy folder":  {chart("deploy/project", "project"), []string{"1000 deploy/project/values.yaml:1"}},
		"a template without actions":  {"-- deploy/x/Chart.yaml --\nname: x\n-- deploy/x/templates/deployment.yaml --\n" + workload("project", "project", 1000), []string{"1000 deploy/x/templates/deployment.yaml:3"}},
		"a library":                   {"-- chart/Chart.yaml --\nname: x\ntype: library\n-- chart/templates/deployment.yaml --\n" + workload("project", "project", 1000), nil},
		"an example":                  {chart("examples/chart", "project"), nil},
		"another product's chart":     {chart("chart", "project") + chart("chart/charts/keycloak", "keycloak"), []string{"1000 chart/values.yaml:1"}},
		"only another product's":      {"-- chart/Chart.yaml --\nname: all\n" + chart("chart/charts/keycloak", "keycloak"), nil},
		"the only container":          {chart("chart", "somebody"), []string{"1000 chart/values.yaml:1"}},
		"a database's":                {chart("chart", "postgres"), nil},
		"a chart as it was created":   {strings.Replace(chart("chart", "project"), "image: project", "image: nginx", 1), nil},
		"one with a longer name":      {"-- k8s/a.yaml --\n" + workload("project", "acme/project", 1000) + "---\n" + workload("batch", "acme/project-batch", 2000), []string{"1000 k8s/a.yaml:3"}},
		"only one with a longer name": {"-- k8s/a.yaml --\n" + workload("x", "acme/project-server", 1000) + "---\n" + workload("y", "acme/y", 2000), []string{"1000 k8s/a.yaml:3"}},
		"sidecars":                    {"-- k8s/a.yaml --\n" + strings.Replace(workload("project", "project", 1000), "[{name", "[{name: p, image: acme/proxy, ports: [{containerPort: 9000}]}, {name", 1), []string{"1000 k8s/a.yaml:3"}},
		"renamed":                     {"-- k8s/kustomization.yaml --\nresources: [a.yaml]\nnamePrefix: eu-\n-- k8s/a.yaml --\n" + strings.Replace(workload("project", "acme/x", 1000), "[{name: project", "[{name: main", 1) + "---\n" + workload("b", "acme/y", 2000), []string{"1000 k8s/a.yaml:3"}},
	} {
		t.Run(name, func(t *testing.T) {
			contents := map[string]string{"go.mod": "module project\n"}
			for _, f := range txtar.Parse([]byte(c.files)).Files {
				contents[f.Name] = string(f.Data)
			}
			var got []string
			for _, d := range files(t, contents, ".").Deployed {
				for _, p := range d.Ports {
					got = append(got, fmt.Sprintf("%d %s:%d", p.Port, p.At.Path, p.At.Line))
				}
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestWhatIsLeftOutIsSaid: of charts and kustomizations that are read in part,
// whoever may be meant is told.
func TestWhatIsLeftOutIsSaid(t *testing.T) {
	t.Parallel()
	r := languagetest.Reader(t, map[string]string{
		"api/main.go": "package main", "web/main.go": "package main", "deploy/Chart.yaml": "name: a\n", "deploy/templates/a.yaml": "a: {{ nothing }}\n",
		"web/k8s/kustomization.yaml": "resources: [\"https://example.test/a\"]\n",
	})
	s := Survey(r, Compose(r), []string{"api", "web"})
	for dir, want := range map[string]int{"api": 1, "web": 2} {
		if got := s.RemarksOf(dir); len(got) != want {
			t.Errorf("%s is told %+v", dir, got)
		}
	}
}

// TestChecksByCommand: what a probe's command asks for counts like a probe of HTTP.
func TestChecksByCommand(t *testing.T) {
	t.Parallel()
	f := files(t, map[string]string{"k8s/a.yaml": "kind: Deployment\nmetadata: {name: project}\nspec:\n  template:\n    spec:\n      containers:\n      - name: project\n        image: project\n" +
		"        ports: [{containerPort: 8080}]\n        livenessProbe:\n          exec:\n            command:\n            - curl\n            - -f\n            - http://localhost:8080/alive\n        readinessProbe: {tcpSocket: {port: 8080}}\n"}, ".")
	found := f.DeployedHealth(8080)
	if len(found) != 1 || found[0].Value != "/alive" || found[0].Evidence[0].Line != 15 {
		t.Errorf("%+v", found)
	}
}

// TestPortsOfCommands: what lasts says by its command where it listens; the port of a
// job's command is another's.
func TestPortsOfCommands(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{"Deployment": "7300 10", "Job": ""} {
		f := files(t, map[string]string{"k8s/a.yaml": "kind: " + kind + "\nmetadata: {name: project}\nspec:\n  template:\n    spec:\n      containers:\n      - image: project\n        args:\n        - --metrics-port=7400\n        - --port=7300\n"}, ".")
		got := ""
		for _, p := range f.DeployedPorts() {
			got += fmt.Sprint(p.Value, " ", p.Evidence[0].Line)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
}
