package python

import (
	"maps"
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

// TestMigrationsBelow: settings of Alembic in a folder of the project are run from there,
// where it is the only one and no project of its own.
func TestMigrationsBelow(t *testing.T) {
	const ini = "[alembic]\nscript_location = alembic\nprepend_sys_path = .\n"
	for name, c := range map[string]struct {
		more map[string]string
		want []string
	}{
		"one":           {map[string]string{"shop/alembic.ini": ini, "shop/alembic/env.py": "", "shop/alembic/versions/1.py": ""}, []string{"cd shop && alembic upgrade head"}},
		"none made":     {map[string]string{"shop/alembic.ini": ini, "shop/alembic/env.py": ""}, nil},
		"of two":        {map[string]string{"shop/alembic.ini": ini, "shop/alembic/env.py": "", "shop/alembic/versions/1.py": "", "logs/alembic.ini": ini, "logs/alembic/env.py": "", "logs/alembic/versions/1.py": ""}, nil},
		"another's":     {map[string]string{"jobs/alembic.ini": ini, "jobs/alembic/env.py": "", "jobs/alembic/versions/1.py": "", "jobs/pyproject.toml": "[project]\nname = \"jobs\"\n"}, nil},
		"its own first": {map[string]string{"alembic.ini": ini, "alembic/env.py": "", "alembic/versions/1.py": "", "shop/alembic.ini": ini, "shop/alembic/env.py": "", "shop/alembic/versions/1.py": ""}, []string{"alembic upgrade head"}},
	} {
		files := map[string]string{"requirements.txt": "fastapi\nuvicorn\nalembic\n", "main.py": fastAPIApp}
		maps.Copy(files, c.more)
		p, _ := languagetest.Project(t, &Language, files, ".", "")
		if got := p.Start.Value.Release; !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
