package python

import (
	"slices"
	"testing"

	"aipack/backend/language/languagetest"
)

// A release runs Alembic only where there is a migration to run.
func TestAlembicRelease(t *testing.T) {
	for name, c := range map[string]struct {
		ini   string
		files []string
		want  bool
	}{
		"a migration":                {"script_location = migrations\n", []string{"migrations/versions/1_users.py"}, true},
		"a migration of a year":      {"script_location = migrations\n", []string{"migrations/versions/2026/1_users.py"}, true},
		"none yet":                   {"script_location = %(here)s/migrations\n", nil, false},
		"none, and a file for git":   {"script_location = migrations\n", []string{"migrations/versions/.gitkeep"}, false},
		"elsewhere":                  {"script_location = migrations\nversion_locations = shop/versions\n", nil, true},
		"in a folder of the image":   {"script_location = /app/migrations\n", []string{"migrations/versions/1_users.py"}, true},
		"in one of another image":    {"script_location = /code/migrations\n", []string{"migrations/versions/1_users.py"}, false},
		"seen from another folder":   {"script_location = db/migrations\n", []string{"app/db/migrations/env.py", "app/db/migrations/versions/1_users.py"}, false},
		"an environment not in here": {"script_location = shop:migrations\n", nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"requirements.txt": "fastapi\nuvicorn\nalembic\n", "main.py": fastAPIApp,
				"alembic.ini": "[alembic]\n" + c.ini, "migrations/env.py": "from alembic import context\n"}
			for _, f := range c.files {
				files[f] = ""
			}
			p, _ := languagetest.Project(t, &Language, files, ".", "")
			if got := slices.Contains(p.Start.Value.Release, "alembic upgrade head"); got != c.want {
				t.Errorf("released: %v", got)
			}
		})
	}
}
