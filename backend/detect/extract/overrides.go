package extract

import (
	"path"
	"strings"

	"aipack/backend/detect/deployment"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// How libraries of configuration let variables override a file's keys:
// config (https://docs.rs/config, Environment), figment (https://docs.rs/figment,
// Env), viper (https://github.com/spf13/viper#working-with-environment-variables),
// koanf (https://github.com/knadh/koanf, env.Provider), dynaconf
// (https://www.dynaconf.com/envvars/).
const (
	configRust language.Pattern = `Environment::(?:with_prefix\(\s*"(\w*)"|default\(\))`
	configGap  language.Pattern = `\.separator\(\s*"([^"]*)"`
	configHead language.Pattern = `\.prefix_separator\(\s*"([^"]*)"`
	figmentEnv language.Pattern = `Env::prefixed\(\s*"(\w*)"`
	figmentGap language.Pattern = `\.split\(\s*"([^"]*)"`
	viperAuto  language.Pattern = `\.AutomaticEnv\(\)`
	viperHead  language.Pattern = `\.SetEnvPrefix\(\s*"(\w*)"`
	viperGap   language.Pattern = `SetEnvKeyReplacer\(\s*(strings\.NewReplacer\([^)]*\)|\w+)`
	levels     language.Pattern = `strings\.NewReplacer\([^)]*"\.",\s*"_"`
	koanfEnv   language.Pattern = `env\.Provider\(\s*"(\w*)"\s*,\s*"([^"]*)"`
	koanfGap   language.Pattern = `strings\.Replace(?:All)?\([^\n]*"(_+)",\s*"\."`
	dynaconf   language.Pattern = `envvar_prefix\s*=\s*["'](\w*)["']`
)

// overriding says how a key becomes a variable: a prefix, and what stands
// between its levels; "" where levels cannot be told apart.
type overriding struct{ prefix, gap string }

// variable writes a key as the variable that overrides it.
func (o overriding) variable(keys []string) (string, bool) {
	if len(keys) > 1 && o.gap == "" {
		return "", false
	}
	return strings.ToUpper(strings.ReplaceAll(o.prefix+strings.Join(keys, o.gap), "-", "_")), true
}

// overrides finds the library that lets variables override the configuration.
func (f *Facts) overrides() (overriding, bool) {
	if h := f.Sources.Grep(configRust); len(h) > 0 {
		o := overriding{gap: f.nearest(h[0], configGap)}
		if o.prefix = group(h[0], 1); o.prefix != "" {
			head := f.nearest(h[0], configHead)
			if head == "" {
				head = o.gap
			}
			if head == "" {
				head = "_"
			}
			o.prefix += head
		}
		return o, true
	}
	if h := f.Sources.Grep(figmentEnv); len(h) > 0 {
		return overriding{group(h[0], 1), f.nearest(h[0], figmentGap)}, true
	}
	if h := f.Sources.Grep(koanfEnv); len(h) > 0 {
		return overriding{group(h[0], 1), f.nearest(h[0], koanfGap)}, true
	}
	if h := f.Sources.Grep(viperAuto); len(h) > 0 {
		var o overriding
		for _, head := range f.Sources.Grep(viperHead) {
			if path.Dir(head.Name) == path.Dir(h[0].Name) {
				o.prefix = group(head, 1) + "_"
			}
		}
		for _, gap := range f.Sources.Grep(viperGap) {
			if f.Sources.file(gap.Name).replaces(group(gap, 1)) {
				o.gap = "_"
			}
		}
		return o, true
	}
	if h := f.Sources.Grep(dynaconf); len(h) > 0 {
		return overriding{group(h[0], 1) + "_", "__"}, true
	}
	return overriding{}, false
}

// viperPath is a folder, relative to where the program runs, in which viper looks
// for its file.
const viperPath language.Pattern = `\.AddConfigPath\(\s*"(?:\./)?([\w./-]+)"`

// maxSearched bounds the folders.
const maxSearched = 4

// searched are the folders below the service's own in which the program looks for
// a file of variables: an example of it stands there.
func (f *Facts) searched() (out []*language.Folder) {
	for _, h := range f.Sources.GrepIn(".go", viperPath) {
		if dir := path.Clean(group(h, 1)); dir != "." && !strings.HasPrefix(dir, "/") && !strings.HasPrefix(dir, "..") && f.Project.HasDir(dir) && len(out) < maxSearched {
			out = append(out, f.Project.Sub(dir))
		}
	}
	return out
}

// Given lists what files give the service's variables, also those beside its
// configuration.
func (f *Facts) Given() []deployment.Given {
	out := f.Files.Given()
	for _, dir := range f.searched() {
		out = append(out, deployment.GivenIn(dir)...)
	}
	return out
}

// replaces reports whether a replacer, or one of its name in the file, makes
// underscores of the dots between levels.
func (f *Source) replaces(replacer string) bool {
	if !strings.Contains(replacer, "(") {
		replacer = f.Text()
	}
	return levels.Regexp().MatchString(replacer)
}

func group(h source.Hit, i int) string {
	if i < len(h.Groups) {
		return h.Groups[i]
	}
	return ""
}

// mostBelow is how many lines below a call its options stand.
const mostBelow = 14

// nearest finds an option of a call in the lines below it.
func (f *Facts) nearest(h source.Hit, p language.Pattern) string {
	lines := f.Sources.file(h.Name).Lines()
	from := max(0, min(h.Line-1, len(lines)))
	below := strings.Join(lines[from:min(len(lines), from+mostBelow)], "\n")
	return source.Group(p, below)
}
