// Package helm renders the charts of a repository as "helm template" would, so far
// as the repository tells: with the chart's own values, without a cluster and
// without charts that are somewhere else. What is rendered knows which line of
// which file says it. It knows no services, and not what manifests mean.
package helm

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/manifest/placed"
)

// Files are the files of a repository.
type Files struct {
	Text  func(path string) (string, bool)
	Under func(dir string) []string // all files below a folder, sorted
}

// Remark is something about a file that the user should know.
type Remark struct{ Path, Text string }

// Rendered is what one chart becomes: one in its folder, or one that it depends on.
type Rendered struct {
	Dir        string // of the chart
	Name       string
	Dependency bool // it is another chart's
	Docs       []*placed.Value
}

// The bounds on what is read. Charts of large products stay below a tenth.
const (
	maxCharts    = 32
	maxTemplates = 300
	maxDeep      = 4 // dependencies of dependencies
)

// chart is a chart as it is read.
type chart struct {
	dir, name string
	library   bool
	meta      *placed.Value
	values    value
	templates []string
	needs     []*chart
}

// loading reads charts.
type loading struct {
	files   Files
	charts  int
	remarks []Remark
}

// Read renders the chart of a folder and those that it depends on. over are
// further files of values, the last of which counts most. The chart itself comes
// first. It is nothing where the folder has no Chart.yaml.
func Read(files Files, dir string, over []string, b *Budget) ([]Rendered, []Remark) {
	l := &loading{files: files}
	c := l.chart(dir, 0)
	if c == nil {
		return nil, l.remarks
	}
	for _, p := range over {
		c.values = coalesced(l.valuesOf(p), c.values, 0)
	}
	r := &rendering{loading: l, top: c, templates: templates{trees: map[string]tree{}, missing: map[string]bool{}, budget: b}}
	r.parse(c, "")
	r.chart(c, c.values, "", false)
	r.sayMissing()
	return r.out, l.remarks
}

func (l *loading) remark(p, text string) { l.remarks = append(l.remarks, Remark{p, text}) }

func (l *loading) chart(dir string, depth int) *chart {
	file := path.Join(dir, "Chart.yaml")
	content, ok := l.files.Text(file)
	if !ok || l.charts == maxCharts || depth > maxDeep {
		return nil
	}
	l.charts++
	docs, err := placed.Parse(content, placed.In(file))
	if err != nil || len(docs) == 0 {
		l.remark(file, "it is no YAML that can be read")
		return nil
	}
	c := &chart{dir: dir, meta: docs[0], name: docs[0].Get("name").String(), library: docs[0].Get("type").String() == "library"}
	if c.name == "" {
		c.name = path.Base(dir)
	}
	c.values = l.valuesOf(path.Join(dir, "values.yaml"))
	folder := path.Join(dir, "templates")
	for _, p := range l.files.Under(folder) {
		rel := strings.TrimPrefix(p, folder+"/")
		if ext := path.Ext(p); ext != ".yaml" && ext != ".yml" && ext != ".tpl" || strings.HasPrefix(rel, "tests/") {
			continue
		}
		if c.templates = append(c.templates, p); len(c.templates) == maxTemplates {
			break
		}
	}
	for _, sub := range l.dependencies(c) {
		if need := l.chart(sub, depth+1); need != nil {
			c.needs = append(c.needs, need)
		}
	}
	return c
}

// dependencies lists the folders of the charts that one brings along: those in
// charts/, and those that its Chart.yaml names by a path of the repository.
func (l *loading) dependencies(c *chart) []string {
	var out []string
	for _, p := range l.files.Under(path.Join(c.dir, "charts")) {
		sub := path.Dir(p)
		if path.Base(p) == "Chart.yaml" && path.Dir(sub) == path.Join(c.dir, "charts") {
			out = append(out, sub)
		}
	}
	for _, d := range c.meta.Get("dependencies").List() {
		rel, local := strings.CutPrefix(d.Get("repository").String(), "file://")
		sub := path.Join(c.dir, rel)
		if local && !strings.HasPrefix(sub, "..") && sub != c.dir && !slices.ContainsFunc(out, func(o string) bool { return path.Base(o) == path.Base(sub) }) {
			out = append(out, sub)
		}
	}
	return out
}

// valuesOf reads a file of values; an empty mapping where there is none.
func (l *loading) valuesOf(p string) value {
	content, ok := l.files.Text(p)
	if !ok {
		return of(newDict())
	}
	docs, err := placed.Parse(content, placed.In(p))
	if err != nil {
		l.remark(p, "its values are ignored: "+err.Error())
	}
	if len(docs) == 0 || !docs[0].IsMap() {
		return of(newDict())
	}
	return valueOf(docs[0])
}

// coalesced lays values over others; null takes a key away
// (https://helm.sh/docs/chart_template_guide/values_files/#deleting-a-default-key).
func coalesced(over, under value, depth int) value {
	top, base := over.dict(), under.dict()
	if top == nil || base == nil || depth > placed.MaxDepth {
		return over
	}
	out := newDict()
	for k, v := range base.of {
		out.put(k, v, base.at[k])
	}
	for k, v := range top.of {
		old, known := base.of[k]
		switch {
		case v.v == nil:
			delete(out.of, k)
		case known:
			out.put(k, coalesced(v, old, depth+1), top.at[k])
		default:
			out.put(k, v, top.at[k])
		}
	}
	return value{out, over.at}
}

// called is the name by which a chart's values are found in those of the one that
// depends on it, and whether these want it: alias, condition and tags
// (https://helm.sh/docs/topics/charts/#chart-dependencies).
func (c *chart) called(need *chart, values value) (name string, wanted bool) {
	for _, d := range c.meta.Get("dependencies").List() {
		if d.Get("name").String() != need.name {
			continue
		}
		name = d.Get("alias").String()
		if name == "" {
			name = need.name
		}
		for _, condition := range strings.Split(d.Get("condition").String(), ",") {
			on, ok := fields(values, strings.Split(strings.TrimSpace(condition), ".")).v.(bool)
			if ok {
				return name, on
			}
		}
		tagged, on := false, false
		for _, tag := range d.Get("tags").Texts() {
			if v, ok := values.get("tags").get(tag).v.(bool); ok {
				tagged, on = true, on || v
			}
		}
		return name, !tagged || on
	}
	return need.name, true
}
