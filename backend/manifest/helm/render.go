package helm

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"sort"
	"strings"
	"text/template/parse"
	"unicode/utf8"

	"aipack/backend/manifest/placed"
)

// rendering renders a chart and those that it depends on.
type rendering struct {
	*loading
	templates
	top *chart
	out []Rendered
}

// maxTemplate is what a template may have; large ones of public charts have a
// tenth.
const maxTemplate = 256 << 10

// parseTrees reads a template and all that it defines. It panics on nothing.
func parseTrees(name, content string) (trees map[string]*parse.Tree, err error) {
	if len(content) > maxTemplate {
		return nil, errLarge
	}
	if strings.Count(content, "{{") > maxTemplate/16 || deep(content) {
		return nil, errBounds
	}
	t := parse.New(name)
	t.Mode = parse.SkipFuncCheck
	trees = map[string]*parse.Tree{}
	_, err = t.Parse(content, "", "", trees)
	return trees, err
}

// deep reports whether actions may be nested deeper than is read: each opens at
// most one block, and parentheses nest within one.
func deep(content string) bool {
	open := 0
	for _, c := range []byte(content) {
		switch c {
		case '(':
			if open++; open > 10*maxNest {
				return true
			}
		case ')':
			open--
		}
	}
	return false
}

// parse reads the templates of a chart and of those that it depends on. What the
// chart defines itself counts before what these do.
func (r *rendering) parse(c *chart, base string) {
	for _, need := range c.needs {
		r.parse(need, r.base(c, base)+"/charts")
	}
	for _, p := range c.templates {
		content, ok := r.files.Text(p)
		if !ok {
			continue
		}
		name := r.name(c, p, base)
		trees, err := parseTrees(name, content)
		if err != nil {
			r.remark(p, "it is no template that can be read: "+err.Error())
			continue
		}
		lines := linesOf(content)
		for name, t := range trees {
			r.trees[name] = tree{Tree: t, path: p, lines: lines}
		}
	}
}

// base is the name that Helm gives a chart's folder: its own, below that of the
// chart that depends on it.
func (r *rendering) base(c *chart, parent string) string { return path.Join(parent, c.name) }

func (r *rendering) name(c *chart, p, parent string) string {
	return path.Join(r.base(c, parent), strings.TrimPrefix(p, c.dir+"/"))
}

func linesOf(content string) []int {
	lines := []int{0}
	for i := range len(content) {
		if content[i] == '\n' {
			lines = append(lines, i+1)
		}
	}
	return lines
}

// lineOf is the line of an offset, from 1.
func lineOf(lines []int, offset int) int {
	return sort.SearchInts(lines, offset+1)
}

// chart renders a chart with its values, and then those that it depends on.
func (r *rendering) chart(c *chart, values value, parent string, dependency bool) {
	done := Rendered{Dir: c.dir, Name: c.name, Dependency: dependency}
	if !c.library {
		root := r.objects(c, values)
		for _, p := range c.templates {
			if strings.HasPrefix(path.Base(p), "_") || path.Ext(p) == ".tpl" {
				continue
			}
			name := r.name(c, p, parent)
			root.dict().put("Template", templateOf(name, r.base(c, parent)), spot{})
			t, err := r.run(name, root, 0)
			if err != nil {
				r.remark(p, "it is ignored: "+err.Error())
				continue
			}
			done.Docs = append(done.Docs, documents(t)...)
		}
	}
	r.out = append(r.out, done)
	for _, need := range c.needs {
		name, wanted := c.called(need, values)
		if !wanted {
			continue
		}
		own := values.get(name)
		if own.dict() == nil {
			own = of(newDict())
		}
		below := coalesced(own, need.values, 0)
		if global := values.get("global"); global.dict() != nil {
			below.dict().put("global", coalesced(global, below.get("global"), 0), values.dict().at["global"])
		}
		r.chart(need, below, r.base(c, parent)+"/charts", true)
	}
}

func templateOf(name, base string) value {
	d := newDict()
	d.put("Name", str(name, spot{}), spot{})
	d.put("BasePath", str(base+"/templates", spot{}), spot{})
	return of(d)
}

// objects are what Helm gives a template
// (https://helm.sh/docs/chart_template_guide/builtin_objects/). The release has the
// name of the chart, so that the names made of both say what is deployed; the
// cluster is a new one.
func (r *rendering) objects(c *chart, values value) value {
	root, release, kube, capabilities, about := newDict(), newDict(), newDict(), newDict(), newDict()
	nowhere := spot{}
	for key, v := range map[string]value{
		"Name": str(r.top.name, nowhere), "Namespace": str("default", nowhere), "Service": str("Helm", nowhere),
		"IsInstall": of(true), "IsUpgrade": of(false), "Revision": of(int64(1)),
	} {
		release.put(key, v, nowhere)
	}
	for key, v := range map[string]string{"Version": "v1.35.0", "GitVersion": "v1.35.0", "Major": "1", "Minor": "35"} {
		kube.put(key, str(v, nowhere), nowhere)
	}
	capabilities.put("KubeVersion", of(kube), nowhere)
	capabilities.put("APIVersions", of(newDict()), nowhere)
	if meta := valueOf(c.meta).dict(); meta != nil {
		for k, v := range meta.of {
			about.put(strings.ToUpper(k[:min(1, len(k))])+k[min(1, len(k)):], v, meta.at[k])
		}
	}
	about.put("Name", str(c.name, spot{c.meta.Get("name").Place(), false}), nowhere)
	for key, v := range map[string]value{
		"Values": values, "Release": of(release), "Chart": of(about), "Capabilities": of(capabilities), "Files": of(newDict()), "Subcharts": of(newDict()),
	} {
		root.put(key, v, nowhere)
	}
	return of(root)
}

// documents reads what a template became, one manifest after the other, so that a
// broken one takes no other with it.
func documents(t text) []*placed.Value {
	var out []*placed.Value
	from := 0
	for from < len(t.s) {
		to := len(t.s)
		if end := strings.Index(t.s[from:], "\n---"); end >= 0 {
			to = from + end + 1
		}
		one := t.cut(from, to)
		docs, _ := placed.Parse(one.s, one.locator())
		for _, doc := range docs {
			if doc.IsMap() {
				out = append(out, doc)
			}
		}
		from = to + len("---")
	}
	return out
}

// locator finds where the parts of the text stand: a value's line before the
// template's.
func (t text) locator() placed.Locator {
	lines := linesOf(t.s)
	return func(line, column, size int) placed.Place {
		if line < 1 || line > len(lines) {
			return placed.Place{}
		}
		from := lines[line-1]
		for ; column > 1 && from < len(t.s); column-- {
			_, width := utf8.DecodeRuneInString(t.s[from:])
			from += width
		}
		if from < len(t.s) && (t.s[from] == '"' || t.s[from] == '\'') {
			size++
		}
		first := max(t.markAt(from), 0)
		for i := first; i < len(t.marks) && t.marks[i].from < from+size; i++ {
			if t.marks[i].at.value {
				return t.marks[i].at.Place
			}
		}
		if first < len(t.marks) {
			return t.marks[first].at.Place
		}
		return placed.Place{}
	}
}

// sayMissing names what the templates take from charts that are not here.
func (r *rendering) sayMissing() {
	names := slices.Sorted(maps.Keys(r.missing))
	if len(names) == 0 {
		return
	}
	some := names[:min(len(names), 3)]
	r.remark(path.Join(r.top.dir, "Chart.yaml"),
		fmt.Sprintf("its templates include %d that are in no chart of the repository (%s): they are taken for empty", len(names), strings.Join(some, ", ")))
}
