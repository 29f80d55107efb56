// Package configured reads the configuration files that come with a program: which
// files these are, what they hold, and by which variables a library lets a deployment
// override them. It does not know what the values mean.
package configured

import (
	"errors"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/bounded"
	"aipack/backend/language"
	"aipack/backend/manifest/lenient"
)

// stems are how configuration files are called that a program reads by itself, in the
// order in which they are believed.
var stems = []string{
	"config", "configuration", "settings", "application", "app", "base", "default", "production",
	"prod", "local", "development", "dev",
}

var folders = []string{"", "config", "configuration", "configs", "conf", "settings", "etc"}

// The bounds of what is read.
const (
	maxFiles  = 12
	maxLength = 128 << 10
	maxDepth  = 6
	// MaxKeys is how many keys of a program's configuration are looked at.
	MaxKeys = 200
)

// Files are the names of a program's configuration files, the most believed first.
func Files(f *language.Folder) (files []string) {
	for _, dir := range folders {
		if dir != "" && !f.HasDir(dir) {
			continue
		}
		for _, stem := range stems {
			for _, ext := range []string{".toml", ".yaml", ".yml", ".json"} {
				for _, variant := range []string{stem + ext, stem + ext + ".sample", stem + ext + ".example", stem + ".sample" + ext, stem + ".example" + ext} {
					if name := path.Join(dir, variant); f.Has(name) && len(files) < maxFiles {
						files = append(files, name)
					}
				}
			}
		}
	}
	if f.Has(beegoFile) && len(files) < maxFiles {
		files = append(files, beegoFile)
	}
	return files
}

// beegoFile is what Beego reads where nothing else is said
// (https://github.com/beego/beego, core/config).
const beegoFile = "conf/app.conf"

// Leaf is a text of a configuration file under its keys.
type Leaf struct {
	Keys []string
	Text string
}

// Leaves reads a configuration file; one that is a template, or nothing of its
// kind, says nothing.
func Leaves(f *language.Folder, name string) (out []Leaf) {
	text, _ := f.Text(name)
	if len(text) > maxLength {
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
		f.WarnAt(name, refused.Line, "configuration_refused", f.Join(name)+" is ignored: "+err.Error(), "shorten the file, if the program needs it")
	}
	return out
}

// sections reads an INI file; what stands before its first section has no key
// above it. Keys keep their case: variables are called after them.
func sections(text string, out *[]Leaf) {
	var above []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "["); ok {
			above = []string{strings.TrimSuffix(name, "]")}
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if ok && line[0] != '#' && line[0] != ';' && len(*out) < MaxKeys {
			*out = append(*out, Leaf{append(slices.Clone(above), strings.TrimSpace(key)), strings.Trim(strings.TrimSpace(value), `"`)})
		}
	}
}

func tables(node map[string]any, above []string, out *[]Leaf) {
	for _, key := range slices.Sorted(maps.Keys(node)) {
		keys := append(slices.Clone(above), key)
		switch v := node[key].(type) {
		case map[string]any:
			if len(keys) < maxDepth {
				tables(v, keys, out)
			}
		case string:
			*out = append(*out, Leaf{keys, v})
		case int64:
			*out = append(*out, Leaf{keys, strconv.FormatInt(v, 10)})
		}
	}
}

func mappings(node lenient.YAML, above []string, out *[]Leaf) {
	for _, p := range node.Pairs() {
		keys := append(slices.Clone(above), p.Key)
		switch {
		case p.Key == "": // no key of a variable
		case p.Value.IsMap() && len(keys) < maxDepth:
			mappings(p.Value, keys, out)
		case p.Value.IsText():
			*out = append(*out, Leaf{keys, p.Value.Text()})
		}
	}
}
