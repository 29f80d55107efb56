package outside

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"sync"

	protocol "github.com/modelcontextprotocol/go-sdk/mcp"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/fence"
)

// Tool is one of a server's.
type Tool struct {
	Server string
	Name   string // as rules name it behind the server's: letters, digits, _ and -
	About  llm.ToolDefinition

	called string // as the server names it
	link   *link
}

// What names the tool in rules.
func (t Tool) What() string { return t.Server + "/" + t.Name }

// Set are the servers that were begun for a conversation.
type Set struct {
	links    []*link
	tools    []Tool
	failures map[string]error
	remarks  map[string][]string
}

// Failure is why a server could not be begun; nil for one that was.
func (s *Set) Failure(server string) error { return s.failures[server] }

// Remarks are what cannot be offered of a server that was begun.
func (s *Set) Remarks(server string) []string { return s.remarks[server] }

// Lost says that a server that was begun has ended, has left the last call without an answer, or
// is asked no more. It waits for a call that is under way.
func (s *Set) Lost() bool {
	return slices.ContainsFunc(s.links, func(k *link) bool {
		k.mu.Lock()
		defer k.mu.Unlock()
		select {
		case <-k.silent:
			return true
		default:
			return k.gone != nil || k.late > 0
		}
	})
}

// Options say what is begun.
type Options struct {
	Servers     []Server
	Environment func(name string) (value string, there bool) // of aipack
	Secrets     *Secrets                                     // that the user gave for one server; nil: none
	Version     string
	Say         func(line string) // hears what goes wrong; the text is not made visible

	limits limits // none: the usual
}

// mostTools is how many tools of all servers there may be: more would leave a model's
// window no room for a project.
const mostTools = 64

// Begin starts all servers side by side and asks for their tools. One that fails is told to
// Say and left out. They run until Close, whatever becomes of ctx.
func Begin(ctx context.Context, o Options) *Set {
	if o.limits == (limits{}) {
		o.limits = usual
	}
	ctx, cancel := context.WithTimeout(ctx, o.limits.begin)
	defer cancel()
	links, tools := make([]*link, len(o.Servers)), make([][]Tool, len(o.Servers))
	remarks, failures := make([][]string, len(o.Servers)), make([]error, len(o.Servers))
	var all sync.WaitGroup
	for i, s := range o.Servers {
		all.Go(func() {
			k, err := begin(ctx, s, o)
			if err == nil {
				links[i] = k
				tools[i], remarks[i], err = k.list(ctx)
			}
			failures[i] = err
		})
	}
	all.Wait()
	s := &Set{failures: map[string]error{}, remarks: map[string][]string{}}
	for i, server := range o.Servers {
		for _, line := range remarks[i] {
			o.Say(line)
		}
		s.remarks[server.Name] = remarks[i]
		if err := failures[i]; err != nil {
			o.Say(fmt.Sprintf("the MCP server %s is left out: %v", server.Name, err))
			s.failures[server.Name] = err
		}
		if links[i] == nil {
			continue
		}
		s.links = append(s.links, links[i])
		room := mostTools - len(s.tools)
		if len(tools[i]) > room {
			o.Say(fmt.Sprintf("of the %d tools of the MCP server %s the first %d are offered: %d in all are", len(tools[i]), server.Name, room, mostTools))
		}
		s.tools = append(s.tools, tools[i][:min(len(tools[i]), room)]...)
	}
	return s
}

// Tools are those that the servers have.
func (s *Set) Tools() []Tool {
	if s == nil {
		return nil
	}
	return s.tools
}

// Close ends the servers.
func (s *Set) Close() {
	if s == nil {
		return
	}
	var all sync.WaitGroup
	for _, k := range s.links {
		all.Go(k.close)
	}
	all.Wait()
}

// mostPages is how many pages a list of tools may have.
const mostPages = 20

// list asks for a server's tools. What cannot be offered is said.
func (k *link) list(ctx context.Context) (tools []Tool, left []string, err error) {
	var listed []*protocol.Tool
	cursor := ""
	for range mostPages {
		page, err := k.session.ListTools(ctx, &protocol.ListToolsParams{Cursor: cursor})
		if err != nil {
			f := k.unanswered(ctx, err, k.limits.begin)
			f.Err = fmt.Errorf("%s", k.said(err))
			return nil, nil, f
		}
		listed = append(listed, page.Tools...)
		if cursor = page.NextCursor; cursor == "" || len(listed) > mostTools {
			break
		}
	}
	// Those whose names are safe come first: no other can take one of theirs.
	slices.SortStableFunc(listed, func(a, b *protocol.Tool) int {
		return cmp.Or(cmp.Compare(changed(a.Name), changed(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	taken := map[string]bool{}
	for _, t := range listed {
		schema, err := simplified(t.InputSchema)
		if err != nil {
			left = append(left, fmt.Sprintf("the tool %q of the MCP server %s is left out: %v", shortened(t.Name, 60), k.Name, err))
			continue
		}
		name := safe(t.Name)
		if name == "" || taken[name] {
			left = append(left, fmt.Sprintf("the tool %q of the MCP server %s is left out: it has no name, or that of another", shortened(t.Name, 60), k.Name))
			continue
		}
		taken[name] = true
		tools = append(tools, Tool{Server: k.Name, Name: name, called: t.Name, link: k, About: llm.ToolDefinition{
			Name: prefix + k.Name + "_" + name, Schema: schema,
			Description: "A tool of the MCP server " + k.Name + ". What that says of it:\n" + fence.Data(k.Name+"/"+name, k.clean(shortened(t.Description, mostAbout))),
		}})
	}
	return tools, left, nil
}

// prefix begins the name of every tool of another program: none can take the name of ours.
const prefix = "mcp_"

// mostAbout is how many characters of what a server says of a tool a model is told.
const mostAbout = 1000

// mostName is how long a name may be. Providers take 64 characters, of which a server's
// name and the prefix have 25 at the most.
const mostName = 39

// safe makes a name of letters, digits, _ and -, as providers take them. One that is too
// long ends in a mark of the whole.
func safe(name string) string {
	out := strings.Map(func(r rune) rune {
		if r < 0x80 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-') {
			return r
		}
		return '_'
	}, name)
	if len(out) > mostName {
		sum := sha256.Sum256([]byte(name))
		out = out[:mostName-9] + "_" + hex.EncodeToString(sum[:4])
	}
	return out
}

// changed is 1 for a name that is not safe as it is.
func changed(name string) int {
	if safe(name) != name {
		return 1
	}
	return 0
}

// shortened is the beginning of a text.
func shortened(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most]) + "…"
	}
	return text
}
