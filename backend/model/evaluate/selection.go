package evaluate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"aipack/backend/language"
	"aipack/backend/model/advise"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/catalogue"
	"aipack/backend/model/tool"
)

// SelectionTarget is the share of suite S that a model has to choose well: the
// specification's forerunner had 65.3%.
const SelectionTarget = 0.653

// leastAnswer is how long an answer may be where the model's window is small or
// not known, in tokens: a call takes a few hundred.
const leastAnswer = 2048

// perCase is how long a model may take for one case (specification, App A).
const perCase = 90 * time.Second

// selectionFile is suite S.
type selectionFile struct {
	States map[string]string `yaml:"states"`
	Cases  []selectionCase   `yaml:"cases"`
}

// selectionCase is one task and the tool that is right for it.
type selectionCase struct {
	Name   string         `yaml:"name"`
	Group  string         `yaml:"group"`
	State  string         `yaml:"state"`
	Seen   []seen         `yaml:"seen"`
	Ask    string         `yaml:"ask"`
	Tool   string         `yaml:"tool"` // "none" where no call is right
	Params map[string]any `yaml:"params"`
	Accept []string       `yaml:"accept"`
	Forbid []string       `yaml:"forbid"`
}

// seen is a call that was made before, and its answer.
type seen struct {
	Call   string `yaml:"call"`
	Answer string `yaml:"answer"`
}

func selectionCases() (selectionFile, error) {
	raw, err := suites.ReadFile("suites/selection/cases.yaml")
	if err != nil {
		return selectionFile{}, err
	}
	var f selectionFile
	d := yaml.NewDecoder(strings.NewReader(string(raw)))
	d.KnownFields(true)
	err = d.Decode(&f)
	return f, err
}

// Selection runs suite S against a model. progress, where not nil, hears of
// every case as it ends.
func Selection(ctx context.Context, client llm.Client, registry *language.Registry, now func() time.Time, progress func(Case)) (*Report, error) {
	f, err := selectionCases()
	if err != nil {
		return nil, fmt.Errorf("reading suite S: %w", err)
	}
	system, err := suites.ReadFile("suites/selection/system.md")
	if err != nil {
		return nil, err
	}
	s := selector{client: client, tools: tool.New(tool.Options{Registry: registry}), system: strings.TrimSpace(string(system))}
	r := &Report{
		Suite: "S", Title: "Selection: which tool a model calls first", Subject: client.Provider() + " " + client.Model(),
		Started: now(), Target: SelectionTarget,
	}
	var quality float64
	var rated int
	for _, c := range f.Cases {
		outcome, q := s.one(ctx, f.States[c.State], c)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if q >= 0 {
			quality += q
			rated++
		}
		r.Cases = append(r.Cases, outcome)
		if progress != nil {
			progress(outcome)
		}
	}
	r.Metrics = selectionMetrics(r.Cases, quality, rated)
	r.Sum()
	r.DurationMS = now().Sub(r.Started).Milliseconds()
	return r, nil
}

// selectionMetrics are the six of the specification (B110 to B115), and how
// often there was no answer at all.
func selectionMetrics(cases []Case, quality float64, rated int) []Metric {
	counts := map[Verdict]int{}
	for _, c := range cases {
		counts[c.Verdict]++
	}
	share := func(name string, v Verdict) Metric {
		return Metric{Name: name, Value: float64(counts[v]) / float64(max(len(cases), 1)), Of: len(cases), Met: true}
	}
	forbidden := share("forbidden tool", Forbidden)
	forbidden.Limit, forbidden.Met = "must be 0", counts[Forbidden] == 0
	mean := Metric{Name: "parameter quality", Of: rated, Met: true}
	if rated > 0 {
		mean.Value = quality / float64(rated)
	}
	return []Metric{
		share("exact match", Exact), share("acceptable match", Acceptable), share("wrong tool", WrongTool), share("no tool", NoTool),
		forbidden, mean, share("unanswered", Unanswered),
	}
}

// selector puts cases to one model.
type selector struct {
	client llm.Client
	tools  *tool.System
	system string
}

// one puts one case. The quality of the parameters is -1 where the tool is not
// the right one, or needs none.
func (s selector) one(ctx context.Context, state string, c selectionCase) (Case, float64) {
	out := Case{Name: c.Name, Group: c.Group}
	ctx, cancel := context.WithTimeout(ctx, perCase)
	defer cancel()
	answer, err := s.client.Chat(ctx, s.request(state, c), nil)
	if err != nil {
		out.Verdict, out.Problems = Unanswered, []string{reason(err)}
		return out, -1
	}
	var names []string
	for _, call := range answer.Message.Calls {
		names = append(names, s.name(call.Name))
	}
	out.Verdict = c.verdict(names)
	out.Score = map[Verdict]float64{Exact: 1, Acceptable: 0.5}[out.Verdict]
	if !out.Verdict.passes() {
		out.Problems = []string{fmt.Sprintf("wanted %s, got %s", c.Tool, called(answer.Message))}
	}
	if out.Verdict != Exact || c.Tool == "none" || len(c.Params) == 0 {
		return out, -1
	}
	quality, problems := s.quality(c, answer.Message.Calls[0])
	out.Problems = append(out.Problems, problems...)
	return out, quality
}

