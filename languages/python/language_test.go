package python

import (
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

const (
	flaskApp   = "from flask import Flask\n\napp = Flask(__name__)\n\n@app.route('/health')\ndef health(): return 'ok'\n"
	fastAPIApp = "from fastapi import FastAPI\n\napp = FastAPI()\n"
)

// startCase is a project and what is expected of it: role, kind, system,
// framework and the start command, "-" for what does not matter.
type startCase struct {
	files                          map[string]string
	role                           language.Role
	kind                           universalbuild.Kind
	system, framework, start, path string
}

func TestStarts(t *testing.T) {
	for name, c := range map[string]startCase{
		"flask behind gunicorn": {map[string]string{"requirements.txt": "Flask==3.0\ngunicorn\n", "app.py": flaskApp},
			language.Service, universalbuild.Web, "pip", "Flask", "sh -c exec gunicorn --bind 0.0.0.0:${PORT:-8000} app:app", ""},
		"flask alone": {map[string]string{"requirements.txt": "flask>=2.2\n", "app.py": flaskApp},
			language.Service, universalbuild.Web, "pip", "Flask", "sh -c exec flask --app app:app run --host 0.0.0.0 --port ${PORT:-5000}", ""},
		"old flask alone": {map[string]string{"requirements.txt": "flask == 1.1.2\n", "app.py": flaskApp},
			language.Service, universalbuild.Web, "pip", "Flask", "sh -c exec env FLASK_APP=app:app flask run --host 0.0.0.0 --port ${PORT:-5000}", ""},
		"flask whose file does more": {map[string]string{"requirements.txt": "flask\n", "app.py": flaskApp + "if __name__ == '__main__':\n    db.create_all()\n    app.run(host='0.0.0.0')\n"},
			language.Service, universalbuild.Web, "pip", "Flask", "python app.py", ""},
		"flask with its own default port": {map[string]string{"requirements.txt": "flask\nwaitress\n", "run.py": flaskApp + "if __name__ == '__main__':\n    app.run(port=int(os.environ.get('PORT', 7000)))\n"},
			language.Service, universalbuild.Web, "pip", "Flask", "sh -c exec waitress-serve --listen=0.0.0.0:${PORT:-7000} run:app", ""},
		"factory called in wsgi.py": {map[string]string{"requirements.txt": "flask\ngunicorn\n", "shop/__init__.py": "from flask import Flask\ndef create_app():\n    app = Flask(__name__)\n    return app\n", "wsgi.py": "from shop import create_app\napp = create_app()\n"},
			language.Service, universalbuild.Web, "pip", "Flask", "sh -c exec gunicorn --bind 0.0.0.0:${PORT:-8000} wsgi:app", ""},
		"factory called in the guard": {map[string]string{"requirements.txt": "flask\n", "shop/__init__.py": "from flask import Flask\ndef create_app():\n    app = Flask(__name__)\n    return app\n", "app.py": "from shop import create_app\n\nif __name__ == '__main__':\n    app = create_app()\n    app.run()\n"},
			language.Service, universalbuild.Web, "pip", "Flask", "sh -c exec flask --app app:create_app run --host 0.0.0.0 --port ${PORT:-5000}", ""},
		"factory in the guard, by a server": {map[string]string{"requirements.txt": "flask\ngunicorn\n", "shop/__init__.py": "from flask import Flask\ndef create_app():\n    app = Flask(__name__)\n    return app\n", "app.py": "from shop import create_app\n\nif __name__ == '__main__':\n    app = create_app()\n    app.run()\n"},
			language.Service, universalbuild.Web, "pip", "Flask", "sh -c exec gunicorn --bind 0.0.0.0:${PORT:-8000} 'app:create_app()'", ""},
		"factory alone": {map[string]string{"requirements.txt": "flask\ngunicorn\n", "shop/__init__.py": "from flask import Flask\ndef create_app():\n    return Flask(__name__)\n"},
			language.Service, universalbuild.Web, "pip", "Flask", "sh -c exec gunicorn --bind 0.0.0.0:${PORT:-8000} 'shop:create_app()'", ""},
		"fastapi in a package": {map[string]string{"requirements.txt": "fastapi\nuvicorn[standard]\n", "app/__init__.py": "", "app/main.py": "from app.routers import users\n" + fastAPIApp, "app/routers/users.py": ""},
			language.Service, universalbuild.Web, "pip", "FastAPI", "sh -c exec uvicorn app.main:app --host 0.0.0.0 --port ${PORT:-8000}", ""},
		"fastapi that imports its neighbours": {map[string]string{"requirements.txt": "fastapi\nuvicorn\n", "app/main.py": "import models\n" + fastAPIApp, "app/models.py": ""},
			language.Service, universalbuild.Web, "pip", "FastAPI", "sh -c exec uvicorn main:app --host 0.0.0.0 --port ${PORT:-8000}", "/app/app"},
		"fastapi below src": {map[string]string{"pyproject.toml": "[project]\nname='shop'\ndependencies=['fastapi[standard]']\n", "src/shop/main.py": "from fastapi import FastAPI\nserver: FastAPI = FastAPI(title='x')\n"},
			language.Service, universalbuild.Web, "pip", "FastAPI", "sh -c exec fastapi run src/shop/main.py --app server --host 0.0.0.0 --port ${PORT:-8000}", "/app/src"},
		"uvicorn below src": {map[string]string{"pyproject.toml": "[project]\nname='shop'\ndependencies=['fastapi', 'uvicorn']\n", "src/shop/main.py": fastAPIApp},
			language.Service, universalbuild.Web, "pip", "FastAPI", "sh -c exec uvicorn shop.main:app --host 0.0.0.0 --port ${PORT:-8000}", "/app/src"},
		"celery beside flask": {map[string]string{"requirements.txt": "flask\ngunicorn\ncelery\n", "app.py": flaskApp, "jobs.py": "from celery import Celery\nqueue = Celery('jobs')\n"},
			language.Service, universalbuild.Web, "pip", "Flask", "sh -c exec gunicorn --bind 0.0.0.0:${PORT:-8000} app:app", ""},
		"celery alone": {map[string]string{"requirements.txt": "celery[redis]\n", "tasks/worker.py": "from celery import Celery\napp = Celery()\n"},
			language.Service, universalbuild.Worker, "pip", "Celery", "celery --app tasks.worker worker --loglevel info", ""},
		"bot": {map[string]string{"requirements.txt": "discord.py==2.3\n", "bot.py": "import discord\nclient = discord.Client()\nclient.run('x')\n"},
			language.Service, universalbuild.Worker, "pip", "discord.py", "python bot.py", ""},
		"consumer": {map[string]string{"requirements.txt": "kafka-python\n", "main.py": "while True:\n    poll()\n"},
			language.Service, universalbuild.Worker, "pip", "", "python main.py", ""},
		"game": {map[string]string{"main.py": "while True:\n    guess = input('?')\n"},
			language.Program, universalbuild.CLI, "pip", "", "python main.py", ""},
		"script": {map[string]string{"requirements.txt": "numpy\n", "analyse.py": "import numpy\nprint(1)\n"},
			language.Program, universalbuild.CLI, "pip", "", "python analyse.py", ""},
		"http.server": {map[string]string{"main.py": "from service import serve\nserve()\n", "service.py": "from http.server import ThreadingHTTPServer as S\ndef serve():\n    S(('', 8000), None).serve_forever()\n"},
			language.Service, universalbuild.Web, "pip", "", "python main.py", ""},
		"a file with options for where it listens": {map[string]string{"main.py": "import argparse\nfrom http.server import ThreadingHTTPServer as S\nif __name__ == '__main__':\n    p = argparse.ArgumentParser()\n    p.add_argument('--host', default='127.0.0.1')\n    p.add_argument('--port', type=int, default=8111)\n    a = p.parse_args()\n    S((a.host, a.port), None).serve_forever()\n"},
			language.Service, universalbuild.Web, "pip", "", "sh -c exec python main.py --host 0.0.0.0 --port ${PORT:-8111}", ""},
		"a file with an option of Typer": {map[string]string{"requirements.txt": "typer\n", "main.py": "import typer\nfrom http.server import ThreadingHTTPServer as S\ndef main(bind: str = typer.Option('localhost', help='where'), port: int = 8112):\n    S((bind, port), None).serve_forever()\nif __name__ == '__main__':\n    typer.run(main)\n"},
			language.Service, universalbuild.Web, "pip", "Typer", "python main.py --bind 0.0.0.0", ""},
		"a file whose option listens everywhere": {map[string]string{"main.py": "import argparse\nfrom http.server import ThreadingHTTPServer as S\nif __name__ == '__main__':\n    p = argparse.ArgumentParser()\n    p.add_argument('--host', default='')\n    a = p.parse_args()\n    S((a.host, 8113), None).serve_forever()\n"},
			language.Service, universalbuild.Web, "pip", "", "python main.py", ""},
		"bare wsgi": {map[string]string{"requirements.txt": "gunicorn\n", "hello.py": "def app(environ, start_response):\n    return []\n"},
			language.Service, universalbuild.Web, "pip", "", "sh -c exec gunicorn --bind 0.0.0.0:${PORT:-8000} hello:app", ""},
		"streamlit": {map[string]string{"requirements.txt": "streamlit\npandas\n", "dashboard.py": "import streamlit as st\nst.title('x')\n"},
			language.Service, universalbuild.Web, "pip", "Streamlit", "sh -c exec streamlit run dashboard.py --server.address=0.0.0.0 --server.headless=true --server.port=${PORT:-8501}", ""},
		"gradio": {map[string]string{"requirements.txt": "gradio\n", "app.py": "import gradio as gr\ndemo = gr.Interface(fn=f)\ndemo.launch()\n"},
			language.Service, universalbuild.Web, "pip", "Gradio", "sh -c exec env GRADIO_SERVER_PORT=${PORT:-7860} python app.py", ""},
		"streamlit with settings": {map[string]string{"requirements.txt": "streamlit\n", "app.py": "import streamlit as st\nst.title('x')\n", ".streamlit/config.toml": "[theme]\nbase = \"dark\"\n\n[server]\nheadless = true\nport = 8502\n"},
			language.Service, universalbuild.Web, "pip", "Streamlit", "sh -c exec streamlit run app.py --server.address=0.0.0.0 --server.headless=true --server.port=${PORT:-8502}", ""},
		"gradio with a port": {map[string]string{"requirements.txt": "gradio\n", "app.py": "import gradio as gr\ndemo = gr.Interface(fn=f)\ndemo.launch(server_port=8090)\n"},
			language.Service, universalbuild.Web, "pip", "Gradio", "python app.py", ""},
		"dash behind gunicorn": {map[string]string{"requirements.txt": "dash\ngunicorn\n", "app.py": "from dash import Dash\napp = Dash(__name__)\nserver = app.server\n"},
			language.Service, universalbuild.Web, "pip", "Dash", "sh -c exec gunicorn --bind 0.0.0.0:${PORT:-8050} app:server", ""},
		"aiohttp": {map[string]string{"requirements.txt": "aiohttp\n", "main.py": "from aiohttp import web\ndef main():\n    app = web.Application()\n    web.run_app(app)\nif __name__ == '__main__':\n    main()\n"},
			language.Service, universalbuild.Web, "pip", "aiohttp", "python main.py", ""},
		"functions framework": {map[string]string{"requirements.txt": "functions-framework==3.9.2\nFlask\n", "main.py": "import functions_framework\n\n@functions_framework.http\ndef hello(request):\n    return 'x'\n\n@functions_framework.cloud_event\ndef other(event):\n    pass\n"},
			language.Service, universalbuild.Web, "pip", "Functions Framework", "sh -c exec functions-framework --target=hello --port=${PORT:-8080}", ""},
		"what runs tests is no program": {map[string]string{"requirements.txt": "requests\n", "noxfile_config.py": "print(1)\n", "job.py": "print(1)\n"},
			language.Program, universalbuild.CLI, "pip", "", "python job.py", ""},
		"a file of a package": {map[string]string{"requirements.txt": "aiohttp\n", "chat/__init__.py": "", "chat/views.py": "index = 1\n", "chat/main.py": "from aiohttp import web\nfrom chat.views import index\nif __name__ == '__main__':\n    web.run_app(web.Application())\n"},
			language.Service, universalbuild.Web, "pip", "aiohttp", "python -m chat.main", ""},
		"a file of a package below src": {map[string]string{"requirements.txt": "aiohttp\n", "src/chat/__init__.py": "", "src/chat/views.py": "index = 1\n", "src/chat/main.py": "from aiohttp import web\nfrom .views import index\nif __name__ == '__main__':\n    web.run_app(web.Application())\n"},
			language.Service, universalbuild.Web, "pip", "aiohttp", "python -m chat.main", "/app/src"},
		"a file beside what it imports": {map[string]string{"requirements.txt": "aiohttp\n", "chat/views.py": "index = 1\n", "chat/main.py": "from aiohttp import web\nfrom views import index\nif __name__ == '__main__':\n    web.run_app(web.Application())\n"},
			language.Service, universalbuild.Web, "pip", "aiohttp", "python chat/main.py", ""},
		"a script before the program": {map[string]string{"requirements.txt": "aiohttp\n", "prepare.py": "import asyncio\nfrom graph.app import init_app\nif __name__ == '__main__':\n    asyncio.run(main())\n", "graph/__init__.py": "", "graph/app.py": "from aiohttp import web\ndef init_app():\n    app = web.Application()\n    return app\n", "graph/__main__.py": "from aiohttp import web\nfrom .app import init_app\nif __name__ == '__main__':\n    web.run_app(init_app())\n"},
			language.Service, universalbuild.Web, "pip", "aiohttp", "python -m graph", ""},
		"tornado": {map[string]string{"requirements.txt": "tornado\n", "server.py": "import tornado.web\ndef make_app():\n    return tornado.web.Application([])\nif __name__ == '__main__':\n    make_app().listen(8888)\n    tornado.ioloop.IOLoop.current().start()\n"},
			language.Service, universalbuild.Web, "pip", "Tornado", "python server.py", ""},
		"grpc": {map[string]string{"requirements.txt": "grpcio\n", "server.py": "import grpc\ns = grpc.server(None)\ns.add_insecure_port('[::]:50051')\ns.wait_for_termination()\n"},
			language.Service, universalbuild.Web, "pip", "gRPC", "python server.py", ""},
		"fasthtml": {map[string]string{"requirements.txt": "python-fasthtml\n", "main.py": "from fasthtml.common import *\napp, rt = fast_app()\nserve()\n"},
			language.Service, universalbuild.Web, "pip", "FastHTML", "sh -c exec uvicorn main:app --host 0.0.0.0 --port ${PORT:-5001}", ""},
		"litestar": {map[string]string{"requirements.txt": "litestar[standard]\n", "app.py": "from litestar import Litestar\napp = Litestar([])\n"},
			language.Service, universalbuild.Web, "pip", "Litestar", "sh -c exec litestar --app app:app run --host 0.0.0.0 --port ${PORT:-8000}", ""},
		"quart": {map[string]string{"requirements.txt": "quart\n", "app.py": "from quart import Quart\napp = Quart(__name__)\n"},
			language.Service, universalbuild.Web, "pip", "Quart", "sh -c exec hypercorn --bind 0.0.0.0:${PORT:-8000} app:app", ""},
		"sanic": {map[string]string{"requirements.txt": "sanic\n", "server.py": "from sanic import Sanic\napp = Sanic('x')\n"},
			language.Service, universalbuild.Web, "pip", "Sanic", "sh -c exec sanic server:app --host=0.0.0.0 --port=${PORT:-8000}", ""},
		"console script": {map[string]string{"pyproject.toml": "[project]\nname='tool'\ndependencies=['typer']\n[project.scripts]\ntool='tool.cli:app'\n[build-system]\nbuild-backend='hatchling.build'\n", "tool/cli.py": "import typer\napp = typer.Typer()\n"},
			language.Program, universalbuild.CLI, "pip", "-", "tool", ""},
		"package with a main module": {map[string]string{"pyproject.toml": "[tool.poetry]\nname='tool'\n[tool.poetry.dependencies]\npython='^3.11'\n[build-system]\nbuild-backend='poetry.core.masonry.api'\n", "tool/__init__.py": "", "tool/__main__.py": "print(1)\n"},
			language.Program, universalbuild.CLI, "poetry", "", "python -m tool", ""},
		"library": {map[string]string{"setup.py": "from setuptools import setup\nsetup(name='lib', packages=['lib'], install_requires=['flask'])\n", "lib/__init__.py": "", "lib/core.py": "class X: pass\n", "tests/test_x.py": "def test(): pass\n", "examples/app.py": flaskApp},
			language.Library, "", "setuptools", "-", "", ""},
		"tooling": {map[string]string{"requirements.txt": "mkdocs-material\npre-commit\n"}, language.Aside, "", "pip", "", "", ""},
		"start task": {map[string]string{"pyproject.toml": "[project]\nname='x'\n[tool.pdm.scripts]\nstart='python -m x.serve --port 9000'\n[tool.pdm]\ndistribution=false\n", "x/serve.py": ""},
			language.Service, universalbuild.Web, "pdm", "", "python -m x.serve --port 9000", ""},
		"mcp over http": {map[string]string{"requirements.txt": "mcp\n", "weather.py": "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('w')\nif __name__ == '__main__':\n    mcp.run(transport='streamable-http')\n"},
			language.Service, universalbuild.Web, "pip", "MCP", "python weather.py", ""},
		"mcp over stdio": {map[string]string{"requirements.txt": "mcp\n", "weather.py": "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('w')\nmcp.run()\n"},
			language.Program, universalbuild.CLI, "pip", "-", "python weather.py", ""},
		"what its user is asked": {map[string]string{"main.py": "import typer\nwhile True:\n    typer.prompt('?')\n"},
			language.Program, universalbuild.CLI, "pip", "-", "python main.py", ""},
		"a launcher imports the bot": {map[string]string{"requirements.txt": "discord.py\n", "bot.py": "import discord\nclass Bot(discord.Client): pass\n", "launcher.py": "from bot import Bot\nif __name__ == '__main__':\n    Bot().run('x')\n"},
			language.Service, universalbuild.Worker, "pip", "discord.py", "python launcher.py", ""},
		"one of two applications is named": {map[string]string{"requirements.txt": "fastapi\nuvicorn\n", "dev_server/main.py": fastAPIApp, "server/main.py": fastAPIApp, "Dockerfile": "FROM python\nCMD uvicorn server.main:app\n"},
			language.Service, universalbuild.Web, "pip", "FastAPI", "sh -c exec uvicorn server.main:app --host 0.0.0.0 --port ${PORT:-8000}", ""},
		"application class of its own": {map[string]string{"requirements.txt": "flask\ngunicorn\n", "shop/app.py": "from flask import Flask\nclass Shop(Flask): pass\ndef create_app():\n    app = Shop(__name__)\n    return app\n", "shop/wsgi.py": "from shop.app import create_app\napp = create_app()\n"},
			language.Service, universalbuild.Web, "pip", "Flask", "sh -c exec gunicorn --bind 0.0.0.0:${PORT:-8000} shop.wsgi:app", ""},
		"a file of no package, and migrations with names of their own": {map[string]string{"requirements.txt": "fastapi[standard]\nalembic\n", "src/main.py": "from fastapi import FastAPI\nfrom src.shop.pages import pages\napp = FastAPI()\n", "src/shop/pages.py": "pages = []\n", "src/config.py": "", "src/db.py": "",
			"alembic.ini": "[alembic]\nscript_location = alembic\nprepend_sys_path = .\n", "alembic/versions/1.py": "", "alembic/env.py": "from alembic import context\nfrom src.shop.pages import pages\nfrom config import settings\nfrom db import Base\n"},
			language.Service, universalbuild.Web, "pip", "FastAPI", "sh -c exec fastapi run src/main.py --host 0.0.0.0 --port ${PORT:-8000}", "/app:/app/src"},
		"FastAPI with all that it offers": {map[string]string{"requirements.txt": "fastapi[all]==0.104.1\n", "src/main.py": "from fastapi import FastAPI\nfrom src.shop.pages import pages\napp = FastAPI()\n", "src/shop/pages.py": "pages = []\n"},
			language.Service, universalbuild.Web, "pip", "FastAPI", "sh -c exec uvicorn src.main:app --host 0.0.0.0 --port ${PORT:-8000}", ""},
		"migrations that look after their path": {map[string]string{"requirements.txt": "fastapi\nuvicorn\nalembic\n", "main.py": fastAPIApp, "src/db.py": "",
			"alembic.ini": "[alembic]\nscript_location = migrations\n", "migrations/versions/1.py": "", "migrations/env.py": "import sys\nsys.path.append('src')\nfrom alembic import context\nfrom db import Base\n"},
			language.Service, universalbuild.Web, "pip", "FastAPI", "sh -c exec uvicorn main:app --host 0.0.0.0 --port ${PORT:-8000}", ""},
		"migrations without the project on the path": {map[string]string{"requirements.txt": "fastapi\nuvicorn\nalembic\n", "main.py": fastAPIApp, "shop/models.py": "",
			"alembic.ini": "[alembic]\nscript_location = %(here)s/migrations\n", "migrations/versions/1.py": "", "migrations/env.py": "from alembic import context\nfrom shop.models import Base\n"},
			language.Service, universalbuild.Web, "pip", "FastAPI", "sh -c exec uvicorn main:app --host 0.0.0.0 --port ${PORT:-8000}", "/app"},
		"a subcommand of Click that listens for itself alone": {map[string]string{"pyproject.toml": "[project]\nname='shop'\ndependencies=['click', 'uvicorn']\n[project.scripts]\nshop='shop.cli:cli'\n[build-system]\nbuild-backend='hatchling.build'\n", "shop/__init__.py": "",
			"shop/cli.py": "import click\nimport uvicorn\n\n@click.group()\ndef cli():\n    pass\n\n@cli.command()\ndef inspect():\n    pass\n\n@cli.command()\n@click.option('-h', '--host', default='127.0.0.1')\n@click.option('--port', default=8001)\ndef serve(host, port):\n    uvicorn.run(None, host=host, port=port)\n"},
			language.Service, universalbuild.Web, "pip", "Click", "sh -c exec shop serve --host 0.0.0.0 --port ${PORT:-8001}", ""},
		"a subcommand of argparse": {map[string]string{"setup.py": "from setuptools import setup\nsetup(name='shop', packages=['shop'], entry_points={'console_scripts': ['shop = shop.__main__:main']})\n", "shop/__init__.py": "",
			"shop/__main__.py": "import argparse\nfrom wsgiref.simple_server import make_server\n\ndef main():\n    parser = argparse.ArgumentParser()\n    commands = parser.add_subparsers()\n    run = commands.add_parser('run')\n    run.add_argument('--host', default='0.0.0.0')\n    commands.add_parser('update')\n    make_server('0.0.0.0', 8080, None).serve_forever()\n"},
			language.Service, universalbuild.Web, "setuptools", "", "shop run", ""},
		"a server in a subcommand, and a subcommand below another": {map[string]string{"pyproject.toml": "[project]\nname='shop'\ndependencies=['aiohttp']\n[project.scripts]\nshop='shop.cli:main'\n[build-system]\nbuild-backend='hatchling.build'\n", "src/shop/__init__.py": "", "src/shop/app.py": "from aiohttp import web\n\ndef make():\n    app = web.Application()\n    return app\n", "src/shop/cli.py": "import argparse\n\ndef serve(args):\n    from aiohttp import web\n    from .app import make\n    web.run_app(make(), host=args.host, port=args.port)\n\ndef main():\n    parser = argparse.ArgumentParser()\n    sub = parser.add_subparsers(required=True)\n    m = sub.add_parser('migration')\n    below = m.add_subparsers()\n    below.add_parser('run')\n    s = sub.add_parser('server')\n    s.add_argument('--host', default='127.0.0.1')\n    s.add_argument('--port', default=8123, type=int)\n    s.set_defaults(func=serve)\n    args = parser.parse_args()\n    args.func(args)\n"},
			language.Service, universalbuild.Web, "pip", "aiohttp", "sh -c exec shop server --host 0.0.0.0 --port ${PORT:-8123}", ""},
		"groups of Click": {map[string]string{"pyproject.toml": "[project]\nname='shop'\ndependencies=['aiohttp', 'click']\n[project.scripts]\nshop='shop.cli:main'\n[build-system]\nbuild-backend='hatchling.build'\n", "src/shop/__init__.py": "", "src/shop/app.py": "from aiohttp import web\n\ndef make():\n    app = web.Application()\n    return app\n", "src/shop/cli.py": "import click\n\n@click.group()\ndef main():\n    pass\n\n@main.group()\ndef migration():\n    pass\n\n@migration.command()\ndef run():\n    pass\n\n@main.group('server')\ndef server_group():\n    pass\n\n@server_group.command('start')\ndef start_server():\n    from aiohttp import web\n    from .app import make\n    web.run_app(make(), port=8123)\n"},
			language.Service, universalbuild.Web, "pip", "aiohttp", "shop server start", ""},
		"Typer's, of another module": {map[string]string{"pyproject.toml": "[project]\nname='shop'\ndependencies=['aiohttp', 'typer']\n[project.scripts]\nshop='shop.cli:main'\n[build-system]\nbuild-backend='hatchling.build'\n", "src/shop/__init__.py": "", "src/shop/app.py": "from aiohttp import web\n\ndef make():\n    app = web.Application()\n    return app\n", "src/shop/database.py": "import typer\n\napp = typer.Typer()\n\n@app.command()\ndef run():\n    pass\n", "src/shop/serving.py": "from aiohttp import web\nfrom .app import make\n\ndef go():\n    web.run_app(make())\n", "src/shop/cli.py": "import typer\nfrom . import database\nfrom .serving import go\n\napp = typer.Typer()\napp.add_typer(database.app, name='db')\n\n@app.command()\ndef start():\n    go()\n\ndef main():\n    app()\n"},
			language.Service, universalbuild.Web, "pip", "aiohttp", "shop start", ""},
		"one command of Click is the program": {map[string]string{"pyproject.toml": "[project]\nname='shop'\ndependencies=['aiohttp', 'click']\n[project.scripts]\nshop='shop.cli:main'\n[build-system]\nbuild-backend='hatchling.build'\n", "src/shop/__init__.py": "", "src/shop/app.py": "from aiohttp import web\n\ndef make():\n    app = web.Application()\n    return app\n", "src/shop/cli.py": "import click\n\n@click.command()\ndef serve():\n    from aiohttp import web\n    from .app import make\n    web.run_app(make())\n\nmain = serve\n"},
			language.Service, universalbuild.Web, "pip", "aiohttp", "shop", ""},
		"commands that are added": {map[string]string{"pyproject.toml": "[project]\nname='shop'\ndependencies=['aiohttp', 'click']\n[project.scripts]\nshop='shop.cli:main'\n[build-system]\nbuild-backend='hatchling.build'\n", "src/shop/__init__.py": "", "src/shop/app.py": "from aiohttp import web\n\ndef make():\n    app = web.Application()\n    return app\n", "src/shop/cli.py": "import click\n\n@click.group()\ndef main():\n    pass\n\n@click.command()\ndef serve():\n    from aiohttp import web\n    from .app import make\n    web.run_app(make())\n\nmain.add_command(serve)\n"},
			language.Service, universalbuild.Web, "pip", "aiohttp", "shop serve", ""},
		"Litestar's commands under another name": {map[string]string{"pyproject.toml": "[project]\nname='shop'\ndependencies=['litestar', 'advanced-alchemy']\n[project.scripts]\nshop='shop.__main__:run_cli'\n[build-system]\nbuild-backend='hatchling.build'\n",
			"src/py/shop/__init__.py": "", "src/py/shop/db/migrations/versions/1.py": "", "src/py/shop/__main__.py": "import os\n\ndef run_cli():\n    os.environ.setdefault('LITESTAR_APP', 'shop.asgi:create_app')\n    try:\n        from litestar.cli.main import litestar_group\n\n        litestar_group()\n    except ImportError:\n        raise\n"},
			language.Service, universalbuild.Web, "pip", "Litestar", "sh -c exec shop run --host 0.0.0.0 --port ${PORT:-8000}", ""},
		"airflow": {map[string]string{"requirements.txt": "apache-airflow\nflask\n", "dags/daily.py": "from airflow import DAG\n"},
			language.Service, universalbuild.Web, "pip", "Airflow", "airflow standalone", ""},
		"scrapy": {map[string]string{"requirements.txt": "scrapy\n", "scrapy.cfg": "[settings]\n", "crawl/spiders/quotes.py": "class Q(scrapy.Spider):\n    name = 'quotes'\n"},
			language.Program, universalbuild.CLI, "pip", "Scrapy", "scrapy crawl quotes", ""},
		"flask only as somebody's extension": {map[string]string{"requirements.txt": "flask-cors\n", "main.py": "print(1)\n"},
			language.Program, universalbuild.CLI, "pip", "", "python main.py", ""},
		"flask for development": {map[string]string{"Pipfile": "[dev-packages]\nflask='*'\n", "main.py": "print(1)\n"},
			language.Program, universalbuild.CLI, "pipenv", "", "python main.py", ""},
	} {
		t.Run(name, func(t *testing.T) { c.check(t) })
	}
}

func (c startCase) check(t *testing.T) {
	p, r := languagetest.Project(t, &Language, c.files, ".", "")
	if p.Claim.Role != c.role || p.Claim.Kind != c.kind || p.Claim.System != c.system {
		t.Errorf("role %v, kind %q, system %s", p.Claim.Role, p.Claim.Kind, p.Claim.System)
	}
	if c.framework != "-" && p.Framework.Value != c.framework {
		t.Errorf("framework %q, want %q", p.Framework.Value, c.framework)
	}
	if got := strings.Join(p.Start.Value.Command, " "); got != c.start {
		t.Errorf("start\n got %s\nwant %s", got, c.start)
	}
	if got := r.Runtime.Environment["PYTHONPATH"]; got != c.path {
		t.Errorf("PYTHONPATH %q, want %q", got, c.path)
	}
}
