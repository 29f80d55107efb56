package javascript

import (
	"maps"
	"slices"
	"testing"

	"aipack/backend/language/languagetest"
)

// Modules that a tool writes out of a schema of the repository's are written before
// the build, where they are imported and not there.
func TestCodegen(t *testing.T) {
	const imports = "import { Users } from '../gql/__generated__/Users'\n"
	for name, c := range map[string]struct {
		script string // of the name "generate"
		build  string
		files  map[string]string
		want   bool
	}{
		"Apollo":              {"apollo client:codegen --target typescript --localSchemaFile ../schema.graphql", "vite build", map[string]string{"src/page.tsx": imports}, true},
		"a package like it":   {"graphql-codegen --config codegen.ts", "vite build", map[string]string{"src/page.tsx": "import x from './__generated__/graphql'\n"}, true},
		"committed":           {"graphql-codegen", "vite build", map[string]string{"src/page.tsx": imports, "src/gql/__generated__/Users.ts": ""}, false},
		"nothing is imported": {"graphql-codegen", "vite build", map[string]string{"src/page.tsx": ""}, false},
		"a comment":           {"graphql-codegen", "vite build", map[string]string{"src/page.tsx": "// " + imports}, false},
		"asks a server":       {"apollo client:codegen --endpoint=http://localhost:4000/graphql", "vite build", map[string]string{"src/page.tsx": imports}, false},
		"in the build":        {"graphql-codegen", "npm run generate && vite build", map[string]string{"src/page.tsx": imports}, false},
		"another generator":   {"node icons.js", "vite build", map[string]string{"src/page.tsx": imports}, false},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{
				"package.json": `{"scripts": {"build": "` + c.build + `", "generate": "` + c.script + `"}, "devDependencies": {"vite": "7"}}`, "package-lock.json": "{}", "index.html": "<div>", "vite.config.ts": "export default {}\n",
			}
			maps.Copy(files, c.files)
			_, r := languagetest.Project(t, &TypeScript, files, ".", "")
			lines := r.Build.BuildCommands
			if got := slices.Equal(lines, []string{"npm run generate", "npm run build"}); got != c.want || !c.want && !slices.Equal(lines, []string{"npm run build"}) {
				t.Errorf("builds %q", lines)
			}
		})
	}
}
