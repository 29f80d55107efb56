package source

import (
	"slices"
	"testing"

	"aipack/backend/language/languagetest"
	"aipack/backend/manifest/npm"
)

// TestRuntime: which packages a program imports when it runs, once it is compiled.
func TestRuntime(t *testing.T) {
	t.Parallel()
	const entry = "import { a } from './a';\nimport { b } from '@app/b';\n"
	for name, one := range map[string]struct {
		build, a string
		want     string
	}{
		"called":                        {"tsc", "import * as qr from 'qr';\nqr.draw('x');", "qr"},
		"by its default":                {"nest build", "import qr from 'qr';\nexport const a = qr();", "qr"},
		"over several lines":            {"tsc", "import {\n  Draw,\n  type Other,\n} from 'qr';\nnew Draw();", "qr"},
		"renamed":                       {"tsc", "import { draw as paint } from 'qr';\npaint();", "qr"},
		"a decorator":                   {"tsc", "import { Draw } from 'qr';\n@Draw()\nclass A {}", "qr"},
		"handed on":                     {"tsc", "import qr from 'qr';\napp.use(qr);", "qr"},
		"for its effect":                {"tsc", "import 'qr/register';", "qr"},
		"required":                      {"tsc", "import qr = require('qr');\nqr.draw();", "qr"},
		"exported again":                {"tsc", "export * from 'qr';", "qr"},
		"a type":                        {"tsc", "import { Options } from 'qr';\nexport const a: Options = {};", ""},
		"said to be a type":             {"tsc", "import type { Options } from 'qr';\nconst o = Options();", ""},
		"one said to be a type":         {"tsc", "import { type Options } from 'qr';\nOptions();", ""},
		"in a comment":                  {"tsc", "// import qr from 'qr';\n// qr();", ""},
		"taken in by a bundler":         {"esbuild src/main.ts --bundle", "import qr from 'qr';\nqr();", ""},
		"a script that the build calls": {"npm run compile", "import qr from 'qr';\nqr();", "qr"},
		"no build that is known":        {"make", "import qr from 'qr';\nqr();", ""},
	} {
		f := languagetest.Reader(t, map[string]string{
			"src/main.ts": entry, "src/a.ts": one.a, "src/app/b.ts": "import './c';", "src/app/c.ts": "import 'deep';", "src/a.spec.ts": "import 'tests';",
			"tsconfig.json": `{"compilerOptions": {"baseUrl": "./", "paths": {"@app/*": ["src/app/*"]}}}`,
		}).Folder(".")
		ask := func(names ...string) Needed {
			return runtimeOf(f, "src/main.ts", func(pkg string) bool { return slices.Contains(names, pkg) })
		}
		pkg := npm.Package{Scripts: map[string]string{"compile": "tsc -p ."}}
		if got := Runtime(f, pkg, one.build, "src/main.ts", func(pkg string) bool { return pkg == "qr" || pkg == "tests" }).Package; got != one.want {
			t.Errorf("%s: %q, want %q", name, got, one.want)
		}
		if got := ask("deep", "tests"); got != (Needed{"deep", "src/app/c.ts", 1}) {
			t.Errorf("%s: through the compiler's paths %v", name, got)
		}
	}
}
