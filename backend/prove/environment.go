package prove

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"aipack/backend/universalbuild"
)

// environment is the image's, with the values that were given for the proof in
// place of its own.
func (r Request) environment(image []string) []string {
	out := slices.DeleteFunc(slices.Clone(image), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		_, given := r.Env[name]
		return given
	})
	for _, name := range slices.Sorted(maps.Keys(r.Env)) {
		out = append(out, name+"="+r.Env[name])
	}
	return out
}

// shortestMasked is how long a secret is at least: to hide shorter ones would
// garble a log and hide nothing.
const shortestMasked = 4

// mask hides the given values that are secret, wherever a program repeats them:
// by their name, by what the document says of them, or because a password
// stands in them.
func (r Request) mask() *strings.Replacer {
	hidden := slices.Clone(r.hidden)
	for name, value := range r.Env {
		if universalbuild.SecretValue(name, value) || r.secret(name) {
			hidden = append(hidden, value)
		}
		hidden = append(hidden, universalbuild.Passwords(value)...)
	}
	// The longer ones first: one may stand in another.
	slices.SortFunc(hidden, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	var pairs []string
	for _, value := range hidden {
		if len(value) >= shortestMasked {
			pairs = append(pairs, value, "•••")
		}
	}
	return strings.NewReplacer(pairs...)
}

// maskOf hides the secrets of the build alone; nil where there are none.
func (r Request) maskOf(s signIn) *strings.Replacer {
	if len(s.hidden) == 0 {
		return nil
	}
	return Request{hidden: s.hidden}.mask()
}

// secret reports whether the document marks a variable as one.
func (r Request) secret(name string) bool {
	return slices.ContainsFunc(r.Document.Runtime.Variables, func(v universalbuild.Variable) bool { return v.Name == name && v.Secret })
}
