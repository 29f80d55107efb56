package evaluate

import (
	"context"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/txtar"

	"aipack/backend/language"
	"aipack/backend/model/llm"
	"aipack/backend/model/tool"
	"aipack/backend/repo"
)

//go:embed suites/tools suites/selection
var suites embed.FS

// ToolsTarget is the share of suite T that has to pass. The specification's
// forerunner had 53.7%.
const ToolsTarget = 0.98

// toolFile is one file of suite T: a repository and what is asked of it.
type toolFile struct {
	name  string
	files []txtar.File
	Make  []made     `yaml:"make"`
	Cases []toolCase `yaml:"cases"`
}

// made is a file that is better described than written out.
type made struct {
	Path  string `yaml:"path"`
	Lines int    `yaml:"lines"` // so many times Text, in which # is the line's number
	Text  string `yaml:"text"`
	Hex   string `yaml:"hex"`   // the bytes
	Link  string `yaml:"link"`  // where a link leads
	Files int    `yaml:"files"` // so many files; # in Path is the number
}

// toolCase is one call and what its answer has to be.
type toolCase struct {
	Name   string   `yaml:"name"`
	Spec   string   `yaml:"spec"`
	Wide   bool     `yaml:"wide"`   // limits of a large context
	Before []string `yaml:"before"` // calls of the same session
	Call   string   `yaml:"call"`   // the tool's name, a space, and the arguments as the model writes them

	Failed    bool           `yaml:"failed"`
	Repaired  *bool          `yaml:"repaired"`
	Cached    *bool          `yaml:"cached"`
	Truncated *bool          `yaml:"truncated"`
	Text      *string        `yaml:"text"`  // the whole answer
	At        map[string]any `yaml:"at"`    // JSON pointer to value; * stands for every item
	Has       []string       `yaml:"has"`   // texts in the answer
	Lacks     []string       `yaml:"lacks"` // texts not in it
	Most      int            `yaml:"most"`  // bytes
	Submitted *int           `yaml:"submitted"`
}

// Tools runs suite T: every case on a repository of its own on disk.
func Tools(ctx context.Context, registry *language.Registry, now func() time.Time) (*Report, error) {
	files, err := toolFiles()
	if err != nil {
		return nil, err
	}
	r := &Report{Suite: "T", Title: "Tools: written cases, no model", Subject: "the seven tools", Started: now(), Target: ToolsTarget, Metrics: []Metric{}}
	for _, f := range files {
		cases, err := f.run(ctx, registry)
		if err != nil {
			return nil, fmt.Errorf("suite T, %s: %w", f.name, err)
		}
		r.Cases = append(r.Cases, cases...)
	}
	r.Sum()
	r.DurationMS = now().Sub(r.Started).Milliseconds()
	return r, nil
}

func toolFiles() ([]toolFile, error) {
	names, err := fs.Glob(suites, "suites/tools/*.txtar")
	if err != nil {
		return nil, err
	}
	var out []toolFile
	for _, name := range names {
		raw, err := suites.ReadFile(name)
		if err != nil {
			return nil, err
		}
		f := toolFile{name: strings.TrimSuffix(path.Base(name), ".txtar")}
		for _, part := range txtar.Parse(raw).Files {
			if part.Name != "cases.yaml" {
				f.files = append(f.files, part)
				continue
			}
			d := yaml.NewDecoder(strings.NewReader(string(part.Data)))
			d.KnownFields(true)
			if err := d.Decode(&f); err != nil {
				return nil, fmt.Errorf("reading %s: %w", name, err)
			}
		}
		out = append(out, f)
	}
	return out, nil
}

func (f toolFile) run(ctx context.Context, registry *language.Registry) ([]Case, error) {
	dir, err := os.MkdirTemp("", "aipack-eval-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := f.lay(dir); err != nil {
		return nil, err
	}
	r, err := repo.Open(filepath.Join(dir, "repo"))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var out []Case
	for _, c := range f.Cases {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		o := tool.Options{Repo: r, Registry: registry}
		if c.Wide {
			o.Limits = tool.Wide()
		}
		s := tool.New(o)
		for _, b := range c.Before {
			s.Execute(ctx, call(b))
		}
		got := s.Execute(ctx, call(c.Call))
		verdict := Case{Name: c.Name, Group: f.name, Spec: c.Spec, Verdict: Pass, Score: 1, Problems: c.problems(got, len(s.Submitted()))}
		if len(verdict.Problems) > 0 {
			verdict.Verdict, verdict.Score = Fail, 0
		}
		out = append(out, verdict)
	}
	return out, nil
}

func call(line string) llm.ToolCall {
	name, args, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
	return llm.ToolCall{ID: "1", Name: name, Arguments: args}
}

