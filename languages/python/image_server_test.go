package python

import (
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestImageServer: what the project's own image serves counts more than a console
// script, which developers start and which may listen for them alone.
func TestImageServer(t *testing.T) {
	const setup = "from setuptools import setup\nsetup(name='notes', packages=['notes'], install_requires=['werkzeug'], entry_points={'console_scripts': ['notes = notes:main']})\n"
	const script = "from werkzeug.serving import run_simple\nfrom .conf import settings\n\ndef main():\n    run_simple(settings['host'], settings['port'], None)\n"
	const build = "FROM python:3.12 AS build\nRUN . /venv/bin/activate && pip install --upgrade pip gunicorn cffi\nFROM python:3.12\nCOPY --from=build /venv /venv\n"
	for name, c := range map[string]struct{ image, start, install string }{
		"gunicorn":         {build + "ENTRYPOINT [\"/venv/bin/gunicorn\", \"-b\", \"0.0.0.0:8080\", \"-w\", \"4\", \"--worker-tmp-dir\", \"/dev/shm\"]\nCMD [\"notes.run\"]\n", "gunicorn --bind 0.0.0.0:${PORT:-8080} notes.run", "pip install . gunicorn"},
		"with its worker":  {build + "CMD exec gunicorn -k gthread --threads 8 'notes.run:application' --bind :$PORT notes.run:application\n", "gunicorn --bind 0.0.0.0:${PORT:-8000} -k gthread --threads 8 notes.run:application", "pip install . gunicorn"},
		"by uv":            {build + "EXPOSE 9000\nCMD [\"uv\", \"run\", \"--\", \"python\", \"-m\", \"gunicorn\", \"notes.run:make()\"]\n", "gunicorn --bind 0.0.0.0:${PORT:-9000} 'notes.run:make()'", "pip install . gunicorn"},
		"another's module": {build + "CMD [\"gunicorn\", \"shop.wsgi\"]\n", "notes", "pip install . gunicorn"},
		"not installed":    {"FROM python:3.12\nCMD [\"gunicorn\", \"notes.run\"]\n", "notes", "pip install ."},
		"elsewhere":        {build + "CMD [\"gunicorn\", \"--chdir\", \"web\", \"notes.run\"]\n", "notes", "pip install . gunicorn"},
		"two commands":     {build + "CMD notes init && gunicorn notes.run\n", "notes", "pip install ."},
		"its own script":   {build + "CMD [\"notes\", \"run\"]\n", "notes", "pip install ."},
	} {
		t.Run(name, func(t *testing.T) {
			p, r := languagetest.Project(t, &Language, map[string]string{
				"setup.py": setup, "notes/__init__.py": script, "notes/conf.py": "settings = {'host': 'localhost', 'port': 8080}\n", "notes/run.py": "def make():\n    return application\n", "Dockerfile": c.image,
			}, ".", "")
			if got := strings.TrimPrefix(strings.Join(p.Start.Value.Command, " "), "sh -c exec "); got != c.start {
				t.Errorf("started by %q, want %q", got, c.start)
			}
			if got := strings.Join(r.Build.BuildCommands, "; "); !strings.HasSuffix(got, c.install) {
				t.Errorf("installed by %q, want %q", got, c.install)
			}
		})
	}
}

// TestImageScript: a project's own command prepares what a server that is pointed
// at its application would miss.
func TestImageScript(t *testing.T) {
	const project = "[project]\nname = \"wallet\"\nversion = \"1\"\ndependencies = [\"fastapi\", \"uvicorn\"]\n[project.scripts]\nwallet = \"wallet.server:main\"\nwallet-cli = \"wallet.cli:main\"\n[build-system]\nrequires = [\"hatchling\"]\nbuild-backend = \"hatchling.build\"\n"
	const server = "import os, uvicorn\n\ndef main():\n    os.makedirs('data', exist_ok=True)\n    uvicorn.run('wallet.app:create_app', factory=True, host='0.0.0.0', port=5000)\n"
	const factory = "uvicorn --factory wallet.app:create_app --host 0.0.0.0 --port ${PORT:-5000}"
	for name, c := range map[string]struct{ image, start string }{
		"variables of the image": {"ENV WALLET_PORT=5000\nENV WALLET_HOST=\"0.0.0.0\"\nCMD [\"sh\", \"-c\", \"uv run wallet --port $WALLET_PORT --host $WALLET_HOST --allow='*'\"]\n", "sh -c exec wallet --port 5000 --host 0.0.0.0 --allow='*'"},
		"in exec form":           {"CMD [\"wallet\", \"serve\", \"--allow\", \"*\"]\n", "sh -c exec wallet serve --allow '*'"},
		"the usual port":         {"CMD wallet --port ${PORT:-5001}\n", "sh -c exec wallet --port ${PORT:-5001}"},
		"a variable of nobody":   {"CMD wallet --port $WALLET_PORT\n", factory},
		"a place of that image":  {"CMD [\"wallet\", \"--settings=/etc/wallet.toml\"]\n", factory},
		"another of its scripts": {"CMD [\"wallet-cli\", \"run\"]\n", factory},
		"no script of its own":   {"CMD [\"uvicorn\", \"wallet.app:create_app\", \"--factory\"]\n", factory},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := languagetest.Project(t, &Language, map[string]string{
				"pyproject.toml": project, "uv.lock": "", "wallet/__init__.py": "", "wallet/server.py": server, "wallet/cli.py": "def main():\n    print(1)\n",
				"wallet/app.py": "from fastapi import FastAPI\n\ndef create_app():\n    app = FastAPI()\n    return app\n", "Dockerfile": "FROM python:3.12\n" + c.image,
			}, ".", "")
			if got := strings.TrimPrefix(strings.Join(p.Start.Value.Command, " "), "sh -c exec "); got != strings.TrimPrefix(c.start, "sh -c exec ") {
				t.Errorf("started by %q, want %q", got, c.start)
			}
			if p.Framework.Value != "FastAPI" {
				t.Errorf("framework %q", p.Framework.Value)
			}
		})
	}
}

