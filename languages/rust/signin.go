package rust

import (
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/signin"
)

const (
	cargoRegistry = language.Pattern(`^\[registries\.["']?([\w-]+)["']?\]`)
	cargoInline   = language.Pattern(`^["']?([\w-]+)["']?\s*=\s*\{[^}]*\bindex\s*=\s*["']([^"']+)`)
	cargoIndex    = language.Pattern(`^index\s*=\s*["']([^"']+)`)
)

// signsIn lists what Cargo signs in with at registries of an organisation:
// https://doc.rust-lang.org/cargo/reference/registry-authentication.html
func signsIn(f *language.Folder) []signin.Secret {
	out := signin.File(f, ".cargo/credentials.toml", "cargo-credentials", "/usr/local/cargo/credentials.toml")
	name := f.FirstOf(".cargo/config.toml", ".cargo/config")
	if name == "" {
		return out
	}
	out = append(out, signin.File(f, name, "cargo-config", name)...)
	text, _ := f.Text(name)
	registry, table, n := "", false, 0
	add := func(called, index string) {
		host := signin.Host(index)
		if host == "" || host == "index.crates.io" || host == "github.com" {
			return
		}
		variable := "CARGO_REGISTRIES_" + strings.ToUpper(strings.ReplaceAll(called, "-", "_")) + "_TOKEN"
		out = append(out, signin.Variable(f, name, n, variable, "signs in at "+host, signin.Private(host)))
	}
	for l := range strings.Lines(text) {
		n++
		l = strings.TrimSpace(l)
		switch {
		case strings.HasPrefix(l, "["):
			registry, table = "", l == "[registries]"
			if m := cargoRegistry.Regexp().FindStringSubmatch(l); m != nil {
				registry = m[1]
			}
		case registry != "":
			if m := cargoIndex.Regexp().FindStringSubmatch(l); m != nil {
				add(registry, m[1])
			}
		case table:
			if m := cargoInline.Regexp().FindStringSubmatch(l); m != nil {
				add(m[1], m[2])
			}
		}
	}
	return out
}
