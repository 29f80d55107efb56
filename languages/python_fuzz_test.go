package languages

import (
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/languages/julia"
	"aipack/languages/python"
	"aipack/languages/r"
)

const (
	seedFlask    = "from flask import Flask\n\napp = Flask(__name__)\n\n@app.route('/health')\ndef health(): return 'ok'\n"
	seedManage   = "import os, sys\nos.environ.setdefault('DJANGO_SETTINGS_MODULE', 'shop.settings')\nfrom django.core.management import execute_from_command_line\n"
	seedSettings = "import os\nSECRET_KEY = os.environ['SECRET_KEY']\nINSTALLED_APPS = ['django.contrib.staticfiles']\nWSGI_APPLICATION = 'shop.wsgi.application'\nDATABASES = {}\nSTATIC_ROOT = '/app/static'\n"
)

// FuzzPythonProject asks everything of a project whose files hold anything.
func FuzzPythonProject(f *testing.F) {
	f.Add("[project]\nname='x'\ndependencies=['flask']\n", "flask\n-r requirements.txt\n", seedFlask, seedSettings)
	f.Add("[tool.uv.workspace]\nmembers=['*', '[']\n[tool.poetry.dependencies]\npython='>=3,<'\n", "-e .\n", "import .\nfrom .. import x as\n", "STATIC_ROOT =")
	for _, long := range []string{"f(", "a=", "a.", "import a.b\n", "'''", "app = Flask(x)\n"} {
		f.Add("", "flask\n", strings.Repeat(long, 2_000), "")
	}
	f.Fuzz(func(t *testing.T, pyproject, requirements, source, settings string) {
		for _, l := range []*language.Language{&python.Language, &r.Language, &julia.Language} {
			reader := languagetest.Reader(t, map[string]string{
				"pyproject.toml": pyproject, "requirements.txt": requirements, "main.py": source, "pkg/main.py": source, "setup.py": source,
				"manage.py": seedManage, "shop/settings.py": settings, ".python-version": requirements, "runtime.txt": "python-" + requirements,
				"environment.yml": settings, "Pipfile": pyproject, "setup.cfg": pyproject, "DESCRIPTION": settings, "app.R": source,
				"plumber.R": settings, "Project.toml": pyproject, "server.jl": source, "mise.toml": pyproject,
			})
			folder := reader.Folder(".")
			claim, ok := l.Claim(folder)
			if !ok {
				continue
			}
			p := &language.Project{Folder: folder, Language: l, Claim: claim}
			p.Deps, p.Version, p.Start = l.Dependencies(p), l.Version(p), l.Start(p)
			if l.Workspace != nil {
				l.Workspace(folder)
			}
			if l.Framework != nil {
				p.Framework = l.Framework(p)
			}
			if l.Port != nil {
				p.Port = l.Port(p)
			}
			if r := l.Recipe(p); r.Runtime.BaseImage == "" {
				t.Errorf("%s: no image", l.ID)
			}
		}
	})
}
