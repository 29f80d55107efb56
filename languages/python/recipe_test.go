package python

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/languages/python/distribution"
)

const (
	djangoManage   = "import os, sys\nos.environ.setdefault('DJANGO_SETTINGS_MODULE', 'shop.settings')\nfrom django.core.management import execute_from_command_line\n"
	djangoSettings = "import os\nSECRET_KEY = os.environ['SECRET_KEY']\nINSTALLED_APPS = ['django.contrib.staticfiles']\nWSGI_APPLICATION = 'shop.wsgi.application'\nDATABASES = {}\nSTATIC_ROOT = '/app/static'\n"
)

func TestDjango(t *testing.T) {
	p, r := languagetest.Project(t, &Language, map[string]string{
		"requirements.txt":       "django\ngunicorn\ncelery\n",
		"web/manage.py":          djangoManage,
		"web/shop/settings.py":   djangoSettings,
		"web/shop/wsgi.py":       "application = 1\n",
		"web/shop/celery.py":     "from celery import Celery\napp = Celery('shop')\napp.conf.beat_schedule = {}\n",
		"web/shop/migrations/x0": "",
	}, ".", "")
	if got := strings.Join(p.Start.Value.Command, " "); got != "sh -c cd web && exec gunicorn --bind 0.0.0.0:${PORT:-8000} shop.wsgi:application" {
		t.Errorf("start %s", got)
	}
	if got := p.Start.Value.Release; !slices.Equal(got, []string{"cd web && python manage.py migrate --noinput"}) {
		t.Errorf("release %v", got)
	}
	if len(p.Start.Value.Processes) != 2 || p.Start.Value.Processes[1].Name != "beat" || !strings.Contains(strings.Join(p.Start.Value.Processes[0].Command, " "), "celery --app shop.celery worker") {
		t.Errorf("processes %v", p.Start.Value.Processes)
	}
	if got := r.Build.PostBuildCommands; !slices.Equal(got, []string{"cd web && SECRET_KEY=build-only python manage.py collectstatic --noinput"}) {
		t.Errorf("post build %v", got)
	}
	if p.Framework.Value != "Django" || port(p).Value != 8000 {
		t.Errorf("framework %v, port %v", p.Framework.Value, port(p))
	}
}

func TestDjangoPrefersASGI(t *testing.T) {
	p, _ := languagetest.Project(t, &Language, map[string]string{
		"requirements.txt": "django\nuvicorn\ngunicorn\n", "manage.py": djangoManage, "shop/settings.py": djangoSettings, "shop/asgi.py": "",
	}, ".", "")
	if got := strings.Join(p.Start.Value.Command, " "); !strings.Contains(got, "uvicorn shop.asgi:application") {
		t.Errorf("start %s", got)
	}
}

func TestDjangoNamesProductionSettings(t *testing.T) {
	p, r := languagetest.Project(t, &Language, map[string]string{
		"requirements.txt": "django\ngunicorn\n", "manage.py": strings.ReplaceAll(djangoManage, "shop.settings", "config.settings.local"),
		"config/settings/__init__.py": "", "config/settings/local.py": "", "config/settings/production.py": "", "config/wsgi.py": "",
	}, ".", "")
	if got := r.Runtime.Environment["DJANGO_SETTINGS_MODULE"]; got != "config.settings.production" {
		t.Errorf("settings %q", got)
	}
	if got := strings.Join(p.Start.Value.Command, " "); !strings.Contains(got, "config.wsgi:application") {
		t.Errorf("start %s", got)
	}
}

// TestDjangoSettingsOfTheServer: what wsgi.py names is for production.
func TestDjangoSettingsOfTheServer(t *testing.T) {
	t.Parallel()
	for served, want := range map[string]string{"shop.settings.product": "shop.settings.product", "shop.settings.elsewhere": "", "shop.settings.devel": "", "shop.settings.local": ""} {
		_, r := languagetest.Project(t, &Language, map[string]string{
			"requirements.txt": "django\ngunicorn\n", "manage.py": strings.ReplaceAll(djangoManage, "shop.settings", "shop.settings.devel"),
			"shop/wsgi.py":              "import os\nos.environ.setdefault('DJANGO_SETTINGS_MODULE', '" + served + "')\n",
			"shop/settings/__init__.py": "", "shop/settings/devel.py": "from .common import *\n", "shop/settings/local.py": "", "shop/settings/common.py": djangoSettings, "shop/settings/product.py": "from shop.settings.common import *\n",
		}, ".", "")
		if got := r.Runtime.Environment["DJANGO_SETTINGS_MODULE"]; got != want {
			t.Errorf("%s: settings %q, want %q", served, got, want)
		}
	}
}

