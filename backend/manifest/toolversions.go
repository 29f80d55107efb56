// Package manifest reads the files in which projects describe themselves into
// typed facts. It knows formats, not what to conclude from them, and imports
// nothing of ours.
package manifest

import (
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"
)

// ToolVersion is one tool with the version its project asks for.
type ToolVersion struct {
	Tool    string // "node", "python", "core:node" with its backend cut off: "node"
	Version string // as written, without a "prefix:" or "ref:" scheme
	Line    int    // from 1; 0 where the format does not tell
}

// ParseToolVersions reads asdf's .tool-versions: a tool and its versions per
// line, the first version wins, # starts a comment.
func ParseToolVersions(content string) ([]ToolVersion, error) {
	var out []ToolVersion
	for i, line := range strings.Split(content, "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) < 2 {
			continue
		}
		out = append(out, ToolVersion{Tool: toolName(words[0]), Version: plainVersion(words[1]), Line: i + 1})
	}
	return out, nil
}

// ParseMise reads the [tools] table of a mise.toml. A value is a version, a
// list whose first entry wins, or a table with a version.
func ParseMise(content string) ([]ToolVersion, error) {
	var doc struct {
		Tools map[string]any `toml:"tools"`
	}
	meta, err := toml.Decode(content, &doc)
	if err != nil {
		return nil, fmt.Errorf("reading mise's TOML: %w", err)
	}
	var out []ToolVersion
	for _, key := range meta.Keys() {
		if len(key) != 2 || key[0] != "tools" {
			continue
		}
		if v := miseVersion(doc.Tools[key[1]]); v != "" {
			out = append(out, ToolVersion{Tool: toolName(key[1]), Version: plainVersion(v), Line: lineOfKey(content, key[1])})
		}
	}
	return out, nil
}

func miseVersion(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int64, float64:
		return fmt.Sprint(v)
	case []any:
		if len(v) > 0 {
			return miseVersion(v[0])
		}
	case map[string]any:
		return miseVersion(v["version"])
	}
	return ""
}

// toolName cuts the backend off: "core:node" and "asdf:node" mean node.
func toolName(s string) string {
	if i := strings.LastIndexByte(s, ':'); i >= 0 && !strings.Contains(s, "/") {
		return s[i+1:]
	}
	return s
}

func plainVersion(s string) string {
	for _, scheme := range []string{"prefix:", "ref:", "tag:", "sub-0:"} {
		s = strings.TrimPrefix(s, scheme)
	}
	return s
}

// lineOfKey finds the first line that starts with a key of a TOML or JSON
// document, 0 if none does.
func lineOfKey(content, key string) int {
	for i, line := range strings.Split(content, "\n") {
		line = strings.TrimLeft(strings.TrimSpace(line), `"'`)
		if rest, ok := strings.CutPrefix(line, key); ok {
			if rest = strings.TrimLeft(rest, `"' `); strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, ":") {
				return i + 1
			}
		}
	}
	return 0
}
