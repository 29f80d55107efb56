package python

import (
	"strings"
	"testing"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// TestServedPort follows the port that a server is given the ways that programs
// write them, by the documents of uvicorn, argparse, Click, Typer, Tornado,
// pydantic-settings and gunicorn.
func TestServedPort(t *testing.T) {
	t.Parallel()
	const serves = "import uvicorn\nfrom shop.web import app\nfrom shop.settings import settings\n\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  int
	}{
		"settings":                 {map[string]string{"shop/main.py": serves + "uvicorn.run(app, port=settings.port)\n", "shop/settings.py": "class Settings(BaseSettings):\n    db_port: int = 5432\n    port: int = 7001\n\nsettings = Settings()\n"}, 7001},
		"a field":                  {map[string]string{"shop/main.py": serves + "uvicorn.run(app, port=settings.port)\n", "shop/settings.py": "class Settings:\n    port: int = Field(ge=1, le=65535, default=7002)\n"}, 7002},
		"of the environment":       {map[string]string{"shop/main.py": serves + "uvicorn.run(app, port=settings.PORT)\n", "shop/settings.py": "class settings:\n    PORT = int(os.getenv('SHOP_PORT', '7003'))\n"}, 7003},
		"argparse":                 {map[string]string{"shop/main.py": serves + "p.add_argument('-p', '--port', type=int, default=7004)\nuvicorn.run(app, port=args.port)\n"}, 7004},
		"Click":                    {map[string]string{"shop/main.py": serves + "@click.option('--port', default=7005, type=int)\ndef main(port):\n    uvicorn.run(app, port=port)\n"}, 7005},
		"Typer":                    {map[string]string{"shop/main.py": serves + "def main(host: str = typer.Option('0.0.0.0'), port: int = typer.Option(7006, envvar='X')):\n    uvicorn.run(app, port=port)\n"}, 7006},
		"a constant of a constant": {map[string]string{"shop/main.py": serves + "DEFAULT_PORT = 7007\nport = DEFAULT_PORT\nuvicorn.run(app, port=port)\n"}, 7007},
		"a pair":                   {map[string]string{"shop/main.py": "from http.server import HTTPServer\nlisten_port = 7008\nHTTPServer(('', listen_port), None).serve_forever()\n"}, 7008},
		"Tornado":                  {map[string]string{"shop/main.py": "import tornado.web\nfrom tornado.options import define, options\ndefine('port', default=7009, type=int)\ntornado.web.Application([]).listen(options.port)\napp = tornado.web.Application([])\napp.listen(options.port)\n"}, 7009},
		"a shipped file":           {map[string]string{"shop/main.py": serves + "config = yaml.safe_load(open('config.yaml'))\nuvicorn.run(app, port=config['server']['port'])\n", "config.yaml": "database:\n  port: 5432\nserver:\n  port: 7010\n"}, 7010},
		"a time-out is none":       {map[string]string{"shop/main.py": serves + "port = timeout(30)\nuvicorn.run(app, port=port)\n"}, 0},
		"in a circle":              {map[string]string{"shop/main.py": serves + "port = host_port\nhost_port = port\nuvicorn.run(app, port=port)\n"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.files["requirements.txt"], c.files["shop/web.py"] = "uvicorn\n", ""
			p, _ := languagetest.Project(t, &Language, c.files, ".", "")
			files := sources(p.Folder)
			for _, f := range files {
				if f.path != "shop/main.py" {
					continue
				}
				got, why := servedPort(read(p.Folder), f, false)
				if got != c.want || got != 0 && (why.Path == "" || why.Line == 0) {
					t.Errorf("%d, want %d: %+v", got, c.want, why)
				}
				return
			}
			t.Error("main.py is not read")
		})
	}
}

