package extract

import (
	"strings"

	"aipack/backend/detect/configured"
)

// customVariables is where the package config maps its keys to variables, and
// shippedDefaults where their values stand.
// https://github.com/node-config/node-config/wiki/Environment-Variables#custom-environment-variables
const (
	customVariables = "config/custom-environment-variables"
	shippedDefaults = "config/default"
)

var configEnds = []string{".json", ".yaml", ".yml", ".json5"}

// envCustom reads the map. A key may have a table with __name for its variable.
func (f *Facts) envCustom(e *envTable) {
	for _, end := range configEnds {
		if !f.Project.Has(customVariables + end) {
			continue
		}
		defaults := map[string]string{}
		for _, other := range configEnds {
			for _, l := range configured.Leaves(f.Project.Folder, shippedDefaults+other) {
				defaults[strings.Join(l.Keys, ".")] = l.Text
			}
		}
		for _, l := range configured.Leaves(f.Project.Folder, customVariables+end) {
			keys := l.Keys
			if last := keys[len(keys)-1]; last == "__name" {
				keys = keys[:len(keys)-1]
			} else if strings.HasPrefix(last, "__") {
				continue
			}
			v := e.entry(l.Text, configurationConfidence, f.Project.At("env.custom", customVariables+end, l.Text))
			if v == nil {
				continue
			}
			v.readAt(f.Project.Join(customVariables+end), 0)
			if value := defaults[strings.Join(keys, ".")]; value != "" {
				v.fallback(`"`+value+`"`, `"`+value+`"`)
				continue
			}
			v.note(allowed, false)
		}
	}
}
