package rust

import (
	"testing"

	"aipack/backend/language/languagetest"
)

// TestEnvironmentOfProduction: the variable that names the file of settings is that of
// production where the project has such a file.
func TestEnvironmentOfProduction(t *testing.T) {
	t.Parallel()
	const settings = "let mode = env::var(\"RUN_MODE\").unwrap_or_else(|_| \"default\".into());\nConfig::builder().add_source(File::with_name(&format!(\"config/{}\", mode)).required(false))"
	for name, c := range map[string]struct {
		source, file, want string
	}{
		"a file of production":    {settings, "config/production.toml", "production"},
		"none":                    {settings, "config/test.toml", ""},
		"named within the braces": {"let mode: String = std::env::var(\"RUN_MODE\")?;\nFile::with_name(&format!(\"config/{mode}\"))", "config/production.yaml", "production"},
		"a name that is written":  {"let mode = \"x\";\nFile::with_name(&format!(\"config/{}\", mode))", "config/production.toml", ""},
		"followed to its address": {"TcpListener::bind(\"127.0.0.1:4000\");\n" + settings, "config/production.toml", ""},
	} {
		p, r := languagetest.Project(t, &Language, map[string]string{
			"Cargo.toml":  "[package]\nname = \"shop\"\nversion = \"0.1.0\"\n[dependencies]\naxum = \"0.8\"\nconfig = \"0.15\"\n",
			"src/main.rs": "fn main() {\n" + c.source + "\n}\n", c.file: "[server]\nhost = \"0.0.0.0\"\n",
		}, ".", "")
		if got := r.Runtime.Environment["RUN_MODE"]; got != c.want {
			t.Errorf("%s: %q, want %q (%s)", name, got, c.want, p.Path)
		}
	}
}

// TestGivenByCargo: what cargo sets for a program that it runs is there without cargo.
func TestGivenByCargo(t *testing.T) {
	t.Parallel()
	for main, want := range map[string]string{
		"fn main() { let v = std::env::var(\"CARGO_PKG_VERSION\").unwrap(); }":                                                          "1.2.3",
		"struct E {\n    pub cargo_pkg_version: String,\n}\nfn main() { envy::from_env::<E>().unwrap(); }":                              "1.2.3",
		"struct E {\n    pub cargo_pkg_version: String,\n}\nfn main() { E { cargo_pkg_version: env!(\"CARGO_PKG_VERSION\").into() }; }": "",
		"fn main() { let v = env!(\"CARGO_PKG_VERSION\"); }":                                                                            "",
		"fn main() {}": "",
	} {
		_, r := languagetest.Project(t, &Language, map[string]string{"Cargo.toml": "[package]\nname = \"shop\"\nversion = \"1.2.3\"\n", "src/main.rs": main + "\n"}, ".", "")
		if got := r.Runtime.Environment["CARGO_PKG_VERSION"]; got != want {
			t.Errorf("%s: %q, want %q", main, got, want)
		}
	}
}
