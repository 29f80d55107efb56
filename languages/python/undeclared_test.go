package python

import (
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestUndeclared: what a project without a list imports is installed by the name of its
// distribution, and counts as a dependency; the project's own modules and those that no
// table knows are not.
func TestUndeclared(t *testing.T) {
	t.Parallel()
	const (
		serves = "from flask import Flask\napp = Flask(__name__)\nif __name__ == '__main__':\n    app.run(host='0.0.0.0')\n"
		manage = "import os\nos.environ.setdefault('DJANGO_SETTINGS_MODULE', 'shop.settings')\nfrom django.core.management import execute_from_command_line\n"
	)
	django := func(settings string, more languagetest.Files) languagetest.Files {
		in := languagetest.Files{"manage.py": manage, "shop/__init__.py": "", "shop/settings.py": settings}
		for name, text := range more {
			in[name] = text
		}
		return in
	}
	for name, c := range map[string]struct {
		in   languagetest.Files
		want string
	}{
		"other names":          {languagetest.Files{"app.py": "import cv2, yaml\nimport bs4 as soup\nfrom PIL import Image\nfrom dotenv import load_dotenv\nimport sklearn.svm\nimport jwt\n" + serves}, "flask opencv-python-headless pillow beautifulsoup4 python-dotenv pyjwt scikit-learn pyyaml"},
		"more of them":         {languagetest.Files{"app.py": "import git\nimport serial\nimport dns.resolver\nimport websocket\nfrom bson import ObjectId\nimport pptx\nimport OpenSSL\n" + serves}, "flask pyopenssl pymongo dnspython gitpython python-pptx pyserial websocket-client"},
		"one that is there":    {languagetest.Files{"app.py": "import schedule\nimport databases\n" + serves, "schedule.py": "", "databases/__init__.py": ""}, "flask"},
		"one beside":           {languagetest.Files{"app.py": "from web import pages\n" + serves, "web/__init__.py": "", "web/pages.py": "import schedule\n", "web/schedule.py": ""}, "flask"},
		"one that is reached":  {languagetest.Files{"app.py": "import pages\n" + serves, "pages.py": "import xmltodict\n", "unused.py": "import torch\n"}, "flask xmltodict"},
		"nobody knows it":      {languagetest.Files{"app.py": "import json\nimport somebodys_own_thing\n" + serves}, "flask"},
		"a list":               {languagetest.Files{"app.py": "import cv2\n" + serves, "requirements.txt": "flask\n"}, ""},
		"Django's settings":    {django("INSTALLED_APPS = [\n    'django.contrib.admin',\n    # 'taggit',\n    'rest_framework', 'crispy_forms',\n    'corsheaders.apps.CorsHeadersAppConfig',\n    'shop',\n]\nMIDDLEWARE = ['whitenoise.middleware.WhiteNoiseMiddleware']\nLANGUAGES = [('redis', 'x')]\n", nil), "django django-crispy-forms django-cors-headers djangorestframework whitenoise"},
		"Django's PostgreSQL":  {django("DATABASES = {'default': {'ENGINE': 'django.db.backends.postgresql'}}\n", nil), "django psycopg2-binary"},
		"with a driver":        {django("import psycopg2\nDATABASES = {'default': {'ENGINE': 'django.db.backends.postgresql'}}\n", nil), "django psycopg2-binary"},
		"Django's MySQL":       {django("DATABASES = {'default': {'ENGINE': 'django.db.backends.mysql'}}\n", nil), "django mysqlclient"},
		"by PyMySQL":           {django("import pymysql\npymysql.install_as_MySQLdb()\nDATABASES = {'default': {'ENGINE': 'django.db.backends.mysql'}}\n", nil), "django pymysql"},
		"Django's SQLite":      {django("DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3'}}\n# 'django.db.backends.postgresql'\n", nil), "django"},
		"Django's own modules": {django("INSTALLED_APPS = ['channels']\n", languagetest.Files{"channels/__init__.py": "", "channels/models.py": "from PIL import Image\n", "shop/tests.py": "import responses\n"}), "django pillow"},
	} {
		p, r := languagetest.Project(t, &Language, c.in, ".", "")
		got := ""
		for _, line := range r.Build.PreBuildCommands {
			if rest, ok := strings.CutPrefix(line, "pip install "); ok && !strings.HasPrefix(rest, "-r") {
				got = rest
			}
		}
		if words := strings.Fields(got); !sameWords(words, strings.Fields(c.want)) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		for _, d := range p.Deps {
			if c.want != "" && (!strings.Contains(" "+c.want+" ", " "+d.Name+" ") || d.Path == "" || d.Line == 0) {
				t.Errorf("%s: %+v", name, d)
			}
		}
		if c.want != "" && len(p.Deps) != len(strings.Fields(c.want)) {
			t.Errorf("%s: %d dependencies", name, len(p.Deps))
		}
	}
}

func sameWords(a, b []string) bool {
	seen := map[string]int{}
	for _, w := range a {
		seen[w]++
	}
	for _, w := range b {
		seen[w]--
	}
	for _, n := range seen {
		if n != 0 {
			return false
		}
	}
	return true
}
