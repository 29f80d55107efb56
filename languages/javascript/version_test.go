package javascript

import (
	"testing"

	"aipack/backend/language/languagetest"
)

// TestNarrower: a version file says more than an open range, and less than a
// release line.
func TestNarrower(t *testing.T) {
	for name, c := range map[string]struct {
		engines, file, want string
	}{
		"an open range that allows it": {">=16.0.0", "24.14.1", "24.14.1"},
		"an open range that does not":  {">=16.0.0 <24", "24.14.1", ">=16.0.0 <24"},
		"a release line":               {"^22.1", "24", "22.1"},
		"an alias":                     {">=16", "lts/*", ">=16"},
		"the range alone":              {">=18", "", ">=18"},
		"the file alone":               {"", "v20", "20"},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"package.json": `{"name": "a", "scripts": {"start": "node a.js"}, "engines": {"node": "` + c.engines + `"}}`, "a.js": "require('http').createServer().listen(3000)\n", "package-lock.json": "{}"}
			if c.file != "" {
				files[".nvmrc"] = c.file + "\n"
			}
			p, _ := languagetest.Project(t, &Language, files, ".", "")
			if got := p.Version.Value; got != c.want {
				t.Errorf("version %q, want %q", got, c.want)
			}
		})
	}
}
