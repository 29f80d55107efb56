package npm

import (
	"encoding/json"
	"fmt"
	"sort"

	"aipack/backend/manifest/lenient"
)

// PnpmWorkspace is a pnpm-workspace.yaml.
type PnpmWorkspace struct {
	Packages []string // globs; "!" excludes
}

// ParsePnpmWorkspace reads a pnpm-workspace.yaml.
func ParsePnpmWorkspace(content string) (PnpmWorkspace, error) {
	doc, err := lenient.FirstYAML(content)
	if err != nil {
		return PnpmWorkspace{}, fmt.Errorf("reading pnpm-workspace.yaml: %w", err)
	}
	return PnpmWorkspace{Packages: texts(doc.Get("packages").Items())}, nil
}

// Lerna is a lerna.json.
type Lerna struct {
	Packages  []string
	NpmClient string
}

// ParseLerna reads a lerna.json.
func ParseLerna(content string) (Lerna, error) {
	b, _, err := lenient.JSON(content)
	if err != nil {
		return Lerna{}, err
	}
	var raw struct{ Packages, NpmClient json.RawMessage }
	if err := json.Unmarshal(b, &raw); err != nil {
		return Lerna{}, fmt.Errorf("reading lerna.json: %w", err)
	}
	return Lerna{Packages: jsonStrings(raw.Packages), NpmClient: jsonString(raw.NpmClient)}, nil
}

// Rush is a rush.json.
type Rush struct {
	Pnpm, Npm, Yarn string // the manager's version, of the one that is used
	Node            string // nodeSupportedVersionRange
	Projects        []string
}

// ParseRush reads a rush.json, which is JSON with comments.
func ParseRush(content string) (Rush, error) {
	b, _, err := lenient.JSON(content)
	if err != nil {
		return Rush{}, err
	}
	var raw struct {
		PnpmVersion, NpmVersion, YarnVersion, NodeSupportedVersionRange json.RawMessage
		Projects                                                        []struct{ ProjectFolder json.RawMessage }
	}
	if err := json.Unmarshal(b, &raw); err != nil {
		return Rush{}, fmt.Errorf("reading rush.json: %w", err)
	}
	r := Rush{
		Pnpm: jsonString(raw.PnpmVersion), Npm: jsonString(raw.NpmVersion), Yarn: jsonString(raw.YarnVersion),
		Node: jsonString(raw.NodeSupportedVersionRange),
	}
	for _, p := range raw.Projects {
		if s := jsonString(p.ProjectFolder); s != "" {
			r.Projects = append(r.Projects, s)
		}
	}
	return r, nil
}

// Moon is a .moon/workspace.yml: projects as globs and as named folders.
type Moon struct{ Projects []string }

// ParseMoon reads a .moon/workspace.yml.
func ParseMoon(content string) (Moon, error) {
	doc, err := lenient.FirstYAML(content)
	if err != nil {
		return Moon{}, fmt.Errorf("reading workspace.yml: %w", err)
	}
	projects := doc.Get("projects")
	if projects.IsList() {
		return Moon{texts(projects.Items())}, nil
	}
	folders := projects
	var m Moon
	if globs := projects.Get("globs"); globs.IsList() {
		m.Projects, folders = texts(globs.Items()), projects.Get("sources")
	}
	for _, p := range folders.Pairs() {
		m.Projects = append(m.Projects, texts([]lenient.YAML{p.Value})...)
	}
	sort.Strings(m.Projects)
	return m, nil
}

// NxProject is a project.json of an Nx workspace.
type NxProject struct {
	Name    string
	Type    string // "application" or "library"
	Targets map[string]NxTarget
}

// NxTarget is one thing an Nx project can do.
type NxTarget struct {
	Executor   string // "@nx/next:build"
	Command    string // of nx:run-commands
	OutputPath string
	Browser    string   // folder within OutputPath that an :application builder puts the page in; "" for OutputPath itself
	Outputs    []string // what Nx keeps of the target, as written
}

// ParseNxProject reads a project.json.
func ParseNxProject(content string) (NxProject, error) {
	b, _, err := lenient.JSON(content)
	if err != nil {
		return NxProject{}, err
	}
	var raw struct {
		Name, ProjectType  json.RawMessage
		Targets, Architect map[string]json.RawMessage
	}
	if err := json.Unmarshal(b, &raw); err != nil {
		return NxProject{}, fmt.Errorf("reading project.json: %w", err)
	}
	if raw.Targets == nil {
		raw.Targets = raw.Architect
	}
	p := NxProject{Name: jsonString(raw.Name), Type: jsonString(raw.ProjectType), Targets: map[string]NxTarget{}}
	for name, rt := range raw.Targets {
		var t struct {
			Executor, Builder, Command json.RawMessage
			Options                    struct{ OutputPath, Command json.RawMessage }
			Outputs                    []json.RawMessage
		}
		if json.Unmarshal(rt, &t) != nil {
			continue
		}
		n := NxTarget{
			Executor: jsonString(t.Executor), Command: jsonString(t.Command),
			OutputPath: outputPath(t.Options.OutputPath), Browser: browserPath(t.Options.OutputPath),
		}
		for _, out := range t.Outputs {
			n.Outputs = append(n.Outputs, jsonString(out))
		}
		if n.Executor == "" {
			n.Executor = jsonString(t.Builder)
		}
		if n.Command == "" {
			n.Command = jsonString(t.Options.Command)
		}
		p.Targets[name] = n
	}
	return p, nil
}

// outputPath reads Angular's and Nx's outputPath: a string, or an object whose
// base is the folder.
func outputPath(raw json.RawMessage) string {
	if s := jsonString(raw); s != "" {
		return s
	}
	var o struct{ Base string }
	if json.Unmarshal(raw, &o) != nil {
		return ""
	}
	return o.Base
}

// browserPath is the part of outputPath that holds the page: "browser" unless
// an object says otherwise.
func browserPath(raw json.RawMessage) string {
	var o struct{ Browser *string }
	if json.Unmarshal(raw, &o) == nil && o.Browser != nil {
		return *o.Browser
	}
	return "browser"
}

// texts are the strings among values.
func texts(values []lenient.YAML) []string {
	var out []string
	for _, v := range values {
		if v.Tag() == "!!str" {
			out = append(out, v.Text())
		}
	}
	return out
}
