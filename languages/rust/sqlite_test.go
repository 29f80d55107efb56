package rust

import (
	"slices"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestSQLiteOfTheSystem: a libsqlite3-sys that compiles nothing loads the system's library.
func TestSQLiteOfTheSystem(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lock string
		want bool
	}{
		"bundled":      {"dependencies = [\n \"cc\",\n \"pkg-config\",\n \"vcpkg\",\n]\n", false},
		"of two cc":    {"dependencies = [\n \"cc 1.2.0\",\n \"pkg-config\",\n]\n", false},
		"the system's": {"dependencies = [\n \"pkg-config\",\n \"vcpkg\",\n]\n", true},
		"not said":     {"", false},
	} {
		_, r := languagetest.Project(t, &Language, map[string]string{
			"Cargo.toml": "[package]\nname = \"shop\"\nversion = \"0.1.0\"\n[dependencies]\naxum = \"0.8\"\nrusqlite = \"0.37\"\n", "src/main.rs": "fn main() {}\n",
			"Cargo.lock": "version = 4\n\n[[package]]\nname = \"libsqlite3-sys\"\nversion = \"0.35.0\"\n" + c.lock,
		}, ".", "")
		if got := slices.Contains(r.Runtime.SystemPackages, "libsqlite3-0"); got != c.want {
			t.Errorf("%s: %v", name, r.Runtime.SystemPackages)
		}
	}
}
