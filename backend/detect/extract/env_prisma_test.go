package extract

import (
	"testing"
)

// TestPrismaAddress: since version 7 the address stands in Prisma's
// configuration; of a chain the last one has to be there.
func TestPrismaAddress(t *testing.T) {
	for name, c := range map[string]struct {
		file, text string
		required   map[string]bool
	}{
		"the schema":    {"prisma/schema.prisma", "datasource db {\n  provider = \"postgresql\"\n  url = env(\"SHOP_DB\")\n}\n", map[string]bool{"SHOP_DB": true}},
		"its env":       {"prisma.config.ts", "export default defineConfig({\n  datasource: {\n    url: env('SHOP_DB'),\n  } })\n", map[string]bool{"SHOP_DB": true}},
		"a chain":       {".config/prisma.ts", "  datasource: {\n    url: process.env.DIRECT_DB ?? process.env.SHOP_DB\n  }\n", map[string]bool{"DIRECT_DB": false, "SHOP_DB": true}},
		"a remark":      {"prisma.config.ts", "  // url: env('SHOP_DB')\n", nil},
		"another's url": {"prisma.config.ts", "  url: 'https://example.org'\n", nil},
	} {
		f := facts(t, map[string]string{c.file: c.text, "package.json": "{}"}, ".")
		got := map[string]bool{}
		for _, v := range f.Env() {
			got[v.Value.Name] = v.Value.Required
		}
		if len(got) != len(c.required) {
			t.Errorf("%s: %v, want %v", name, got, c.required)
		}
		for variable, required := range c.required {
			if r, ok := got[variable]; !ok || r != required {
				t.Errorf("%s: %s is required: %v (there: %v), want %v", name, variable, r, ok, required)
			}
		}
	}
}
