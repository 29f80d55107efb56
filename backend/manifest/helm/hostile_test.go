package helm

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

// chartWith is a chart of one template and its values.
func chartWith(template, values string) Files {
	return filesOf(map[string]string{"Chart.yaml": "name: a\n", "values.yaml": values, "templates/a.yaml": template})
}

// soon is a second on a machine that has nothing else to do; tests run beside others,
// and with the race detector.
const soon = 5 * time.Second

// TestHostileCharts: whatever a chart wants, reading it ends within a second, the
// chart is told of, and nothing is brought down.
func TestHostileCharts(t *testing.T) {
	double := strings.Repeat(`{{ $x = printf "%s%s" $x $x }}`, 60)
	for name, files := range map[string]Files{
		"a loop within a loop":      chartWith(`{{ range until 100000 }}{{ range until 100000 }}{{ end }}{{ end }}`, ""),
		"a number to count to":      chartWith(`{{ range 9000000000000 }}x{{ end }}`, ""),
		"a long list":               chartWith(`{{ until 999999999 }}`, ""),
		"a text repeated":           chartWith(`{{ repeat 999999999 "aaaaaaaaaa" }}`, ""),
		"repeated again":            chartWith(`{{ repeat 100000 (repeat 100000 "a") }}`, ""),
		"a text doubled":            chartWith(`{{ $x := "aaaaaaaa" }}`+double+`{{ $x }}`, ""),
		"a list doubled":            chartWith(`{{ $x := list 1 2 }}`+strings.ReplaceAll(double, `printf "%s%s"`, "concat")+`{{ len $x }}`, ""),
		"a mapping in itself":       chartWith(`{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ toYaml $d }}`, ""),
		"a mapping in itself, JSON": chartWith(`{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ toJson $d }}`, ""),
		"a mapping in itself, copy": chartWith(`{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ deepCopy $d }}`, ""),
		"mappings that share":       chartWith(`{{ $x := dict "a" 1 }}`+strings.Repeat(`{{ $x = dict "a" $x "b" $x }}`, 60)+`{{ toYaml $x }}`, ""),
		"merged with itself":        chartWith(`{{ $x := dict "a" 1 }}`+strings.Repeat(`{{ $x = dict "a" $x "b" $x }}`, 60)+`{{ merge (deepCopy $x) $x }}`, ""),
		"a template in itself":      chartWith(`{{ define "x" }}{{ include "x" . }}{{ end }}{{ include "x" . }}`, ""),
		"two in each other":         chartWith(`{{ define "x" }}{{ template "y" . }}{{ end }}{{ define "y" }}{{ include "x" . }}{{ end }}{{ include "x" . }}`, ""),
		"a tree of includes":        chartWith(`{{ define "x" }}{{ if lt . 60 }}{{ include "x" (add1 .) }}{{ include "x" (add1 .) }}{{ end }}{{ end }}{{ include "x" 0 }}`, ""),
		"tpl in itself":             chartWith(`{{ tpl .Values.t . }}`, "t: '{{ tpl .Values.t . }}'"),
		"spaces":                    chartWith(`{{ nindent 999999999 "a" }}`, ""),
		"many lines with spaces":    chartWith(`{{ $x := repeat 100000 "\n" }}{{ range until 1000 }}{{ $y := indent 1000 $x }}{{ end }}`, ""),
		"a wide format":             chartWith(`{{ printf "%999999999d" 1 }}{{ printf "%.999999999f" 1.5 }}`, ""),
		"replaced by itself":        chartWith(`{{ $x := repeat 1000 "a" }}{{ replace "a" $x $x | replace "a" $x }}`, ""),
		"an expression":             chartWith(`{{ regexReplaceAll "(a*)*b" (repeat 100000 "a") (repeat 100000 "$0") }}`, ""),
		"parentheses":               chartWith("{{ "+strings.Repeat("(", 50_000)+"1"+strings.Repeat(")", 50_000)+" }}", ""),
		"conditions in conditions":  chartWith(strings.Repeat("{{ if 1 }}", 15_000)+strings.Repeat("{{ end }}", 15_000), ""),
		"a long pipeline":           chartWith("{{ 1 "+strings.Repeat("| add 1 ", 30_000)+" }}", ""),
		"values of 100 MB":          chartWith(`a: {{ .Values.a }}`, "a: "+strings.Repeat("x", 100<<20)),
		"a template of 10 MB":       chartWith(strings.Repeat("{{ 1 }}", 1_500_000), ""),
		"aliases":                   chartWith(`{{ toYaml .Values }}`, aliases(40)),
		"values nested deep":        chartWith(`{{ toYaml .Values }}`, "a: "+strings.Repeat("[", 20_000)+strings.Repeat("]", 20_000)),
		"a chart that needs itself": filesOf(map[string]string{
			"Chart.yaml": "name: a\ndependencies:\n- {name: b, repository: 'file://./b'}\n", "b/Chart.yaml": "name: b\ndependencies:\n- {name: a, repository: 'file://../'}\n"}),
		"out of the repository": filesOf(map[string]string{"Chart.yaml": "name: a\ndependencies:\n- {name: b, repository: 'file://../../etc'}\n"}),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			rendered, remarks := Read(files, ".", nil, NewBudget())
			if took := time.Since(start); took > soon {
				t.Errorf("took %v", took)
			}
			if len(remarks) == 0 && !harmless[name] {
				t.Errorf("nobody is told, and %d manifests were read", len(rendered[0].Docs))
			}
		})
	}
}

