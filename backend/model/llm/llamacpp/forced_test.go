package llamacpp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"aipack/backend/model/llm"
	"aipack/backend/model/modelfile/gguftest"
	"aipack/backend/model/tool"
)

// further are tools with what the program's own do not have: recursion, maps,
// variants, patterns.
var further = []llm.ToolDefinition{
	{Name: "tree", Schema: json.RawMessage(`{"type":"object","properties":{"root":{"$ref":"#/$defs/n"}},"required":["root"],"$defs":{"n":{"type":"object","properties":{"name":{"type":"string","maxLength":6},"kids":{"type":"array","maxItems":3,"items":{"$ref":"#/$defs/n"}}},"required":["name"]}}}`)},
	{Name: "variant", Schema: json.RawMessage(`{"type":"object","properties":{"v":{"anyOf":[{"const":"<|im_end|>"},{"type":"number","minimum":-1.5,"maximum":20},{"type":"null"}]},"m":{"type":"object","additionalProperties":{"type":"boolean"}},"p":{"type":"string","pattern":"^[a-z]{2,5}-[0-9]+$"}},"required":["v","p"]}`)},
	{Name: "bare", Schema: json.RawMessage(`{"type":"object","properties":{}}`)},
}

// TestForcedCallsFitOverAThousandSeeds asks a model that knows nothing, at a
// high temperature, for calls of every tool of the program.
func TestForcedCallsFitOverAThousandSeeds(t *testing.T) {
	tools := append(tool.New(tool.Options{}).Definitions(), further...)
	checks := map[string]*jsonschema.Schema{}
	for _, d := range tools {
		checks[d.Name] = compile(t, d.Schema)
	}
	c := client(t, func(o *Options) { o.Model = modelFile(t, gguftest.Least()) })
	seeds, cut := 1000, 0
	if testing.Short() {
		seeds = 100
	}
	called := map[string]int{}
	for n := range seeds {
		d := tools[n%len(tools)]
		r := llm.Request{
			Messages: []llm.Message{user("go")}, Tools: []llm.ToolDefinition{{Name: d.Name, Schema: d.Schema}},
			Choice: llm.Choice(d.Name), MaxTokens: 48, Temperature: 1.5, Seed: seed(int64(n)),
		}
		if len(d.Schema) > 2000 {
			r.MaxTokens = 330
		}
		if n%7 == 0 {
			r.Tools, r.Choice = further, llm.SomeTool
		}
		answer := chat(t, c, r)
		if len(answer.Message.Calls) != 1 || answer.Message.Text != "" || answer.Stop != llm.StopCalls {
			t.Fatalf("seed %d: %+v", n, answer)
		}
		call := answer.Message.Calls[0]
		if r.Choice != llm.SomeTool && call.Name != string(r.Choice) {
			t.Fatalf("seed %d: %s was called, not %s", n, call.Name, r.Choice)
		}
		fits(t, checks[call.Name], call.Arguments)
		called[call.Name]++
		if answer.Usage.Completion >= r.MaxTokens-8 {
			cut++
		}
	}
	if len(called) != len(tools) || cut == 0 {
		t.Errorf("called %v, and %d were brought to an end by the limit", called, cut)
	}
}

func TestForcedAnswersFit(t *testing.T) {
	c := client(t)
	for _, d := range further {
		check := compile(t, d.Schema)
		for n := range 20 {
			answer := chat(t, c, llm.Request{Messages: []llm.Message{user("go")}, Schema: d.Schema, MaxTokens: 300, Temperature: 1, Seed: seed(int64(n))})
			fits(t, check, answer.Message.Text)
			if answer.Stop != llm.StopDone {
				t.Errorf("%s: stopped for %s", d.Name, answer.Stop)
			}
		}
	}
}

// TestAFormThatCannotEndIsRefused: the limit leaves no room for what is wanted.
func TestAFormThatCannotEndIsRefused(t *testing.T) {
	c := client(t)
	for _, schema := range []string{`{"const":"far too long for four tokens"}`, `{"not":{}}`, `{"type":"object","required":[`, `false`} {
		r := llm.Request{Messages: []llm.Message{user("go")}, Schema: json.RawMessage(schema), MaxTokens: 4}
		_, err := c.Chat(t.Context(), r, nil)
		if e := as[*llm.Error](t, err); e.Kind != llm.BadRequest {
			t.Errorf("%s: %s %v", schema, e.Kind, e)
		}
	}
}

// TestForcedCallsStream takes several seeds: what one seed draws differs from
// one processor to the next, and a short call comes in few pieces.
func TestForcedCallsStream(t *testing.T) {
	c := client(t)
	longest := 0
	for n := range 10 {
		r := llm.Request{Messages: []llm.Message{user("go")}, Tools: further, Choice: llm.SomeTool, MaxTokens: 200, Temperature: 1, Seed: seed(int64(n))}
		var name, arguments, text strings.Builder
		pieces := 0
		answer, err := c.Chat(t.Context(), r, func(p llm.Piece) {
			name.WriteString(p.CallName)
			arguments.WriteString(p.Arguments)
			text.WriteString(p.Text)
			pieces++
		})
		if err != nil {
			t.Fatal(err)
		}
		call := answer.Message.Calls[0]
		if name.String() != call.Name || arguments.String() != call.Arguments || text.Len() > 0 || pieces < 2 {
			t.Errorf("heard %s(%s) and %q in %d pieces; answered %+v", &name, &arguments, &text, pieces, call)
		}
		longest = max(longest, pieces)
	}
	if longest < 5 {
		t.Errorf("no call came in more than %d pieces", longest)
	}
}

func chat(t testing.TB, c *Client, r llm.Request) *llm.Response {
	t.Helper()
	answer, err := c.Chat(t.Context(), r, nil)
	if err != nil {
		t.Fatal(err)
	}
	if last := c.Last(); (len(r.Schema) > 0 || r.Choice != llm.Auto) && last.Broken > 0 {
		t.Fatalf("a forced answer was not UTF-8: %+v", last)
	}
	return answer
}

func compile(t testing.TB, schema json.RawMessage) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(schema)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("tool.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("tool.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func fits(t testing.TB, check *jsonschema.Schema, text string) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v: %q", err, text)
	}
	if err := check.Validate(v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}

// TestACallThatTheModelBeginsIsForced: without being told to call, the model
// with random weights writes <tool_call> now and then, here more often; from
// there on the form holds, and ends where the call does.
func TestACallThatTheModelBeginsIsForced(t *testing.T) {
	shape := gguftest.Least()
	shape.Loud = "<tool_call>"
	c := client(t, func(o *Options) { o.Model = modelFile(t, shape) })
	checks := map[string]*jsonschema.Schema{}
	for _, d := range further {
		checks[d.Name] = compile(t, d.Schema)
	}
	calls, texts := 0, 0
	for n := range 30 {
		answer := chat(t, c, llm.Request{Messages: []llm.Message{user("go")}, Tools: further, MaxTokens: 300, Temperature: 1.5, Seed: seed(int64(n))})
		for _, call := range answer.Message.Calls {
			if check, ok := checks[call.Name]; ok {
				fits(t, check, call.Arguments)
			} else {
				t.Errorf("seed %d called %q", n, call.Name)
			}
			calls++
		}
		if answer.Message.Text != "" {
			texts++
		}
	}
	if calls < 5 || texts < 5 {
		t.Errorf("%d calls and %d texts show nothing", calls, texts)
	}
}
