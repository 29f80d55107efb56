package kustomize

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"aipack/backend/manifest/kubernetes"
	"aipack/backend/manifest/placed"
)

// archive is a repository in memory.
func archive(content string) func(string) (string, bool) {
	files := map[string]string{}
	for _, f := range txtar.Parse([]byte(content)).Files {
		files[f.Name] = string(f.Data)
	}
	return func(p string) (string, bool) { s, ok := files[p]; return s, ok }
}

const base = `
-- base/kustomization.yaml --
resources: [deployment.yaml]
configMapGenerator:
- name: shop
  literals: [LOG=info, "QUOTED='yes'"]
  envs: [shop.env]
secretGenerator:
- name: keys
  literals: [TOKEN=hidden]
-- base/shop.env --
# a remark
REGION=eu

-- base/deployment.yaml --
apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
  labels: {app: shop}
spec:
  template:
    spec:
      containers:
      - name: shop
        image: acme/shop:1
        envFrom:
        - configMapRef: {name: shop}
        - secretRef: {name: keys}
        env:
        - name: MODE
          value: base
        ports:
        - containerPort: 8080
          name: http
`

// said lists what the built manifests say of containers, each with its line.
func said(b Built) []string {
	var docs []*placed.Value
	for _, r := range b.Resources {
		docs = append(docs, r.Doc)
	}
	var out []string
	at := func(p placed.Place) string { return fmt.Sprintf(" @%s:%d", p.Path, p.Line) }
	for _, c := range kubernetes.Containers(docs) {
		out = append(out, c.Workload+"/"+c.Name+" "+c.Image)
		for _, p := range c.Ports {
			out = append(out, fmt.Sprint("port ", p.Port, at(p.At)))
		}
		for _, v := range c.Env {
			out = append(out, "env "+v.Name+"="+v.Value+at(v.At))
		}
		for _, p := range c.Probes {
			out = append(out, p.Kind+" "+p.Path+at(p.At))
		}
	}
	return out
}

func TestBuild(t *testing.T) {
	t.Parallel()
	plain := []string{
		"shop/shop acme/shop:1", "port 8080 @base/deployment.yaml:19", "env MODE=base @base/deployment.yaml:16",
		"env TOKEN= @base/kustomization.yaml:8", "env REGION=eu @base/shop.env:2", "env LOG=info @base/kustomization.yaml:4", "env QUOTED=yes @base/kustomization.yaml:4",
	}
	with := func(changed ...string) []string {
		out := slices.Clone(plain)
		for i := 0; i < len(changed); i += 2 {
			at := slices.Index(out, changed[i])
			if at < 0 {
				out = append(out, changed[i+1])
				continue
			}
			out[at] = changed[i+1]
		}
		return slices.DeleteFunc(out, func(s string) bool { return s == "" })
	}
	for name, c := range map[string]struct {
		overlay string
		want    []string
	}{
		"nothing more": {"", plain},
		"a patch of a file": {"patches: [{path: p.yaml}]\n-- over/p.yaml --\nkind: Deployment\nmetadata: {name: shop}\nspec:\n  template:\n    spec:\n      containers:\n      - name: shop\n        env:\n        - {name: MODE, value: over}\n        livenessProbe: {httpGet: {path: /up, port: http}}\n",
			append(with("env MODE=base @base/deployment.yaml:16", "env MODE=over @over/p.yaml:9"), "liveness /up @over/p.yaml:10")},
		"a patch in place": {"patches:\n- patch: |-\n    kind: Deployment\n    metadata: {name: shop}\n    spec:\n      template:\n        spec:\n          containers:\n          - name: shop\n            ports:\n            - $patch: delete\n              containerPort: 8080\n            - containerPort: 9000\n",
			with("port 8080 @base/deployment.yaml:19", "port 9000 @over/kustomization.yaml:14")},
		"patchesStrategicMerge": {"patchesStrategicMerge:\n- |-\n  kind: Deployment\n  metadata: {name: shop}\n  spec: {template: {spec: {containers: [{name: shop, image: acme/shop:2}]}}}\n",
			with("shop/shop acme/shop:1", "shop/shop acme/shop:2")},
		"operations": {"patches:\n- target: {kind: Deployment, name: sh.*, labelSelector: app=shop}\n  patch: |-\n    - op: replace\n      path: /spec/template/spec/containers/0/ports/0/containerPort\n      value: 7000\n    - op: add\n      path: /spec/template/spec/containers/0/env/-\n      value: {name: MORE, value: \"1\"}\n    - op: remove\n      path: /spec/template/spec/containers/0/env/0\n",
			with("port 8080 @base/deployment.yaml:19", "port 7000 @over/kustomization.yaml:7", "env MODE=base @base/deployment.yaml:16", "env MORE=1 @over/kustomization.yaml:10")},
		"patchesJson6902": {"patchesJson6902:\n- target: {group: apps, version: v1, kind: Deployment, name: shop}\n  path: p.json\n-- over/p.json --\n[{\"op\": \"replace\",\n\"path\": \"/spec/template/spec/containers/0/image\", \"value\": \"acme/other\"}]\n",
			with("shop/shop acme/shop:1", "shop/shop acme/other")},
		"a patch for another": {"patches:\n- target: {kind: Deployment, name: other}\n  patch: |-\n    [{op: remove, path: /spec}]\n", plain},
		"images":              {"images: [{name: acme/shop, newName: example.test/shop, newTag: v2}]\n", with("shop/shop acme/shop:1", "shop/shop example.test/shop:v2")},
		"names":               {"namePrefix: prod-\nnameSuffix: -eu\n", with("shop/shop acme/shop:1", "prod-shop-eu/shop acme/shop:1")},
		"settings laid over": {"configMapGenerator: [{name: shop, behavior: merge, literals: [LOG=warn, NEW=1]}]\n",
			with("env LOG=info @base/kustomization.yaml:4", "env LOG=warn @over/kustomization.yaml:2", "", "env NEW=1 @over/kustomization.yaml:2")},
		"a component": {"components: [../extra]\n-- extra/kustomization.yaml --\nkind: Component\npatches: [{patch: \"kind: Deployment\\nmetadata: {name: shop}\\nspec: {template: {spec: {containers: [{name: shop, image: acme/extra}]}}}\"}]\n",
			with("shop/shop acme/shop:1", "shop/shop acme/extra")},
		"elsewhere": {"resources: [../base, \"https://example.test/x?ref=v1\", ../../out]\n", plain},
	} {
		t.Run(name, func(t *testing.T) {
			lead := "resources: [../base]\n"
			if strings.HasPrefix(c.overlay, "resources") {
				lead = ""
			}
			built := NewReader(archive(base + "-- over/kustomization.yaml --\n" + lead + c.overlay)).Build("over")
			if d := cmp.Diff(c.want, said(built)); d != "" {
				t.Error(d, built.Remarks)
			}
			if name == "elsewhere" && len(built.Remarks) != 2 {
				t.Errorf("what is left out is not said: %v", built.Remarks)
			}
		})
	}
}