// TestDjangoSettingsOfAPackage: a package that sets nothing itself stands for its
// module for production, or for the one that the project's own image names.
func TestDjangoSettingsOfAPackage(t *testing.T) {
	t.Parallel()
	for image, want := range map[string]string{
		"": "shop.settings.production",
		"FROM python:3.13\nENV DJANGO_SETTINGS_MODULE=shop.settings.base\nRUN DJANGO_SETTINGS_MODULE=shop.settings.build python manage.py collectstatic\n": "shop.settings.base",
		"FROM python:3.13\nENV DJANGO_SETTINGS_MODULE shop.settings.elsewhere\n":                                                                           "shop.settings.production",
	} {
		_, r := languagetest.Project(t, &Language, map[string]string{
			"requirements.txt": "django\ngunicorn\n", "manage.py": djangoManage, "shop/wsgi.py": "", "Dockerfile": image,
			"shop/settings/__init__.py": "\n", "shop/settings/base.py": djangoSettings, "shop/settings/production.py": "from shop.settings.base import *\n",
		}, ".", "")
		if got := r.Runtime.Environment["DJANGO_SETTINGS_MODULE"]; got != want {
			t.Errorf("settings %q, want %q", got, want)
		}
		if got := r.Build.PostBuildCommands; !slices.Equal(got, []string{"SECRET_KEY=build-only DJANGO_SETTINGS_MODULE=" + want + " python manage.py collectstatic --noinput"}) {
			t.Errorf("post build %v", got)
		}
	}
}

// TestDjangoBuildVariables: what the settings insist on has a value of its kind while
// they load for collectstatic, and what they look for first has none.
func TestDjangoBuildVariables(t *testing.T) {
	t.Parallel()
	for settings, want := range map[string]string{
		"DATABASES = {'default': env.db('STORE')}":                                               "STORE=sqlite:////tmp/build.sqlite3 ",
		"DATABASES = {'default': env.db('STORE', default='sqlite:///x')}":                        "",
		"WORKERS = env.int('WORKERS')\nCACHES = {'default': env.cache_url('CACHE')}":             "WORKERS=1 CACHE=locmemcache:// ",
		"HOSTS = env.list('HOSTS')":                                                              "HOSTS=build-only ",
		"if 'MEDIA' in os.environ:\n    MEDIA_ROOT = os.environ['MEDIA']\nK = os.environ['KEY']": "KEY=build-only ",
	} {
		_, r := languagetest.Project(t, &Language, map[string]string{
			"requirements.txt": "django\ngunicorn\ndjango-environ\n", "manage.py": djangoManage,
			"shop/settings.py": "INSTALLED_APPS = ['django.contrib.staticfiles']\nSTATIC_ROOT = '/app/static'\n" + settings + "\n",
		}, ".", "")
		if got := strings.Join(r.Build.PostBuildCommands, "; "); got != want+"python manage.py collectstatic --noinput" {
			t.Errorf("%s\n got %q\nwant %q", settings, got, want)
		}
	}
}

// TestDjangoDataFolder: SQLite makes a database's file and not its folder.
func TestDjangoDataFolder(t *testing.T) {
	t.Parallel()
	const three, two = "BASE_DIR = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))\n", "BASE_DIR = Path(__file__).resolve().parent.parent\n"
	for settings, want := range map[string]string{
		three + "DATABASES = {'default': {'NAME': os.path.join(BASE_DIR, 'data', 'db.sqlite3')}}\nFOLDER = os.path.join(BASE_DIR, 'data', 'icons')\n": "cd web && mkdir -p data",
		three + "DATABASES = {'default': {'NAME': BASE_DIR / 'var/db' / 'shop.db'}}\n":                                                                "cd web && mkdir -p var/db",
		two + "DATABASES = {'default': {'NAME': BASE_DIR / 'data' / 'db.sqlite3'}}\n":                                                                 "cd web && mkdir -p shop/data",
		three + "DATABASES = {'default': {'NAME': BASE_DIR / 'db.sqlite3'}}\n":                                                                        "",
		three + "DATABASES = {'default': {'NAME': os.path.join(BASE_DIR, 'kept', 'db.sqlite3')}}\n":                                                   "",
		"DATABASES = {'default': {'NAME': os.path.join(DATA_DIR, 'data', 'db.sqlite3')}}\n":                                                           "",
		"from shop.settings.base import BASE_DIR\nNAME = BASE_DIR / 'data' / 'db.sqlite3'\n":                                                          "cd web && mkdir -p data",
		three + "NAME = os.path.join(BASE_DIR, '..', 'data', 'db.sqlite3')\n":                                                                         "",
	} {
		_, r := languagetest.Project(t, &Language, map[string]string{
			"requirements.txt": "django\ngunicorn\n", "web/manage.py": strings.ReplaceAll(djangoManage, "shop.settings", "shop.settings.base"),
			"web/shop/settings/base.py": settings, "web/shop/settings/__init__.py": "", "web/kept/README": "kept\n",
		}, ".", "")
		if got := strings.Join(r.Build.PostBuildCommands, "; "); got != want {
			t.Errorf("%s\n got %q\nwant %q", settings, got, want)
		}
	}
}

