package tests

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/agent"
	"aipack/backend/agent/session"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
	"aipack/backend/repo"
	"aipack/backend/store/projectdb"
)

// TestAConversationSurvivesKill kills a conversation after each message that is kept and
// while each of its questions is under way, and lets another process go on: what was
// answered is not asked again, nothing is lost, and it comes to the same end.
func TestAConversationSurvivesKill(t *testing.T) {
	if dir := os.Getenv("SESSION_TEST_CHILD"); dir != "" {
		os.Exit(askHere(dir, os.Getenv("SESSION_TEST_STOP")))
	}
	for _, place := range []string{"asked 0", "kept 1", "kept 2", "kept 3", "kept 4", "asked 1", "kept 5", "kept 6", "asked 2", "kept 7"} {
		t.Run(strings.ReplaceAll(place, " ", "-"), func(t *testing.T) {
			t.Parallel()
			for range kills {
				dir := t.TempDir()
				if err := os.WriteFile(filepath.Join(dir, "server.js"), []byte("listen(4000)\n"), 0o600); err != nil {
					t.Fatal(err)
				}
				run := func(place string) string {
					said := runUntil(t, "TestAConversationSurvivesKill", "SESSION_TEST", dir, place)
					return said[len(said)-1]
				}
				if last := run(place); last != "at "+place {
					t.Fatalf("it ended before: %s", last)
				}
				want := "4000, as server.js:1 says; 3 calls; evidence [{server.js 1 1}]; 7 kept of 1 question"
				if last := run(""); last != want {
					t.Fatalf("killed at %s: %q", place, last)
				}
				log, err := os.ReadFile(filepath.Join(dir, "requests"))
				if err != nil {
					t.Fatal(err)
				}
				// A request that had no answer yet is sent again, and no other.
				asked := strings.Fields(string(log))
				most := 3
				if strings.HasPrefix(place, "asked") {
					most = 4
				}
				if len(asked) > most || !slices.Equal(slices.Compact(asked), []string{"0", "1", "2"}) {
					t.Errorf("killed at %s: %s were asked", place, log)
				}
			}
		})
	}
}

// askHere is the child: it asks, or goes on with what was asked before.
func askHere(dir, place string) int {
	stop := stopping(place)
	db, err := projectdb.OpenAs("aipack ask", filepath.Join(dir, "data"), dir, time.Now)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = db.Close() }()
	tree, err := repo.Open(dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer tree.Close()
	now, said, err := session.Load(db, "last", nil)
	if err != nil {
		now = session.New(db, nil)
	}
	talk := agent.New(agent.Options{
		Client: answering(dir, stop), Repo: tree,
		Keep: func(k agent.Kept) { now.Keep(k); stop.at("kept %d", k.Number) },
	})
	talk.Restore(said)
	var answer agent.Answer
	switch {
	case len(said) == 0:
		answer, err = talk.Ask(context.Background(), "which port?")
	case talk.Unanswered():
		answer, err = talk.Resume(context.Background())
	default: // it was killed after the answer was kept
		turns := session.Turns(said)
		answer.Text = turns[len(turns)-1].Answer
		answer.Calls, answer.Evidence = turns[len(turns)-1].Calls, []agent.Place{{Path: "server.js", First: 1, Last: 1}}
	}
	kept, readErr := session.Messages(db, now.ID())
	row, rowErr := db.Session("last")
	if err != nil || readErr != nil || rowErr != nil || now.Err() != nil {
		fmt.Fprintln(os.Stderr, err, readErr, rowErr, now.Err())
		return 1
	}
	fmt.Printf("%s; %d calls; evidence %v; %d kept of %d question\n", answer.Text, len(answer.Calls), answer.Evidence, len(kept), row.Questions)
	return 0
}

// answering is a model that answers by how much was answered before, and writes down
// what it was asked.
func answering(dir string, stop stopping) *script.Client {
	read := llm.ToolCall{ID: "a", Name: "read_file", Arguments: `{"path":"server.js"}`}
	search := llm.ToolCall{ID: "b", Name: "grep_content", Arguments: `{"pattern":"PORT"}`}
	list := llm.ToolCall{ID: "c", Name: "list_files", Arguments: `{"path":"."}`}
	answers := []llm.Message{{Calls: []llm.ToolCall{read, search}}, {Calls: []llm.ToolCall{list}}, {Text: "4000, as server.js:1 says"}}
	return &script.Client{Rest: script.From(func(r llm.Request) (*llm.Response, error) {
		n := 0
		for _, m := range r.Messages {
			if m.Role == llm.Assistant {
				n++
			}
		}
		log, err := os.OpenFile(filepath.Join(dir, "requests"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, err
		}
		if _, err := fmt.Fprintln(log, n); err != nil {
			return nil, err
		}
		if err := log.Close(); err != nil {
			return nil, err
		}
		stop.at("asked %d", n)
		return &llm.Response{Message: answers[n]}, nil
	})}
}
