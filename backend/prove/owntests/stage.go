package owntests

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"aipack/backend/universalbuild"
)

// production are the words by which package managers leave out what only development needs,
// tests among it: npm's --omit=dev, Yarn's and older npm's --production, pnpm's --prod, uv's
// --no-dev, Poetry's --only main and --without dev, Composer's --no-dev, Bundler's without.
var production = regexp.MustCompile(`\s+(--omit[= ]dev|--production(=true)?|--prod|--no-dev|--only[= ](main|default)|--without[= ](dev|test|development)(,\w+)*|-P)(\s|$)`)

// left are whole commands that take it away again, or settings that do.
var left = regexp.MustCompile(`^(npm|pnpm|yarn) prune\b|^bundle config (set )?(--local )?without\b`)

// hides are variables by which tools leave it out.
var hides = []string{"NODE_ENV", "BUNDLE_WITHOUT", "BUNDLE_DEPLOYMENT", "NPM_CONFIG_PRODUCTION", "UV_NO_DEV", "COMPOSER_NO_DEV"}

// forTests is a plan whose build stage has what tests need besides.
func forTests(d universalbuild.UniversalBuild) universalbuild.UniversalBuild {
	whole := func(commands []string) []string {
		var out []string
		for _, c := range commands {
			if !left.MatchString(strings.TrimSpace(c)) {
				out = append(out, strings.TrimSpace(production.ReplaceAllString(c, "$6")))
			}
		}
		return out
	}
	d.Build.PreBuildCommands, d.Build.BuildCommands = whole(d.Build.PreBuildCommands), whole(d.Build.BuildCommands)
	environment := map[string]string{}
	for name, value := range d.Build.Environment {
		if !slices.Contains(hides, name) {
			environment[name] = value
		}
	}
	d.Build.Environment = environment
	return d
}

// withList is a build whose pip installs one more list, given from the project's folder. Where
// the plan installs it already, or no list at all, nothing changes.
func withList(b universalbuild.Build, list string) universalbuild.Build {
	context := b.Context
	if context == "" {
		context = "."
	}
	in, err := filepath.Rel(filepath.FromSlash(context), filepath.FromSlash(list))
	if err != nil || strings.HasPrefix(in, "..") || slices.Contains(b.Manifests, filepath.ToSlash(in)) {
		return b
	}
	in = filepath.ToSlash(in)
	last := -1
	for i, c := range b.PreBuildCommands {
		if strings.Contains(c, "pip install") && strings.Contains(c, "-r ") {
			last = i
		}
	}
	if last < 0 {
		return b
	}
	b.Manifests = append(slices.Clone(b.Manifests), in)
	b.PreBuildCommands = slices.Insert(slices.Clone(b.PreBuildCommands), last+1, "pip install -r "+in)
	return b
}
