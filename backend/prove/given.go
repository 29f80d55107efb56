package prove

import (
	"cmp"
	"maps"
	"net/url"
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

// mask hides the given values that are secret, wherever a program repeats them.
func (r Request) mask() *strings.Replacer {
	var hidden []string
	for name, value := range r.Env {
		if universalbuild.SecretName(name) {
			hidden = append(hidden, value)
		}
		if u, err := url.Parse(value); err == nil && u.User != nil {
			if password, ok := u.User.Password(); ok {
				hidden = append(hidden, value, password)
			}
		}
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
