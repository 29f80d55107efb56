package javascript

import (
	"testing"

	"aipack/backend/language/languagetest"
)

// A sample of ormconfig.json becomes the variables that TypeORM takes in its place,
// where nothing else describes the connection.
func TestTypeORMsVariables(t *testing.T) {
	const sample = `{"type": "mysql", "host": "localhost", "port": 3306, "username": "you", "password": "yours", "database": "shop", "entities": ["src/**/*.entity{.ts,.js}"], "synchronize": true}`
	for name, c := range map[string]struct {
		version, call, file string
		want                bool
	}{
		"a sample alone":              {"^0.2.24", "createConnection()", "ormconfig.json.example", true},
		"the file itself":             {"^0.2.24", "createConnection()", "ormconfig.json", false},
		"a connection that is given":  {"^0.2.24", "createConnection({ type: 'mysql' })", "ormconfig.json.example", false},
		"a release without variables": {"^0.3.20", "createConnection()", "ormconfig.json.example", false},
	} {
		t.Run(name, func(t *testing.T) {
			p, r := languagetest.Project(t, &Language, map[string]string{
				"package.json": `{"scripts": {"start": "node index.js"}, "dependencies": {"typeorm": "` + c.version + `", "express": "4"}}`, "package-lock.json": "{}",
				"index.js": "require('typeorm')." + c.call + ".then(() => require('express')().listen(3000))\n", c.file: sample,
			}, ".", "")
			list := ormSettings(p)
			if got := len(list) == 2 && list[1].Variable == "TYPEORM_DATABASE" && list[1].Text == "shop" && list[0].Variable == "TYPEORM_URL" && list[0].Text == "mysql://localhost:3306/shop" && list[0].Why.Path == c.file; got != c.want {
				t.Errorf("settings %v", list)
			}
			if got := r.Runtime.Environment["TYPEORM_ENTITIES"] == "src/**/*.entity.ts,src/**/*.entity.js" && r.Runtime.Environment["TYPEORM_SYNCHRONIZE"] == "true"; got != c.want {
				t.Errorf("environment %v", r.Runtime.Environment)
			}
		})
	}
}
