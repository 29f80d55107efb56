package python

import (
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestRelativeImports: a file that imports by its place in a package is started as a
// part of it, and a folder that is the package itself gets its name within the image.
func TestRelativeImports(t *testing.T) {
	t.Parallel()
	const app = "from fastapi import FastAPI\nfrom .db import engine\napp = FastAPI()\n"
	for name, one := range map[string]struct {
		dir   string
		files map[string]string
		start string
		link  string
	}{
		"the service's own folder":   {"auth", map[string]string{"auth/main.py": app, "auth/db.py": ""}, "uvicorn auth.main:app", "ln -s . auth"},
		"a name with a dash":         {"ms-auth", map[string]string{"ms-auth/main.py": app, "ms-auth/db.py": ""}, "uvicorn ms-auth.main:app", "ln -s . ms-auth"},
		"taken by something within":  {"auth", map[string]string{"auth/main.py": app, "auth/db.py": "", "auth/auth.py": ""}, "uvicorn package.main:app", "ln -s . package"},
		"as the image has it":        {"auth", map[string]string{"auth/main.py": app, "auth/db.py": "", "auth/Dockerfile": "FROM python\nCOPY . /code/shop\nCMD [\"uvicorn\", \"shop.main:app\"]\n"}, "uvicorn shop.main:app", "ln -s . shop"},
		"the root":                   {".", map[string]string{"main.py": app, "db.py": ""}, "uvicorn package.main:app", "ln -s . package"},
		"a folder below":             {".", map[string]string{"app/main.py": app, "app/db.py": ""}, "uvicorn app.main:app", ""},
		"src":                        {".", map[string]string{"src/main.py": app, "src/db.py": ""}, "uvicorn src.main:app", ""},
		"a folder with a dash below": {".", map[string]string{"my-app/main.py": app, "my-app/db.py": ""}, "uvicorn my-app.main:app", ""},
		"no relative import":         {"auth", map[string]string{"auth/main.py": strings.Replace(app, ".db", "db", 1), "auth/db.py": ""}, "uvicorn main:app", ""},
		"a file":                     {"job", map[string]string{"job/main.py": "from .db import run\n\nif __name__ == \"__main__\":\n    run()\n", "job/db.py": "def run(): pass\n"}, "python -m job.main", "ln -s . job"},
	} {
		files := one.files
		files[strings.TrimPrefix(one.dir+"/requirements.txt", "./")] = "fastapi\nuvicorn\n"
		p, r := languagetest.Project(t, &Language, files, one.dir, "")
		if got := strings.Join(p.Start.Value.Command, " "); !strings.Contains(got, one.start) {
			t.Errorf("%s: starts by %q, want %q", name, got, one.start)
		}
		if got := strings.Join(r.Build.PostBuildCommands, "; "); got != one.link {
			t.Errorf("%s: links by %q, want %q", name, got, one.link)
		}
	}
}
