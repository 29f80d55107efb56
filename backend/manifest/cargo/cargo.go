// Package cargo reads what Cargo and rustup are told: Cargo.toml, Cargo.lock,
// .cargo/config.toml, rust-toolchain. Workspaces are not joined: that needs
// folders, and this knows none.
package cargo

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/bounded"
	"aipack/backend/manifest/lenient"
)

// Manifest is what Cargo.toml says.
type Manifest struct {
	HasPackage   bool
	Name         string
	Version      string
	Edition      string
	RustVersion  string
	DefaultRun   string
	Autobins     bool
	Lib          bool     // a [lib] table
	CrateTypes   []string // of [lib]
	LibName      string   // of [lib]; "" where it has the package's
	LibPath      string   // of [lib]; "" for src/lib.rs
	Bins         []Bin
	Dependencies []Dependency
	Leptos       bool     // [package.metadata.leptos]
	Features     []string // names in [features], sorted
	Default      []string // what is on by default, sorted: features and optional dependencies

	HasWorkspace bool
	Members      []string // globs
	Exclude      []string
	Inherited    struct{ Edition, RustVersion string } // [workspace.package]
	Shared       []Dependency                          // [workspace.dependencies]
}

// Bin is a [[bin]] table.
type Bin struct {
	Name string
	Path string
}

// Dependency is one declared dependency.
type Dependency struct {
	Key       string // what it is called in the file
	Name      string // of the package, which may be another
	Version   string
	Path      string
	Features  []string
	Dev       bool
	Build     bool
	Optional  bool
	Inherited bool // workspace = true
}

// Parse reads Cargo.toml. Fields of an unexpected type are left empty.
func Parse(content string) (Manifest, error) {
	var doc map[string]any
	if err := bounded.TOML(content, &doc); err != nil {
		return Manifest{}, err
	}
	c := Manifest{Autobins: true}
	if p := lenient.Table(doc, "package"); p != nil {
		c.HasPackage = true
		c.Version = lenient.String(p, "version")
		c.Name, c.Edition, c.RustVersion, c.DefaultRun = lenient.String(p, "name"), lenient.String(p, "edition"), lenient.String(p, "rust-version"), lenient.String(p, "default-run")
		if auto, ok := p["autobins"].(bool); ok {
			c.Autobins = auto
		}
		c.Leptos = lenient.Table(p, "metadata", "leptos") != nil
	}
	if lib := lenient.Table(doc, "lib"); lib != nil {
		c.Lib, c.CrateTypes = true, lenient.Strings(lib, "crate-type")
		c.LibName, c.LibPath = lenient.String(lib, "name"), lenient.String(lib, "path")
	}
	for _, bin := range tomlTables(doc, "bin") {
		c.Bins = append(c.Bins, Bin{lenient.String(bin, "name"), lenient.String(bin, "path")})
	}
	c.Features = lenient.Keys(lenient.Table(doc, "features"))
	c.Default = byDefault(lenient.Table(doc, "features"))
	c.Dependencies = dependencies(doc)
	targets := lenient.Table(doc, "target")
	for name := range targets {
		c.Dependencies = append(c.Dependencies, dependencies(lenient.Table(targets, name))...)
	}
	if w := lenient.Table(doc, "workspace"); w != nil {
		c.HasWorkspace = true
		c.Members, c.Exclude = lenient.Strings(w, "members"), lenient.Strings(w, "exclude")
		shared := lenient.Table(w, "package")
		c.Inherited.Edition, c.Inherited.RustVersion = lenient.String(shared, "edition"), lenient.String(shared, "rust-version")
		c.Shared = table(lenient.Table(w, "dependencies"), false, false)
	}
	sort.SliceStable(c.Dependencies, func(i, j int) bool { return c.Dependencies[i].Name < c.Dependencies[j].Name })
	return c, nil
}

func dependencies(doc map[string]any) []Dependency {
	out := table(lenient.Table(doc, "dependencies"), false, false)
	out = append(out, table(lenient.Table(doc, "dev-dependencies"), true, false)...)
	return append(out, table(lenient.Table(doc, "build-dependencies"), false, true)...)
}

