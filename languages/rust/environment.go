package rust

import (
	"path"
	"regexp"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/cargo"
)

// environmentFile is a file of settings that is named after an environment, as config-rs'
// own example has it: File::with_name(&format!("config/{}", run_mode)).
// https://github.com/rust-cli/config-rs/blob/main/examples/hierarchical-env/settings.rs
const environmentFile language.Pattern = `\bFile::(?:with_name|from)\(\s*&?format!\(\s*"(?:\./)?([\w./-]*)\{(\w*)\}[\w.]*"(?:\s*,\s*(\w+))?`

// cargoSets is a variable that cargo sets for what it runs, read by the program while it
// runs: a call, or a field of a structure that envy fills from the environment. The macro
// env! was answered by the compiler.
// https://doc.rust-lang.org/cargo/reference/environment-variables.html#environment-variables-cargo-sets-for-crates
const cargoSets language.Pattern = `\benv::var(?:_os)?\(\s*"CARGO_PKG_(NAME|VERSION)"|(?m)^\s*(?:pub(?:\([^)]*\))?\s+)?cargo_pkg_(name|version)\s*:\s*String\b`

// givenByCargo keeps what the program reads of that where nobody runs cargo.
func givenByCargo(p *language.Project, crate cargo.Manifest, r *language.Recipe) {
	values := map[string]string{"NAME": crate.Name, "VERSION": crate.Version}
	for _, file := range p.Glob("src/**/*.rs") {
		text, _ := p.Text(file)
		if !cargoSets.MayMatch(text) {
			continue
		}
		for _, m := range cargoSets.Regexp().FindAllStringSubmatch(text, 8) {
			if name := strings.ToUpper(m[1] + m[2]); values[name] != "" && (m[1] != "" || strings.Contains(text, "envy::")) {
				r.Runtime.Environment["CARGO_PKG_"+name] = values[name]
			}
		}
	}
}

// productionFiles are the names that the file of production has.
var productionFiles = []string{"production.toml", "production.yaml", "production.yml", "production.json", "production.json5", "production.ron"}

// production gives the variable that chooses the settings of production, where the
// project has them: an image is a deployment. Where the program was followed to what it
// listens on, it is left as it was followed.
func production(p *language.Project) (variable string, why finding.Evidence, ok bool) {
	if told(p).Host != "" {
		return "", why, false
	}
	for _, file := range p.Glob("src/**/*.rs") {
		text, _ := p.Text(file)
		if !environmentFile.MayMatch(text) {
			continue
		}
		m := environmentFile.Regexp().FindStringSubmatch(text)
		if m == nil {
			continue
		}
		read := regexp.MustCompile(`\blet\s+(?:mut\s+)?` + m[2] + m[3] + `\b[^=;\n]*=\s*(?:std::)?env::var\(\s*"([A-Z][A-Z0-9_]*)"`)
		at := read.FindStringSubmatchIndex(text)
		if m[2]+m[3] == "" || at == nil {
			continue
		}
		for _, name := range productionFiles {
			if p.Has(path.Join(path.Clean(m[1]), name)) {
				return text[at[2]:at[3]], p.AtLine("rust.environment", file, 1+strings.Count(text[:at[0]], "\n")), true
			}
		}
	}
	return "", why, false
}
