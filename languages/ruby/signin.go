package ruby

import (
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/signin"
)

const (
	gemSource    = language.Pattern(`^\s*source[ (]+["'](https?://[^"']+)["']`)
	gemReference = language.Pattern(`ENV(?:\.fetch\(\s*|\[\s*)["']([A-Za-z_]\w*)["']`)
)

// signsIn lists what Bundler signs in with: https://bundler.io/man/bundle-config.1.html,
// "Credentials for gem sources".
func signsIn(f *language.Folder) []signin.Secret {
	// The images of Ruby look for the project's own settings elsewhere
	// (BUNDLE_APP_CONFIG); those of the user count everywhere.
	out := signin.File(f, ".bundle/config", "bundle-config", "/root/.bundle/config")
	text, _ := f.Text("Gemfile")
	n := 0
	for l := range strings.Lines(text) {
		n++
		m := gemSource.Regexp().FindStringSubmatch(l)
		if m == nil {
			continue
		}
		if refs := signin.References(l, gemReference); len(refs) > 0 {
			for _, r := range refs {
				out = append(out, signin.Variable(f, "Gemfile", n, r.Name, "signs in at "+signin.Host(m[1]), true))
			}
			continue
		}
		host := signin.Host(m[1])
		if host == "" || host == "rubygems.org" || host == "gems.rubygems.org" || strings.Contains(m[1], "@") || strings.Contains(host, "rails-assets.org") {
			continue
		}
		name := "BUNDLE_" + strings.NewReplacer("-", "___", ".", "__").Replace(strings.ToUpper(host))
		out = append(out, signin.Variable(f, "Gemfile", n, name, "signs in at "+host+", as user:password", signin.Private(host)))
	}
	return out
}
