package sast

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"

	"go.yaml.in/yaml/v3"
)

// pack is the rules, in the format of both tools: a file for each language.
//
//go:embed rules/*.yaml
var pack embed.FS

// rule is what the program itself reads of a rule.
type rule struct {
	ID        string   `yaml:"id"`
	Languages []string `yaml:"languages"`
	Severity  string   `yaml:"severity"`
	Message   string   `yaml:"message"`
	Mode      string   `yaml:"mode"`
	Metadata  struct {
		Fix   string `yaml:"fix"`
		CWE   string `yaml:"cwe"`
		Input string `yaml:"input"` // "request": the rule sees a request's input get there
	} `yaml:"metadata"`
}

// rules are all rules, by their ids.
var rules = sync.OnceValues(func() (map[string]rule, error) {
	out := map[string]rule{}
	names, err := fs.Glob(pack, "rules/*.yaml")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := pack.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var file struct {
			Rules []rule `yaml:"rules"`
		}
		if err := yaml.Unmarshal(text, &file); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, r := range file.Rules {
			if _, twice := out[r.ID]; twice {
				return nil, fmt.Errorf("%s: %s is there twice", name, r.ID)
			}
			out[r.ID] = r
		}
	}
	return out, nil
})

// write lays the rules out for the tool.
func write(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	names, err := fs.Glob(pack, "rules/*.yaml")
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := pack.ReadFile(name)
		if err != nil {
			return err
		}
		var file struct {
			Rules []map[string]any `yaml:"rules"`
		}
		if err := yaml.Unmarshal(text, &file); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		// What several rules share is named once there; the tools get each rule whole, as
		// JSON, which is YAML.
		if text, err = json.Marshal(map[string]any{"rules": file.Rules}); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(dir, path.Base(name)), text, 0o600); err != nil {
			return err
		}
	}
	return nil
}
