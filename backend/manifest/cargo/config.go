package cargo

import (
	"maps"
	"slices"
	"strings"

	"aipack/backend/base/bounded"
	"aipack/backend/manifest/lenient"
)

// Config is what .cargo/config.toml says about where outputs go and what links
// them.
type Config struct {
	Target  string   // triple that is built for by default
	Linkers []string // programs that link for Linux, each once: clang, lld, mold
	Flagged bool     // a Linux target has flags of its own, beside which those of all do not count
}

// ParseConfig reads .cargo/config.toml
// (https://doc.rust-lang.org/cargo/reference/config.html).
func ParseConfig(content string) (Config, error) {
	var doc map[string]any
	if err := bounded.TOML(content, &doc); err != nil {
		return Config{}, err
	}
	c := Config{Target: lenient.String(lenient.Table(doc, "build"), "target")}
	c.link(lenient.Table(doc, "build"))
	targets := lenient.Table(doc, "target")
	for _, target := range slices.Sorted(maps.Keys(targets)) {
		if linux(target) {
			c.link(lenient.Table(targets, target))
			c.Flagged = c.Flagged || lenient.Table(targets, target)["rustflags"] != nil
		}
	}
	return c, nil
}

// linux reports whether a table of [target] holds for the GNU C library on a
// 64-bit PC, which images are built for.
func linux(target string) bool {
	if strings.HasPrefix(target, "cfg(") {
		return !strings.Contains(target, "not(") && (strings.Contains(target, `"linux"`) || strings.Contains(target, "unix"))
	}
	return target == "x86_64-unknown-linux-gnu"
}

// link notes the linker of a table and those that its flags for rustc name.
func (c *Config) link(table map[string]any) {
	flags := lenient.Strings(table, "rustflags")
	if text := lenient.String(table, "rustflags"); text != "" {
		flags = strings.Fields(text)
	}
	named := []string{lenient.String(table, "linker")}
	for _, flag := range flags {
		flag = strings.TrimPrefix(flag, "-C")
		if name, ok := strings.CutPrefix(flag, "linker="); ok {
			named = append(named, name)
		}
		if _, name, ok := strings.Cut(flag, "-fuse-ld="); ok {
			named = append(named, name)
		}
	}
	for _, name := range named {
		if name != "" && !slices.Contains(c.Linkers, name) {
			c.Linkers = append(c.Linkers, name)
		}
	}
}
