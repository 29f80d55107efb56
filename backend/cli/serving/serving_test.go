package serving

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	protocol "github.com/modelcontextprotocol/go-sdk/mcp"

	"aipack/backend/cli"
	"aipack/backend/detect/analysis"
)

// TestMCP speaks with the command as a client does that has started it: over
// pipes, until it closes them.
func TestMCP(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"name": "shop", "scripts": {"start": "node a.js"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	var said bytes.Buffer
	rooms := cli.Rooms{Analyse: analysis.New().Execute, Registry: analysis.Registry, Version: "1", Now: time.Now}
	code := make(chan int)
	go func() {
		code <- cli.Run(t.Context(), rooms, []string{"mcp", dir}, cli.Streams{Out: out, Err: &said}, MCP(in))
	}()

	client := protocol.NewClient(&protocol.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &protocol.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	result, err := session.CallTool(t.Context(), &protocol.CallToolParams{Name: "detect", Arguments: map[string]any{"path": dir}})
	if err != nil || result.IsError || !strings.Contains(result.Content[0].(*protocol.TextContent).Text, `"name":"shop"`) {
		t.Errorf("%v %+v", err, result)
	}
	// Without a builder every check says so; where there is one, it is asked.
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := session.CallTool(ctx, &protocol.CallToolParams{Name: "prove", Arguments: map[string]any{"path": dir}}); err == nil {
		t.Error("a call that was given up has an answer")
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	if got := <-code; got != cli.Done || said.Len() > 0 {
		t.Errorf("exit code %d, said %q", got, said.String())
	}
}

// TestMCPLives: what is no message is answered, and so is what comes behind it.
func TestMCPLives(t *testing.T) {
	var out, said bytes.Buffer
	in := "hello\n[]\n" + `{"jsonrpc":"1.0","id":5,"method":"ping"}` + "\n"
	got := cli.Run(t.Context(), cli.Rooms{Now: time.Now}, []string{"mcp", t.TempDir()}, cli.Streams{Out: &out, Err: &said}, MCP(io.NopCloser(strings.NewReader(in))))
	lines := strings.Split(out.String(), "\n")
	if got != cli.Done || said.Len() > 0 || len(lines) != 4 || !strings.Contains(lines[0], "-32700") || !strings.Contains(lines[1], "-32600") || !strings.Contains(lines[2], `"id":5`) {
		t.Errorf("exit code %d, said %q, answered %q", got, said.String(), lines)
	}
}

func TestMCPWantsFolders(t *testing.T) {
	var said bytes.Buffer
	got := cli.Run(t.Context(), cli.Rooms{Now: time.Now}, []string{"mcp", filepath.Join(t.TempDir(), "none")}, cli.Streams{Out: io.Discard, Err: &said}, MCP(io.NopCloser(strings.NewReader(""))))
	if got != cli.Misused || !strings.Contains(said.String(), "there is no folder") {
		t.Errorf("exit code %d, said %q", got, said.String())
	}
}