// lay writes the repository, and what lies beside it, into a folder.
func (f toolFile) lay(dir string) error {
	if err := os.Mkdir(filepath.Join(dir, "repo"), 0o755); err != nil {
		return err
	}
	for _, file := range f.files {
		if err := write(dir, file.Name, file.Data); err != nil {
			return err
		}
	}
	for _, m := range f.Make {
		if m.Link != "" {
			p := filepath.Join(dir, filepath.FromSlash(m.Path))
			if err := os.Symlink(m.Link, p); err != nil {
				return err
			}
			continue
		}
		content := []byte(m.Text)
		if m.Lines > 0 {
			content = nil
			for i := range m.Lines {
				content = append(content, strings.ReplaceAll(m.Text, "#", fmt.Sprint(i+1))+"\n"...)
			}
		}
		if m.Hex != "" {
			var err error
			if content, err = hex.DecodeString(strings.ReplaceAll(m.Hex, " ", "")); err != nil {
				return fmt.Errorf("%s: %w", m.Path, err)
			}
		}
		for i := range max(m.Files, 1) {
			if err := write(dir, strings.ReplaceAll(m.Path, "#", fmt.Sprintf("%03d", i+1)), content); err != nil {
				return err
			}
		}
	}
	return nil
}

func write(dir, name string, content []byte) error {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return fmt.Errorf("%s is no name of a file in a case", name)
	}
	p := filepath.Join(dir, filepath.FromSlash(name))
	if strings.HasSuffix(name, "/") {
		return os.MkdirAll(p, 0o755)
	}
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		return err
	}
	return os.WriteFile(p, content, 0o600)
}

// problems compares an answer with what it has to be.
func (c toolCase) problems(got tool.Result, submitted int) []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if got.Failed != c.Failed {
		say("failed is %v: %s", got.Failed, brief(got.Text))
	}
	for _, f := range []struct {
		name string
		want *bool
		got  bool
	}{{"repaired", c.Repaired, got.Repaired}, {"cached", c.Cached, got.Cached}, {"truncated", c.Truncated, got.Truncated}} {
		if f.want != nil && *f.want != f.got {
			say("%s is %v", f.name, f.got)
		}
	}
	if c.Text != nil && got.Text != strings.TrimSuffix(*c.Text, "\n") && got.Text != *c.Text {
		say("the answer is %s", brief(got.Text))
	}
	for _, t := range c.Has {
		if !strings.Contains(got.Text, t) {
			say("%q is not in %s", t, brief(got.Text))
		}
	}
	for _, t := range c.Lacks {
		if strings.Contains(got.Text, t) {
			say("%q is in %s", t, brief(got.Text))
		}
	}
	if c.Most > 0 && len(got.Text) > c.Most {
		say("the answer has %d bytes, more than %d", len(got.Text), c.Most)
	}
	if c.Submitted != nil && submitted != *c.Submitted {
		say("%d documents are submitted, not %d", submitted, *c.Submitted)
	}
	return append(out, c.pointed(got.Text)...)
}

// pointed compares the values that JSON pointers lead to.
func (c toolCase) pointed(text string) []string {
	if len(c.At) == 0 {
		return nil
	}
	var tree any
	if err := json.Unmarshal([]byte(text), &tree); err != nil {
		return []string{"the answer is no JSON: " + brief(text)}
	}
	var out []string
	for _, at := range slices.Sorted(maps.Keys(c.At)) {
		want, got := canonical(c.At[at]), "nothing"
		if c.At[at] == "<absent>" {
			want = "nothing"
		}
		if v, ok := look(tree, strings.Split(strings.TrimPrefix(at, "/"), "/")); ok {
			got = canonical(v)
		}
		if want != got {
			out = append(out, fmt.Sprintf("%s is %s, not %s", at, brief(got), want))
		}
	}
	return out
}

// look follows a pointer; * makes a list of what lies behind every item.
func look(v any, steps []string) (any, bool) {
	if len(steps) == 0 || steps[0] == "" && len(steps) == 1 {
		return v, true
	}
	switch v := v.(type) {
	case map[string]any:
		next, ok := v[strings.NewReplacer("~1", "/", "~0", "~").Replace(steps[0])]
		if !ok {
			return nil, false
		}
		return look(next, steps[1:])
	case []any:
		if steps[0] == "*" {
			all := []any{}
			for _, item := range v {
				if got, ok := look(item, steps[1:]); ok {
					all = append(all, got)
				}
			}
			return all, true
		}
		if steps[0] == "#" {
			return len(v), true
		}
		var i int
		if _, err := fmt.Sscanf(steps[0], "%d", &i); err == nil && i >= 0 && i < len(v) {
			return look(v[i], steps[1:])
		}
	}
	return nil, false
}

// canonical writes a value so that equal ones are equal texts.
func canonical(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprintf("%#v", v)
	}
	var plain any
	if err := json.Unmarshal(b, &plain); err != nil {
		return string(b)
	}
	if b, err = json.Marshal(plain); err != nil {
		return fmt.Sprintf("%#v", v)
	}
	return string(b)
}

func brief(s string) string {
	const most = 300
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
