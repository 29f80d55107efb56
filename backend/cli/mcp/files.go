package mcp

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	protocol "github.com/modelcontextprotocol/go-sdk/mcp"

	"aipack/backend/base/fault"
	"aipack/backend/code/codefind"
	"aipack/backend/code/syntax"
	"aipack/backend/manifest/dockerfile"
	"aipack/backend/packaging/export"
	"aipack/backend/prove/lint"
	"aipack/backend/repo"
)

// chosen is one service of a project, or all.
type chosen struct {
	folder
	Service string `json:"service,omitempty" jsonschema:"the service's path or name; empty for all"`
}

// exported are the files that build and start a project.
type exported struct {
	Files  []file `json:"files"`
	Hidden bool   `json:"hidden,omitempty" jsonschema:"secrets were taken out of the texts: they must not be written as they stand"`

	Inside  []string `json:"credentials_inside,omitempty" jsonschema:"credentials that come into the image, and why"`
	Outside []string `json:"credentials_outside,omitempty" jsonschema:"credentials that stay out of the image"`
}

type file struct {
	Path    string `json:"path" jsonschema:"where it belongs in the project"`
	Content string `json:"content"`
}

func (s *server) export(ctx context.Context, _ *protocol.CallToolRequest, in chosen) (exported, error) {
	out := exported{Files: []file{}}
	f, err := s.analyse(ctx, in.Path)
	if err != nil {
		return out, err
	}
	defer f.Close()
	wanted, _, err := f.chosen(in.Service)
	if err != nil {
		return out, err
	}
	known := export.KnownOf(f.Context.Scan().Index)
	credentials, err := export.Search(ctx, f.Tree, wanted, known)
	if err != nil {
		return out, err
	}
	out.Inside, out.Outside = credentials.Told()
	files, err := export.Files(wanted, export.SetOptions{
		Project: filepath.Base(f.Dir()), Files: known.Files, Filled: known.Filled, Credentials: credentials, Example: export.ExampleOf(f.Tree),
	})
	if err != nil {
		return out, err
	}
	c := cleaner{}
	for _, doc := range wanted {
		c.variables(doc.Build.Environment)
		c.variables(doc.Runtime.Environment)
	}
	for _, one := range files {
		text := c.filter.Text(one.Content)
		out.Hidden = out.Hidden || text != one.Content
		out.Files = append(out.Files, file{one.Path, text})
	}
	return out, nil
}

// linted is a Dockerfile to be checked.
type linted struct {
	Path       string `json:"path,omitempty" jsonschema:"the Dockerfile, which is called as one: absolute, or relative to the first folder that the server was started for"`
	Dockerfile string `json:"dockerfile,omitempty" jsonschema:"its text, in place of a path"`
}

type remarks struct {
	Findings []lint.Finding `json:"findings" jsonschema:"none: there is nothing to remark"`
}

func (s *server) lint(ctx context.Context, _ *protocol.CallToolRequest, in linted) (remarks, error) {
	out := remarks{Findings: []lint.Finding{}}
	if (in.Path == "") == (in.Dockerfile == "") {
		return out, &fault.Fault{Code: fault.WrongUse, Message: "lint wants a path or the text of a Dockerfile", Hint: "give one of the two"}
	}
	text := in.Dockerfile
	if in.Path != "" {
		var err error
		if text, err = s.dockerfile(in.Path); err != nil {
			return out, err
		}
	}
	if len(text) > lint.MostBytes {
		return out, &fault.Fault{Code: fault.WrongUse, Message: "this is larger than any Dockerfile: over 1 MiB"}
	}
	report, err := s.Lint(ctx, []byte(text))
	out.Findings = append(out.Findings, report.Findings...)
	return out, err
}

// noDockerfile refuses a file without a word of what stands in it: a remark would
// quote a line, and the file may be one of secrets.
func noDockerfile(name, why string) error {
	return &fault.Fault{
		Code: fault.WrongUse, Message: name + " is no Dockerfile: " + why,
		Hint: "give a file called Dockerfile, Containerfile, Dockerfile.… or ….Dockerfile, or the text itself",
	}
}