// reason names an error by its kind: its words are the provider's.
func reason(err error) string {
	var e *llm.Error
	if errors.As(err, &e) {
		return string(e.Kind) + ": " + e.Message
	}
	return err.Error()
}

// name is a tool's own name, where there is such a tool.
func (s selector) name(called string) string {
	// The arguments are no matter here: what is wrong with them is judged later.
	if name, _, _ := s.tools.Canonical(llm.ToolCall{Name: called, Arguments: "{}"}); name != "" {
		return name
	}
	return called
}

func (c selectionCase) verdict(names []string) Verdict {
	for _, n := range names {
		if slices.Contains(c.Forbid, n) {
			return Forbidden
		}
	}
	switch {
	case len(names) == 0 && c.Tool == "none":
		return Exact
	case len(names) == 0:
		return NoTool
	case names[0] == c.Tool:
		return Exact
	case slices.Contains(c.Accept, names[0]):
		return Acceptable
	}
	return WrongTool
}

func called(m llm.Message) string {
	if len(m.Calls) == 0 {
		return "words: " + brief(m.Text)
	}
	var out []string
	for _, c := range m.Calls {
		out = append(out, c.Name+" "+brief(c.Arguments))
	}
	return strings.Join(out, "; ")
}

func (s selector) request(state string, c selectionCase) llm.Request {
	messages := []llm.Message{
		{Role: llm.System, Text: s.system},
		{Role: llm.User, Text: "What is known of the repository:\n" + state + "\nThe task: " + c.Ask},
	}
	for i, e := range c.Seen {
		made := call(e.Call)
		made.ID = fmt.Sprintf("call_%d", i+1)
		messages = append(messages,
			llm.Message{Role: llm.Assistant, Calls: []llm.ToolCall{made}},
			llm.Message{Role: llm.Tool, CallID: made.ID, ToolName: made.Name, Text: e.Answer, Failed: strings.HasPrefix(e.Answer, `{"error"`)})
	}
	answer := advise.LongestOf(catalogue.Window(s.client.Provider(), s.client.Model()))
	return llm.Request{Messages: messages, Tools: s.tools.Definitions(), MaxTokens: max(answer, leastAnswer)}
}

// quality is the share of the parameters that are as they should be. One that
// differs from its default without need counts against it.
func (s selector) quality(c selectionCase, made llm.ToolCall) (float64, []string) {
	_, args, err := s.tools.Canonical(made)
	if err != nil {
		return 0, []string{"the arguments cannot be used: " + err.Error()}
	}
	usual := s.defaults(c.Tool)
	var problems []string
	right, of := 0, len(c.Params)
	for _, name := range slices.Sorted(maps.Keys(c.Params)) {
		if fits(c.Params[name], args[name]) {
			right++
			continue
		}
		problems = append(problems, fmt.Sprintf("%s is %s, wanted %s", name, brief(canonical(args[name])), canonical(c.Params[name])))
	}
	for _, name := range slices.Sorted(maps.Keys(args)) {
		if _, wanted := c.Params[name]; !wanted && !harmless(name) && args[name] != false && canonical(args[name]) != canonical(usual[name].Default) {
			of++
			problems = append(problems, fmt.Sprintf("%s is %s without need", name, brief(canonical(args[name]))))
		}
	}
	return float64(right) / float64(of), problems
}

// parameter is what a schema says about one.
type parameter struct {
	Default any `json:"default"`
}

func (s selector) defaults(name string) map[string]parameter {
	var schema struct {
		Properties map[string]parameter `json:"properties"`
	}
	for _, d := range s.tools.Definitions() {
		if d.Name == name {
			// A schema of ours is JSON: the tools' own tests see to it.
			_ = json.Unmarshal(d.Schema, &schema)
		}
	}
	return schema.Properties
}

// harmless are parameters that ask for more or less of the same, and the parts
// of a submission.
func harmless(name string) bool {
	return strings.HasPrefix(name, "max_") || slices.Contains([]string{
		"context_lines", "case_insensitive", "metadata", "build", "runtime", "version", "evidence",
	}, name)
}

// fits compares an argument with what it should be.
func fits(want, got any) bool {
	matcher, ok := want.(map[string]any)
	if !ok {
		return canonical(want) == canonical(got)
	}
	if list, ok := matcher["any"].([]any); ok {
		return slices.ContainsFunc(list, func(v any) bool { return canonical(v) == canonical(got) })
	}
	if list, ok := matcher["has"].([]any); ok {
		text := canonical(got)
		return !slices.ContainsFunc(list, func(v any) bool { return !strings.Contains(text, fmt.Sprint(v)) })
	}
	if list, ok := matcher["list"].([]any); ok {
		return canonical(inOrder(list)) == canonical(inOrder(got))
	}
	return false
}

// inOrder sorts a list of texts; anything else stays as it is.
func inOrder(v any) any {
	b, err := json.Marshal(v)
	if err != nil {
		return v
	}
	var texts []string
	if json.Unmarshal(b, &texts) != nil {
		return v
	}
	slices.Sort(texts)
	return texts
}
