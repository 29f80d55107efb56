package outside

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	protocol "github.com/modelcontextprotocol/go-sdk/mcp"

	"aipack/backend/model/llm/keys"
)

// chain is a keychain that counts who asks.
type chain struct {
	mu    sync.Mutex
	holds map[string]string
	asked int
}

func (c *chain) Get(account string) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked++
	if v, there := c.holds[account]; there {
		return v, nil
	}
	return "", keys.ErrAbsent
}

func (c *chain) Set(account, secret string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holds[account] = secret
	return nil
}

func (c *chain) Delete(account string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, there := c.holds[account]; !there {
		return keys.ErrAbsent
	}
	delete(c.holds, account)
	return nil
}

// TestAKeptSecret is handed to its server in place of what the environment says, is hidden in
// what that says, and stands in no file.
func TestAKeptSecret(t *testing.T) {
	c := &chain{holds: map[string]string{}}
	v := NewSecrets(c)
	s := program("good")
	kept, err := v.Set(t.Context(), s, "TOLD", " given-by-hand-77\n")
	if s.Kept = kept; err != nil || !kept || len(c.holds) != 1 {
		t.Fatalf("%v, %v, %v", kept, err, c.holds)
	}
	data := t.TempDir()
	if err := Save(data, []Server{s}); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(data, file)); err != nil || strings.Contains(string(text), "given-by") || !strings.Contains(string(text), `"kept": true`) {
		t.Errorf("%s, %v", text, err)
	}
	loaded, err := Load(data)
	if err != nil {
		t.Fatal(err)
	}
	said := []string{}
	o := Options{
		Servers: loaded, Secrets: NewSecrets(c), Version: "test", limits: tight, Say: func(line string) { said = append(said, line) },
		Environment: func(name string) (string, bool) {
			if name == "TOLD" {
				return "of-the-environment", true
			}
			return os.LookupEnv(name)
		},
	}
	set := Begin(t.Context(), o)
	defer set.Close()
	if len(said) != 0 || o.Where(t.Context(), loaded[0], "TOLD") != keys.Keychain {
		t.Fatalf("%q", said)
	}
	a, err := named(t, set, "environment").Call(t.Context(), json.RawMessage(`{"text":""}`))
	if err != nil || !strings.Contains(a.Text, "TOLD=«secret:handed»") {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err = named(t, set, "echo").Call(t.Context(), json.RawMessage(`{"text":"given-by-hand-77, of-the-environment"}`)); err != nil ||
		a.Text != "said: «secret:handed», of-the-environment" {
		t.Errorf("it was handed another value: %+v, %v", a, err)
	}
	if err := v.Forget(t.Context(), loaded[0]); err != nil || len(c.holds) != 0 || o.Where(t.Context(), loaded[0], "TOLD") != keys.Environment {
		t.Errorf("%v, %v", err, c.holds)
	}
	if err := v.Forget(t.Context(), loaded[0]); err != nil {
		t.Errorf("forgotten twice: %v", err)
	}
}

// TestASecretIsForOneServer: not for another program or address under the same name, and the
// keychain is not asked for servers of which it has nothing.
func TestASecretIsForOneServer(t *testing.T) {
	c := &chain{holds: map[string]string{}}
	v := NewSecrets(c)
	o := Options{Secrets: v, Environment: func(string) (string, bool) { return "", false }}
	s := Server{Name: "tracker", URL: "https://tracker.example/mcp", Key: "MCP_KEY"}
	if o.Where(t.Context(), s, "MCP_KEY") != keys.Nowhere || c.asked != 0 {
		t.Errorf("the keychain is asked %d times for what it never had", c.asked)
	}
	if _, err := v.Set(t.Context(), s, "MCP_KEY", "key-of-tracker"); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		server Server
		where  keys.Where
	}{
		"the same":      {Server{Name: "tracker", URL: "https://tracker.example/other", Key: "MCP_KEY", Kept: true}, keys.Keychain},
		"another host":  {Server{Name: "tracker", URL: "https://thief.example/mcp", Key: "MCP_KEY", Kept: true}, keys.Nowhere},
		"unencrypted":   {Server{Name: "tracker", URL: "http://tracker.example/mcp", Key: "MCP_KEY", Kept: true}, keys.Nowhere},
		"another name":  {Server{Name: "other", URL: "https://tracker.example/mcp", Key: "MCP_KEY", Kept: true}, keys.Nowhere},
		"a program":     {Server{Name: "tracker", Command: []string{"tracker"}, Variables: []string{"MCP_KEY"}, Kept: true}, keys.Nowhere},
		"never kept so": {s, keys.Nowhere},
	} {
		if got := o.Where(t.Context(), c.server, "MCP_KEY"); got != c.where {
			t.Errorf("%s: %q, want %q", name, got, c.where)
		}
	}
}

// TestWithoutAKeychain a secret lasts until the program ends.
func TestWithoutAKeychain(t *testing.T) {
	v := NewSecrets(nil)
	s := program("good")
	if kept, err := v.Set(t.Context(), s, "TOLD", "given-by-hand-77"); kept || err != nil {
		t.Fatalf("%v, %v", kept, err)
	}
	none := func(string) (string, bool) { return "", false }
	if got := (Options{Secrets: v, Environment: none}).Where(t.Context(), s, "TOLD"); got != ForSession {
		t.Errorf("%q", got)
	}
	if got := (Options{Secrets: NewSecrets(nil), Environment: none}).Where(t.Context(), s, "TOLD"); got != keys.Nowhere {
		t.Errorf("another program knows it: %q", got)
	}
	if err := v.Forget(context.Background(), s); err != nil {
		t.Error(err)
	}
	if got := (Options{Secrets: v, Environment: none}).Where(t.Context(), s, "TOLD"); got != keys.Nowhere {
		t.Errorf("it is not forgotten: %q", got)
	}
	for _, bad := range []string{"", " \n", "a\nb", strings.Repeat("x", 2049)} {
		if _, err := v.Set(t.Context(), s, "TOLD", bad); err == nil {
			t.Errorf("%.10q is taken", bad)
		}
	}
}

// TestALostServer is known as such before the next call.
func TestALostServer(t *testing.T) {
	s, _ := begun(t, tight, program("good"))
	if s.Lost() {
		t.Fatal("it is there")
	}
	if err := s.links[0].process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-s.links[0].silent // nothing more comes from it
	if !s.Lost() {
		t.Error("its end is not noticed")
	}
}

// TestAnAddressThatIsGone is no answer of a tool: what the library says of it is not the server's word.
func TestAnAddressThatIsGone(t *testing.T) {
	speaks := protocol.NewStreamableHTTPHandler(func(*http.Request) *protocol.Server { return server("good") }, nil)
	there := httptest.NewServer(speaks)
	defer there.Close()
	s, _ := begun(t, tight, Server{Name: "test", URL: there.URL})
	there.CloseClientConnections()
	there.Close()
	for _, want := range []string{"could not be reached, or has ended", "is asked no more"} {
		if a, err := named(t, s, "echo").Call(t.Context(), json.RawMessage(`{"text":"x"}`)); err == nil || !strings.Contains(err.Error(), want) || !s.Lost() {
			t.Errorf("%+v, %v, want %q", a, err, want)
		}
	}
}
