package rust

import (
	"testing"

	"aipack/backend/language/languagetest"
)

// TestRocketKey: what Rocket signs with has to be given where it is compiled for release.
func TestRocketKey(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		features, settings string
		want               bool
	}{
		"secrets":                  {`["json", "secrets"]`, "", true},
		"no secrets":               {`["json"]`, "", false},
		"a key in the settings":    {`["secrets"]`, "[release]\nsecret_key = \"x\"\n", false},
		"a key for debugging only": {`["secrets"]`, "[debug]\nsecret_key = \"x\"\n", true},
	} {
		files := map[string]string{
			"Cargo.toml":  "[package]\nname = \"shop\"\nversion = \"1.0.0\"\n[dependencies]\nrocket = { version = \"0.5\", features = " + c.features + " }\n",
			"src/main.rs": "#[launch]\nfn rocket() -> _ { rocket::build() }\n", "Cargo.lock": "",
		}
		if c.settings != "" {
			files["Rocket.toml"] = c.settings
		}
		p, _ := languagetest.Project(t, &Language, files, ".", "")
		if got := len(variables(p)) == 1; got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
