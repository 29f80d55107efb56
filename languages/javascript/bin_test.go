package javascript

import (
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

func TestNodeRunsNoShellScript(t *testing.T) {
	for bin, want := range map[string]string{"bin/control.sh": "node lib/main.js", "bin/a.js": "node bin/a.js"} {
		p, _ := languagetest.Project(t, &Language, map[string]string{
			"package.json": `{"name": "a", "main": "lib/main.js", "bin": "` + bin + `"}`, "lib/main.js": "run()", bin: "x",
		}, ".", "")
		if got := strings.Join(p.Start.Value.Command, " "); got != want {
			t.Errorf("%s: %q, want %q", bin, got, want)
		}
	}
}
