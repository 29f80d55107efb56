package helm

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/manifest/placed"
)

// filesOf is a repository in memory.
func filesOf(files map[string]string) Files {
	return Files{
		Text: func(p string) (string, bool) { s, ok := files[p]; return s, ok },
		Under: func(dir string) []string {
			var out []string
			for p := range files {
				if strings.HasPrefix(p, dir+"/") {
					out = append(out, p)
				}
			}
			slices.Sort(out)
			return out
		},
	}
}

// told lists the scalars of rendered manifests with the places that they lead to.
func told(rendered []Rendered) []string {
	var out []string
	var walk func(prefix string, v *placed.Value)
	walk = func(prefix string, v *placed.Value) {
		for _, p := range v.Pairs {
			walk(prefix+"."+p.Key, p.Value)
		}
		for i, item := range v.Items {
			walk(fmt.Sprintf("%s.%d", prefix, i), item)
		}
		if v.IsText() {
			out = append(out, fmt.Sprintf("%s=%s @%s:%d", strings.TrimPrefix(prefix, "."), v.Text, v.At.Path, v.At.Line))
		}
	}
	for _, r := range rendered {
		for _, doc := range r.Docs {
			walk("", doc)
		}
	}
	return out
}

// TestWhereRenderedValuesStand: what comes out of values leads to their line, what
// the template says itself to the template's.
func TestWhereRenderedValuesStand(t *testing.T) {
	t.Parallel()
	values := "image:\n  repository: acme/shop\n  tag: \"1.2\"\nport: 8080\nenv:\n  LOG_LEVEL: info\n  WORKERS: 4\nextra:\n  - name: TZ\n    value: UTC\n"
	for name, c := range map[string]struct {
		template string
		want     []string
	}{
		"a value": {"port: {{ .Values.port }}", []string{"port=8080 @values.yaml:4"}},
		"in quotes": {"image: \"{{ .Values.image.repository }}:{{ .Values.image.tag }}\"\nname: web", []string{
			"image=acme/shop:1.2 @values.yaml:2", "name=web @templates/a.yaml:2"}},
		"quoted by a function": {"tag: {{ .Values.image.tag | quote }}", []string{"tag=1.2 @values.yaml:3"}},
		"a default":            {"path: {{ .Values.path | default \"/up\" }}\nport: {{ default 3000 .Values.port }}", []string{"path=/up @templates/a.yaml:1", "port=8080 @values.yaml:4"}},
		"a mapping":            {"env:\n  {{- toYaml .Values.env | nindent 2 }}", []string{"env.LOG_LEVEL=info @values.yaml:6", "env.WORKERS=4 @values.yaml:7"}},
		"a list":               {"env:\n{{- with .Values.extra }}\n{{- toYaml . | nindent 2 }}\n{{- end }}", []string{"env.0.name=TZ @values.yaml:9", "env.0.value=UTC @values.yaml:10"}},
		"each of a mapping": {"env:\n{{- range $k, $v := .Values.env }}\n- name: {{ $k }}\n  value: {{ $v | quote }}\n{{- end }}", []string{
			"env.0.name=LOG_LEVEL @values.yaml:6", "env.0.value=info @values.yaml:6", "env.1.name=WORKERS @values.yaml:7", "env.1.value=4 @values.yaml:7"}},
		"a helper":                            {"labels:\n  {{- include \"shop.labels\" . | nindent 2 }}", []string{"labels.app=shop @Chart.yaml:1", "labels.port=8080 @values.yaml:4"}},
		"printf":                              {"a: {{ printf \"%s-%d\" .Chart.Name (int .Values.port) }}", []string{"a=shop-8080 @values.yaml:4"}},
		"a text of values that is a template": {"a: {{ tpl \"{{ .Values.port }}\" . }}", []string{"a=8080 @values.yaml:4"}},
		"a condition":                         {"{{- if and .Values.port (not .Values.off) }}\na: 1\n{{- else }}\na: 2\n{{- end }}", []string{"a=1 @templates/a.yaml:2"}},
		"two manifests, one broken":           {"a: b\n---\nc: [\n---\nd: e", []string{"a=b @templates/a.yaml:1", "d=e @templates/a.yaml:5"}},
		"what only the user can give":         {"a: {{ required \"say it\" .Values.password | quote }}\nb: c", []string{"b=c @templates/a.yaml:2"}},
		"the cluster":                         {"{{ if .Capabilities.APIVersions.Has \"x/v1\" }}a: 1{{ else if semverCompare \">=1.19-0\" .Capabilities.KubeVersion.Version }}a: 2{{ end }}", []string{"a=2 @templates/a.yaml:1"}},
		"a chart that is not here":            {"a:\n  {{- include \"common.labels\" . | nindent 2 }}\nb: c", []string{"b=c @templates/a.yaml:3"}},
	} {
		t.Run(name, func(t *testing.T) {
			rendered, _ := Read(filesOf(map[string]string{
				"Chart.yaml": "name: shop\nversion: 0.1.0\n", "values.yaml": values, "templates/a.yaml": c.template,
				"templates/_helpers.tpl": "{{- define \"shop.labels\" -}}\napp: {{ .Chart.Name }}\nport: {{ .Values.port }}\n{{- end -}}",
			}), ".", nil, NewBudget())
			got := slices.DeleteFunc(told(rendered), func(s string) bool { return strings.Contains(s, "= @") })
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestFunctions holds what functions give against what Helm's own give.
func TestFunctions(t *testing.T) {
	t.Parallel()
	for template, want := range map[string]string{
		`{{ "a-b" | replace "-" "_" | upper }}`:                            "A_B",
		`{{ trunc 3 "abcdef" }}{{ trunc -2 "abcdef" }}`:                    "abcef",
		`{{ trimSuffix "-" "a-" }}{{ trimAll "/" "/b/" }}{{ trim " c " }}`: "abc",
		`{{ list 1 2 3 | join "," }}`:                                      "1,2,3",
		`{{ splitList "," "a,b" | last }}`:                                 "b",
		`{{ dict "a" 1 "b" "x" | toJson }}`:                                `{"a":1,"b":"x"}`,
		`{{ (fromYaml "a: {b: 3}").a.b }}`:                                 "3",
		`{{ dig "a" "b" "none" (dict "a" (dict "b" "c")) }}`:               "c",
		`{{ hasKey (dict "a" nil) "a" }}`:                                  "true",
		`{{ ternary "x" "y" (eq 1 1.0) }}`:                                 "x",
		`{{ range until 3 }}{{ . }}{{ end }}`:                              "012",
		`{{ range $i, $x := list "a" "b" "c" }}{{ if eq $x "b" }}{{ continue }}{{ end }}{{ $i }}{{ $x }}{{ end }}`: "0a2c",
		`{{ $x := 1 }}{{ range list 1 2 }}{{ $x = add $x . }}{{ end }}{{ $x }}`:                                    "4",
		`{{ mul 3 (sub 5 2) }} {{ div 7 2 }} {{ mod 7 2 }} {{ max 1 9 3 }}`:                                        "9 3 1 9",
		`{{ (merge (dict "a" 1) (dict "a" 2 "b" 3)).b }}{{ (mergeOverwrite (dict "a" 1) (dict "a" 2)).a }}`:        "32",
		`{{ pick (dict "a" 1 "b" 2) "a" | keys | first }}`:                                                         "a",
		`{{ regexReplaceAll "[^a-z]+" "a1b2" "-" }}`:                                                               "a-b-",
		`{{ b64enc "x" }} {{ b64dec "eA==" }} {{ "a" | sha256sum | trunc 8 }}`:                                     "eA== x ca978112",
		`{{ printf "%03d|%.1f|%q|%v" 7 2.55 "a" true }}`:                                                           "007|2.5|\"a\"|true",
		`{{ kindOf (list) }} {{ kindIs "map" (dict) }} {{ typeOf nil }} {{ toString nil }}`:                        "slice true <nil> <nil>",
		`{{ coalesce "" nil "x" }} {{ empty 0 }}`:                                                                  "x true",
		`{{ randAlphaNum 8 }}{{ now }}{{ env "HOME" }}{{ getHostByName "localhost" }}{{ uuidv4 }}|`:                "|",
		`{{ (lookup "v1" "Secret" "a" "b").data }}|`:                                                               "|",
		`{{ "one two" | title }} {{ snakecase "FirstName" }} {{ nospace "a b" }}`:                                  "One Two first_name ab",
		`{{ indent 2 "a\nb" }}`: "  a\n  b",
		`{{ toYaml (dict "a" (list (dict "b" 1 "c" "yes")) "d" "x: y" "e" (list)) }}`:                  "a:\n  - b: 1\n    c: \"yes\"\nd: \"x: y\"\ne: []",
		`{{- /* a comment */ -}} x {{- with (dict "a" "b") }}{{ .a }}{{ $.Chart.Name }}{{ end }}`:      "xbshop",
		`{{ template "t" (dict "v" "w") }}{{ define "t" }}<{{ .v }}>{{ end }}`:                         "<w>",
		`{{ index (list "a" (dict "k" "v")) 1 "k" }}{{ len "abc" }}{{ slice (list 1 2 3) 1 | first }}`: "v32",
	} {
		l := &loading{files: filesOf(map[string]string{"Chart.yaml": "name: shop\n", "templates/a.yaml": template})}
		c := l.chart(".", 0)
		r := &rendering{loading: l, top: c, templates: templates{trees: map[string]tree{}, missing: map[string]bool{}, budget: NewBudget()}}
		r.parse(c, "")
		got, err := r.run("shop/templates/a.yaml", r.objects(c, c.values), 0)
		if err != nil || got.s != want {
			t.Errorf("%s\ngives %q, want %q; %v %v", template, got.s, want, err, l.remarks)
		}
	}
}

func TestChartsWithinCharts(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"deploy/Chart.yaml":                  "name: shop\ndependencies:\n- {name: api}\n- {name: cache, condition: cache.enabled}\n- {name: web, alias: front}\n- {name: lib, repository: \"file://../lib\"}\n",
		"deploy/values.yaml":                 "global: {zone: eu}\napi:\n  port: 9000\ncache:\n  enabled: false\nfront: {port: 3000, old: null}\n",
		"deploy/values-prod.yaml":            "api:\n  port: 9100\n",
		"deploy/templates/a.yaml":            "own: {{ include \"lib.name\" . }}",
		"deploy/charts/api/Chart.yaml":       "name: api\n",
		"deploy/charts/api/values.yaml":      "port: 1\nhost: api\n",
		"deploy/charts/api/templates/a.yaml": "port: {{ .Values.port }}\nhost: {{ .Values.host }}\nzone: {{ .Values.global.zone }}\n",
		"deploy/charts/cache/Chart.yaml":     "name: cache\n", "deploy/charts/cache/templates/a.yaml": "cache: on\n",
		"deploy/charts/web/Chart.yaml": "name: web\n", "deploy/charts/web/values.yaml": "old: x\n", "deploy/charts/web/templates/a.yaml": "port: {{ .Values.port }}\nold: \"{{ .Values.old }}\"\n",
		"lib/Chart.yaml": "name: lib\ntype: library\n", "lib/templates/_n.tpl": "{{ define \"lib.name\" }}from-lib{{ end }}",
	}
	rendered, remarks := Read(filesOf(files), "deploy", []string{"deploy/values-prod.yaml"}, NewBudget())
	want := []string{
		"own=from-lib @lib/templates/_n.tpl:1",
		"port=9100 @deploy/values-prod.yaml:2", "host=api @deploy/charts/api/values.yaml:2", "zone=eu @deploy/values.yaml:1",
		"port=3000 @deploy/values.yaml:6", "old= @deploy/charts/web/templates/a.yaml:2",
	}
	if d := cmp.Diff(want, told(rendered)); d != "" || len(remarks) > 0 {
		t.Error(d, remarks)
	}
	if rendered[0].Dependency || !rendered[1].Dependency {
		t.Errorf("who depends on whom: %+v", rendered)
	}
}
