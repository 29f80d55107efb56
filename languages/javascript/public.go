package javascript

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/manifest/keyvalue"
	"aipack/backend/manifest/npm"
	"aipack/backend/secret/credential"
	"aipack/backend/universalbuild"
	"aipack/languages/javascript/source"
)

// inlined is how a bundler puts variables into pages: those whose names begin so,
// out of the files that it reads for production, a later one before an earlier.
// Everybody who opens the page sees them.
type inlined struct {
	needs    []string // any of these dependencies
	prefixes []string
	names    []string // that steer the build itself
	files    []string
}

var modeFiles = []string{".env", ".env.production"}

var inliners = []inlined{
	// https://nextjs.org/docs/app/guides/environment-variables
	{[]string{"next"}, []string{"NEXT_PUBLIC_"}, nil, modeFiles},
	// https://vite.dev/guide/env-and-mode
	{[]string{"vite"}, []string{"VITE_"}, nil, modeFiles},
	// https://create-react-app.dev/docs/adding-custom-environment-variables, …/advanced-configuration
	{
		[]string{"react-scripts", "@craco/craco", "react-app-rewired"}, []string{"REACT_APP_"},
		[]string{"PUBLIC_URL", "BUILD_PATH", "GENERATE_SOURCEMAP", "INLINE_RUNTIME_CHUNK", "IMAGE_INLINE_SIZE_LIMIT", "DISABLE_ESLINT_PLUGIN"}, modeFiles,
	},
	// https://nuxt.com/docs/guide/directory-structure/env; version 2: NUXT_ENV_
	{[]string{"nuxt"}, []string{"NUXT_PUBLIC_", "NUXT_ENV_"}, nil, []string{".env"}},
	// https://docs.astro.build/en/guides/environment-variables/
	{[]string{"astro"}, []string{"PUBLIC_"}, nil, modeFiles},
	// https://svelte.dev/docs/kit/$env-static-public
	{[]string{"@sveltejs/kit"}, []string{"PUBLIC_", "VITE_"}, nil, modeFiles},
	// https://www.gatsbyjs.com/docs/how-to/local-development/environment-variables/
	{[]string{"gatsby"}, []string{"GATSBY_"}, nil, []string{".env.production"}},
	// https://docs.expo.dev/guides/environment-variables/
	{[]string{"expo"}, []string{"EXPO_PUBLIC_"}, nil, modeFiles},
	// https://cli.vuejs.org/guide/mode-and-env.html
	{[]string{"@vue/cli-service"}, []string{"VUE_APP_"}, nil, modeFiles},
	// https://rsbuild.rs/guide/advanced/env-vars
	{[]string{"@rsbuild/core"}, []string{"PUBLIC_"}, nil, modeFiles},
	// https://github.com/chihab/ngx-env
	{[]string{"@ngx-env/builder"}, []string{"NG_APP_"}, nil, modeFiles},
	// https://preactjs.com/cli/
	{[]string{"preact-cli"}, []string{"PREACT_APP_"}, nil, modeFiles},
}

const (
	envPrefix = language.Pattern(`\benvPrefix\s*:\s*(\[[^\]]*\]|['"][\w]+['"])`)
	envWord   = language.Pattern(`['"](\w+_)['"]`)
	envDir    = language.Pattern(`\benvDir\s*:\s*['"](\.{1,2}(?:/[\w.-]+)*/?)['"]`)
	envMode   = language.Pattern(`--mode[ =]["']?([a-z][\w-]*)`)
	envRefer  = language.Pattern(`\$\{?([A-Za-z_]\w*)\}?`)
)

