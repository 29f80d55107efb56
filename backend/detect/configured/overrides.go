package configured

import (
	"path"
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// How libraries of configuration let variables override a file's keys:
// config (https://docs.rs/config, Environment), figment (https://docs.rs/figment,
// Env), viper (https://github.com/spf13/viper#working-with-environment-variables),
// koanf (https://github.com/knadh/koanf, env.Provider), dynaconf
// (https://www.dynaconf.com/envvars/).
const (
	ConfigRust language.Pattern = `Environment::(?:with_prefix\(\s*"(\w*)"|default\(\))`
	configGap  language.Pattern = `\.separator\(\s*"([^"]*)"`
	configHead language.Pattern = `\.prefix_separator\(\s*"([^"]*)"`
	FigmentEnv language.Pattern = `Env::prefixed\(\s*"(\w*)"`
	figmentGap language.Pattern = `\.split\(\s*"([^"]*)"`
	ViperAuto  language.Pattern = `\.AutomaticEnv\(\)`
	viperHead  language.Pattern = `\.SetEnvPrefix\(\s*"(\w*)"`
	viperGap   language.Pattern = `SetEnvKeyReplacer\(\s*(strings\.NewReplacer\([^)]*\)|\w+)`
	levels     language.Pattern = `strings\.NewReplacer\([^)]*"\.",\s*"_"`
	koanfEnv   language.Pattern = `env\.Provider\(\s*"(\w*)"\s*,\s*"([^"]*)"`
	koanfOpt   language.Pattern = `env\.Provider\(\s*"[^"]*"\s*,\s*env\.Opt\{` // of koanf/providers/env/v2
	koanfHead  language.Pattern = `\bPrefix:\s*"(\w*)"`
	koanfGap   language.Pattern = `strings\.Replace(?:All)?\([^\n]*"(_+)",\s*"\."`
	dynaconf   language.Pattern = `envvar_prefix\s*=\s*["'](\w*)["']`
)

// Overriding says how a key becomes a variable: a prefix, and what stands
// between its levels; "" where levels cannot be told apart.
type Overriding struct{ Prefix, Gap string }

// Variable writes a key as the variable that overrides it.
func (o Overriding) Variable(keys []string) (string, bool) {
	if len(keys) > 1 && o.Gap == "" {
		return "", false
	}
	return strings.ToUpper(strings.ReplaceAll(o.Prefix+strings.Join(keys, o.Gap), "-", "_")), true
}

// Overrides finds the library that lets variables override the configuration.
func Overrides(s *source.Set) (Overriding, bool) {
	if h := s.Grep(ConfigRust); len(h) > 0 {
		o := Overriding{Gap: nearest(s, h[0], configGap)}
		if o.Prefix = group(h[0], 1); o.Prefix != "" {
			head := nearest(s, h[0], configHead)
			if head == "" {
				head = o.Gap
			}
			if head == "" {
				head = "_"
			}
			o.Prefix += head
		}
		return o, true
	}
	if h := s.Grep(FigmentEnv); len(h) > 0 {
		return Overriding{group(h[0], 1), nearest(s, h[0], figmentGap)}, true
	}
	if h := s.Grep(koanfEnv); len(h) > 0 {
		return Overriding{group(h[0], 1), nearest(s, h[0], koanfGap)}, true
	}
	if h := s.Grep(koanfOpt); len(h) > 0 {
		return Overriding{nearest(s, h[0], koanfHead), nearest(s, h[0], koanfGap)}, true
	}
	if h := s.Grep(ViperAuto); len(h) > 0 {
		var o Overriding
		for _, head := range s.Grep(viperHead) {
			if path.Dir(head.Name) == path.Dir(h[0].Name) {
				o.Prefix = group(head, 1) + "_"
			}
		}
		for _, gap := range s.Grep(viperGap) {
			if replaces(s.File(gap.Name), group(gap, 1)) {
				o.Gap = "_"
			}
		}
		return o, true
	}
	if h := s.Grep(dynaconf); len(h) > 0 {
		return Overriding{group(h[0], 1) + "_", "__"}, true
	}
	return Overriding{}, false
}

// replaces reports whether a replacer, or one of its name in the file, makes
// underscores of the dots between levels.
func replaces(f *source.File, replacer string) bool {
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
func nearest(s *source.Set, h source.Hit, p language.Pattern) string {
	lines := s.File(h.Name).Lines()
	from := max(0, min(h.Line-1, len(lines)))
	below := strings.Join(lines[from:min(len(lines), from+mostBelow)], "\n")
	return source.Group(p, below)
}
