package mcp

import (
	"context"
	"fmt"
	"strings"

	protocol "github.com/modelcontextprotocol/go-sdk/mcp"

	"aipack/backend/base/fault"
	"aipack/backend/universalbuild"
)

// The most that one answer holds: a client's model pays for every word.
const (
	mostServices  = 200
	mostEvidence  = 300
	mostVariables = 200
	mostFindings  = 50 // of a check
)

// detected is what a folder holds.
type detected struct {
	Services []service `json:"services"`
	Problems []problem `json:"problems"`
	Missing  string    `json:"missing,omitempty" jsonschema:"why there is nothing to deploy"`
	LeftOff  int       `json:"left_off,omitempty" jsonschema:"services that are not listed"`
}

// service is one deployable part of it, in short.
type service struct {
	Path       string   `json:"path" jsonschema:"folder of the service in the project; what other tools call service"`
	Name       string   `json:"name"`
	Kind       string   `json:"kind" jsonschema:"web, static, worker or cli"`
	Language   string   `json:"language"`
	Version    string   `json:"version,omitempty"`
	Framework  string   `json:"framework,omitempty"`
	Build      string   `json:"build_system"`
	Install    []string `json:"install,omitempty"`
	Commands   []string `json:"build_commands,omitempty"`
	Start      []string `json:"start,omitempty" jsonschema:"the start command, a word each"`
	Ports      []int    `json:"ports,omitempty"`
	Health     string   `json:"health,omitempty" jsonschema:"path that answers when the service is healthy"`
	Needs      []string `json:"needs,omitempty" jsonschema:"data services"`
	After      []string `json:"after,omitempty" jsonschema:"services of the project that it needs"`
	Variables  []string `json:"required_variables,omitempty"`
	Optional   int      `json:"optional_variables"`
	Confidence float64  `json:"confidence" jsonschema:"0 to 1"`
	Unsure     []string `json:"unsure,omitempty" jsonschema:"fields that stand on a weak reason, as JSON pointers for explain"`
	Reasoning  string   `json:"reasoning"`
	Warnings   []string `json:"warnings,omitempty"`
}

// problem is one thing that is wrong with a service's document.
type problem struct {
	Service string `json:"service"`
	Field   string `json:"field"`
	Message string `json:"message"`
	Fix     string `json:"fix"`
	Doubt   bool   `json:"doubt" jsonschema:"the document can be used all the same"`
}

func (s *server) detect(ctx context.Context, _ *protocol.CallToolRequest, in folder) (detected, error) {
	out := detected{Services: []service{}, Problems: []problem{}}
	f, err := s.analyse(ctx, in.Path)
	if err != nil {
		return out, err
	}
	defer f.Close()
	out.Missing = f.Context.Structure().Missing
	for i, d := range f.Documents {
		if i == mostServices {
			out.LeftOff = len(f.Documents) - i
			break
		}
		out.Services = append(out.Services, short(d))
	}
	for _, p := range f.Problems {
		out.Problems = append(out.Problems, problem{p.Service, p.Field, p.Message, p.Fix, p.Doubt})
	}
	return out, nil
}

// short is a document in few words.
func short(d universalbuild.UniversalBuild) service {
	m := d.Metadata
	out := service{
		Path: m.Path, Name: m.ProjectName, Kind: string(m.Kind), Language: m.Language, Version: m.RuntimeVersion, Framework: m.Framework, Build: m.BuildSystem,
		Install: d.Build.PreBuildCommands, Commands: d.Build.BuildCommands, Start: append(append([]string{}, d.Runtime.Entrypoint...), d.Runtime.Command...),
		Needs: m.BackingServices, After: m.DependsOn, Confidence: m.Confidence, Reasoning: m.Reasoning,
	}
	for _, p := range d.Runtime.Ports {
		out.Ports = append(out.Ports, p.Port)
	}
	if h := d.Runtime.Healthcheck; h != nil {
		out.Health = h.Path
	}
	for _, v := range d.Runtime.Variables {
		if v.Required && len(out.Variables) < mostVariables {
			out.Variables = append(out.Variables, v.Name)
		} else {
			out.Optional++
		}
	}
	seen := map[string]bool{}
	for _, e := range d.Evidence {
		if e.Confidence < unsure && !seen[e.Field] {
			seen[e.Field] = true
			out.Unsure = append(out.Unsure, e.Field)
		}
	}
	for _, w := range d.Warnings {
		out.Warnings = append(out.Warnings, strings.TrimSpace(w.Message+" "+w.Fix))
	}
	return out
}

