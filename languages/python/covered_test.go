package python

import (
	"testing"

	"aipack/backend/language/languagetest"
)

func TestAModuleCalledManageIsNoProject(t *testing.T) {
	const django = "import os\nos.environ.setdefault('DJANGO_SETTINGS_MODULE', 'shop.settings')\nfrom django.core.management import execute_from_command_line\n"
	for manage, want := range map[string]bool{"import click\n\n@click.group()\ndef cli(): ...\n": true, django: false} {
		p, _ := languagetest.Project(t, &Language, map[string]string{
			"pyproject.toml": "[project]\nname = 'shop'\ndependencies = ['flask']\n", "apps/shop/wsgi.py": flaskApp, "apps/shop/manage.py": manage,
		}, ".", "")
		if got := covered(p.Sub("apps/shop")); got != want {
			t.Errorf("covered %v, want %v by %q", got, want, manage)
		}
	}
}

// TestAMisspeltListCovers: a list whose name is misspelt covers what lies below, too.
func TestAMisspeltListCovers(t *testing.T) {
	t.Parallel()
	const manage = "import os\nos.environ.setdefault('DJANGO_SETTINGS_MODULE', 'shop.settings')\nfrom django.core.management import execute_from_command_line\n"
	for list, want := range map[string]bool{"requirments.txt": true, "requests.txt": false} {
		p, _ := languagetest.Project(t, &Language, map[string]string{list: "django\ngunicorn\n", "backend/manage.py": manage}, ".", "")
		if got := covered(p.Sub("backend")); got != want {
			t.Errorf("%s: covered %v, want %v", list, got, want)
		}
	}
}
