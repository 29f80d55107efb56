package python

import (
	"maps"
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/manifest/dockerfile"
)

// TestContainerPackages: what the project's own image installs beside
// the requirements is needed in ours too.
func TestContainerPackages(t *testing.T) {
	base := map[string]string{"requirements.txt": "django==5.2\nminio\n", "manage.py": "import os, sys\n\nif __name__ == \"__main__\":\n    os.environ.setdefault(\"DJANGO_SETTINGS_MODULE\", \"shop.settings\")\n    from django.core.management import execute_from_command_line\n    execute_from_command_line(sys.argv)\n",
		"shop/settings.py": "WSGI_APPLICATION = \"shop.wsgi.application\"\nROOT_URLCONF = \"shop.urls\"\n", "shop/wsgi.py": "from django.core.wsgi import get_wsgi_application\n\napplication = get_wsgi_application()\n"}
	for name, c := range map[string]struct{ file, lines, install, serves string }{
		"a server":         {"docker/Dockerfile", "RUN pip wheel --wheel-dir /w uwsgi minio \"psycopg[c]>=3,<4\" -r /tmp/requirements.txt", "pip install -r requirements.txt uwsgi 'psycopg[c]>=3,<4'", "uwsgi "},
		"with python -m":   {"Dockerfile", "RUN python -m pip install --no-cache-dir gunicorn==23.0.0", "pip install -r requirements.txt gunicorn==23.0.0", "gunicorn "},
		"pinned":           {"Dockerfile", "RUN /venv/bin/pip install -U gunicorn==23.0.0 setuptools", "pip install -r requirements.txt gunicorn==23.0.0", "gunicorn "},
		"tools and paths":  {"Dockerfile", "RUN pip install --upgrade pip uv && pip install -c c.txt ./wheels/a.whl $EXTRA .", "pip install -r requirements.txt", "python manage.py runserver"},
		"another stage":    {"Dockerfile", "FROM python:3.13 AS dev\nRUN pip install watchdog\nFROM python:3.13\nRUN true", "pip install -r requirements.txt", "python manage.py runserver"},
		"perhaps":          {"Dockerfile", "RUN if [ $DEV ]; then pip install gunicorn; fi", "pip install -r requirements.txt", "python manage.py runserver"},
		"words of a shell": {"Dockerfile", "RUN pip install 'gunicorn;rm -rf /' 'a`b`'", "pip install -r requirements.txt", "python manage.py runserver"},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{c.file: "FROM python:3.13\n" + c.lines + "\n"}
			for k, v := range base {
				files[k] = v
			}
			p, r := languagetest.Project(t, &Language, files, ".", "")
			if got := r.Build.PreBuildCommands[1]; got != c.install {
				t.Errorf("%q, want %q", got, c.install)
			}
			if got := strings.Join(p.Start.Value.Command, " "); !strings.Contains(got, c.serves) {
				t.Errorf("started by %q, want %q", got, c.serves)
			}
		})
	}
}

func TestExtras(t *testing.T) {
	const poetry = "[tool.poetry]\nname = \"shop\"\n[tool.poetry.dependencies]\npython = \"^3.12\"\nfastapi = \"*\"\npsycopg2 = { version = \"*\", optional = true }\n[tool.poetry.extras]\npgsql = [\"psycopg2\"]\n"
	const project = "[project]\nname = \"shop\"\nversion = \"1\"\ndependencies = [\"fastapi\"]\n[project.optional-dependencies]\npgsql = [\"psycopg2\"]\nall = []\n"
	for name, c := range map[string]struct{ toml, lock, lines, want string }{
		"poetry":       {poetry, "poetry.lock", "RUN poetry install -E pgsql --only main", "poetry install --only main --extras pgsql --no-root"},
		"uv":           {project, "uv.lock", "RUN uv sync --frozen --extra pgsql", "uv sync --frozen --no-dev --extra pgsql --no-install-project"},
		"uv, all":      {project, "uv.lock", "RUN uv sync --all-extras", "uv sync --frozen --no-dev --extra all --extra pgsql --no-install-project"},
		"pdm":          {project, "pdm.lock", "RUN pdm install --prod -G pgsql", "pdm sync --prod --no-editable --group pgsql --no-self"},
		"unknown":      {project, "uv.lock", "RUN uv sync --extra magic", "uv sync --frozen --no-dev --no-install-project"},
		"none":         {project, "uv.lock", "RUN uv sync --frozen", "uv sync --frozen --no-dev --no-install-project"},
		"pip brackets": {project, "", "RUN pip install '.[pgsql]'", "pip install '.[pgsql]'"},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"pyproject.toml": c.toml, "main.py": "from fastapi import FastAPI\napp = FastAPI()\n"}
			if c.lock != "" {
				files[c.lock] = ""
			} else {
				files["pyproject.toml"] += "[build-system]\nrequires = [\"hatchling\"]\nbuild-backend = \"hatchling.build\"\n"
				files["src/shop/__init__.py"] = ""
			}
			p, _ := languagetest.Project(t, &Language, files, ".", "")
			d, _ := dockerfile.Parse("FROM python:3.13\n" + c.lines + "\n")
			p.Built = language.Built{Path: "Dockerfile", Stages: d.Stages}
			r := Language.Recipe(p)
			all := strings.Join(append(r.Build.PreBuildCommands, r.Build.BuildCommands...), "\n")
			if !strings.Contains(all, c.want) {
				t.Errorf("%q, want %q", all, c.want)
			}
		})
	}
}

