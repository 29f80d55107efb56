package python

import (
	"slices"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestNamesOfRequirements: pip is told the name of the file and takes any, where it
// is plain which one is meant.
func TestNamesOfRequirements(t *testing.T) {
	const list = "flask==3.0\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"usual":                      {map[string]string{"requirements.txt": list, "api-requirements.txt": list}, []string{"requirements.txt"}},
		"of a part":                  {map[string]string{"backend-requirements.txt": list}, []string{"backend-requirements.txt"}},
		"of a part, behind":          {map[string]string{"requirements_web.txt": list}, []string{"requirements_web.txt"}},
		"in the singular":            {map[string]string{"requirement.txt": list}, []string{"requirement.txt"}},
		"misspelt":                   {map[string]string{"requeriments.txt": list}, []string{"requeriments.txt"}},
		"in capitals":                {map[string]string{"Requirements.txt": list}, []string{"Requirements.txt"}},
		"without an ending":          {map[string]string{"requirements": list}, []string{"requirements"}},
		"beside those of developers": {map[string]string{"requirements-app.txt": list, "requirements-dev.txt": "pytest\n", "test-requirements.txt": "pytest\n"}, []string{"requirements-app.txt"}},
		"of developers alone":        {map[string]string{"requirements-dev.txt": "pytest\n"}, nil},
		"of two parts":               {map[string]string{"api-requirements.txt": list, "worker-requirements.txt": list}, nil},
		"listed by the project":      {map[string]string{"api-requirements.txt": list, "pyproject.toml": "[project]\nname = \"a\"\nversion = \"1\"\ndependencies = [\"flask\"]\n"}, nil},
		"two, as the image does":     {map[string]string{"requirements.txt": list, "requirements_prod.txt": "gunicorn\n", "Dockerfile": "FROM python:3.12 AS base\nCOPY requirements.txt /tmp/\nRUN /venv/bin/pip install -r /tmp/requirements.txt\nFROM base AS dev\nRUN pip install -r /tmp/requirements_more.txt\nFROM base\nCOPY requirements_prod.txt /tmp/\nRUN /venv/bin/pip install -r /tmp/requirements_prod.txt\n", "requirements_more.txt": list}, []string{"requirements.txt", "requirements_prod.txt"}},
		"the image's developers":     {map[string]string{"requirements.txt": list, "requirements-dev.txt": "pytest\n", "Dockerfile": "FROM python:3.12\nRUN pip install -r requirements.txt -r requirements-dev.txt\n"}, []string{"requirements.txt"}},
		"the image's other one":      {map[string]string{"requirements.txt": list, "requirements-web.txt": list, "Dockerfile": "FROM python:3.12\nRUN pip install -r requirements-web.txt\n"}, []string{"requirements.txt"}},
		"another word":               {map[string]string{"requests.txt": "GET /\n", "my requirements for the trip.txt": "tent\n"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			c.files["app.py"] = "from flask import Flask\napp = Flask(__name__)\n"
			p, _ := languagetest.Project(t, &Language, c.files, ".", "")
			if got := read(p.Folder).roots; !slices.Equal(got, c.want) {
				t.Errorf("installs %q, want %q", got, c.want)
			}
		})
	}
}

// TestFormerDriverIsInstalled: the bound stands behind the lists, and nowhere where a
// source names the driver.
func TestFormerDriverIsInstalled(t *testing.T) {
	for source, want := range map[string]string{
		"create_engine(os.environ['DATABASE_URL'])":   "pip install -r requirements.txt 'SQLAlchemy<2.1'",
		"create_engine('postgresql+psycopg2://db/a')": "pip install -r requirements.txt",
	} {
		p, _ := languagetest.Project(t, &Language, map[string]string{
			"requirements.txt": "fastapi\nsqlalchemy>=2.0\npsycopg2-binary\n",
			"main.py":          "import os\nfrom fastapi import FastAPI\nfrom sqlalchemy import create_engine\nengine = " + source + "\napp = FastAPI()\n",
		}, ".", "")
		if got := Language.Recipe(p).Build.PreBuildCommands; !slices.Contains(got, want) {
			t.Errorf("%s: %q", source, got)
		}
	}
}
