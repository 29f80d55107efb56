// Package shipped reads the files of settings that a project brings along:
// config/default.yaml, app.ini, settings.toml, config.example.json. It finds what
// they say for a key, line by line: a file that is a template or holds a mistake
// is read as far as it goes. It does not know which program reads which file.
package shipped

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// Setting is one value of a file.
type Setting struct {
	Path []string // keys from the outermost to its own, in lower case
	Text string
	Why  finding.Evidence
}

// Bounds on what is read of one project.
const (
	maxFiles = 24
	maxLines = 3000
)

// folders hold files of settings, beside the project's own folder.
var folders = []string{".", "config", "configs", "conf", "configuration", "settings", "etc", "cfg"}

// stems are what such files are called, in the order in which they are believed:
// what all environments share before samples of one.
var stems = []string{"default", "base", "config", "configuration", "settings", "app", "application", "server", "conf", "production", "prod", "main"}

// extensions are those of the formats that are read.
var extensions = []string{".yaml", ".yml", ".toml", ".json", ".ini", ".cfg", ".conf", ".json5", ".hjson"}

// samples are what is put behind or before the ending of a file that is to be
// copied.
var samples = []string{"example", "sample", "dist", "template", "tmpl", "default", "defaults", "tpl", "in"}

// Files lists a project's files of settings, the likeliest first. called are
// further stems: the program's own name.
func Files(f *language.Folder, called ...string) []string {
	type rated struct {
		name string
		rate int
	}
	var all []rated
	for i, dir := range folders {
		for _, base := range f.Sub(dir).Files() {
			if rate, ok := rateOf(base, called); ok && (dir == "." || f.HasDir(dir)) {
				all = append(all, rated{path.Join(dir, base), rate*len(folders) + i})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b rated) int { return a.rate - b.rate })
	var out []string
	for _, r := range all[:min(len(all), maxFiles)] {
		out = append(out, r.name)
	}
	return out
}

// rateOf says how early a file is asked; ok is false for one that holds no
// settings.
func rateOf(base string, called []string) (rate int, ok bool) {
	lower, sample := strings.ToLower(base), 0
	for _, s := range samples {
		for _, part := range []string{"." + s, "-" + s, "_" + s} {
			if at := strings.LastIndex(lower, part); at > 0 && (at+len(part) == len(lower) || lower[at+len(part)] == '.') {
				lower, sample = lower[:at]+lower[at+len(part):], 1
			}
		}
	}
	ext := path.Ext(lower)
	stem := strings.TrimSuffix(lower, ext)
	if !slices.Contains(extensions, ext) {
		return 0, false
	}
	if i := slices.Index(stems, stem); i >= 0 {
		return i + sample*len(stems), true
	}
	if slices.ContainsFunc(called, func(c string) bool { return strings.EqualFold(c, stem) }) {
		return len(stems)/2 + sample*len(stems), true
	}
	return 0, false
}

// Find gives what the files say for a key: keys are its path as far as it is
// known, its own name last. A setting whose outer keys are those asked for goes
// before one that stands alone; one within other keys is another.
func Find(f *language.Folder, files []string, keys ...string) (Setting, bool) {
	var alone *Setting
	for _, name := range files {
		for _, s := range Read(f, name) {
			switch {
			case !sameKey(s.Path[len(s.Path)-1], keys[len(keys)-1]):
			case endsIn(s.Path, keys):
				return s, true
			case len(s.Path) <= 2 && alone == nil && (len(s.Path) == 1 || len(keys) == 1):
				alone = &s
			}
		}
	}
	if alone == nil {
		return Setting{}, false
	}
	return *alone, true
}

func endsIn(path, keys []string) bool {
	if len(path) < len(keys) || len(keys) == 1 && len(path) > 1 {
		return false
	}
	path = path[len(path)-len(keys):]
	last := len(keys) - 1
	for i := range keys[:last] { // settings.server_config of [server]
		section, asked := plain(path[i]), plain(keys[i])
		if len(section) < 3 || !strings.Contains(asked, section) && !strings.Contains(section, asked) {
			return false
		}
	}
	return sameKey(path[last], keys[last])
}

// sameKey compares names as programs do that read several formats: HTTP_PORT,
// http-port and httpPort are one.
func sameKey(a, b string) bool { return plain(a) == plain(b) }

func plain(s string) string {
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(s, "_", ""), "-", ""))
}

// Read gives the settings of one file in their order, read once.
func Read(f *language.Folder, name string) []Setting {
	return language.Once(f, "shipped "+name, func() []Setting {
		text, _ := f.Text(name)
		var out []Setting
		for _, e := range lines(text) {
			out = append(out, Setting{e.path, e.text, f.Evidence("settings.file", name, e.line, e.source)})
		}
		return out
	})
}
