package window

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	protocol "github.com/modelcontextprotocol/go-sdk/mcp"

	"aipack/backend/base/settings"
	"aipack/backend/model/llm/script"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/window/agent"
	"aipack/backend/window/tools"
)

const trackerKey = "key-of-the-tracker-123"

// tracked is a window whose user has set up an MCP server with two tools, behind a key.
func tracked(t *testing.T, steps ...script.Step) (a *App, p *listener, runID string, m *served.Model, calls *atomic.Int64, there *httptest.Server) {
	t.Helper()
	calls = &atomic.Int64{}
	s := protocol.NewServer(&protocol.Implementation{Name: "tracker", Version: "1"}, nil)
	for _, name := range []string{"issue", "delete"} {
		about := &protocol.Tool{Name: name, Description: "Of an issue."}
		protocol.AddTool(s, about, func(_ context.Context, _ *protocol.CallToolRequest, in map[string]any) (*protocol.CallToolResult, any, error) {
			text := fmt.Sprintf("answer %d of %s, asked with %s; password=hunter2hunter2", calls.Add(1), name, trackerKey)
			return &protocol.CallToolResult{Content: []protocol.Content{&protocol.TextContent{Text: text}}}, nil, nil
		})
	}
	speaks := protocol.NewStreamableHTTPHandler(func(*http.Request) *protocol.Server { return s }, nil)
	there = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Key") != trackerKey {
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		speaks.ServeHTTP(w, r)
	}))
	t.Cleanup(there.Close)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent") // no keychain
	m = served.New(t, script.New(steps...), served.Ollama)
	a, p = opened(t, served.Alone(t, m.URL))
	withMode(t, a, func(s *settings.Preferences) { s.Mode = "static" })
	list, err := a.Servers.Add(tools.Order{Name: "tracker", URL: there.URL, Secret: "X-Key", Value: trackerKey})
	if err != nil || len(list) != 1 || list[0].Needs[0].Kept != "session" {
		t.Fatalf("%+v, %v", list, err)
	}
	return a, p, analysed(t, a, p, doubtful(t)).RunID, m, calls, there
}

// TestAgentAsksBeforeItCallsOtherPrograms: each tool is asked about with all that is sent;
// what was said lasts as long as it says, and what comes back is fenced and without secrets.
func TestAgentAsksBeforeItCallsOtherPrograms(t *testing.T) {
	issue, remove := script.Call("mcp_tracker_issue", `{"id":7}`), script.Call("mcp_tracker_delete", `{"id":7}`)
	a, p, run, m, calls, _ := tracked(t,
		issue, issue, remove, script.Say("Done."), // once, for the conversation, refused
		issue, remove, script.Say("Again."), // always
		issue, remove, script.Say("Another conversation."))
	turn, err := a.Agent.Ask(run, "", "What is issue 7?", false)
	if err != nil {
		t.Fatal(err)
	}
	reply := func(wantTool, answer string) {
		t.Helper()
		wish, now := asked(t, a, run)
		if wish.Kind != "call" || wish.Server != "tracker" || wish.Tool != wantTool || wish.Arguments != "{\n  \"id\": 7\n}" ||
			wish.Lasting != "tracker/"+wantTool || wish.Why == "" || wish.Path+wish.Line != "" || now.Steps[len(now.Steps)-1].Text != "tracker/"+wantTool {
			t.Fatalf("%+v", wish)
		}
		if err := a.Agent.Approve(now.Turn, wish.ID, agent.Reply{Answer: answer, Word: "not that"}); err != nil {
			t.Fatal(err)
		}
	}
	reply("issue", "once")
	reply("issue", "session")
	reply("delete", "refuse")
	steps, end, id := answered(t, p, turn)
	if end.Answer != "Done." || end.Fault != nil || calls.Load() != 2 || len(end.Evidence) != 0 {
		t.Fatalf("%+v, %d calls", end, calls.Load())
	}
	said := fmt.Sprint(steps) + m.Seen()
	if !strings.Contains(said, "repository text begins: answer of tracker/issue") || !strings.Contains(said, "answer 2 of issue") || !strings.Contains(said, "not that") {
		t.Errorf("%s", said)
	}
	if strings.Contains(said, trackerKey) || strings.Contains(said, "hunter2") {
		t.Error("a secret is told")
	}
	if turn, err = a.Agent.Ask(run, id, "And now?", false); err != nil {
		t.Fatal(err)
	}
	reply("delete", "always")
	if _, end, _ = answered(t, p, turn); end.Answer != "Again." || calls.Load() != 4 {
		t.Errorf("%+v, %d calls", end, calls.Load())
	}
	if turn, err = a.Agent.Ask(run, "", "A new one", false); err != nil {
		t.Fatal(err)
	}
	reply("issue", "refuse")
	if _, end, _ = answered(t, p, turn); end.Answer != "Another conversation." || calls.Load() != 5 {
		t.Errorf("%+v, %d calls", end, calls.Load())
	}
}

// TestAServerThatIsNotThere is told in the conversation, and the question answered.
func TestAServerThatIsNotThere(t *testing.T) {
	issue := script.Call("mcp_tracker_issue", `{}`)
	a, p, run, _, calls, there := tracked(t, issue, script.Say("It has died."), script.Say("It is gone."))
	turn, err := a.Agent.Ask(run, "", "What is issue 7?", false)
	if err != nil {
		t.Fatal(err)
	}
	wish, _ := asked(t, a, run)
	there.CloseClientConnections()
	there.Close()
	if err := a.Agent.Approve(turn, wish.ID, agent.Reply{Answer: "once"}); err != nil {
		t.Fatal(err)
	}
	steps, end, id := answered(t, p, turn)
	if end.Answer != "It has died." || end.Fault != nil || calls.Load() != 0 {
		t.Errorf("%+v", end)
	}
	if said := fmt.Sprint(steps); !strings.Contains(said, "{failed the MCP server tracker could not be reached, or has ended") {
		t.Errorf("%s", said)
	}
	if turn, err = a.Agent.Ask(run, id, "And now?", false); err != nil {
		t.Fatal(err)
	}
	steps, end, _ = answered(t, p, turn)
	if end.Answer != "It is gone." || end.Fault != nil {
		t.Errorf("%+v", end)
	}
	if said := fmt.Sprint(steps); !strings.Contains(said, "{note The MCP server tracker is left out: ") || strings.Contains(said, trackerKey) {
		t.Errorf("%s", said)
	}
	if list, err := a.Servers.List(); err != nil || list[0].State != "failed" || list[0].Problem == "" {
		t.Errorf("%+v, %v", list, err)
	}
}
