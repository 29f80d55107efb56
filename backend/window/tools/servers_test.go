//go:build !windows

package tools

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	protocol "github.com/modelcontextprotocol/go-sdk/mcp"

	"aipack/backend/agent/outside"
	"aipack/backend/model/llm/keys"
	"aipack/backend/window/page"
)

// TestMain makes this test program stand in for an MCP server, which notes its process.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "tracker" {
		tracker(os.Args[2])
		return
	}
	os.Exit(m.Run())
}

func tracker(notes string) {
	f, err := os.OpenFile(notes, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		os.Exit(2)
	}
	fmt.Fprintln(f, os.Getpid())
	_ = f.Close() // a line that is missing fails the test
	s := protocol.NewServer(&protocol.Implementation{Name: "tracker", Version: "1"}, nil)
	about := &protocol.Tool{Name: "issue", Description: "Tells of an issue."}
	protocol.AddTool(s, about, func(context.Context, *protocol.CallToolRequest, map[string]any) (*protocol.CallToolResult, any, error) {
		return &protocol.CallToolResult{Content: []protocol.Content{&protocol.TextContent{Text: "Token " + os.Getenv("TRACKER_TOKEN")}}}, nil, nil
	})
	_ = s.Run(context.Background(), &protocol.StdioTransport{}) // it ends with its input
}

// chain is a keychain.
type chain map[string]string

func (c chain) Get(account string) (string, error) {
	if v, there := c[account]; there {
		return v, nil
	}
	return "", keys.ErrAbsent
}
func (c chain) Set(account, secret string) error { c[account] = secret; return nil }
func (c chain) Delete(account string) error      { delete(c, account); return nil }

// window is what a test has of it; notes is where its servers note their processes.
func window(t *testing.T, ring keys.Ring) (s *Servers, data, notes string, end func()) {
	t.Helper()
	data = t.TempDir()
	link := page.New(page.About{Version: "test", Data: data, Now: time.Now})
	link.Frame.Emit = func(string, any) {}
	link.Open()
	s, end = New(Parts{Page: link, Data: data, Environment: os.LookupEnv, Ring: ring, Now: time.Now})
	t.Cleanup(end)
	return s, data, filepath.Join(data, "notes"), end
}

// begun are the processes of servers that were begun, in turn.
func begun(t *testing.T, notes string) (pids []int) {
	t.Helper()
	text, err := os.ReadFile(notes)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		pid := 0
		if _, err := fmt.Sscan(line, &pid); err != nil {
			t.Fatal(err)
		}
		pids = append(pids, pid)
	}
	return pids
}

func gone(pid int) bool { return syscall.Kill(pid, 0) != nil }

