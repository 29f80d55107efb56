package advise

import (
	"strings"
	"testing"

	"aipack/backend/conversation"
	"aipack/backend/llm"
	"aipack/backend/llm/fence"
	"aipack/backend/llm/script"
	"aipack/backend/repo"
	"aipack/backend/scan"
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

// TestNoModelIsToldOfWhatTheUserLeavesOut looks for a folder that the user's settings
// name.
func TestNoModelIsToldOfWhatTheUserLeavesOut(t *testing.T) {
	files := map[string]string{"main.go": "package main\n", "go.mod": "module x\n", "private/go.mod": "module private\n"}
	client := &script.Client{Rest: script.Say("nothing is deployed")}
	desk := sit(t, files).Desk
	limits := scan.Default()
	limits.Skip = append(repo.DefaultSkip(), "private")
	desk.Scan = scan.Run(t.Context(), desk.Repo, registry(), limits)
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
	desk := sit(t, files).Desk
	limits := scan.Default()
	limits.Skip = append(repo.DefaultSkip(), "private")
	desk.Scan = scan.Run(t.Context(), desk.Repo, registry(), limits)
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
