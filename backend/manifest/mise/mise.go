// Package mise reads the versions of tools that mise and asdf are asked for.
// Which tool matters the caller knows.
package mise

import (
	"strings"

	"aipack/backend/base/bounded"
)

// Versions maps a tool's name, as written, to the version asked for.
type Versions map[string]string

// ParseToolVersions reads asdf's .tool-versions: a tool and its versions a
// line, the first version being the one that counts.
func ParseToolVersions(content string) (Versions, error) {
	tools := Versions{}
	for _, line := range strings.Split(content, "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) < 2 {
			continue
		}
		if _, known := tools[words[0]]; !known {
			tools[words[0]] = words[1]
		}
	}
	return tools, nil
}

// Parse reads the [tools] table of mise.toml. A version is a string, a
// list of which the first counts, or a table with a version. A backend prefix
// ("core:python") is dropped.
func Parse(content string) (Versions, error) {
	var doc struct {
		Tools map[string]any `toml:"tools"`
	}
	if err := bounded.TOML(content, &doc); err != nil {
		return nil, err
	}
	tools := Versions{}
	for name, v := range doc.Tools {
		if version := versionOf(v); version != "" {
			tools[strings.TrimPrefix(name, "core:")] = version
		}
	}
	return tools, nil
}

func versionOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		if len(v) > 0 {
			return versionOf(v[0])
		}
	case map[string]any:
		s, _ := v["version"].(string)
		return s
	}
	return ""
}
