package configured

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

const (
	// viperGet is a key that viper is asked for: with AutomaticEnv the environment goes before
	// files and defaults. viperBind is one that is bound to the variable of its own name.
	// https://github.com/spf13/viper#working-with-environment-variables
	viperGet  language.Pattern = `\b(?:viper|v|vp|vip|cfg|config|conf)\.Get(?:String|Int|Int32|Int64|Uint|Bool|Duration|Float64|StringSlice)?\(\s*"([A-Za-z][\w.-]*)"\s*\)`
	viperBind language.Pattern = `\b\w+\.(?:BindEnv|MustBindEnv)\(\s*"([A-Za-z][\w.-]*)"\s*\)`
	viperSet  language.Pattern = `\b\w+\.SetDefault\(\s*"([A-Za-z][\w.-]*)"\s*,\s*("[^"\n]*"|[\w.]+)`
)

// mostKeys is how many keys of viper's are looked at.
const mostKeys = 60

// ViperKey is a key that viper finds in a variable.
type ViperKey struct {
	source.Hit
	Variable string
	Given    bool // the program, or a file that comes with it, has something in its place
}

// ViperKeys lists the keys that a program of Go reads by viper and that variables give.
func ViperKeys(folder *language.Folder, s *source.Set, how Overriding) (out []ViperKey) {
	patterns := []language.Pattern{viperBind}
	if len(s.GrepIn(".go", ViperAuto)) > 0 {
		patterns = append(patterns, viperGet)
	}
	hits := s.GrepIn(".go", patterns...)
	if len(hits) == 0 {
		return nil
	}
	given := map[string]bool{}
	for _, h := range s.GrepIn(".go", viperSet) {
		given[strings.ToLower(h.Groups[1])] = h.Groups[2] != `""`
	}
	for _, name := range Files(folder) {
		if base := path.Base(name); strings.Contains(base, "example") || strings.Contains(base, "sample") {
			continue
		}
		for _, leaf := range Leaves(folder, name) {
			given[strings.ToLower(strings.Join(leaf.Keys, "."))] = leaf.Text != ""
		}
	}
	for _, h := range hits {
		if !s.File(h.Name).Contains("viper") && !s.File(h.Name).MayMatch(ViperAuto) {
			continue
		}
		key := h.Groups[1]
		name, ok := how.Variable(strings.Split(key, "."))
		if !ok || len(out) == mostKeys || slices.ContainsFunc(out, func(k ViperKey) bool { return k.Variable == name }) {
			continue
		}
		out = append(out, ViperKey{h, name, given[strings.ToLower(key)]})
	}
	return out
}