func TestManagers(t *testing.T) {
	project := "[project]\nname='x'\nrequires-python='>=3.11'\ndependencies=['requests']\n"
	for name, c := range map[string]struct {
		files map[string]string
		pre   string
	}{
		"uv":       {map[string]string{"uv.lock": "version = 1\n", "pyproject.toml": project}, "/opt/uv/bin/uv sync --frozen --no-dev --no-install-project"},
		"poetry":   {map[string]string{"poetry.lock": "# @generated by Poetry 1.8.2\n", "pyproject.toml": "[tool.poetry]\npackage-mode=false\n[tool.poetry.dependencies]\nrequests='*'\n"}, "/opt/poetry/bin/poetry install --only main --no-root"},
		"groups":   {map[string]string{"pyproject.toml": "[tool.poetry.dependencies]\nrequests='*'\n[tool.poetry.group.prod.dependencies]\ngunicorn='*'\n[tool.poetry.group.dev.dependencies]\npytest='*'\n"}, "/opt/poetry/bin/poetry install --without dev --no-root"},
		"pdm":      {map[string]string{"pdm.lock": "", "pyproject.toml": project}, "/opt/pdm/bin/pdm sync --prod --no-editable --no-self"},
		"pipenv":   {map[string]string{"Pipfile.lock": "{}", "Pipfile": "[packages]\nrequests='*'\n"}, "/opt/pipenv/bin/pipenv sync"},
		"rye":      {map[string]string{"requirements.lock": "-e file:.\nrequests==2\n", "pyproject.toml": project + "[tool.rye]\nmanaged=true\n"}, "python -m venv /app/.venv; grep -v '^-e file:' requirements.lock > /tmp/requirements.txt && pip install -r /tmp/requirements.txt"},
		"pip":      {map[string]string{"requirements.txt": "-r base.txt\n", "base.txt": "requests\n"}, "python -m venv /app/.venv; pip install -r requirements.txt"},
		"conda":    {map[string]string{"environment.yml": "dependencies: [python=3.11, numpy]\n"}, "mamba env create --yes --prefix /app/.venv --file environment.yml"},
		"standard": {map[string]string{"requirements.txt": "# nothing\n"}, ""},
	} {
		c.files["main.py"] = "print(1)\n"
		_, r := languagetest.Project(t, &Language, c.files, ".", "")
		if got := strings.Join(r.Build.PreBuildCommands, "; "); got != c.pre {
			t.Errorf("%s\n got %s\nwant %s", name, got, c.pre)
		}
		if (r.Build.BaseImage == "") != (c.pre == "") {
			t.Errorf("%s: build image %q", name, r.Build.BaseImage)
		}
	}
}

func TestIncludesAreManifests(t *testing.T) {
	_, r := languagetest.Project(t, &Language, map[string]string{
		"requirements.txt": "-r requirements/base.txt\n-c constraints.txt\n", "requirements/base.txt": "flask\n-r base.txt\n", "constraints.txt": "", "app.py": flaskApp,
	}, ".", "")
	if got := r.Build.Manifests; !slices.Equal(got, []string{"requirements.txt", "requirements/base.txt", "constraints.txt"}) {
		t.Errorf("manifests %v", got)
	}
}

