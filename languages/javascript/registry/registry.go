// Package registry knows what npm, pnpm, Yarn and Bun sign in with at registries.
package registry

import (
	"cmp"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/language/signin"
)

const (
	// npm replaces ${NAME} and ${NAME?} (https://docs.npmjs.com/cli/configuring-npm/npmrc),
	// Yarn ${NAME} and ${NAME-default} (https://yarnpkg.com/configuration/yarnrc),
	// Bun $NAME too (https://bun.com/docs/runtime/bunfig).
	npmReference  = language.Pattern(`\$\{([A-Za-z_]\w*)\??\}`)
	yarnReference = language.Pattern(`\$\{([A-Za-z_]\w*)\}`)
	bunReference  = language.Pattern(`["'{ ]\$\{?([A-Za-z_]\w*)`)
	npmRegistry   = language.Pattern(`(?m)^\s*(?:@[\w.-]+:)?registry\s*[=:]\s*["']?(\S+)`)
	envFileOf     = language.Pattern(`\b(?:env-cmd|dotenv|dotenvx|dotenv-cli)\b[^&|;]*?\s(?:-[ef]\s+|--file\s+|-f=)?(\.env[\w.-]*)`)
)

// openRegistries take no login to read what is public.
var openRegistries = []string{"registry.npmjs.org", "registry.npmjs.com", "registry.yarnpkg.com", "registry.npmmirror.com"}

// SignIns lists what npm, pnpm, Yarn and Bun sign in with, and the file of
// variables that the build itself insists on.
func SignIns(f *language.Folder) []signin.Secret {
	var out []signin.Secret
	for _, one := range []struct {
		file, id string
		pattern  language.Pattern
	}{
		{".npmrc", "npmrc", npmReference}, {".yarnrc.yml", "yarnrc-yml", yarnReference}, {".yarnrc", "yarnrc", npmReference}, {"bunfig.toml", "bunfig", bunReference},
	} {
		out = append(out, signin.File(f, one.file, one.id, one.file)...)
		text, ok := signin.Text(f, one.file)
		if !ok {
			continue
		}
		standard, _ := npmRegistry.Find(text)
		for _, r := range signin.References(text, one.pattern) {
			host := signin.Host(r.Text)
			if host == "" {
				host = signin.Host(standard)
			}
			// Yarn ends where a variable without a default is not set.
			required := host != "" && !slices.Contains(openRegistries, host) || one.file == ".yarnrc.yml"
			out = append(out, signin.Variable(f, one.file, r.Line, r.Name, "signs in at "+cmp.Or(host, "the registry"), required))
		}
	}
	if pkg, ok := node.Package(f); ok {
		if name, ok := envFileOf.Find(pkg.Script(node.BuildScript(pkg))); ok && f.Has(name) {
			id := strings.Trim(strings.NewReplacer(".", "-").Replace(name), "-")
			out = append(out, signin.File(f, name, id, name)...)
		}
	}
	return out
}