func TestPortOfGunicornsFile(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"bind = '0.0.0.0:7101'\n":                               7101,
		"import os\nbind = os.getenv('BIND', '0.0.0.0:7102')\n": 7102,
		"bind = f\"0.0.0.0:{os.environ.get('PORT', 7103)}\"\n":  7103,
		"workers = 4\ntimeout = 120\n":                          0,
		"bind = 'unix:/run/shop.sock'\n":                        0,
	} {
		p, _ := languagetest.Project(t, &Language, map[string]string{"requirements.txt": "gunicorn\nflask\n", "gunicorn.conf.py": text, "app.py": flaskApp}, ".", "")
		if got := gunicornPort(read(p.Folder)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// TestPortOfGunicornsCommand reads the file that a command without an address
// makes gunicorn read.
func TestPortOfGunicornsCommand(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]int{
		"gunicorn app:app":                              7111,
		"gunicorn -c deploy/settings.py app:app":        7112,
		"gunicorn --config=python:deploy/settings.py x": 7112,
		"gunicorn -c missing.py app:app":                8000,
		"gunicorn --bind 0.0.0.0:7113 app:app":          7113,
	} {
		p, _ := languagetest.Project(t, &Language, map[string]string{
			"requirements.txt": "gunicorn\nflask\n", "gunicorn.conf.py": "bind = '0.0.0.0:7111'\n", "deploy/settings.py": "workers = 2\nbind = '0.0.0.0:7112'\n", "app.py": flaskApp,
		}, ".", "")
		p.Start = finding.Of(language.Start{Command: strings.Fields(command)}, finding.Certain, finding.Evidence{Path: "Procfile", Line: 1})
		if got := port(p); got.Value != want {
			t.Errorf("%s: %d, want %d", command, got.Value, want)
		}
	}
}

func TestDocumentationOfFastAPI(t *testing.T) {
	t.Parallel()
	for arguments, want := range map[string]string{
		"":                                 "/docs",
		"docs_url='/api/docs'":             "/api/docs",
		"docs_url=None":                    "",
		"openapi_url=None":                 "",
		"docs_url=settings.DOCS":           "/reference",
		"docs_url='/d' if debug else None": "",
		"docs_url=elsewhere()":             "",
		"title='x', openapi_url='/o.json'": "/docs",
	} {
		p, _ := languagetest.Project(t, &Language, map[string]string{
			"requirements.txt": "fastapi\nuvicorn\n", "main.py": "from fastapi import FastAPI\nfrom settings import settings\n\napp = FastAPI(" + arguments + ")\n", "settings.py": "class settings:\n    DOCS: str = '/reference'\n",
		}, ".", "")
		if got := health(p); got.Value != want {
			t.Errorf("%s: %q, want %q", arguments, got.Value, want)
		}
	}
}

// TestDocumentation: what frameworks answer by themselves stands in for a route of health,
// unless the sources take it away or put it where they do not say.
func TestDocumentation(t *testing.T) {
	t.Parallel()
	const (
		manage   = "import os\nos.environ.setdefault('DJANGO_SETTINGS_MODULE', 'shop.settings')\nfrom django.core.management import execute_from_command_line\n"
		imports  = "from django.contrib import admin\nfrom django.urls import path, re_path\nfrom shop.api import api\n"
		settings = "ROOT_URLCONF = 'shop.urls'\n"
	)
	django := func(urls, api string) languagetest.Files {
		return languagetest.Files{"requirements.txt": "django\ndjango-ninja\n", "manage.py": manage, "shop/__init__.py": "", "shop/settings.py": settings,
			"shop/urls.py": imports + urls, "shop/api.py": "from ninja import NinjaAPI\napi = NinjaAPI(" + api + ")\n"}
	}
	litestar := func(arguments string) languagetest.Files {
		return languagetest.Files{"requirements.txt": "litestar[standard]\n", "app.py": "from litestar import Litestar, openapi\nfrom litestar.openapi import OpenAPIConfig\n\napp = Litestar([]" + arguments + ")\n"}
	}
	apiflask := func(arguments string) languagetest.Files {
		return languagetest.Files{"requirements.txt": "apiflask\n", "app.py": "from apiflask import APIFlask\n\napp = APIFlask(__name__" + arguments + ")\n"}
	}
	for name, c := range map[string]struct {
		in   languagetest.Files
		want string
	}{
		"Litestar":                          {litestar(""), "/schema"},
		"Litestar with a title":             {litestar(", openapi_config=OpenAPIConfig(title='x', version='1')"), "/schema"},
		"Litestar by a module's name":       {litestar(", openapi_config=openapi.OpenAPIConfig(title='x')"), "/schema"},
		"Litestar at another place":         {litestar(", openapi_config=OpenAPIConfig(title='x', path='/reference')"), ""},
		"Litestar without":                  {litestar(", openapi_config=None"), ""},
		"Litestar by a setting":             {litestar(", openapi_config=config"), ""},
		"APIFlask":                          {apiflask(""), "/docs"},
		"APIFlask at another place":         {apiflask(", docs_path='/reference'"), "/reference"},
		"APIFlask without a page":           {apiflask(", docs_path=None"), ""},
		"APIFlask without":                  {apiflask(", enable_openapi=False"), ""},
		"APIFlask with":                     {apiflask(", enable_openapi=True"), "/docs"},
		"APIFlask below a prefix":           {apiflask(", openapi_blueprint_url_prefix='/api'"), ""},
		"Flask":                             {languagetest.Files{"requirements.txt": "flask\n", "app.py": flaskApp}, ""},
		"Django's administration":           {django("urlpatterns = [\n    path('admin/', admin.site.urls),\n]\n", ""), "/admin/login/"},
		"of another name":                   {django("urlpatterns = [path('', home), path(\"backstage/\", admin.site.urls)]\n", ""), "/backstage/login/"},
		"by an expression":                  {django("urlpatterns = [\n    re_path(r'^admin/', admin.site.urls),\n]\n", ""), "/admin/login/"},
		"as Django 1 has it":                {django("urlpatterns = [\n    url(r'^admin/', admin.site.urls),\n]\n", ""), "/admin/login/"},
		"at a secret place":                 {django("urlpatterns = [\n    path(settings.ADMIN, admin.site.urls),\n]\n", ""), ""},
		"of a pattern":                      {django("urlpatterns = [\n    re_path(r'^(admin|manage)/', admin.site.urls),\n]\n", ""), ""},
		"only while it is debugged":         {django("urlpatterns = [\n    path('', home),\n]\nif settings.DEBUG:\n    urlpatterns += [path('admin/', admin.site.urls)]\n", ""), ""},
		"behind a language":                 {django("urlpatterns = i18n_patterns(\n    path('admin/', admin.site.urls),\n)\n", ""), ""},
		"another site's":                    {django("urlpatterns = [\n    path('admin/', plus.urls),\n]\n", ""), ""},
		"Django Ninja before it":            {django("urlpatterns = [\n    path('admin/', admin.site.urls),\n    path('api/', api.urls),\n]\n", ""), "/api/docs"},
		"Django Ninja at another place":     {django("urlpatterns = [\n    path('api/', api.urls),\n]\n", "docs_url='/reference/'"), "/api/reference/"},
		"Django Ninja without a page":       {django("urlpatterns = [\n    path('admin/', admin.site.urls),\n    path('api/', api.urls),\n]\n", "docs_url=None"), "/admin/login/"},
		"Django Ninja without an interface": {django("urlpatterns = [\n    path('api/', api.urls),\n]\n", "openapi_url=None"), ""},
	} {
		p, _ := languagetest.Project(t, &Language, c.in, ".", "")
		got := health(p)
		if got.Value != c.want {
			t.Errorf("%s: %q, want %q", name, got.Value, c.want)
		}
		if got.Found() && (got.Confidence >= finding.Likely || got.Evidence[0].Line == 0) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestAMountedApplicationIsNotServed(t *testing.T) {
	t.Parallel()
	p, _ := languagetest.Project(t, &Language, map[string]string{
		"requirements.txt": "fastapi\nuvicorn\n", "main.py": "from fastapi import FastAPI\n\napi = FastAPI()\napp = FastAPI()\napp.mount('/api', api)\n",
	}, ".", "")
	if got := planOf(read(p.Folder)); got.app == nil || got.app.variable != "app" {
		t.Errorf("%+v", got.line)
	}
}