// soon is a second on a machine that has nothing else to do; tests run beside others,
// and with the race detector.
const soon = 5 * time.Second

// TestHostileKustomizations: they end within a second, and say what is left out.
func TestHostileKustomizations(t *testing.T) {
	many := strings.Repeat("kind: Deployment\nmetadata: {name: a}\nspec: {template: {spec: {containers: [{name: a, env: [{name: A, value: b}]}]}}}\n---\n", 190)
	var patches strings.Builder
	for range 400 {
		patches.WriteString("- target: {kind: Deployment}\n  path: many.yaml\n")
	}
	for name, repository := range map[string]string{
		"in itself":      "-- kustomization.yaml --\nresources: [.]\n",
		"in each other":  "-- kustomization.yaml --\nresources: [a]\n-- a/kustomization.yaml --\nresources: [../]\n",
		"out of it":      "-- kustomization.yaml --\nresources: [../../etc/passwd, /etc/passwd]\nconfigMapGenerator: [{name: a, envs: [../../x]}]\n",
		"not there":      "-- kustomization.yaml --\nresources: [x.yaml]\npatches: [{path: y.yaml}]\n",
		"no YAML":        "-- kustomization.yaml --\nresources: [\n",
		"many patches":   "-- many.yaml --\n" + many + "-- kustomization.yaml --\nresources: [" + strings.Repeat("many.yaml,", 10) + "]\npatches:\n" + patches.String(),
		"an expression":  "-- kustomization.yaml --\npatches: [{target: {name: '(('}, patch: '[]'}]\n",
		"doubled":        doubled(),
		"wrong types":    "-- kustomization.yaml --\nresources: {a: b}\nimages: x\npatches: [[a]]\nconfigMapGenerator: 3\nnamePrefix: [a]\nresources: [{a: b}]\n",
		"odd operations": "-- a.yaml --\nkind: Pod\nspec: {}\n-- kustomization.yaml --\nresources: [a.yaml]\npatches: [{target: {kind: Pod}, patch: '[{op: add, path: /spec/x/y/z, value: 1}, {op: remove, path: spec}, {op: add, path: /spec/-, value: 3}, 7, {op: move}]'}]\n",
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			built := NewReader(archive(repository)).Build(".")
			if took := time.Since(start); took > soon {
				t.Errorf("took %v", took)
			}
			if silent := slices.Contains([]string{"wrong types", "odd operations"}, name); len(built.Remarks) == 0 && !silent {
				t.Error("nobody is told")
			}
		})
	}
}

// doubled is a chain in which each kustomization takes the next in twice.
func doubled() string {
	var b strings.Builder
	for i := range 40 {
		dir := fmt.Sprintf("d%d/", i)
		if i == 0 {
			dir = ""
		}
		up := "../"
		if i == 0 {
			up = "./"
		}
		fmt.Fprintf(&b, "-- %skustomization.yaml --\nresources: [%sd%d, ./%sd%d]\n", dir, up, i+1, up, i+1)
	}
	return b.String()
}

func FuzzBuild(f *testing.F) {
	f.Add("resources: [../base]\nnamePrefix: a-\nimages: [{name: acme/shop, newTag: b}]", "kind: Deployment\nmetadata: {name: shop}\nspec: {$patch: replace, template: {spec: {containers: [{name: shop, $patch: delete}]}}}")
	f.Add("resources: [../base]\npatches: [{path: p.yaml, target: {kind: Deployment}}]", "[{op: add, path: /spec/a~1b, value: {c: d}}, {op: remove, path: /spec/template}]")
	f.Fuzz(func(t *testing.T, kustomization, patch string) {
		files := archive(base)
		reader := NewReader(func(p string) (string, bool) {
			switch p {
			case "over/kustomization.yaml":
				return kustomization, true
			case "over/p.yaml":
				return patch, true
			}
			return files(p)
		})
		reader.left = 20_000
		built := reader.Build("over")
		for _, r := range built.Resources {
			if r.Doc == nil || r.From == "" {
				t.Fatalf("%+v", r)
			}
		}
		said(built)
	})
}
