package sample

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/manifest/dockerfile"
)

func TestNeeded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		deps  []language.Dependency
		want  []string
	}{
		"a module of TypeScript": {
			map[string]string{"src/config.ts.example": "export const SECRET = 'x'", "src/user/user.ts": "import { SECRET } from '../config';\n"},
			nil, []string{"src/config.ts.example src/config.ts src/user/user.ts:1"},
		},
		"a file that is read": {
			map[string]string{"config.example.json": "{}", "lib/load.js": "const fs = require('fs');\n\nmodule.exports = JSON.parse(fs.readFileSync(path.join(root, 'config.json')));\n"},
			nil, []string{"config.example.json config.json lib/load.js:3"},
		},
		"one that is looked for first": {
			map[string]string{"config.example.json": "{}", "load.js": "if (fs.existsSync('config.json')) {\n  config = JSON.parse(fs.readFileSync('config.json'));\n}\n"},
			nil, nil,
		},
		"modules of Python": {
			map[string]string{"config_example.py": "", "app/keys.sample.py": "", "main.py": "import config\n", "app/views.py": "from .keys import KEY\n"},
			nil, []string{"config_example.py config.py main.py:1", "app/keys.sample.py app/keys.py app/views.py:1"},
		},
		"what is shipped as a default": {
			map[string]string{"shop/local_settings.py.default": "", "shop/settings.py": "from .local_settings import *\n", "config.default.json": "{}", "load.py": "c = json.load(open('config.default.json'))\n"},
			nil, []string{"shop/local_settings.py.default shop/local_settings.py shop/settings.py:1"},
		},
		"one that Python does without": {
			map[string]string{"local_settings.py.example": "", "settings.py": "try:\n    from local_settings import *\nexcept ImportError:\n    pass\n"},
			nil, nil,
		},
		"an include of PHP": {
			map[string]string{"includes/config.sample.php": "", "index.php": "<?php\nrequire_once __DIR__ . '/includes/config.php';\n"},
			nil, []string{"includes/config.sample.php includes/config.php index.php:2"},
		},
		"what a library looks for by itself": {
			map[string]string{"ormconfig.json.example": "{}", "package.json": "{}", "src/main/resources/application.properties.sample": ""},
			[]language.Dependency{{Name: "typeorm", Version: "^0.2.24", Path: "package.json", Line: 1}},
			[]string{"ormconfig.json.example ormconfig.json package.json:1"},
		},
		"variables, what is there, what nobody takes, tests": {
			map[string]string{
				".env.example": "", "a.example.json": "", "a.json": "", "b.sample.yml": "", "c.example.js": "", "test/d.example.json": "",
				"main.js": "require('./a.json'); const c = './c-other';\n// read('b.yml')\n", "main.test.js": "require('./c')",
			},
			nil, nil,
		},
	} {
		p := &language.Project{Folder: languagetest.Reader(t, c.files).Folder("."), Deps: c.deps}
		if d := cmp.Diff(c.want, texts(Needed(p))); d != "" {
			t.Errorf("%s:\n%s", name, d)
		}
	}
}

// TestPlaced holds that the project's own image says which file is meant, before
// any sample does.
func TestPlaced(t *testing.T) {
	t.Parallel()
	file, _ := dockerfile.Parse("FROM node:22\nWORKDIR /srv\nCOPY . .\nCOPY deploy/config.yml ./config.yml\nCOPY deploy/nginx.conf /etc/nginx/nginx.conf\nCMD node main.js\n")
	p := &language.Project{
		Folder: languagetest.Reader(t, map[string]string{"deploy/config.yml": "host: 127.0.0.1:5432", "deploy/nginx.conf": "", "config.sample.yml": "", "main.js": "load(read('config.yml'))\n"}).Folder("."),
		Built:  language.Built{Path: "Dockerfile", Stages: file.Stages},
	}
	if d := cmp.Diff([]string{"deploy/config.yml config.yml main.js:1"}, texts(Needed(p))); d != "" {
		t.Error(d)
	}
	r := &language.Recipe{}
	r.Build.BuildCommands = []string{"npm run build"}
	Add(p, r)
	if d := cmp.Diff([]string{"cp deploy/config.yml config.yml", "npm run build"}, r.Build.BuildCommands); d != "" {
		t.Error(d)
	}
	if w := p.Reader().Warnings("."); len(w) != 1 || w[0].Code != "sample_address" || w[0].Path != "deploy/config.yml" {
		t.Errorf("%+v", w)
	}
}

func texts(list []Copy) (out []string) {
	for _, c := range list {
		out = append(out, c.From+" "+c.To+" "+c.Why.Path+":"+string(rune('0'+c.Why.Line)))
	}
	return out
}
