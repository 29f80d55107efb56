package javascript

import (
	"slices"
	"testing"

	"aipack/backend/language/languagetest"
)

// A program that starts its package manager has it in its image.
func TestManagerThatTheProgramStarts(t *testing.T) {
	for name, c := range map[string]struct {
		source string
		want   bool
	}{
		"words of a helper":         {"run(['pnpm', '--version'])", true},
		"command and words":         {"spawn('pnpm', ['ls', '--json'])", true},
		"a line":                    {"execSync('pnpm install')", true},
		"a list of managers":        {"const all = ['pnpm', 'yarn', 'npm']", false},
		"another than its own":      {"run(['yarn', 'install'])", false},
		"a message that names it":   {"console.log('run pnpm install')", false},
		"in a file that it reaches": {"require('./static/plugins')", true},
	} {
		t.Run(name, func(t *testing.T) {
			_, r := languagetest.Project(t, &Language, map[string]string{
				"package.json": `{"scripts": {"start": "node index.js"}, "dependencies": {"express": "4"}}`, "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
				"static/plugins.js": "run(['pnpm', 'ls'])\n", "index.js": c.source + "\nrequire('express')().listen(3000)\n",
			}, ".", "")
			if got := slices.Contains(r.Runtime.Setup, "npm install -g pnpm@9"); got != c.want {
				t.Errorf("setup %v", r.Runtime.Setup)
			}
		})
	}
}