// TestVersionOfTheSources: without a lock uv needs the sources of a project whose
// version stands there.
func TestVersionOfTheSources(t *testing.T) {
	t.Parallel()
	for files, want := range map[string]string{
		"":        "; /opt/uv/bin/uv sync --no-dev --no-editable",
		"uv.lock": "/opt/uv/bin/uv sync --frozen --no-dev --no-install-project; /opt/uv/bin/uv sync --frozen --no-dev --no-editable",
	} {
		project := map[string]string{
			"pyproject.toml":   "[project]\nname='shop'\ndynamic=['version']\ndependencies=['flask']\n[project.scripts]\nshop='shop:main'\n[build-system]\nrequires=['setuptools']\nbuild-backend='setuptools.build_meta'\n[tool.uv]\n[tool.setuptools.dynamic]\nversion={attr='shop.version'}\n",
			"shop/__init__.py": "version = '1'\ndef main():\n    pass\n",
		}
		if files != "" {
			project[files] = "version = 1\n"
		}
		_, r := languagetest.Project(t, &Language, project, ".", "")
		if got := strings.Join(r.Build.PreBuildCommands, "; ") + "; " + strings.Join(r.Build.BuildCommands, "; "); got != want {
			t.Errorf("%s: %s", files, got)
		}
	}
}

// TestRequirementsOfTheImage: a file that includes the usual one and that the
// project's own image installs has what the program needs beside it.
func TestRequirementsOfTheImage(t *testing.T) {
	t.Parallel()
	for install, want := range map[string]string{
		"pip install -r requirements/mariadb.txt -r requirements/postgres.txt":          "pip install -r requirements/mariadb.txt -r requirements/postgres.txt",
		"false || pip install -r requirements/devel.txt":                                "pip install -r requirements/base.txt",
		"pip install -r requirements/docs.txt":                                          "pip install -r requirements/base.txt",
		"python3 -m pip install --requirement=requirements/mariadb.txt":                 "pip install -r requirements/mariadb.txt",
		"pip install -r requirements/devel.txt && pip install -r requirements/base.txt": "pip install -r requirements/base.txt",
	} {
		_, r := languagetest.Project(t, &Language, map[string]string{
			"requirements/base.txt": "flask\n", "requirements/mariadb.txt": "-r base.txt\nmysqlclient\n", "requirements/postgres.txt": "-r base.txt\npsycopg2\n",
			"requirements/devel.txt": "-r base.txt\npytest\n", "requirements/docs.txt": "sphinx\n", "app.py": flaskApp,
			"Dockerfile": "FROM python:3.13 AS build\nRUN " + install + "\nFROM python:3.13-slim\nCOPY --from=build /venv /venv\n",
		}, ".", "")
		if got := r.Build.PreBuildCommands; len(got) != 2 || got[1] != want {
			t.Errorf("%s: %v", install, got)
		}
	}
}

func TestWorkspaceMember(t *testing.T) {
	files := map[string]string{
		"pyproject.toml":                    "[tool.uv.workspace]\nmembers=['services/*', 'libs/*']\nexclude=['libs/old']\n",
		"uv.lock":                           "version = 1\n",
		"services/api/pyproject.toml":       "[project]\nname='api'\ndependencies=['fastapi', 'uvicorn', 'shared-db']\n[tool.uv.sources]\nshared-db={workspace=true}\n",
		"services/api/main.py":              fastAPIApp,
		"libs/db/pyproject.toml":            "[project]\nname='Shared_DB'\ndependencies=['psycopg2']\n[build-system]\nbuild-backend='uv_build'\n",
		"libs/db/src/shared_db/__init__.py": "",
		"libs/old/pyproject.toml":           "[project]\nname='old'\n",
	}
	p, r := languagetest.Project(t, &Language, files, "services/api", ".")
	if !slices.Equal(p.Workspace.Members, []string{"libs/db", "services/api"}) {
		t.Errorf("members %v", p.Workspace.Members)
	}
	db, _ := p.Dep("shared-db")
	if db.Local != "libs/db" || !p.Uses("psycopg2") {
		t.Errorf("dependencies %+v", p.Deps)
	}
	if got := strings.Join(p.Start.Value.Command, " "); got != "sh -c cd services/api && exec uvicorn main:app --host 0.0.0.0 --port ${PORT:-8000}" {
		t.Errorf("start %s", got)
	}
	if got := r.Build.PreBuildCommands; !slices.Equal(got, []string{"/opt/uv/bin/uv sync --frozen --no-dev --package api --no-install-workspace"}) {
		t.Errorf("pre build %v", got)
	}
	if got := r.Build.Manifests; !slices.Equal(got, []string{"pyproject.toml", "uv.lock", "libs/db/pyproject.toml", "services/api/pyproject.toml"}) {
		t.Errorf("manifests %v", got)
	}
	lib, _ := languagetest.Project(t, &Language, files, "libs/db", ".")
	if lib.Claim.Role != language.Library {
		t.Errorf("role of the library: %v", lib.Claim.Role)
	}
}

