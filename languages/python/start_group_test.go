package python

import (
	"strings"
	"testing"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// TestStartGroup: what only a group or an extra brings is installed where the start
// command starts it, and nowhere else.
func TestStartGroup(t *testing.T) {
	t.Parallel()
	const poetry = "[tool.poetry]\nname = \"a\"\nversion = \"1\"\npackage-mode = false\n[tool.poetry.dependencies]\npython = \"^3.12\"\nstarlette = \"*\"\n"
	const uv = "[project]\nname = \"a\"\nversion = \"1\"\nrequires-python = \">=3.12\"\ndependencies = [\"starlette\"]\n"
	for name, c := range map[string]struct {
		manifest, lock, start, want string
	}{
		"a group of Poetry":                {poetry + "[tool.poetry.group.serve]\noptional = true\n[tool.poetry.group.serve.dependencies]\nuvicorn = \"*\"\n", "poetry.lock", "uvicorn a:app", "poetry install --only main,serve"},
		"beside a default one":             {poetry + "[tool.poetry.group.web.dependencies]\njinja2 = \"*\"\n[tool.poetry.group.serve]\noptional = true\n[tool.poetry.group.serve.dependencies]\nuvicorn = \"*\"\n", "poetry.lock", "uvicorn a:app", "serve"},
		"another program":                  {poetry + "[tool.poetry.group.serve]\noptional = true\n[tool.poetry.group.serve.dependencies]\nuvicorn = \"*\"\n", "poetry.lock", "python a.py", "poetry install --only main "},
		"it is there anyway":               {strings.Replace(poetry, "starlette", "uvicorn", 1) + "[tool.poetry.group.serve]\noptional = true\n[tool.poetry.group.serve.dependencies]\nuvicorn = \"*\"\n", "poetry.lock", "uvicorn a:app", "poetry install --only main "},
		"an extra of uv":                   {uv + "[project.optional-dependencies]\nserver = [\"uvicorn\"]\n", "uv.lock", "sh -c exec uvicorn a:app --port $PORT", "--no-dev --extra server"},
		"an extra that it asks itself for": {strings.Replace(uv, "[\"starlette\"]", "[\"starlette\", \"a[server]\"]", 1) + "[project.optional-dependencies]\nserver = [\"uvicorn\"]\n", "uv.lock", "uvicorn a:app", "sync --frozen --no-dev --no-install-project"},
		"a group of uv":                    {uv + "[dependency-groups]\nserver = [\"gunicorn\"]\n", "uv.lock", "python -m gunicorn a:app", "--no-dev --group server"},
		"the development's of uv":          {uv + "[dependency-groups]\ndev = [\"waitress\"]\n", "uv.lock", "waitress-serve a:app", "uv sync --frozen --no-install-project"},
	} {
		r := languagetest.Reader(t, map[string]string{"pyproject.toml": c.manifest, c.lock: "", "a.py": "app = 1\n"})
		p := &language.Project{Folder: r.Folder("."), Language: &Language, Start: finding.Of(language.Start{Command: strings.Fields(c.start)}, finding.Likely, finding.Evidence{Rule: "procfile"})}
		b := &install{p: p, facts: read(p.Folder), r: &language.Recipe{}}
		b.r.Build.Environment = map[string]string{}
		if c.lock == "uv.lock" {
			b.uv()
		} else {
			b.poetry()
		}
		got := strings.Join(append(b.r.Build.PreBuildCommands, b.r.Build.BuildCommands...), "\n")
		if !strings.Contains(got+" ", c.want) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
