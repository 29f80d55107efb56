package javascript

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

func TestDependenciesFromRepositories(t *testing.T) {
	for version, want := range map[string]bool{
		"github:owner/name#1234567": true, "git+https://example.com/a.git": true, "git+ssh://git@github.com/owner/name.git#v1": true, "owner/name": true, "https://example.com/a.git#main": true,
		"^4.21.2": false, "file:../common": false, "npm:other@1": false, "workspace:*": false, "https://example.com/a.tgz": false, "latest": false,
	} {
		_, r := languagetest.Service(t, &Language, map[string]string{
			"package.json": `{"name":"a","scripts":{"start":"node s.js"},"dependencies":{"lib":"` + version + `"}}`, "s.js": "require('http').createServer(f).listen(1)",
		})
		config := slices.ContainsFunc(r.Build.Setup, func(line string) bool { return strings.HasPrefix(line, "git config") })
		if got := slices.Contains(r.Build.SystemPackages, "git"); got != want || config != want {
			t.Errorf("%s: git %v, its settings %v, want %v", version, got, config, want)
		}
	}
}