func TestVersions(t *testing.T) {
	for name, c := range map[string]struct {
		files                map[string]string
		version, image, rule string
	}{
		"file wins":          {map[string]string{".python-version": "# why\n3.12.4\n", "runtime.txt": "python-3.9\n", "requirements.txt": "x\n"}, "3.12.4", "3.12-slim-bookworm", "python.version_file"},
		"runtime.txt":        {map[string]string{"runtime.txt": "python-3.11.2\n", "requirements.txt": "x\n"}, "3.11.2", "3.11-slim-bookworm", "python.runtime_txt"},
		"asdf":               {map[string]string{".tool-versions": "python 3.10.1\n", "runtime.txt": "python-3.9\n", "requirements.txt": "x\n"}, "3.10.1", "3.10-slim-bookworm", "tool_versions"},
		"pipfile":            {map[string]string{"Pipfile": "[requires]\npython_version='3.11'\n"}, "3.11", "3.11-slim-bookworm", "python.pipfile"},
		"range":              {map[string]string{"pyproject.toml": "[project]\nname='x'\nrequires-python='>=3.6'\n"}, "3.6", "3.10-slim-bookworm", "python.requires_python"},
		"closed range":       {map[string]string{"pyproject.toml": "[project]\nname='x'\nrequires-python='>=3.8,<3.10'\n"}, ">=3.8,<3.10", "3.8-slim-bookworm", "python.requires_python"},
		"compatible release": {map[string]string{"pyproject.toml": "[project]\nname='x'\nrequires-python='~=3.11'\n"}, "3.11", "3.11-slim-bookworm", "python.requires_python"},
		"caret":              {map[string]string{"pyproject.toml": "[tool.poetry.dependencies]\npython='^3.12'\n"}, "3.12", "3.12-slim-bookworm", "python.poetry_python"},
		"conda":              {map[string]string{"environment.yml": "dependencies: [python=3.11]\n"}, "3.11", "", "python.conda"},
		"major only":         {map[string]string{".python-version": "3\n", "requirements.txt": "x\n"}, "3", "3.13-slim-bookworm", "python.version_file"},
		"two":                {map[string]string{"runtime.txt": "python-2.7.18", "requirements.txt": "x\n"}, "2.7.18", "2.7-slim-buster", "python.runtime_txt"},
		"never was":          {map[string]string{".python-version": "2.6\n", "requirements.txt": "x\n"}, "2.6", "2.7-slim-buster", "python.version_file"},
		"not yet":            {map[string]string{".python-version": "3.99\n", "requirements.txt": "x\n"}, "3.99", "3.15-slim-bookworm", "python.version_file"},
		"dockerfile":         {map[string]string{"Dockerfile": "FROM python:3.9-alpine\n", "requirements.txt": "x\n"}, "3.9", "3.9-slim-bookworm", "python.dockerfile"},
		"pip-compile":        {map[string]string{"requirements.txt": "#\n# This file is autogenerated by pip-compile with Python 3.11\n# by the following command:\n#\nx==1\n"}, "3.11", "3.11-slim-bookworm", "python.compiled_requirements"},
		"uv pip compile":     {map[string]string{"requirements.txt": "# This file was autogenerated by uv via the following command:\n#    uv pip compile --python-version 3.12 requirements.in\nx==1\n"}, "3.12", "3.12-slim-bookworm", "python.compiled_requirements"},
		"none":               {map[string]string{"requirements.txt": "x\n"}, "3.13", "3.13-slim-bookworm", ""},
		"uv refuses":         {map[string]string{".python-version": "3.13\n", "uv.lock": "", "pyproject.toml": "[project]\nname='x'\nrequires-python='==3.12.*'\n"}, "3.12", "3.12-slim-bookworm", "python.requires_python"},
	} {
		p, r := languagetest.Project(t, &Language, c.files, ".", "")
		if p.Version.Value != c.version || c.image != "" && r.Runtime.BaseImage != "python:"+c.image || language.FirstWhy(p.Version.Evidence).Rule != c.rule {
			t.Errorf("%s: %s in %s by %s", name, p.Version.Value, r.Runtime.BaseImage, language.FirstWhy(p.Version.Evidence).Rule)
		}
	}
}

