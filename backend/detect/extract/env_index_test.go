package extract

import (
	"slices"
	"strings"
	"testing"
)

// TestTablesThatAVariableIndexes: a variable that settings are indexed with has to be one of
// their names, also where its name is a tool's.
func TestTablesThatAVariableIndexes(t *testing.T) {
	t.Parallel()
	const three = "class Production: pass\n\nconfig = {\n    # 'live': None,\n    \"development\": Development,\n    'testing': Testing(on={\"production\": 1}),\n    \"production\": Production,\n}\n"
	for name, c := range map[string]struct{ app, table, want string }{
		"by itself":              {"app.config.from_object(config[os.environ['SHOP_ENV']])\n", three, "SHOP_ENV!=production"},
		"by a tool's name":       {"app.config.from_object(config[os.getenv('FLASK_ENV')])\n", three, "FLASK_ENV!=production"},
		"later":                  {"env = os.environ.get('FLASK_ENV')\napp.config.from_object(config[env])\n", three, "FLASK_ENV!=production"},
		"with a type":            {"env: str = os.environ[\"SHOP_ENV\"]  # which\napp.config.from_object(config[env])\n", three, "SHOP_ENV!=production"},
		"a call of dict":         {"app.config.from_object(config[os.environ['SHOP_ENV']])\n", "config = dict(dev=Dev, prod=Prod)\n", "SHOP_ENV!=prod"},
		"none for production":    {"app.config.from_object(config[os.environ['SHOP_ENV']])\n", "config = {'testing': T, 'development': D}\n", "SHOP_ENV!=development"},
		"a default one":          {"app.config.from_object(config[os.environ['SHOP_ENV']])\n", "config = {'development': D, 'default': D}\n", "SHOP_ENV!=default"},
		"a default of the read":  {"env = os.environ.get('FLASK_ENV', 'development')\napp.config.from_object(config[env])\n", three, ""},
		"a table that is asked":  {"env = os.environ.get('FLASK_ENV')\napp.config.from_object(config.get(env))\n", three, ""},
		"another tool's":         {"app.config.from_object(config[os.environ['DJANGO_SETTINGS_MODULE']])\n", three, ""},
		"a table of other names": {"price = prices[os.environ['SHOP_PRICE']]\n", "prices = {'low': 1, 'high': 2}\n", "SHOP_PRICE!"},
		"no table":               {"app.config.from_object(config[os.environ['FLASK_ENV']])\n", "", ""},
	} {
		got := asked(t, map[string]string{"app.py": "import os\nfrom config import config, prices\n" + c.app, "config.py": c.table})
		if !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