// unsure is the confidence below which a field wants a look, as in the window.
const unsure = 0.7

// asked is a question about a service's fields.
type asked struct {
	folder
	Service string `json:"service,omitempty" jsonschema:"the service's path or name; not needed where there is one"`
	Field   string `json:"field,omitempty" jsonschema:"JSON pointer such as /runtime/ports/0/port, or the beginning of one such as /build; empty for all"`
}

// explained is why fields are what they are.
type explained struct {
	Service  string   `json:"service"`
	Evidence []reason `json:"evidence"`
	LeftOff  int      `json:"left_off,omitempty" jsonschema:"pieces that are not listed; ask for a narrower field"`
}

// reason is one piece of evidence, as documents have it.
type reason struct {
	Field        string        `json:"field"`
	Value        string        `json:"value"`
	Confidence   float64       `json:"confidence"`
	Source       string        `json:"source" jsonschema:"rule, model or user"`
	Rule         string        `json:"rule,omitempty"`
	Path         string        `json:"path,omitempty"`
	Line         int           `json:"line,omitempty"`
	Excerpt      string        `json:"excerpt,omitempty" jsonschema:"the text that was read"`
	Alternatives []alternative `json:"alternatives,omitempty" jsonschema:"what else was found, and did not win"`
}

type alternative struct {
	Value      string  `json:"value"`
	Confidence float64 `json:"confidence"`
	Path       string  `json:"path,omitempty"`
	Line       int     `json:"line,omitempty"`
}

func reasonOf(e universalbuild.Evidence) reason {
	out := reason{e.Field, e.Value, e.Confidence, e.Source, e.Rule, e.Path, e.Line, e.Excerpt, nil}
	for _, a := range e.Alternatives {
		out.Alternatives = append(out.Alternatives, alternative{a.Value, a.Confidence, a.Path, a.Line})
	}
	return out
}

func (s *server) explain(ctx context.Context, _ *protocol.CallToolRequest, in asked) (explained, error) {
	out := explained{Evidence: []reason{}}
	f, err := s.analyse(ctx, in.Path)
	if err != nil {
		return out, err
	}
	defer f.Close()
	wanted, _, err := f.chosen(in.Service)
	if err != nil {
		return out, err
	}
	if len(wanted) > 1 {
		var paths []string
		for _, d := range wanted {
			paths = append(paths, d.Metadata.Path)
		}
		return out, &fault.Fault{Code: fault.WrongUse, Message: fmt.Sprintf("there are %d services", len(wanted)), Hint: "say which: " + strings.Join(paths, ", ")}
	}
	out.Service = wanted[0].Metadata.Path
	var fields []string
	for _, e := range wanted[0].Evidence {
		fields = append(fields, e.Field)
		switch {
		case in.Field != "" && e.Field != in.Field && !strings.HasPrefix(e.Field, strings.TrimSuffix(in.Field, "/")+"/"):
		case len(out.Evidence) == mostEvidence:
			out.LeftOff++
		default:
			out.Evidence = append(out.Evidence, reasonOf(e))
		}
	}
	if len(out.Evidence) == 0 {
		return out, &fault.Fault{Code: fault.WrongUse, Message: "nothing speaks for " + in.Field, Hint: "there is evidence for " + strings.Join(fields, ", ")}
	}
	return out, nil
}