func TestInstallsWhatNoFileDeclares(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"a framework and a client":  {map[string]string{"main.py": "from flask import Flask\nimport redis\napp = Flask(__name__)\n"}, "pip install flask redis"},
		"no framework":              {map[string]string{"server.py": "import logging\nfrom tornado.tcpserver import TCPServer\nTCPServer().listen(9888)\nwhile True:\n    pass\n"}, "pip install tornado"},
		"in a module of its own":    {map[string]string{"main.py": "import store\nwhile True:\n    store.take()\n", "store.py": "import pika\n"}, "pip install pika"},
		"the project's own":         {map[string]string{"main.py": "import redis\nwhile True:\n    redis.take()\n", "redis.py": ""}, ""},
		"only the standard library": {map[string]string{"main.py": "import json\nwhile True:\n    print(json)\n"}, ""},
		"what another script wants": {map[string]string{"main.py": "while True:\n    pass\n", "extra.py": "import pika\n"}, ""},
		"declared, so all of it is": {map[string]string{"requirements.txt": "flask\n", "main.py": "import redis\nwhile True:\n    pass\n"}, "pip install -r requirements.txt"},
	} {
		_, r := languagetest.Project(t, &Language, c.files, ".", "")
		got := ""
		for _, line := range r.Build.PreBuildCommands {
			if strings.HasPrefix(line, "pip install") {
				got = line
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestTwoLocks(t *testing.T) {
	p, _ := languagetest.Project(t, &Language, map[string]string{"uv.lock": "", "poetry.lock": "", "pyproject.toml": "[tool.poetry]\nname='x'\n", "main.py": ""}, ".", "")
	if p.Claim.System != "uv" || len(p.Claim.Alternatives) == 0 || p.Claim.Alternatives[0].Value != "poetry" || len(p.Claim.Warnings) != 1 {
		t.Errorf("%+v", p.Claim)
	}
}

func TestOddInput(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"broken toml":   {"pyproject.toml": "[project\n", "main.py": "print(1)"},
		"broken lock":   {"Pipfile.lock": "[[[", "Pipfile": "x = [", "main.py": "print(1)"},
		"self include":  {"requirements.txt": "-r requirements.txt\n-r ../../etc/passwd\n-e .\n-e ..\n", "main.py": ""},
		"yaml of lists": {"environment.yml": "dependencies:\n- [a, b]\n- {pip: 3}\n", "main.py": ""},
		"circle":        {"pyproject.toml": "[project]\nname='a'\ndependencies=['a']\n[tool.uv.sources]\na={path='.'}\n[tool.uv.workspace]\nmembers=['.', '../..']\n", "main.py": "import main\nfrom . import main\n"},
	} {
		p, _ := languagetest.Project(t, &Language, files, ".", "")
		if p.Claim.System == "" {
			t.Errorf("%s: no system", name)
		}
	}
}

// TestLibrariesOfTheSettingsCommands: what is loaded when modules are imported is
// needed where collectstatic imports them.
func TestLibrariesOfTheSettingsCommands(t *testing.T) {
	for name, c := range map[string]struct {
		needs, settings string
		want            []string
	}{
		"loaded":              {"cairosvg\n", djangoSettings, []string{"libcairo2"}},
		"in the image anyway": {"python-magic\n", djangoSettings, nil},
		"compiled against":    {"psycopg2\n", djangoSettings, []string{"libpq-dev"}},
		"only a program":      {"pdf2image\n", djangoSettings, nil},
		"nothing is imported": {"cairosvg\n", "WSGI_APPLICATION = 'shop.wsgi.application'\n", nil},
		"GeoDjango":           {"", strings.Replace(djangoSettings, "['", "['django.contrib.gis', '", 1), []string{"libgdal32", "libgeos-c1v5", "libproj25"}},
	} {
		p, r := languagetest.Project(t, &Language, map[string]string{"requirements.txt": "django\ngunicorn\n" + c.needs, "manage.py": djangoManage, "shop/settings.py": c.settings, "shop/wsgi.py": ""}, ".", "")
		got := r.Build.SystemPackages
		for _, n := range distribution.Natives {
			if _, ok := p.FirstUsed(n.Needs...); ok {
				got = append(got, n.Build...)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
