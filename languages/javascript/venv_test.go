package javascript

import (
	"slices"
	"testing"

	"aipack/backend/language/languagetest"
)

// An install that makes a virtual environment gets what makes one, and the program
// the interpreter that it is made of.
func TestPythonBesideNode(t *testing.T) {
	for name, c := range map[string]struct {
		scripts, file string
		want          bool
	}{
		"in a file, two scripts on": {`"postinstall": "patch-package && npm run python", "python": "node python.js"`, "run(python(), ['-m', 'venv', VENV]);\n", true},
		"in the script":             {`"prepare": "python3 -m venv .venv"`, "", true},
		"asked for by hand":         {`"python": "node python.js"`, "run('python3', ['-m', 'venv', VENV]);\n", false},
		"something else":            {`"postinstall": "node python.js"`, "run('python3', ['-m', 'http.server']);\n", false},
		"in a circle":               {`"postinstall": "npm run a", "a": "npm run b", "b": "npm run a"`, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			_, r := languagetest.Project(t, &Language, map[string]string{
				"package.json": `{"scripts": {"start": "node index.js", ` + c.scripts + `}, "dependencies": {"express": "5"}}`, "package-lock.json": "{}",
				"index.js": "require('express')().listen(3000)\n", "python.js": c.file,
			}, ".", "")
			build, runs := slices.Contains(r.Build.SystemPackages, "python3-venv"), slices.Contains(r.Runtime.SystemPackages, "python3")
			if build != c.want || runs != c.want {
				t.Errorf("build %v, runtime %v, want %v", r.Build.SystemPackages, r.Runtime.SystemPackages, c.want)
			}
		})
	}
}
