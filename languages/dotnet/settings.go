package dotnet

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/lenient"
)

// connecting are the last words of keys beside ConnectionStrings that say where
// something runs.
var connecting = language.Words("host hostname port username user password server url uri connectionstring endpoint database")

// The bounds of what is read of one file.
const (
	maxSettings     = 100
	maxSettingDepth = 6
)

// settings lists what appsettings.json says of data services, under the
// variables that override it: levels are joined by two underscores
// (Configuration in ASP.NET Core, "Non-prefixed environment variables").
func settings(p *language.Project) (out []language.Setting) {
	seen := map[string]bool{}
	for _, file := range []string{"appsettings.Production.json", "appsettings.json"} {
		root, ok := language.Parse(p.Folder, file, parseSettings)
		if !ok {
			continue
		}
		flatten(root, nil, func(keys []string, text string) {
			name, last := strings.Join(keys, "__"), keys[len(keys)-1]
			connection := len(keys) == 2 && keys[0] == "ConnectionStrings"
			if seen[name] || len(out) == maxSettings || !connection && !connecting[strings.ToLower(last)] {
				return
			}
			seen[name] = true
			why := p.At("dotnet.setting", file, `"`+last+`"`)
			why.Excerpt = last
			out = append(out, language.Setting{Variable: name, Text: text, Why: why})
		})
	}
	return out
}

func parseSettings(content string) (map[string]any, error) {
	clean, _, err := lenient.JSON(content)
	if err != nil {
		return nil, err
	}
	var root map[string]any
	return root, json.Unmarshal(clean, &root)
}

func flatten(node map[string]any, above []string, each func(keys []string, text string)) {
	if len(above) == maxSettingDepth {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(node)) {
		keys := append(slices.Clone(above), key)
		switch v := node[key].(type) {
		case map[string]any:
			flatten(v, keys, each)
		case string:
			each(keys, v)
		}
	}
}
