package rust

import (
	"testing"

	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

func TestTrunkIsASite(t *testing.T) {
	p, r := languagetest.Project(t, &Language, map[string]string{
		"Cargo.toml": "[package]\nname = \"front\"\n\n[dependencies]\nyew = { version = \"0.21\", features = [\"csr\"] }\n",
		"index.html": "<link data-trunk rel=\"css\" href=\"a.css\">", "src/main.rs": "fn main() {}\n",
	}, ".", "")
	if p.Claim.Kind != universalbuild.Static || !r.Static || p.Start.Found() {
		t.Errorf("%+v, static %v", p.Claim, r.Static)
	}
}