// publicValues gives the build of the pages in a folder the values that their
// bundler reads out of files that no build is sent. What else the bundler's own
// settings read there is given too, unless it is a secret; that is told.
func publicValues(f *language.Folder, r *language.Recipe) {
	pkg, ok := node.Package(f)
	if !ok {
		return
	}
	way, ok := inlinesOf(f, pkg)
	if !ok {
		return
	}
	settings := buildSettings(f, pkg)
	values, files := map[string]keyvalue.Entry{}, map[string]string{}
	for _, name := range way.files {
		d, _ := language.Parse(f, name, keyvalue.ParseDotenv)
		for _, e := range d.Entries {
			if !e.Off {
				values[e.Name], files[e.Name] = e, name
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		e := values[name]
		public := way.public(name)
		if !public && !readsName(settings, name) {
			continue
		}
		value, whole := expanded(e.Value, values, way)
		if token, _ := credential.Token(value); token != "" && token != credential.GoogleKey || !public && universalbuild.SecretName(name) || !whole || strings.ContainsAny(value, "\r\n") {
			f.WarnAt(files[name], e.Line, "build_value_left_out",
				"the build reads "+name+" from "+files[name]+", which stays out of the image because the value is a secret",
				"give it to the build as a secret, or give it when the program starts")
			continue
		}
		if _, set := r.Build.Environment[name]; set {
			continue
		}
		if r.Build.Environment == nil {
			r.Build.Environment = map[string]string{}
		}
		r.Build.Environment[name] = value
		r.Why = append(r.Why, language.Reason{
			Field: "/build/environment/" + name, Confidence: finding.Certain,
			Evidence: f.Evidence("node.public-value", files[name], e.Line, name),
		})
	}
}

// inlinesOf gathers how the bundlers of a folder take variables in.
func inlinesOf(f *language.Folder, pkg npm.Package) (all inlined, any bool) {
	for _, one := range inliners {
		if !pkg.Has(one.needs...) {
			continue
		}
		any = true
		all.prefixes, all.names = append(all.prefixes, one.prefixes...), append(all.names, one.names...)
		for _, name := range one.files {
			if !slices.Contains(all.files, name) {
				all.files = append(all.files, name)
			}
		}
	}
	if !any {
		return all, false
	}
	_, config := source.Config(f, "vite.config")
	if own, ok := envPrefix.Find(config); ok {
		for _, m := range envWord.Regexp().FindAllStringSubmatch(own, 8) {
			all.prefixes = append(all.prefixes, m[1])
		}
	}
	dir, _ := envDir.Find(config)
	mode, _ := envMode.Find(pkg.Script(node.BuildScript(pkg)))
	for i, name := range all.files {
		if mode != "" {
			name = strings.Replace(name, ".production", "."+mode, 1)
		}
		if dir != "" {
			name = f.Rel(f.Sub(dir).Join(name))
		}
		all.files[i] = name
	}
	return all, true
}

func (w inlined) public(name string) bool {
	return slices.Contains(w.names, name) || slices.ContainsFunc(w.prefixes, func(p string) bool { return strings.HasPrefix(name, p) && len(name) > len(p) })
}

// expanded puts public values in place of references to them, as dotenv-expand
// does. It is not whole where a value refers to one that is not public.
func expanded(value string, all map[string]keyvalue.Entry, way inlined) (string, bool) {
	whole := true
	out := envRefer.Regexp().ReplaceAllStringFunc(value, func(m string) string {
		name := envRefer.Regexp().FindStringSubmatch(m)[1]
		e, known := all[name]
		if known && (!way.public(name) || strings.Contains(e.Value, "$")) {
			whole = false
		}
		return e.Value // "" for what nothing sets
	})
	return out, whole
}

// buildSettings is the text of what steers a build: bundlers' settings and the
// line that builds.
func buildSettings(f *language.Folder, pkg npm.Package) string {
	var b strings.Builder
	for _, base := range []string{"next.config", "vite.config", "nuxt.config", "astro.config", "svelte.config", "gatsby-config", "gatsby-node", "vue.config", "craco.config", "webpack.config", "rsbuild.config", "app.config"} {
		_, text := source.Config(f, base)
		b.WriteString(text + "\n")
	}
	b.WriteString(pkg.Script(node.BuildScript(pkg)))
	return b.String()
}

// readsName reports whether settings read a variable by its name.
func readsName(settings, name string) bool {
	at := strings.Index(settings, name)
	return at >= 0 && regexp.MustCompile(`\benv(?:\.|\[["'])`+regexp.QuoteMeta(name)+`\b`).MatchString(settings)
}
