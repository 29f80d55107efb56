package javascript

import (
	"slices"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/manifest/dockerfile"
)

// TestScriptsOfContainerFiles: a build whose script has a name of its own
// is found where the project's own image runs it.
func TestScriptsOfContainerFiles(t *testing.T) {
	for lines, want := range map[string][]string{
		"RUN npm ci && npm run webpack":                  {"npm run webpack"},
		"RUN npm run test:unit && npm run webpack":       {"npm run webpack"},
		"RUN npm run nothing":                            nil,
		"RUN npm run start":                              nil,
		"RUN npm run watch":                              nil,
		"RUN if [ -n \"$A\" ]; then npm run webpack; fi": nil,
	} {
		p, _ := languagetest.Project(t, &Language, map[string]string{
			"package.json": `{"scripts": {"start": "node server.js", "webpack": "webpack -c w.js", "watch": "webpack --watch", "test:unit": "mocha"}, "dependencies": {"express": "5"}}`,
			"server.js":    serverFile, "package-lock.json": "{}",
		}, ".", "")
		d, _ := dockerfile.Parse("FROM node:22\n" + lines + "\n")
		p.Built = language.Built{Path: "Dockerfile", Stages: d.Stages}
		if got := Language.Recipe(p).Build.BuildCommands; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", lines, got, want)
		}
	}
}
