package rust

import (
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

func TestServedPath(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ field, want string }{
		"optional":        {"    /// Which path to serve\n    #[arg(value_hint = ValueHint::AnyPath, env = \"SHARE\")]\n    pub path: Option<PathBuf>,\n", "/app/bin/share ."},
		"required":        {"    /// The folder to be served\n    path: std::path::PathBuf,\n", "/app/bin/share ."},
		"an option":       {"    /// File to serve for /\n    #[arg(long, env = \"INDEX\")]\n    pub index: Option<PathBuf>,\n", "/app/bin/share"},
		"with a default":  {"    /// Which path to serve\n    #[arg(default_value = \".\")]\n    pub path: PathBuf,\n", "/app/bin/share"},
		"something else":  {"    /// Where the log is written\n    pub log: Option<PathBuf>,\n", "/app/bin/share"},
		"no command line": {"", "/app/bin/share"},
	} {
		p, _ := languagetest.Project(t, &Language, map[string]string{
			"Cargo.toml":  "[package]\nname = \"share\"\nversion = \"1.0.0\"\nedition = \"2021\"\n[dependencies]\nclap = \"4\"\naxum = \"0.8\"\n",
			"src/main.rs": "#[derive(Parser)]\nstruct Args {\n" + c.field + "}\nfn main() { axum::serve(listener, app); }\n",
		}, ".", "")
		if got := strings.Join(Language.Start(p).Value.Command, " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
