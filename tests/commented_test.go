package tests

import (
	"strings"
	"testing"
)

// TestAClientThatOnlyCommentsImport: a package that was used once asks for no data service,
// unless something loads it by itself.
func TestAClientThatOnlyCommentsImport(t *testing.T) {
	t.Parallel()
	const pool = "const { Pool } = require('pg');\nmodule.exports = new Pool({ connectionString: process.env.DATABASE_URL });\n"
	for name, c := range map[string]struct {
		packages, db string
		want         string
	}{
		"in comments alone":      {`"pg":"^8.11.0","mongoose":"^6.8.3"`, pool + "// const mongoose = require('mongoose');\n// mongoose.connect('mongodb://localhost/x');\n", "postgresql"},
		"in code as well":        {`"pg":"^8.11.0","mongoose":"^6.8.3"`, pool + "// const old = require('mongoose');\nconst mongoose = require('mongoose');\n", "mongodb postgresql"},
		"nowhere":                {`"pg":"^8.11.0","mongoose":"^6.8.3"`, pool, "mongodb postgresql"},
		"in a word of a comment": {`"pg":"^8.11.0","mongoose":"^6.8.3"`, pool + "// we might take 'mongoose' instead\n", "mongodb postgresql"},
		"loaded by a mapper":     {`"sequelize":"^6.28.0","mysql2":"^3.0.1"`, "// const mysql = require('mysql2');\nconst { Sequelize } = require('sequelize');\nmodule.exports = new Sequelize(process.env.DATABASE_URL);\n", "mysql"},
	} {
		d := theOneOf(t, map[string]string{
			"package.json": `{"name":"shop","version":"1.0.0","main":"index.js","scripts":{"start":"node index.js"},"dependencies":{"express":"^4.19.2",` + c.packages + "}}\n",
			"index.js":     "require('./db');\nconst app = require('express')();\napp.listen(3000);\n",
			"db.js":        c.db,
		})
		if got := strings.Join(d.Metadata.BackingServices, " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
