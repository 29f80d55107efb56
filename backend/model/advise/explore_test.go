package advise

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"aipack/backend/base/event"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/scan"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/fence"
	"aipack/backend/model/llm/script"
	"aipack/backend/repo"
)

// TestThePromptsFitTheBudget measures what every exploration begins with.
func TestThePromptsFitTheBudget(t *testing.T) {
	client := &script.Client{Rest: script.Say("nothing is deployed")}
	asking(client).Explore(t.Context(), sit(t, shop).Desk, "why")
	r := client.Requests()[0]
	counter := conversation.CounterFor(named{client})
	tools := 0
	for _, d := range r.Tools {
		tools += counter.Count(d.Name) + counter.Count(d.Description) + counter.Count(string(d.Schema))
	}
	system := counter.Count(r.Messages[0].Text)
	t.Logf("system prompt %d tokens, %d tools %d tokens, first message %d", system, len(r.Tools), tools, counter.Count(r.Messages[1].Text))
	if budget := conversation.Detect16K(); system+tools > budget.System || !strings.Contains(r.Messages[0].Text, fence.Rule) {
		t.Errorf("%d tokens of instructions and tools, %d are set aside", system+tools, budget.System)
	}
}

// named gives a scripted model the name of one whose tokens can be counted.
type named struct{ llm.Client }

func (named) Provider() string { return "openai" }
func (named) Model() string    { return "gpt-4o" }

// TestLongManifestsLeaveTheSuggestion: what the scan comes to, and how far to trust
// it, is said however long the manifests are; and no more than three are shown.
func TestLongManifestsLeaveTheSuggestion(t *testing.T) {
	files := map[string]string{"main.go": "package main\n\nfunc main() {}\n"}
	for _, dir := range []string{"", "a/", "b/", "c/", "d/"} {
		files[dir+"go.mod"] = "module example.com/" + dir + "x\n\n" + strings.Repeat("// a word or two about it\n", 400)
	}
	client := &script.Client{Rest: script.Say("nothing is deployed")}
	asking(client).Explore(t.Context(), sit(t, files).Desk, "why")
	said := client.Requests()[0].Messages[1].Text
	for _, want := range []string{"Detected: go + go", "High confidence suggestion: go + go", "1. go.mod", "This analysis is complete"} {
		if !strings.Contains(strings.ToLower(said), strings.ToLower(want)) {
			t.Errorf("%q is not said: %s", want, said)
		}
	}
	if strings.Contains(said, "\n4. ") || strings.Count(said, "a word or two") > 3*130 {
		t.Errorf("more than three manifests of 3,000 characters: %s", said)
	}
	if counter := conversation.CounterFor(named{client}); counter.Count(said) > conversation.Detect16K().Bootstrap+300 {
		t.Errorf("%d tokens", counter.Count(said))
	}
}

// sitWithout is a desk whose user leaves folders of a name out.
func sitWithout(t *testing.T, files map[string]string, name string) pipeline.Desk {
	t.Helper()
	desk := sit(t, files).Desk
	tree := fstest.MapFS{}
	for file, text := range files {
		tree[file] = &fstest.MapFile{Data: []byte(text)}
	}
	desk.Repo = repo.NewWith(tree, "test", repo.Config{LeaveOut: []string{name}})
	desk.Scan = scan.Run(t.Context(), desk.Repo, registry(), scan.Default())
	return desk
}

// TestNoModelIsToldOfWhatTheUserLeavesOut looks for a folder that the user's settings
// name.
func TestNoModelIsToldOfWhatTheUserLeavesOut(t *testing.T) {
	files := map[string]string{"main.go": "package main\n", "go.mod": "module x\n", "private/go.mod": "module private\n"}
	client := &script.Client{Rest: script.Say("nothing is deployed")}
	desk := sitWithout(t, files, "private")
	asking(client).Explore(t.Context(), desk, "why")
	if said := client.Requests()[0].Messages[1].Text; strings.Contains(said, "module private") || !strings.Contains(said, "module x") {
		t.Error(said)
	}
}

// TestNoModelLooksIntoWhatTheUserLeavesOut asks every tool for it.
func TestNoModelLooksIntoWhatTheUserLeavesOut(t *testing.T) {
	files := map[string]string{"main.go": "package main\n", "go.mod": "module x\n", "private/plan.go": "package plan // hush\n"}
	client := script.New(
		script.Call("read_file", `{"path":"private/plan.go"}`), script.Call("list_files", `{"path":"private"}`),
		script.Call("grep_content", `{"pattern":"hush"}`), script.Call("search_files", `{"pattern":"*.go"}`), script.Call("get_file_tree", `{"path":"."}`),
	)
	client.Rest = script.Say("nothing is deployed")
	desk := sitWithout(t, files, "private")
	asking(client).Explore(t.Context(), desk, "why")
	requests := client.Requests()
	said := requests[len(requests)-1].Messages
	for _, m := range said {
		if m.Role == llm.Tool && (strings.Contains(m.Text, "package plan") || strings.Contains(m.Text, "plan.go") && !m.Failed) {
			t.Errorf("%s: %s", m.ToolName, m.Text)
		}
	}
	if len(said) < 11 {
		t.Errorf("only %d messages", len(said))
	}
}

// TestAnExplorationInVainIsTold, with its numbers, and one that ends well is not.
func TestAnExplorationInVainIsTold(t *testing.T) {
	read := func(n int) script.Step {
		return script.Call("read_file", fmt.Sprintf(`{"path":"server.js","start_line":%d}`, n))
	}
	for name, c := range map[string]struct {
		client *script.Client
		want   event.ExplorationEnded
		words  string
	}{
		"calls used up": {
			script.New(read(1), read(2), read(3), read(4)), event.ExplorationEnded{Reason: "exhausted", Code: "MAX_ITERATIONS", Calls: 2, Limit: 2},
			"the model used up its 2 tool calls and submitted nothing",
		},
		"silent": {
			script.New(read(1), script.Say("Go."), script.Say("Surely.")), event.ExplorationEnded{Reason: "silent", Calls: 1, Limit: 2},
			"the model called no tool twice in a row and submitted nothing, after 1 of 2 tool calls",
		},
		"repeating": {
			script.New(script.FailAs(llm.TooLong), script.FailAs(llm.TooLong)),
			event.ExplorationEnded{Reason: "repeating", Limit: 2, Evidence: "the context was too long twice in one turn"},
			"the model repeated itself and submitted nothing, after 0 of 2 tool calls: the context was too long twice in one turn",
		},
		"broken": {script.New(script.FailAs(llm.Unauthorised)), event.ExplorationEnded{}, ""},
	} {
		tb := sit(t, shop)
		a := asking(c.client)
		a.Limits.Calls = 2
		if docs := a.Explore(t.Context(), tb.Desk, "why"); docs != nil {
			t.Errorf("%s: %+v", name, docs)
		}
		var told []event.ExplorationEnded
		for _, e := range tb.told {
			if e, ok := e.(event.ExplorationEnded); ok {
				told = append(told, e)
			}
		}
		switch {
		case c.words == "" && len(told) > 0:
			t.Errorf("%s: %+v", name, told)
		case c.words != "" && (len(told) != 1 || told[0] != c.want || event.Describe(told[0]) != c.words):
			t.Errorf("%s: %+v", name, told)
		}
	}
}
