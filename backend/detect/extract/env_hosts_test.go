package extract

import (
	"slices"
	"strings"
	"testing"
)

// TestHostsThatAVariableFills: Django answers nobody while its list of hosts is empty.
func TestHostsThatAVariableFills(t *testing.T) {
	t.Parallel()
	const off = "import os\nDEBUG = os.environ.get('DEBUG') == 'True'\n"
	for what, c := range map[string]struct{ settings, want string }{
		"split":                 {off + "ALLOWED_HOSTS = os.environ.get('SHOP_HOSTS', '').split(',')\n", "SHOP_HOSTS"},
		"extended, below":       {off + "ALLOWED_HOSTS = []\nALLOWED_HOSTS.extend(\n    filter(\n        None,\n        os.environ.get(\"SHOP_HOSTS\", \"\").split(\",\")\n    )\n)\n", "SHOP_HOSTS"},
		"without a default":     {off + "ALLOWED_HOSTS = [os.environ.get('SHOP_HOST')]\n", "SHOP_HOST"},
		"decouple's default":    {off + "ALLOWED_HOSTS = config(\"SHOP_HOSTS\", default=\"\").split(\",\")\n", "SHOP_HOSTS"},
		"decouple's cast":       {off + "ALLOWED_HOSTS = config('SHOP_HOSTS', default='', cast=Csv())\n", "SHOP_HOSTS"},
		"decouple's own":        {off + "ALLOWED_HOSTS = config('SHOP_HOSTS', default='*', cast=Csv())\n", ""},
		"with a default":        {off + "ALLOWED_HOSTS = os.environ.get('SHOP_HOSTS', 'a,b').split(',')\n", ""},
		"beside others":         {off + "ALLOWED_HOSTS = ['localhost']\nALLOWED_HOSTS += os.environ.get('SHOP_HOSTS', '').split(',')\n", ""},
		"with DEBUG":            {"import os\nDEBUG = True\nALLOWED_HOSTS = os.environ.get('SHOP_HOSTS', '').split(',')\n", ""},
		"with DEBUG by default": {"import os\nDEBUG = os.environ.get('DEBUG', 'true') == 'true'\nALLOWED_HOSTS = os.environ.get('SHOP_HOSTS', '').split(',')\n", ""},
		"another statement":     {off + "ALLOWED_HOSTS = []\nNAME = os.environ.get('SHOP_NAME', '')\n", ""},
	} {
		got := needed(t, map[string]string{"settings.py": c.settings}, "django")
		if want := strings.Fields(c.want); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
}
