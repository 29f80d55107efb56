package npm

import (
	"encoding/json"
	"fmt"
	"strings"

	"aipack/backend/manifest/lenient"
)

// Deno is a deno.json or deno.jsonc (Deno's configuration documentation).
type Deno struct {
	Name        string
	Version     string
	HasExports  bool
	Exports     string            // where exports is one file
	Tasks       map[string]string // name to shell line
	Imports     map[string]string // specifier to "jsr:@std/http@1", "npm:express@4", URL or path
	Workspace   []string          // member folders
	IsRoot      bool              // workspace is there
	NodeModules string            // nodeModulesDir
}

// ParseDeno reads a deno.json or deno.jsonc.
func ParseDeno(content string) (Deno, error) {
	b, _, err := lenient.JSON(content)
	if err != nil {
		return Deno{}, err
	}
	var raw struct {
		Name, Version, Exports, Imports, Workspace, NodeModulesDir json.RawMessage
		Tasks                                                      map[string]json.RawMessage
	}
	if err := json.Unmarshal(b, &raw); err != nil {
		return Deno{}, fmt.Errorf("reading deno.json: %w", err)
	}
	d := Deno{
		Name: jsonString(raw.Name), Version: jsonString(raw.Version),
		HasExports: jsonPresent(raw.Exports), Exports: jsonString(raw.Exports),
		Imports: jsonStringMap(raw.Imports), Tasks: map[string]string{},
		NodeModules: strings.Trim(string(raw.NodeModulesDir), `"`),
	}
	for name, rt := range raw.Tasks {
		line := jsonString(rt)
		if line == "" { // tasks may be objects since Deno 2.1
			var t struct{ Command string }
			if json.Unmarshal(rt, &t) == nil {
				line = t.Command
			}
		}
		if line != "" {
			d.Tasks[name] = line
		}
	}
	if jsonPresent(raw.Workspace) {
		d.IsRoot = true
		d.Workspace = jsonStrings(raw.Workspace)
		var o struct{ Members json.RawMessage }
		if len(d.Workspace) == 0 && json.Unmarshal(raw.Workspace, &o) == nil {
			d.Workspace = jsonStrings(o.Members)
		}
	}
	return d, nil
}
