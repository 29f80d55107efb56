package python

import (
	"strings"
	"testing"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// TestAddress: where Gunicorn's settings or a started file have a server listen, and what
// tells it another address.
func TestAddress(t *testing.T) {
	t.Parallel()
	served := func(arguments string) languagetest.Files {
		return languagetest.Files{"main.py": "import os\nimport uvicorn\nfrom fastapi import FastAPI\nfrom settings import settings, ADDRESS\n\napp = FastAPI()\nif __name__ == '__main__':\n    uvicorn.run(app, " + arguments + ")\n",
			"settings.py": "import os\nfrom pydantic_settings import BaseSettings\n\nADDRESS = os.environ.get('SHOP_ADDRESS', 'localhost')\nOWN_HOST = '127.0.0.1'\n\nclass Settings(BaseSettings):\n    host: str = '127.0.0.1'\n    bind_host: str = Field('localhost', validation_alias='SHOP_BIND')\n    database_host: str = 'localhost'\n    open_host: str = '0.0.0.0'\n"}
	}
	prefixed := served("host=settings.host")
	prefixed["settings.py"] += "    model_config = SettingsConfigDict(env_prefix='SHOP_')\n"
	bind := func(text string) languagetest.Files {
		return languagetest.Files{"gunicorn.conf.py": text, "main.py": "app = 1\n"}
	}
	for name, c := range map[string]struct {
		line string
		in   languagetest.Files
		want string
	}{
		"Gunicorn's settings":              {"gunicorn main:app", bind("workers = 2\nbind = \"127.0.0.1:8000\"\n"), "127.0.0.1 + --bind 0.0.0.0:{port}"},
		"in a list":                        {"gunicorn main:app", bind("bind = ['localhost:8000']\n"), "localhost + --bind 0.0.0.0:{port}"},
		"with a port of the environment":   {"gunicorn main:app", bind("bind = f\"127.0.0.1:{os.environ['PORT']}\"\n"), "127.0.0.1 + --bind 0.0.0.0:{port}"},
		"of every address":                 {"gunicorn main:app", bind("bind = '0.0.0.0:8000'\n"), ""},
		"a socket":                         {"gunicorn main:app", bind("bind = 'unix:/run/shop.sock'\n"), ""},
		"the command goes first":           {"gunicorn -b 0.0.0.0:8000 main:app", bind("bind = '127.0.0.1:8000'\n"), ""},
		"another file":                     {"gunicorn -c conf/server.py main:app", languagetest.Files{"conf/server.py": "bind = '127.0.0.1:8000'\n", "main.py": ""}, "127.0.0.1 + --bind 0.0.0.0:{port}"},
		"the command goes on":              {"gunicorn main:app && echo ended", bind("bind = '127.0.0.1:8000'\n"), "127.0.0.1"},
		"a comment":                        {"gunicorn main:app", bind("# bind = '127.0.0.1:8000'\n"), ""},
		"a text":                           {"python main.py", served("host='127.0.0.1', port=9000"), "127.0.0.1"},
		"every address":                    {"python main.py", served("host='0.0.0.0', port=9000"), ""},
		"a variable":                       {"python main.py", served("host=os.getenv('SHOP_HOST', '127.0.0.1')"), "127.0.0.1 SHOP_HOST"},
		"a variable without a default":     {"python main.py", served("host=os.environ['SHOP_HOST']"), ""},
		"a variable for every address":     {"python main.py", served("host=os.getenv('SHOP_HOST', '0.0.0.0')"), ""},
		"a constant of a variable":         {"python3 main.py", served("host=ADDRESS"), "localhost SHOP_ADDRESS"},
		"a constant":                       {"python -u main.py", served("host=settings.OWN_HOST"), "127.0.0.1"},
		"a field of settings":              {"python main.py", served("host=settings.host"), "127.0.0.1 HOST"},
		"a field below a prefix":           {"python -m main", prefixed, "127.0.0.1 SHOP_HOST"},
		"a field with a name of its own":   {"python main.py", served("host=settings.bind_host"), "localhost SHOP_BIND"},
		"a field for every address":        {"python main.py", served("host=settings.open_host"), ""},
		"a server that the command starts": {"uvicorn main:app --host 0.0.0.0", served("host=settings.host"), ""},
		"another file that is run":         {"python worker.py", served("host=settings.host"), ""},
	} {
		c.in["requirements.txt"] = "fastapi\nuvicorn\ngunicorn\n"
		p, _ := languagetest.Project(t, &Language, c.in, ".", "")
		p.Start = finding.Of(language.Start{Command: strings.Fields(c.line)}, finding.Likely, finding.Evidence{Rule: "procfile", Path: "Procfile", Line: 1})
		a := address(p)
		got := strings.TrimSpace(a.Host + " " + a.HostVariable)
		if a.Appended != "" {
			got += " + " + a.Appended
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if got != "" && a.Why.Line == 0 {
			t.Errorf("%s: %+v", name, a.Why)
		}
	}
}

// TestPortOfAFileThatACommandRuns: a declared start that runs a file listens where that
// file's settings say.
func TestPortOfAFileThatACommandRuns(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]int{"python main.py": 9000, "python -m main": 9000, "python other.py": 0} {
		p, _ := languagetest.Project(t, &Language, languagetest.Files{
			"requirements.txt": "fastapi\nuvicorn\n", "other.py": "print('x')\n",
			"main.py":     "import uvicorn\nfrom fastapi import FastAPI\nfrom settings import settings\n\napp = FastAPI()\nif __name__ == '__main__':\n    uvicorn.run(app, port=settings.port)\n",
			"settings.py": "class Settings(BaseSettings):\n    port: int = 9000\n",
		}, ".", "")
		p.Start = finding.Of(language.Start{Command: strings.Fields(line)}, finding.Likely, finding.Evidence{Rule: "procfile", Path: "Procfile", Line: 1})
		if got := port(p); got.Value != want {
			t.Errorf("%s: %d, want %d", line, got.Value, want)
		}
	}
}
