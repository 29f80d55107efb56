package npm

import (
	"encoding/json"
	"fmt"

	"aipack/backend/manifest/lenient"
)

// TSConfig is what a tsconfig.json says about where the compiler writes.
type TSConfig struct {
	Extends string
	OutDir  string
	RootDir string
	NoEmit  bool
	Include []string
	Files   []string
}

// ParseTSConfig reads a tsconfig.json, which is JSON with comments.
func ParseTSConfig(content string) (TSConfig, error) {
	b, _, err := lenient.JSON(content)
	if err != nil {
		return TSConfig{}, err
	}
	var raw struct {
		Extends, Include, Files json.RawMessage
		CompilerOptions         struct{ OutDir, RootDir, NoEmit json.RawMessage }
	}
	if err := json.Unmarshal(b, &raw); err != nil {
		return TSConfig{}, fmt.Errorf("reading tsconfig.json: %w", err)
	}
	return TSConfig{
		Extends: jsonString(raw.Extends), OutDir: jsonString(raw.CompilerOptions.OutDir),
		RootDir: jsonString(raw.CompilerOptions.RootDir), NoEmit: string(raw.CompilerOptions.NoEmit) == "true",
		Include: jsonStrings(raw.Include), Files: jsonStrings(raw.Files),
	}, nil
}