// dockerfile gives a Dockerfile of the folders that may be looked at, no more of it
// than one byte above the limit. What it is called counts where it lies, not where a
// link to it does.
func (s *server) dockerfile(name string) (string, error) {
	at, err := s.within(name)
	if err != nil {
		return "", err
	}
	if !dockerfile.Named(filepath.ToSlash(at.path)) {
		return "", noDockerfile(name, "nothing is called so that is one")
	}
	text, err := s.read(at, name, lint.MostBytes+1)
	if err == nil && len(text) <= lint.MostBytes && !dockerfile.Begins(string(text)) {
		err = noDockerfile(name, "it begins with neither FROM nor ARG")
	}
	return string(text), err
}

// question asks for code.
type question struct {
	folder
	Question string `json:"question" jsonschema:"in words: where is the port decided?"`
	Most     int    `json:"most,omitempty" jsonschema:"how many symbols, 20 where nothing is said, 100 at most"`
}

type answers struct {
	Found []symbol `json:"found"`
}

type symbol struct {
	Name      string `json:"name"`
	Kind      string `json:"kind"`
	Path      string `json:"path"`
	Line      int    `json:"line"`
	EndLine   int    `json:"end_line"`
	Signature string `json:"signature,omitempty"`
}

func (s *server) find(ctx context.Context, _ *protocol.CallToolRequest, in question) (answers, error) {
	out := answers{Found: []symbol{}}
	if strings.TrimSpace(in.Question) == "" {
		return out, &fault.Fault{Code: fault.WrongUse, Message: "find_code wants a question", Hint: "say in words what the code does"}
	}
	at, err := s.within(in.Path)
	if err != nil {
		return out, err
	}
	most := 20
	if in.Most > 0 {
		most = min(in.Most, 100)
	}
	err = s.graphs.ask(ctx, at.name(), func(ctx context.Context) (*codefind.Index, error) {
		p, err := s.open(at, in.Path)
		if err != nil {
			return nil, err
		}
		defer p.Close()
		if err := bearable(ctx, p.Tree, in.Path); err != nil {
			return nil, err
		}
		graph, err := s.Graph(ctx, p.Tree)
		if err != nil {
			return nil, err
		}
		return codefind.New(graph), nil
	}, func(index *codefind.Index) { out.Found = symbols(index, in.Question, most) })
	return out, err
}

// mostSources is how much of sources a graph may be of, in bytes: some 5 million lines,
// and 1.2 GB of memory.
const mostSources = 128 << 20

// bearable refuses a folder whose graph would take too much memory.
func bearable(ctx context.Context, tree *repo.Tree, name string) error {
	index, err := tree.Index(ctx)
	if err != nil {
		return err
	}
	size := int64(0)
	for _, f := range index.Files {
		if syntax.LanguageOf(f.Path) == "" || ctx.Err() != nil {
			continue
		}
		if n, err := tree.Size(f.Path); err == nil && n <= syntax.MostSource {
			size += n
		}
	}
	if size > mostSources {
		return &fault.Fault{
			Code: fault.WrongUse, Message: fmt.Sprintf("%s has %d MiB of sources, and %d are read for one question", name, size>>20, mostSources>>20),
			Hint: "ask about a folder within it",
		}
	}
	return ctx.Err()
}

// symbols are those that a question means, the best first.
func symbols(index *codefind.Index, question string, most int) []symbol {
	graph, out := index.Graph(), []symbol{}
	for _, n := range index.Best(most, index.ByWords(question), nil) {
		one := symbol{Kind: graph.Nodes[n].Kind.String(), Path: graph.Path(n), Line: 1}
		if at := graph.Symbol(n); at != nil {
			one.Name, one.Line, one.EndLine = at.Name, int(at.Line), int(at.EndLine)
			one.Signature, _ = graph.Says(n)
		}
		out = append(out, one)
	}
	return out
}
