package python

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestStaticFoldersThatAreNotThere: collectstatic finds the folders that git did not keep.
func TestStaticFoldersThatAreNotThere(t *testing.T) {
	t.Parallel()
	const start = "from pathlib import Path\nimport os\nBASE_DIR = Path(__file__).resolve().parent.parent\nINSTALLED_APPS = ['django.contrib.staticfiles']\nSTATIC_URL = '/static/'\nSTATIC_ROOT = BASE_DIR / 'out'\n"
	for settings, want := range map[string]string{
		"STATICFILES_DIRS = [\n    BASE_DIR / 'static',\n]\n":            "mkdir -p static",
		"STATICFILES_DIRS = [os.path.join(BASE_DIR, 'web', 'assets')]\n": "mkdir -p web/assets",
		"STATICFILES_DIRS = (BASE_DIR / 'kept',)\n":                      "",
		"STATICFILES_DIRS = ['/srv/static']\n":                           "",
		"STATICFILES_DIRS = [BASE_DIR / '..' / 'up']\n":                  "",
		"# STATICFILES_DIRS = [BASE_DIR / 'static']\n":                   "",
		"if DEBUG:\n    STATICFILES_DIRS = [BASE_DIR / 'static']\n":      "mkdir -p static",
		"TEMPLATES = [{'DIRS': [BASE_DIR / 'static']}]\n":                "",
	} {
		_, r := languagetest.Project(t, &Language, map[string]string{
			"requirements.txt": "django==3.2\n", "shop/settings.py": start + settings, "kept/a.css": "a{}", "shop/wsgi.py": "", "shop/__init__.py": "",
			"manage.py": "import os\nos.environ.setdefault('DJANGO_SETTINGS_MODULE', 'shop.settings')\nfrom django.core.management import execute_from_command_line\n",
		}, ".", "")
		got := ""
		if i := slices.IndexFunc(r.Build.PostBuildCommands, func(line string) bool { return len(line) > 5 && line[:5] == "mkdir" }); i >= 0 {
			got = r.Build.PostBuildCommands[i]
		}
		if got != want {
			t.Errorf("%q: %q, want %q", settings, got, want)
		}
	}
}

// TestARootThatIsNeverSet: files are collected where STATIC_ROOT is set as the settings are.
func TestARootThatIsNeverSet(t *testing.T) {
	t.Parallel()
	const start = "from pathlib import Path\nimport os\nBASE_DIR = Path(__file__).resolve().parent.parent\nINSTALLED_APPS = ['django.contrib.staticfiles']\nSTATIC_URL = '/static/'\n"
	for settings, want := range map[string]bool{
		"DEBUG = True\nif not DEBUG:\n    STATIC_ROOT = BASE_DIR / 'out'\n":                           false,
		"DEBUG = True\nif DEBUG == False:\n    A = 1\n\n    STATIC_ROOT = BASE_DIR / 'out'\n":         false,
		"DEBUG = True\nSTATIC_ROOT = BASE_DIR / 'out'\n":                                              true,
		"DEBUG = False\nif not DEBUG:\n    STATIC_ROOT = BASE_DIR / 'out'\n":                          true,
		"DEBUG = os.environ.get('DEBUG') == '1'\nif not DEBUG:\n    STATIC_ROOT = BASE_DIR / 'out'\n": true,
		"DEBUG = True\nif DEBUG:\n    STATIC_ROOT = BASE_DIR / 'out'\n":                               true,
	} {
		_, r := languagetest.Project(t, &Language, map[string]string{
			"requirements.txt": "django==3.2\n", "shop/settings.py": start + settings, "shop/wsgi.py": "", "shop/__init__.py": "",
			"manage.py": "import os\nos.environ.setdefault('DJANGO_SETTINGS_MODULE', 'shop.settings')\nfrom django.core.management import execute_from_command_line\n",
		}, ".", "")
		if got := slices.ContainsFunc(r.Build.PostBuildCommands, func(line string) bool { return strings.Contains(line, "collectstatic") }); got != want {
			t.Errorf("%q: collected %v, want %v", settings, got, want)
		}
	}
}
