package manifest

import (
	"fmt"
	"sort"
	"strings"

	"github.com/BurntSushi/toml"
)

// ToolVersion is one tool pinned by a version manager's file.
type ToolVersion struct {
	Name    string // as written: "nodejs", "go", "cargo:mdbook"
	Version string // the first one, as written: "3.12.1", "temurin-21.0.2+13", "lts"
	Line    int    // from 1; 0 where unknown
}

// ParseToolVersions reads .tool-versions of asdf and mise: a name and one or
// more versions a line, the first of them preferred.
func ParseToolVersions(content string) ([]ToolVersion, error) {
	var out []ToolVersion
	for i, line := range strings.Split(content, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if words := strings.Fields(line); len(words) >= 2 {
			out = append(out, ToolVersion{Name: words[0], Version: words[1], Line: i + 1})
		}
	}
	return out, nil
}

// ParseMise reads the [tools] table of mise.toml. A value is a version, a
// list of versions or a table with a version, as mise documents it.
func ParseMise(content string) ([]ToolVersion, error) {
	var file struct {
		Tools map[string]any `toml:"tools"`
	}
	if _, err := toml.Decode(content, &file); err != nil {
		return nil, err
	}
	var out []ToolVersion
	for name, value := range file.Tools {
		if v := miseVersion(value); v != "" {
			out = append(out, ToolVersion{Name: name, Version: v, Line: lineOfKey(content, name)})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out, nil
}

func miseVersion(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case int64, float64:
		return fmt.Sprint(v)
	case []any:
		if len(v) > 0 {
			return miseVersion(v[0])
		}
	case map[string]any:
		if _, nested := v["version"].(map[string]any); !nested {
			return miseVersion(v["version"])
		}
	}
	return ""
}

// lineOfKey finds the first line that starts with a key, quoted or not; 0 if
// none does.
func lineOfKey(content, key string) int {
	for i, line := range strings.Split(content, "\n") {
		line = strings.TrimLeft(line, " \t")
		for _, quote := range []string{"", `"`, `'`} {
			if rest, ok := strings.CutPrefix(line, quote+key+quote); ok {
				rest = strings.TrimLeft(rest, " \t")
				if strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, ":") {
					return i + 1
				}
			}
		}
	}
	return 0
}
