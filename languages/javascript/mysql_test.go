package javascript

import (
	"testing"

	"aipack/backend/language/languagetest"
)

func TestTheOldClientOfMySQL(t *testing.T) {
	for manifest, want := range map[string]string{
		`{"dependencies": {"mysql": "^2.18.1"}}`:                        "mysql",
		`{"dependencies": {"mysql": "^2.18.1", "mysql2": "^3.11.0"}}`:   "",
		`{"dependencies": {"mysql": "^2.18.1", "mariadb": "^3.3.0"}}`:   "",
		`{"devDependencies": {"mysql": "^2.18.1"}}`:                     "",
		`{"dependencies": {"mysql2": "^3.11.0", "express": "^4.19.0"}}`: "",
	} {
		p, _ := languagetest.Project(t, &Language, map[string]string{"package.json": manifest, "package-lock.json": "{}", "index.js": ""}, ".", "")
		if d, old := oldLogin(p); d.Name != want || old != (want != "") {
			t.Errorf("%s: %q", manifest, d.Name)
		}
	}
}