// TestServers are set up, tried, shown with what came of it, and removed; their secret goes
// into the keychain alone.
func TestServers(t *testing.T) {
	ring := chain{}
	s, data, notes, _ := window(t, ring)
	list, err := s.Add(Order{Name: "tracker", Command: []string{os.Args[0], "tracker", notes}, Secret: "TRACKER_TOKEN", Value: "a-token-of-mine"})
	if err != nil || len(list) != 1 || list[0].State != "untried" || len(list[0].Needs) != 1 || list[0].Needs[0] != (Need{"TRACKER_TOKEN", "keychain"}) {
		t.Fatalf("%+v, %v", list, err)
	}
	if len(begun(t, notes)) != 0 {
		t.Error("setting one up begins it")
	}
	if _, err := s.Add(Order{Name: "tracker", URL: "https://tracker.example/mcp"}); err == nil {
		t.Error("two of a name")
	}
	if list, err = s.Add(Order{Name: "absent", Command: []string{"no-such-program-of-mcp"}}); err != nil || len(list) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	if list, err = s.Try("tracker"); err != nil || list[1].State != "ready" || fmt.Sprint(list[1].Tools) != "[issue]" || list[1].TriedAt == 0 || list[0].State != "untried" {
		t.Errorf("%+v, %v", list, err)
	}
	if pids := begun(t, notes); len(pids) != 1 || !gone(pids[0]) {
		t.Errorf("what was tried goes on: %v", pids)
	}
	if list, err = s.Try("absent"); err != nil || list[0].State != "failed" || !strings.Contains(list[0].Problem, "there is no program") || list[0].Hint == "" {
		t.Errorf("%+v, %v", list, err)
	}
	err = filepath.WalkDir(data, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if text, err := os.ReadFile(name); err != nil || strings.Contains(string(text), "a-token") {
			t.Errorf("%s holds the secret: %s, %v", name, text, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	// The command line knows it, and what it changes is shown.
	all, err := outside.Load(data)
	if err != nil || len(all) != 2 || !all[1].Kept {
		t.Fatalf("%+v, %v", all, err)
	}
	all[1].Variables = []string{"OTHER"}
	if err := outside.Save(data, all); err != nil {
		t.Fatal(err)
	}
	if list, err = s.List(); err != nil || list[1].State != "untried" || list[1].Needs[0] != (Need{"OTHER", ""}) {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err = s.Give("tracker", "OTHER", "second-token"); err != nil || list[1].Needs[0].Kept != "keychain" {
		t.Errorf("%+v, %v", list, err)
	}
	if _, err := s.Give("tracker", "NOT_NEEDED", "second-token"); err == nil {
		t.Error("a value that nobody needs is kept")
	}
	if list, err = s.Remove("tracker"); err != nil || len(list) != 1 {
		t.Errorf("%+v, %v", list, err)
	}
	for account := range ring {
		if strings.Contains(account, "OTHER") {
			t.Errorf("%s is still there", account)
		}
	}
	if _, err := s.Remove("tracker"); err == nil {
		t.Error("it is removed twice")
	}
	if _, err := s.Try("tracker"); err == nil {
		t.Error("what was removed is tried")
	}
}

// TestOrders says what is set up of an order, and what is wrong with others.
func TestOrders(t *testing.T) {
	for name, c := range map[string]struct {
		order Order
		want  string // of the server; "" for none
	}{
		"a key":          {Order{Name: "my-tracker", URL: " https://t.example/mcp ", Value: "k-123456"}, "{my-tracker [] [] https://t.example/mcp MCP_MY_TRACKER_KEY  false}"},
		"a header":       {Order{Name: "t", URL: "https://t.example/mcp", Secret: "X-Key", Value: "k-123456"}, "{t [] [] https://t.example/mcp MCP_T_KEY X-Key false}"},
		"no key":         {Order{Name: "t", URL: "https://t.example/mcp"}, "{t [] [] https://t.example/mcp   false}"},
		"a variable":     {Order{Name: "t", Command: []string{"npx", "-y", "t"}, Secret: "TOKEN"}, "{t [npx -y t] [TOKEN]    false}"},
		"no value":       {Order{Name: "t", URL: "https://t.example/mcp", Secret: "X-Key"}, ""},
		"no variable":    {Order{Name: "t", Command: []string{"t"}, Value: "k-123456"}, ""},
		"both":           {Order{Name: "t", Command: []string{"t"}, URL: "https://t.example/mcp"}, ""},
		"neither":        {Order{Name: "t"}, ""},
		"no name":        {Order{Command: []string{"t"}}, ""},
		"unencrypted":    {Order{Name: "t", URL: "http://t.example/mcp", Value: "k-123456"}, ""},
		"of a folder":    {Order{Name: "t", Command: []string{"./t"}}, ""},
		"a bad header":   {Order{Name: "t", URL: "https://t.example/mcp", Secret: "X Key", Value: "k-123456"}, ""},
		"in the command": {Order{Name: "t", Command: []string{"t", "--password=hunter2hunter2"}}, ""},
	} {
		s, err := serverOf(c.order)
		if got := fmt.Sprint(s); (err == nil) != (c.want != "") || err == nil && got != c.want {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
	ring := chain{}
	s, _, _, _ := window(t, ring)
	for i := range 17 {
		_, err := s.Add(Order{Name: fmt.Sprintf("t%02d", i), URL: "https://t.example/mcp", Value: "k-123456"})
		if (err == nil) != (i < 16) {
			t.Errorf("server %d: %v", i, err)
		}
	}
	if len(ring) != 16 {
		t.Errorf("%d secrets of 16 servers", len(ring))
	}
}

// lent is what a turn has of the servers, and what was said.
func lent(t *testing.T, s *Servers, folder, conversation string) (l *Lent, said []string) {
	t.Helper()
	notes := make(chan string, 16)
	l = Lend(t.Context(), s, folder, conversation, func(line string) { notes <- line })
	l.Set()
	close(notes)
	for line := range notes {
		said = append(said, line)
	}
	return l, said
}

// TestServersOfAConversation are begun with its first question, stay for the next, and end
// with it, with the program, and when they are set up otherwise.
func TestServersOfAConversation(t *testing.T) {
	s, _, notes, end := window(t, chain{})
	if l, said := lent(t, s, "/shop", ""); l.Set() != nil || said != nil {
		t.Fatalf("%v %q", l.Set(), said)
	}
	command := []string{os.Args[0], "tracker", notes}
	if _, err := s.Add(Order{Name: "tracker", Command: command}); err != nil {
		t.Fatal(err)
	}
	count := func(want int, why string) {
		t.Helper()
		pids := begun(t, notes)
		if len(pids) != want {
			t.Fatalf("%s: %d were begun, want %d", why, len(pids), want)
		}
		for i, pid := range pids {
			if last := i == len(pids)-1; gone(pid) == last {
				t.Errorf("%s: of %d the %d. is gone: %v", why, len(pids), i+1, gone(pid))
			}
		}
	}
	turn := func(conversation, becomes string) {
		t.Helper()
		l, said := lent(t, s, "/shop", conversation)
		if tools := l.Set().Tools(); len(tools) != 1 || said != nil {
			t.Fatalf("%v, %q", tools, said)
		}
		l.Return(becomes)
	}
	turn("", "one")
	count(1, "the first question")
	if list, err := s.List(); err != nil || list[0].State != "ready" {
		t.Errorf("what a conversation has begun is not known: %+v, %v", list, err)
	}
	turn("one", "one")
	count(1, "the next question")
	turn("two", "two")
	count(2, "another conversation")
	if err := syscall.Kill(begun(t, notes)[1], syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for until := time.Now().Add(10 * time.Second); !s.held["/shop"].set.Lost() && time.Now().Before(until); {
		time.Sleep(time.Millisecond)
	}
	turn("two", "two")
	count(3, "one that has died")
	if _, err := s.Add(Order{Name: "absent", Command: []string{"no-such-program-of-mcp"}}); err != nil {
		t.Fatal(err)
	}
	if pids := begun(t, notes); !gone(pids[2]) {
		t.Error("it goes on as it was set up before")
	}
	l, said := lent(t, s, "/shop", "two")
	if len(l.Set().Tools()) != 1 || len(said) != 1 || !strings.HasPrefix(said[0], "The MCP server absent is left out: there is no program") {
		t.Fatalf("%q", said)
	}
	count(4, "another server")
	if _, err := s.Remove("absent"); err != nil {
		t.Fatal(err)
	}
	l.Return("two")
	if pids := begun(t, notes); !gone(pids[3]) {
		t.Error("what was begun before a change is kept after it")
	}
	turn("two", "two")
	count(5, "after a change")
	Forget(s, "one")
	count(5, "another conversation is deleted")
	Forget(s, "two")
	if pids := begun(t, notes); !gone(pids[4]) {
		t.Error("it outlives its conversation")
	}
	turn("two", "two")
	turn("", "")
	if pids := begun(t, notes); len(pids) != 7 || !gone(pids[6]) {
		t.Error("it is kept for a conversation that is not")
	}
	turn("three", "three")
	count(8, "the last")
	end()
	if pids := begun(t, notes); !gone(pids[7]) {
		t.Error("it outlives the program")
	}
}

// TestAStoppedTurn leaves nothing behind.
func TestAStoppedTurn(t *testing.T) {
	s, _, _, _ := window(t, chain{})
	if _, err := s.Add(Order{Name: "mute", Command: []string{"sleep", "3600"}}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	l := Lend(ctx, s, "/shop", "one", func(string) {})
	time.AfterFunc(100*time.Millisecond, stop)
	start := time.Now()
	l.Return("one")
	if took := time.Since(start); took > 10*time.Second || len(s.held) != 0 {
		t.Errorf("%s, %d are held", took, len(s.held))
	}
}