// harmless are those that come to little, or to nothing that is missed.
var harmless = map[string]bool{
	"a wide format": true, "a long pipeline": true, "aliases": true, "a chart that needs itself": true, "out of the repository": true,
}

func aliases(levels int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 {x: y}\n")
	for i := 1; i < levels; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [*a%d, *a%d, *a%d]\n", i, i, i-1, i-1, i-1)
	}
	return b.String()
}

// TestManyHostileCharts: what one may take, all together may.
func TestManyHostileCharts(t *testing.T) {
	b := NewBudget()
	start := time.Now()
	for range 50 {
		Read(chartWith(`{{ range until 100000 }}{{ range until 100000 }}x{{ end }}{{ end }}`, ""), ".", nil, b)
	}
	if took := time.Since(start); took > soon {
		t.Errorf("took %v", took)
	}
}

func FuzzTemplate(f *testing.F) {
	f.Add(`{{- range $k, $v := .Values.a }}{{ $k }}: {{ $v | quote | nindent 2 }}{{ end }}`, "a: {b: c}")
	f.Add(`{{ define "x" }}{{ toYaml . }}{{ end }}{{ include "x" .Values | indent 2 }}{{ tpl "{{ .Values.a }}" . }}`, "a: [1, {b: x}]")
	f.Add(`{{ with .Values }}{{ dict "a" . | toJson | fromJson | merge (dict "b" 1) }}{{ else }}{{ printf "%5s|%d" "a" 3 }}{{ end }}`, "")
	f.Add(`{{ regexReplaceAll "a" "b" "c" }}{{ splitList "," "a,b" | join ";" }}{{ substr 1 -1 "abc" }}{{ trunc -2 "é" }}`, "x: y")
	f.Fuzz(func(t *testing.T, template, values string) {
		rendered, _ := Read(chartWith(template, values), ".", nil, &Budget{20_000, 1 << 18})
		lines := map[string]int{"": 0, "Chart.yaml": 2, "templates/a.yaml": strings.Count(template, "\n") + 1, "values.yaml": strings.Count(values, "\n") + 1}
		for _, s := range told(rendered) {
			at := s[strings.LastIndex(s, "@")+1:]
			p, line, _ := strings.Cut(at, ":")
			n, err := strconv.Atoi(line)
			if most, known := lines[p]; !known || err != nil || n > most {
				t.Errorf("%s: there is no such line", s)
			}
		}
	})
}
