// Package npm reads what projects of JavaScript and TypeScript write down:
// package.json and the locks of npm, pnpm and yarn, workspaces of every tool,
// tsconfig.json, deno.json, and the schema that Prisma makes its client from.
// It knows no folders and decides nothing: text in, facts out.
package npm

import (
	"encoding/json"
	"fmt"
	"sort"

	"aipack/backend/manifest/lenient"
)

// Angular is an angular.json.
type Angular struct {
	Default  string
	Projects []AngularProject // sorted by name
}

// AngularProject is one project of an Angular workspace.
type AngularProject struct {
	Name       string
	Type       string // "application" or "library"
	Root       string
	Builder    string // of the build target: "@angular-devkit/build-angular:application"
	OutputPath string // "" where the builder's default serves: dist/NAME
	Browser    string // folder within it that holds the page; "" for itself
	Server     bool   // the build renders on a server
}

// ParseAngular reads an angular.json.
func ParseAngular(content string) (Angular, error) {
	b, _, err := lenient.JSON(content)
	if err != nil {
		return Angular{}, err
	}
	type target struct {
		Builder json.RawMessage
		Options struct{ OutputPath, SSR, Server, OutputMode json.RawMessage }
	}
	var raw struct {
		DefaultProject json.RawMessage
		Projects       map[string]struct {
			ProjectType, Root  json.RawMessage
			Architect, Targets map[string]target
		}
	}
	if err := json.Unmarshal(b, &raw); err != nil {
		return Angular{}, fmt.Errorf("reading angular.json: %w", err)
	}
	a := Angular{Default: jsonString(raw.DefaultProject)}
	for name, p := range raw.Projects {
		targets := p.Architect
		if targets == nil {
			targets = p.Targets
		}
		build := targets["build"]
		a.Projects = append(a.Projects, AngularProject{
			Name: name, Type: jsonString(p.ProjectType), Root: jsonString(p.Root),
			Builder: jsonString(build.Builder), OutputPath: outputPath(build.Options.OutputPath), Browser: browserPath(build.Options.OutputPath),
			Server: jsonPresent(build.Options.SSR) && string(build.Options.SSR) != "false" &&
				jsonString(build.Options.OutputMode) != "static",
		})
	}
	sort.Slice(a.Projects, func(i, j int) bool { return a.Projects[i].Name < a.Projects[j].Name })
	return a, nil
}
