package javascript

import (
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
	"aipack/languages/javascript/deno"
)

func TestDeno(t *testing.T) {
	for name, test := range map[string]struct {
		files     map[string]string
		start     string
		framework string
		version   string
	}{
		"a task":          {map[string]string{"deno.json": `{"tasks": {"start": "deno run -A --watch main.ts"}, "imports": {"@oak/oak": "jsr:@oak/oak@^17"}}`, "main.ts": "app.listen()"}, "deno run -A main.ts", "Oak", deno.DefaultVersion},
		"for development": {map[string]string{"deno.json": `{"tasks": {"start": "deno run -A --watch=static/,routes/ dev.ts", "preview": "deno run -A main.ts", "build": "deno run -A dev.ts build"}, "imports": {"$fresh/": "https://deno.land/x/fresh@1.7.3/"}}`, "main.ts": "", "dev.ts": ""}, "deno run -A main.ts", "Fresh", deno.DefaultVersion},
		"an entry":        {map[string]string{"deno.jsonc": "{}", "main.ts": "Deno.serve(() => new Response())", ".deno-version": "2.2.2"}, "deno run --allow-all main.ts", "", "2.2.2"},
		"an import":       {map[string]string{"server.ts": `import { Hono } from "jsr:@hono/hono"; Deno.serve(x)`}, "deno run --allow-all server.ts", "", deno.DefaultVersion},
		"fetch handler":   {map[string]string{"deno.json": "{}", "main.ts": "export default { fetch() {} }"}, "deno serve --allow-all main.ts", "", deno.DefaultVersion},
		"a shell task":    {map[string]string{"deno.json": `{"tasks": {"start": "deno run $FLAGS main.ts"}}`, "main.ts": ""}, "sh -c deno run $FLAGS main.ts", "", deno.DefaultVersion},
	} {
		t.Run(name, func(t *testing.T) {
			p, r := languagetest.Project(t, &TypeScript, test.files, ".", "")
			if got := strings.Join(p.Start.Value.Command, " "); got != test.start || p.Framework.Value != test.framework || p.Version.Value != test.version {
				t.Errorf("got %q, framework %q, version %q", got, p.Framework.Value, p.Version.Value)
			}
			if r.Runtime.BaseImage != "denoland/deno:debian-"+test.version || r.Runtime.Environment["DENO_DIR"] == "" {
				t.Errorf("runtime %+v", r.Runtime)
			}
		})
	}
	for text, want := range map[string]int{
		"Deno.serve(() => new Response())": 8000,
		"export default { fetch() {} }":    8000,
		"Deno.serve({ port: 9000 }, f)":    9000,
		"const port = Number(Deno.env.get(\"API\") ?? \"8013\");\nDeno.serve({ port }, f)": 8013,
		"Deno.serve({ port: Deno.env.get('PORT') }, f)":                                    0,
		"// Deno.serve(f)\nnew Server().start('x')":                                        0,
		"import x from 'important'; Deno.serve(x.fetch)":                                   8000,
	} {
		p, _ := languagetest.Project(t, &TypeScript, map[string]string{"deno.json": "{}", "main.ts": text}, ".", "")
		if got := port(p); got.Value != want {
			t.Errorf("%s: port %d", text, got.Value)
		}
	}
	if _, ok := TypeScript.Claim(languagetest.Reader(t, map[string]string{"deno.json": "{}", "package.json": `{"scripts": {"start": "node a.ts"}}`, "a.ts": ""}).Folder(".")); !ok {
		t.Error("nobody claims a package that also has Deno's settings")
	}
}
