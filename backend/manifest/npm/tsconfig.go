package npm

import (
	"encoding/json"
	"fmt"

	"aipack/backend/manifest/lenient"
)

// TSConfig is what a tsconfig.json says about where the compiler writes, and
// where it looks for modules.
type TSConfig struct {
	Extends string
	OutDir  string
	RootDir string
	NoEmit  bool
	Include []string
	Exclude []string
	Files   []string
	Bases   []string // extends: the later count more
	BaseURL string
	Paths   []Entry
}

// ParseTSConfig reads a tsconfig.json, which is JSON with comments.
func ParseTSConfig(content string) (TSConfig, error) {
	b, _, err := lenient.JSON(content)
	if err != nil {
		return TSConfig{}, err
	}
	var raw struct {
		Extends, Include, Exclude, Files json.RawMessage
		CompilerOptions                  struct{ OutDir, RootDir, NoEmit, BaseURL, Paths json.RawMessage }
	}
	if err := json.Unmarshal(b, &raw); err != nil {
		return TSConfig{}, fmt.Errorf("reading tsconfig.json: %w", err)
	}
	bases := jsonStrings(raw.Extends)
	if one := jsonString(raw.Extends); one != "" {
		bases = []string{one}
	}
	return TSConfig{
		Bases: bases, BaseURL: jsonString(raw.CompilerOptions.BaseURL), Paths: jsonEntries(raw.CompilerOptions.Paths),
		Extends: jsonString(raw.Extends), OutDir: jsonString(raw.CompilerOptions.OutDir),
		RootDir: jsonString(raw.CompilerOptions.RootDir), NoEmit: string(raw.CompilerOptions.NoEmit) == "true",
		Include: jsonStrings(raw.Include), Exclude: jsonStrings(raw.Exclude), Files: jsonStrings(raw.Files),
	}, nil
}
