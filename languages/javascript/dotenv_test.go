package javascript

import (
	"testing"

	"aipack/backend/language/languagetest"
)

// A program's own version comes from the .env that it reads, where that is
// committed; nothing else does.
func TestVersionOfDotenv(t *testing.T) {
	for name, c := range map[string]struct{ load, read, want string }{
		"loaded and read": {"require('dotenv').config()", "process.env.VERSION", "2.4.0"},
		"imported":        {"import 'dotenv/config'", "process.env['VERSION']", "2.4.0"},
		"of another file": {"require('dotenv').config({ path: 'local.env' })", "process.env.VERSION", ""},
		"not read":        {"require('dotenv').config()", "process.env.VERSIONS", ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, r := languagetest.Project(t, &Language, map[string]string{
				"package.json": `{"scripts": {"start": "node index.js"}, "dependencies": {"dotenv": "16", "express": "4"}}`, "package-lock.json": "{}",
				"index.js": c.load + "\nconst v = " + c.read + ", h = process.env.DB_HOST\nrequire('express')().listen(3000)\n",
				".env":     "VERSION=2.4.0\nDB_HOST=10.0.0.1\nKEY_VERSION=two\n",
			}, ".", "")
			if got := r.Runtime.Environment["VERSION"]; got != c.want || r.Runtime.Environment["DB_HOST"] != "" || r.Runtime.Environment["KEY_VERSION"] != "" {
				t.Errorf("environment %v", r.Runtime.Environment)
			}
		})
	}
}
