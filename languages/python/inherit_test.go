package python

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestInherit: a member of a uv workspace that imports what the root alone asks for is
// installed with the whole workspace, and has the root's drivers.
func TestInherit(t *testing.T) {
	t.Parallel()
	const root = "[project]\nname = \"shop\"\nversion = \"1\"\ndependencies = [\"sqlalchemy>=2\", \"psycopg2-binary>=2.9\", \"redis>=5\"]\n[tool.uv.workspace]\nmembers = [\"users\"]\n"
	const member = "[project]\nname = \"users\"\nversion = \"1\"\ndependencies = [\"fastapi[standard]>=0.115\"]\n"
	const app = "from fastapi import FastAPI\nfrom sqlalchemy import create_engine\napp = FastAPI()\n"
	for name, c := range map[string]struct {
		member, app, lock string
		all               bool
		needs             string
	}{
		"imports what the root has":  {member, app, "version = 1\n", true, "fastapi psycopg2-binary sqlalchemy"},
		"asks for it itself":         {strings.Replace(member, "0.115\"]", "0.115\", \"sqlalchemy>=2\"]", 1), app, "version = 1\n", false, "fastapi sqlalchemy"},
		"imports nothing of it":      {member, "from fastapi import FastAPI\napp = FastAPI()\n", "version = 1\n", false, "fastapi"},
		"without a lock of the root": {member, app, "", false, "fastapi"},
		"has a module of that name":  {member, app, "version = 1\n", false, "fastapi"},
	} {
		files := map[string]string{"pyproject.toml": root, "users/pyproject.toml": c.member, "users/main.py": c.app}
		if c.lock != "" {
			files["uv.lock"] = c.lock
		}
		if name == "has a module of that name" {
			files["users/sqlalchemy.py"] = "def create_engine(): pass\n"
		}
		p, r := languagetest.Project(t, &Language, files, "users", "")
		var needs []string
		for _, d := range dependencies(p) {
			if !d.Dev {
				needs = append(needs, d.Name)
			}
		}
		slices.Sort(needs)
		if got := strings.Join(needs, " "); got != c.needs {
			t.Errorf("%s: needs %q, want %q", name, got, c.needs)
		}
		if all := strings.Contains(strings.Join(append(r.Build.PreBuildCommands, r.Build.BuildCommands...), "\n"), "--all-packages"); all != c.all {
			t.Errorf("%s: all packages %v: %q %q", name, all, r.Build.PreBuildCommands, r.Build.BuildCommands)
		}
	}
}