// TestImageServerOfWhatNoRuleSees: the image serves a module in which no rule sees an
// application, beside others in which one does.
func TestImageServerOfWhatNoRuleSees(t *testing.T) {
	const api = "from fastapi import FastAPI\napp = FastAPI()\n"
	const start = "uvicorn --host 0.0.0.0 --port ${PORT:-7860} "
	for name, c := range map[string]struct{ app, command, start string }{
		"given by another call": {"from maker import made\nfrom api import app as inner\napp = made(inner)\n", `["python", "-m", "uvicorn", "app:app", "--port", "7860"]`, start + "app:app"},
		"imported":              {"from api import app\n", `["uvicorn", "app:app", "--port", "7860"]`, start + "app:app"},
		"Gradio's":              {"import gradio as gr\nfrom api import app as inner\napp = gr.mount_gradio_app(inner, None, '/')\n", `["uvicorn", "app:app", "--port", "7860"]`, "uvicorn app:app --host 0.0.0.0 --port ${PORT:-8000}"},
		"the one that is seen":  {"from api import app\n", `["uvicorn", "api:app", "--port", "7860"]`, "uvicorn api:app --host 0.0.0.0 --port ${PORT:-8000}"},
		"another's module":      {"from api import app\n", `["uvicorn", "shop:app", "--port", "7860"]`, "uvicorn api:app --host 0.0.0.0 --port ${PORT:-8000}"},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := languagetest.Project(t, &Language, map[string]string{
				"requirements.txt": "fastapi\nuvicorn\ngradio\n", "api.py": api, "app.py": c.app, "Dockerfile": "FROM python:3.12\nEXPOSE 7860\nCMD " + c.command + "\n",
			}, ".", "")
			if got := strings.TrimPrefix(strings.Join(p.Start.Value.Command, " "), "sh -c exec "); got != c.start {
				t.Errorf("started by %q, want %q", got, c.start)
			}
		})
	}
}
