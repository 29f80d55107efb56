package extract

import (
	"maps"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/configured"
	"aipack/backend/language"
)

// Configured is a value of a configuration file that comes with the program,
// and the variable that overrides it.
type Configured struct {
	Key      string // dotted
	Variable string // "" where none is known
	Text     string // as it stands there: it may be somebody's password
	Why      finding.Evidence
}

// connectingKeys are the last words of keys that say where a data service is.
var connectingKeys = language.Words("url uri dsn datasource datasourcename host hostname addr address addresses port user username password pass passwd database dbname database_name db_name name brokers servers nodes connection")

// Configuration lists what the configuration files say about where data
// services are.
func (f *Facts) Configuration() (out []Configured) {
	files := configured.Files(f.Project.Folder)
	if len(files) == 0 {
		return nil
	}
	how, overridden := configured.Overrides(f.Sources.Set)
	seen := map[string]bool{}
	for _, name := range files {
		for _, leaf := range configured.Leaves(f.Project.Folder, name) {
			key, last := strings.Join(leaf.Keys, "."), strings.ToLower(leaf.Keys[len(leaf.Keys)-1])
			end := last[strings.LastIndexAny(last, "_-")+1:]
			if seen[key] || len(out) == configured.MaxKeys || !connectingKeys[last] && !connectingKeys[end] {
				continue
			}
			seen[key] = true
			one := Configured{Key: key, Text: leaf.Text, Why: f.Project.At("wiring.configuration", name, leaf.Keys[len(leaf.Keys)-1])}
			one.Why.Excerpt = leaf.Keys[len(leaf.Keys)-1]
			if known := f.variables().at[key]; known != nil && known.inCode {
				one.Variable = key // the program asks the environment for the key itself
			} else if overridden {
				one.Variable, _ = how.Variable(leaf.Keys)
				one.Variable = f.spelled(one.Variable)
			}
			out = append(out, one)
		}
	}
	return out
}

// spelled is a variable as something else spells it that gives or reads it:
// libraries that compare names without their case leave that to people.
func (f *Facts) spelled(name string) string {
	known := f.variables().at
	if name == "" || known[name] != nil {
		return name
	}
	for _, other := range slices.Sorted(maps.Keys(known)) {
		if strings.EqualFold(other, name) {
			return other
		}
	}
	return name
}
