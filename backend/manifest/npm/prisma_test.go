package npm

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPrismaReadsTheDatasource(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		schema string
		want   Prisma
	}{
		"addresses": {"generator client {\n  provider = \"prisma-client-js\"\n}\n\ndatasource db {\n  provider  = \"postgresql\" // 16\n  url       = env(\"DATABASE_URL\")\n  directUrl = env(\"DIRECT_URL\")\n}\n\nmodel A {\n  url String @default(\"x\")\n}\n", Prisma{"postgresql", []string{"DATABASE_URL", "DIRECT_URL"}}},
		"a file":    {"datasource db {\n  provider = \"sqlite\"\n  url = \"file:./dev.db\"\n}", Prisma{Provider: "sqlite"}},
		"no name":   {"datasource db {\nurl = env(\"A B; rm\")\n}", Prisma{}},
		"comment":   {"datasource db {\n  // url = env(\"OLD\")\n}", Prisma{}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ParsePrisma(test.schema)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func FuzzPrisma(f *testing.F) {
	f.Add("datasource db {\n  provider = \"mysql\"\n  url = env(\"URL\")\n}")
	f.Fuzz(func(t *testing.T, content string) {
		p, _ := ParsePrisma(content)
		for _, name := range p.Variables {
			if !isVariable(name) {
				t.Errorf("%q is no variable", name)
			}
		}
	})
}
