package extract

import (
	"errors"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/bounded"
	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/lenient"
)

// Configured is a value of a configuration file that comes with the program,
// and the variable that overrides it.
type Configured struct {
	Key      string // dotted
	Variable string // "" where none is known
	Text     string // as it stands there: it may be somebody's password
	Why      finding.Evidence
}

// configurationStems are how configuration files are called that a program
// reads by itself, in the order in which they are believed.
var configurationStems = []string{
	"config", "configuration", "settings", "application", "app", "base", "default", "production",
	"prod", "local", "development", "dev",
}

var configurationFolders = []string{"", "config", "configuration", "configs", "conf", "settings", "etc"}

// connectingKeys are the last words of keys that say where a data service is.
var connectingKeys = language.Words("url uri dsn datasource datasourcename host hostname addr address addresses port user username password pass passwd database dbname database_name db_name name brokers servers nodes connection")

// The bounds of what is read of configuration.
const (
	maxConfigurationFiles = 12
	maxConfigured         = 200
	maxConfiguredDepth    = 6
)

// Configuration lists what the configuration files say about where data
// services are.
func (f *Facts) Configuration() (out []Configured) {
	files := f.configurationFiles()
	if len(files) == 0 {
		return nil
	}
	how, overridden := f.overrides()
	seen := map[string]bool{}
	for _, name := range files {
		for _, leaf := range f.leaves(name) {
			key, last := strings.Join(leaf.keys, "."), strings.ToLower(leaf.keys[len(leaf.keys)-1])
			end := last[strings.LastIndexAny(last, "_-")+1:]
			if seen[key] || len(out) == maxConfigured || !connectingKeys[last] && !connectingKeys[end] {
				continue
			}
			seen[key] = true
			one := Configured{Key: key, Text: leaf.text, Why: f.Project.At("wiring.configuration", name, leaf.keys[len(leaf.keys)-1])}
			one.Why.Excerpt = leaf.keys[len(leaf.keys)-1]
			if known := f.variables().at[key]; known != nil && known.inCode {
				one.Variable = key // the program asks the environment for the key itself
			} else if overridden {
				one.Variable, _ = how.variable(leaf.keys)
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

func (f *Facts) configurationFiles() (files []string) {
	for _, dir := range configurationFolders {
		if dir != "" && !f.Project.HasDir(dir) {
			continue
		}
		for _, stem := range configurationStems {
			for _, ext := range []string{".toml", ".yaml", ".yml", ".json"} {
				for _, variant := range []string{stem + ext, stem + ext + ".sample", stem + ext + ".example", stem + ".sample" + ext, stem + ".example" + ext} {
					if name := path.Join(dir, variant); f.Project.Has(name) && len(files) < maxConfigurationFiles {
						files = append(files, name)
					}
				}
			}
		}
	}
	if f.Project.Has(beegoFile) && len(files) < maxConfigurationFiles {
		files = append(files, beegoFile)
	}
	return files
}

// beegoFile is what Beego reads where nothing else is said
// (https://github.com/beego/beego, core/config).
const beegoFile = "conf/app.conf"

// leaf is a text of a configuration file under its keys.
type leaf struct {
	keys []string
	text string
}

// leaves reads a configuration file; one that is a template, or nothing of its
// kind, says nothing.
func (f *Facts) leaves(name string) (out []leaf) {
	text, _ := f.Project.Text(name)
	if len(text) > maxConfiguration {
		return nil
	}
	var err error
	switch {
	case strings.HasSuffix(name, ".conf"):
		sections(text, &out)
	case strings.Contains(path.Base(name), ".toml"):
		var doc map[string]any
		if err = bounded.TOML(text, &doc); err == nil {
			tables(doc, nil, &out)
		}
	default:
		var docs []lenient.YAML
		if docs, err = lenient.SettingsYAML(text); err == nil && len(docs) > 0 {
			mappings(docs[0], nil, &out)
		}
	}
	if refused := (*bounded.Refusal)(nil); errors.As(err, &refused) {
		f.Project.WarnAt(name, refused.Line, "configuration_refused", f.Project.Join(name)+" is ignored: "+err.Error(), "shorten the file, if the program needs it")
	}
	return out
}

// sections reads an INI file; what stands before its first section has no key
// above it. Keys keep their case: variables are called after them.
func sections(text string, out *[]leaf) {
	var above []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "["); ok {
			above = []string{strings.TrimSuffix(name, "]")}
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if ok && line[0] != '#' && line[0] != ';' && len(*out) < maxConfigured {
			*out = append(*out, leaf{append(slices.Clone(above), strings.TrimSpace(key)), strings.Trim(strings.TrimSpace(value), `"`)})
		}
	}
}

func tables(node map[string]any, above []string, out *[]leaf) {
	for _, key := range slices.Sorted(maps.Keys(node)) {
		keys := append(slices.Clone(above), key)
		switch v := node[key].(type) {
		case map[string]any:
			if len(keys) < maxConfiguredDepth {
				tables(v, keys, out)
			}
		case string:
			*out = append(*out, leaf{keys, v})
		case int64:
			*out = append(*out, leaf{keys, strconv.FormatInt(v, 10)})
		}
	}
}

func mappings(node lenient.YAML, above []string, out *[]leaf) {
	for _, p := range node.Pairs() {
		keys := append(slices.Clone(above), p.Key)
		switch {
		case p.Key == "": // no key of a variable
		case p.Value.IsMap() && len(keys) < maxConfiguredDepth:
			mappings(p.Value, keys, out)
		case p.Value.IsText():
			*out = append(*out, leaf{keys, p.Value.Text()})
		}
	}
}
