//go:build linux

package serving

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	protocol "github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sys/unix"

	"aipack/backend/cli"
	"aipack/backend/detect/analysis"
	"aipack/backend/repo/repotest"
)

// served speaks with the command in this process, as a client that has started it.
func served(t *testing.T, args ...string) *protocol.ClientSession {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	code := make(chan int)
	go func() {
		rooms := cli.Rooms{Analyse: analysis.New().Execute, Registry: analysis.Registry, Version: "1", Now: time.Now}
		code <- cli.Run(t.Context(), rooms, append([]string{"mcp"}, args...), cli.Streams{Out: out, Err: io.Discard}, MCP(in))
	}()
	session, err := protocol.NewClient(&protocol.Implementation{Name: "test", Version: "1"}, nil).
		Connect(t.Context(), &protocol.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		<-code
	})
	return session
}

// projectOf is a project whose every file has a word in it.
func projectOf(word string) map[string]string {
	return map[string]string{
		"package.json": fmt.Sprintf(`{"name": "%s", "scripts": {"start": "node %s.js"}, "dependencies": {"express": "5"}}`, word, word),
		word + ".js":   fmt.Sprintf("function decide%s(port) { return port }\nrequire('express')().get('/%s').listen(4100)\n", word, word),
		"Dockerfile":   "FROM node\n" + strings.ToUpper(word) + " .\n",
		".env.example": "# " + word + "\nKEY_" + word + "=\n",
	}
}

// TestExchangedFolders: while a folder gives its name to a link that leads to another
// project and takes it back, without end, none of 210 calls reads that project: be it
// a folder within a given one, or the given one itself.
func TestExchangedFolders(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	top := t.TempDir()
	outside := filepath.Join(t.TempDir(), "elsewhere")
	repotest.LayOut(t, outside, projectOf("outsider"))
	repotest.LayOut(t, filepath.Join(outside, "within"), projectOf("outsider"))
	given := filepath.Join(top, "given")
	repotest.LayOut(t, given, projectOf("insider"))
	repotest.LayOut(t, filepath.Join(given, "within"), projectOf("insider"))
	for _, c := range []struct {
		name, exchanged, asked string
		calls                  int
	}{
		{"a folder within", filepath.Join(given, "within"), "within", 150},
		{"the given folder", given, ".", 30},
		{"the given folder, asked by its name", given, filepath.Join(given, "within"), 30},
	} {
		t.Run(c.name, func(t *testing.T) {
			session := served(t, given)
			link := filepath.Join(top, "link")
			if err := unix.Symlink(outside, link); err != nil {
				t.Fatal(err)
			}
			defer unix.Unlink(link)
			stop, exchanges := make(chan struct{}), 0
			var exchanging sync.WaitGroup
			exchanging.Go(func() {
				for ; ; exchanges++ {
					select {
					case <-stop:
						if exchanges%2 == 0 {
							return
						}
					default:
					}
					if err := unix.Renameat2(unix.AT_FDCWD, c.exchanged, unix.AT_FDCWD, link, unix.RENAME_EXCHANGE); err != nil {
						t.Error(err)
						return
					}
				}
			})
			good := 0
			for i := range c.calls {
				tool := []string{"detect", "explain", "export", "lint", "find_code"}[i%5]
				args := map[string]any{"path": c.asked}
				switch tool {
				case "lint":
					args["path"] = filepath.Join(c.asked, "Dockerfile")
				case "explain":
					args["service"] = "."
				case "find_code":
					args["question"] = "decide the port"
				}
				result, err := session.CallTool(t.Context(), &protocol.CallToolParams{Name: tool, Arguments: args})
				if err != nil {
					t.Fatal(err)
				}
				text := strings.ToLower(result.Content[0].(*protocol.TextContent).Text)
				if strings.Contains(text, "outsider") {
					t.Errorf("%s reads outside: %s", tool, text)
				}
				if strings.Contains(text, "insider") {
					good++
				}
			}
			close(stop)
			exchanging.Wait()
			t.Logf("%d of %d calls were answered, in %d exchanges", good, c.calls, exchanges)
			if good == 0 || exchanges < c.calls {
				t.Error("nothing was tried")
			}
		})
	}
}