// TestServingExtra: the server with which a program serves may be an extra of its
// own, and serving an option.
func TestServingExtra(t *testing.T) {
	const project = "[project]\nname = \"watch\"\nversion = \"1\"\ndependencies = [\"psutil\"]\n[project.optional-dependencies]\nall = [\"watch[web]\", \"uvicorn\", \"pika\"]\nweb = [\"uvicorn\"]\n[build-system]\nrequires = [\"setuptools\"]\nbuild-backend = \"setuptools.build_meta\"\n"
	const options = "import argparse\n\nclass Options:\n    client_port = 8101\n    web_port = 8102\n\n    def read(self):\n        p = argparse.ArgumentParser()\n        p.add_argument('-p', '--port', default=None, type=int)\n        p.add_argument('-w', '--webserver', action='store_true', default=False)\n        args = p.parse_args()\n        if args.port is None:\n            args.port = self.web_port\n        return args\n"
	const serve = "def serve(args):\n    import uvicorn\n    uvicorn.run('watch.site:app', host='0.0.0.0', port=args.port)\n"
	base := map[string]string{"pyproject.toml": project, "watch/__init__.py": "from watch.options import Options\nfrom watch.web import serve\n\ndef main():\n    serve(Options().read())\n", "watch/options.py": options, "watch/web.py": serve,
		"run.py": "from watch import main\nif __name__ == '__main__':\n    main()\n"}
	for name, c := range map[string]struct {
		more    map[string]string
		install string
		start   string
	}{
		"a project":                 {nil, "pip install '.[web]'", "python run.py --webserver"},
		"beside its requirements":   {map[string]string{"requirements.txt": "psutil==7.2.2\n"}, "pip install '.[web]'", "python run.py --webserver"},
		"another server is":         {map[string]string{"requirements.txt": "psutil==7.2.2\ntornado\n", "watch/web.py": "from tornado.httpserver import HTTPServer\n" + strings.Replace(serve, "    uvicorn", "    HTTPServer(None)\n    uvicorn", 1)}, "", "python run.py --webserver"},
		"the server is among them":  {map[string]string{"requirements.txt": "psutil==7.2.2\nuvicorn\n"}, "", "python run.py --webserver"},
		"an option for another use": {map[string]string{"watch/options.py": strings.ReplaceAll(options, "--webserver", "--browser")}, "pip install '.[web]'", "python run.py"},
		"an option with a value":    {map[string]string{"watch/options.py": strings.ReplaceAll(options, "action='store_true', ", "")}, "pip install '.[web]'", "python run.py"},
	} {
		t.Run(name, func(t *testing.T) {
			files := maps.Clone(base)
			maps.Copy(files, c.more)
			p, r := languagetest.Project(t, &Language, files, ".", "")
			if got := strings.Join(p.Start.Value.Command, " "); got != c.start {
				t.Errorf("started by %q, want %q", got, c.start)
			}
			last := ""
			if lines := r.Build.BuildCommands; len(lines) > 0 {
				last = lines[len(lines)-1]
			}
			if last != c.install {
				t.Errorf("installed by %q, want %q", last, c.install)
			}
			if got := port(p).Value; c.more == nil && got != 8102 {
				t.Errorf("port %d", got)
			}
		})
	}
}
