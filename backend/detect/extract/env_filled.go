package extract

import (
	"maps"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/configured"
	"aipack/backend/language"
)

// filled is a field's key in a configuration file, beside the variable that
// goes before it. cleanenv insists on a value from either of the two
// (github.com/ilyakaznacheev/cleanenv, env-required).
const filled language.Pattern = "\\b(?:yaml|toml|json):\"([A-Za-z0-9_-]+)"

// envFilled gives such variables what the shipped configuration files say;
// those that none fills must be set.
func (f *Facts) envFilled(e *envTable) {
	var texts map[string]string
	for _, name := range slices.Sorted(maps.Keys(e.at)) {
		v := e.at[name]
		isKey := v.inCode && name != strings.ToUpper(name)
		if v.fileKey == "" && !isKey {
			continue
		}
		if texts == nil {
			texts = f.configuredTexts()
		}
		if isKey {
			v.inFile(texts[name])
			continue
		}
		if text := texts[v.fileKey]; text != "" {
			v.hasDefault = true
			v.loopback = v.loopback || ownMachine.Matches(text)
			if onOwnMachine.Matches(text) && v.composed() {
				v.note(thrown, false)
			}
			continue
		}
		v.note(thrown, false)
	}
}

// inFile notes what a file has under the variable's own name, as a key for which
// the program asks the environment first.
func (v *envEntry) inFile(text string) {
	if text != "" {
		v.hasDefault, v.thrown = true, false
		v.loopback = v.loopback || ownMachine.Matches(text)
	}
}

// onOwnMachine matches an address that leads nowhere from within a container,
// also where it is one to listen on.
const onOwnMachine language.Pattern = `\blocalhost\b|\b127\.0\.0\.1\b|\[::1\]|\b0\.0\.0\.0\b`

// composed reports whether a compose file gives the variable: it knows where the
// neighbour is of which the configuration says that it is on the same machine.
func (v *envEntry) composed() bool {
	return slices.ContainsFunc(v.evidence, func(e finding.Evidence) bool { return e.Rule == "compose.environment" })
}

// configuredTexts are the values of the configuration files by their keys' last
// words.
func (f *Facts) configuredTexts() map[string]string {
	out := map[string]string{}
	for _, name := range configured.Files(f.Project.Folder) {
		for _, leaf := range configured.Leaves(f.Project.Folder, name) {
			if key := leaf.Keys[len(leaf.Keys)-1]; out[key] == "" {
				out[key] = leaf.Text
			}
		}
	}
	return out
}
