package manifest

import (
	"sort"
	"strings"

	"github.com/BurntSushi/toml"
)

// Cargo is what Cargo.toml says.
type Cargo struct {
	HasPackage   bool
	Name         string
	Edition      string
	RustVersion  string
	DefaultRun   string
	Autobins     bool
	Lib          bool     // a [lib] table
	CrateTypes   []string // of [lib]
	Bins         []CargoBin
	Dependencies []CargoDependency
	Leptos       bool     // [package.metadata.leptos]
	Features     []string // names in [features], sorted

	HasWorkspace bool
	Members      []string // globs
	Exclude      []string
	Inherited    struct{ Edition, RustVersion string } // [workspace.package]
	Shared       []CargoDependency                     // [workspace.dependencies]
}

// CargoBin is a [[bin]] table.
type CargoBin struct {
	Name string
	Path string
}

// CargoDependency is one declared dependency.
type CargoDependency struct {
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

// ParseCargo reads Cargo.toml. Fields of an unexpected type are left empty.
func ParseCargo(content string) (Cargo, error) {
	var doc map[string]any
	if _, err := toml.Decode(content, &doc); err != nil {
		return Cargo{}, err
	}
	c := Cargo{Autobins: true}
	if p := tomlTable(doc, "package"); p != nil {
		c.HasPackage = true
		c.Name, c.Edition, c.RustVersion, c.DefaultRun = tomlString(p, "name"), tomlString(p, "edition"), tomlString(p, "rust-version"), tomlString(p, "default-run")
		if auto, ok := p["autobins"].(bool); ok {
			c.Autobins = auto
		}
		c.Leptos = tomlTable(p, "metadata", "leptos") != nil
	}
	if lib := tomlTable(doc, "lib"); lib != nil {
		c.Lib, c.CrateTypes = true, tomlStrings(lib, "crate-type")
	}
	for _, bin := range tomlTables(doc, "bin") {
		c.Bins = append(c.Bins, CargoBin{tomlString(bin, "name"), tomlString(bin, "path")})
	}
	c.Features = keysOf(tomlTable(doc, "features"))
	c.Dependencies = cargoDependencies(doc)
	targets := tomlTable(doc, "target")
	for name := range targets {
		c.Dependencies = append(c.Dependencies, cargoDependencies(tomlTable(targets, name))...)
	}
	if w := tomlTable(doc, "workspace"); w != nil {
		c.HasWorkspace = true
		c.Members, c.Exclude = tomlStrings(w, "members"), tomlStrings(w, "exclude")
		shared := tomlTable(w, "package")
		c.Inherited.Edition, c.Inherited.RustVersion = tomlString(shared, "edition"), tomlString(shared, "rust-version")
		c.Shared = cargoTable(tomlTable(w, "dependencies"), false, false)
	}
	sort.SliceStable(c.Dependencies, func(i, j int) bool { return c.Dependencies[i].Name < c.Dependencies[j].Name })
	return c, nil
}

func cargoDependencies(doc map[string]any) []CargoDependency {
	out := cargoTable(tomlTable(doc, "dependencies"), false, false)
	out = append(out, cargoTable(tomlTable(doc, "dev-dependencies"), true, false)...)
	return append(out, cargoTable(tomlTable(doc, "build-dependencies"), false, true)...)
}

func cargoTable(entries map[string]any, dev, build bool) []CargoDependency {
	var out []CargoDependency
	for name, value := range entries {
		d := CargoDependency{Key: name, Name: name, Dev: dev, Build: build}
		switch v := value.(type) {
		case string:
			d.Version = v
		case map[string]any:
			d.Version, d.Path, d.Features = tomlString(v, "version"), tomlString(v, "path"), tomlStrings(v, "features")
			d.Optional, _ = v["optional"].(bool)
			d.Inherited, _ = v["workspace"].(bool)
			if renamed := tomlString(v, "package"); renamed != "" {
				d.Name = renamed
			}
		}
		out = append(out, d)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// CargoLock is what Cargo.lock says.
type CargoLock struct {
	Format   int // its version; 4 needs Cargo 1.78
	Packages map[string]string
}

// ParseCargoLock reads the names and versions of Cargo.lock; of several
// versions of a package the last is kept.
func ParseCargoLock(content string) (CargoLock, error) {
	var doc map[string]any
	if _, err := toml.Decode(content, &doc); err != nil {
		return CargoLock{}, err
	}
	lock := CargoLock{Packages: map[string]string{}}
	if n, ok := doc["version"].(int64); ok && n > 0 && n < 100 {
		lock.Format = int(n)
	}
	for _, p := range tomlTables(doc, "package") {
		lock.Packages[tomlString(p, "name")] = tomlString(p, "version")
	}
	return lock, nil
}

// ParseRustToolchain reads the channel of rust-toolchain.toml or of the older
// rust-toolchain, which may hold the channel alone.
func ParseRustToolchain(content string) (string, error) {
	trimmed := strings.TrimSpace(content)
	if !strings.Contains(trimmed, "\n") && !strings.Contains(trimmed, "[") {
		return trimmed, nil
	}
	var doc map[string]any
	if _, err := toml.Decode(content, &doc); err != nil {
		return "", err
	}
	return tomlString(tomlTable(doc, "toolchain"), "channel"), nil
}

// CargoConfig is what .cargo/config.toml says about where outputs go.
type CargoConfig struct {
	Target string // triple that is built for by default
}

// ParseCargoConfig reads .cargo/config.toml.
func ParseCargoConfig(content string) (CargoConfig, error) {
	var doc map[string]any
	if _, err := toml.Decode(content, &doc); err != nil {
		return CargoConfig{}, err
	}
	return CargoConfig{Target: tomlString(tomlTable(doc, "build"), "target")}, nil
}

// ParseRocket reads the port of Rocket.toml: the release profile's, else the
// default's; 0 where there is none.
func ParseRocket(content string) (int, error) {
	var doc map[string]any
	if _, err := toml.Decode(content, &doc); err != nil {
		return 0, err
	}
	for _, profile := range []string{"release", "global", "default"} {
		if port, ok := tomlTable(doc, profile)["port"].(int64); ok && port > 0 && port < 65536 {
			return int(port), nil
		}
	}
	return 0, nil
}

// tomlTables gives the tables of an array of tables.
func tomlTables(doc map[string]any, key string) []map[string]any {
	list, _ := doc[key].([]map[string]any)
	return list
}
