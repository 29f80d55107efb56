package python

import (
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestHostsInAFile: settings that take their hosts from a file alone, which nobody
// has written yet, are told.
func TestHostsInAFile(t *testing.T) {
	const settings = "import configparser, os\nALLOWED_HOSTS = []\nconfig = configparser.ConfigParser()\nif os.path.isfile('shop.ini'):\n    config.read(['shop.ini', '/etc/shop/shop.ini'])\n    ALLOWED_HOSTS = [v for k, v in config.items('hosts')]\n"
	for name, c := range map[string]struct {
		settings, beside, fix string
	}{
		"with a sample":    {settings, "shop.ini.example", "shop.ini.example shows"},
		"without":          {settings, "README", "mount one of them"},
		"the file":         {settings, "shop.ini", ""},
		"a variable, too":  {settings + "ALLOWED_HOSTS += os.environ.get('HOSTS', '').split(',')\nALLOWED_HOSTS = os.environ['HOSTS'].split()\n", "README", ""},
		"all that ask":     {strings.Replace(settings, "= []", "= ['*']", 1), "README", ""},
		"no configuration": {"ALLOWED_HOSTS = []\n", "README", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := languagetest.Project(t, &Language, map[string]string{"requirements.txt": "django\nuvicorn\n", "manage.py": djangoManage, "shop/settings.py": c.settings, "shop/asgi.py": "", c.beside: ""}, ".", "")
			fix := ""
			for _, w := range p.Claim.Warnings {
				if w.Code == "hosts_in_a_file" {
					fix = w.Fix
				}
			}
			if (fix == "") != (c.fix == "") || !strings.Contains(fix, c.fix) {
				t.Errorf("%q, want %q", fix, c.fix)
			}
		})
	}
}