func table(entries map[string]any, dev, build bool) []Dependency {
	var out []Dependency
	for name, value := range entries {
		d := Dependency{Key: name, Name: name, Dev: dev, Build: build}
		switch v := value.(type) {
		case string:
			d.Version = v
		case map[string]any:
			d.Version, d.Path, d.Features = lenient.String(v, "version"), lenient.String(v, "path"), lenient.Strings(v, "features")
			d.Optional, _ = v["optional"].(bool)
			d.Inherited, _ = v["workspace"].(bool)
			if renamed := lenient.String(v, "package"); renamed != "" {
				d.Name = renamed
			}
		}
		out = append(out, d)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// Lock is what Cargo.lock says.
type Lock struct {
	Format   int // its version; 4 needs Cargo 1.78
	Packages map[string]string
	All      []Locked // every version of each, in the order of the file
}

// Locked is one crate of Cargo.lock.
type Locked struct {
	Name, Version string
	Source        string   // registry or repository; "" for a crate of the workspace or of a folder
	Needs         []string // names of the crates that it is built with, where several versions are there with the version
}

// ParseLock reads the names and versions of Cargo.lock; of several
// versions of a package the last is kept.
func ParseLock(content string) (Lock, error) {
	if lock, ok := asWritten(content); ok {
		return lock, nil
	}
	return anyLock(content)
}

// anyLock reads a lock file in whichever form of TOML.
func anyLock(content string) (Lock, error) {
	var doc map[string]any
	if err := bounded.TOML(content, &doc); err != nil {
		return Lock{}, err
	}
	lock := Lock{Packages: map[string]string{}}
	if n, ok := doc["version"].(int64); ok && n > 0 && n < 100 {
		lock.Format = int(n)
	}
	for _, p := range tomlTables(doc, "package") {
		one := Locked{lenient.String(p, "name"), lenient.String(p, "version"), lenient.String(p, "source"), lenient.Strings(p, "dependencies")}
		lock.Packages[one.Name] = one.Version
		lock.All = append(lock.All, one)
	}
	return lock, nil
}

// ParseToolchain reads the channel of rust-toolchain.toml or of the older
// rust-toolchain, which may hold the channel alone.
func ParseToolchain(content string) (string, error) {
	trimmed := strings.TrimSpace(content)
	if !strings.Contains(trimmed, "\n") && !strings.Contains(trimmed, "[") {
		return trimmed, nil
	}
	var doc map[string]any
	if err := bounded.TOML(content, &doc); err != nil {
		return "", err
	}
	return lenient.String(lenient.Table(doc, "toolchain"), "channel"), nil
}

// ParseRocket reads the port of Rocket.toml: the release profile's, else the
// default's; 0 where there is none.
func ParseRocket(content string) (int, error) {
	var doc map[string]any
	if err := bounded.TOML(content, &doc); err != nil {
		return 0, err
	}
	for _, profile := range []string{"release", "global", "default"} {
		if port, ok := lenient.Table(doc, profile)["port"].(int64); ok && port > 0 && port < 65536 {
			return int(port), nil
		}
	}
	return 0, nil
}

// RocketKey reports whether Rocket.toml has a secret key for what is compiled for release.
func RocketKey(content string) (bool, error) {
	var doc map[string]any
	if err := bounded.TOML(content, &doc); err != nil {
		return false, err
	}
	for _, profile := range []string{"release", "global", "default"} {
		if key, ok := lenient.Table(doc, profile)["secret_key"].(string); ok && key != "" {
			return true, nil
		}
	}
	return false, nil
}

// tomlTables gives the tables of an array of tables.
func tomlTables(doc map[string]any, key string) []map[string]any {
	list, _ := doc[key].([]map[string]any)
	return list
}

// byDefault follows the feature "default" to the features and dependencies
// that it turns on.
// https://doc.rust-lang.org/cargo/reference/features.html
func byDefault(features map[string]any) []string {
	on, queue := map[string]bool{}, []string{"default"}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if on[name] {
			continue
		}
		on[name] = true
		for _, enables := range lenient.Strings(features, name) {
			if enables, _, _ = strings.Cut(strings.TrimPrefix(enables, "dep:"), "/"); !strings.HasSuffix(enables, "?") {
				queue = append(queue, enables)
			}
		}
	}
	return slices.Sorted(maps.Keys(on))
}
