package tests

import "testing"

// TestTLSThatSourcesDemand: PostgreSQL speaks TLS where the sources demand it and check no
// certificate; where they check one, the plan promises less.
func TestTLSThatSourcesDemand(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		ssl   string
		tls   bool
		sure  bool
		warns bool
	}{
		"demanded":              {"ssl: { rejectUnauthorized: false }", true, true, false},
		"with the certificate":  {"ssl: { rejectUnauthorized: true }", false, false, true},
		"not demanded":          {"ssl: false", false, true, false},
		"commented out":         {"\n// ssl: { rejectUnauthorized: false }\n", false, true, false},
		"where it is published": {"ssl: process.env.NODE_ENV === 'production' && { rejectUnauthorized: false }", true, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := theOneOf(t, map[string]string{
				"package.json":      `{"name":"shop","scripts":{"start":"node index.js"},"dependencies":{"express":"^4.19.2","pg":"^8.12.0"}}`,
				"package-lock.json": `{"name":"shop","lockfileVersion":3,"packages":{"":{"dependencies":{"express":"^4.19.2","pg":"^8.12.0"}}}}`,
				"index.js": "const app = require('express')();\nconst { Pool } = require('pg');\n" +
					"const pool = new Pool({ connectionString: process.env.DATABASE_URL, " + c.ssl + " });\n" +
					"app.get('/', async (req, res) => res.json(await pool.query('SELECT 1')));\napp.listen(3000);\n",
			})
			tls, warned := false, false
			for _, s := range d.Metadata.DataSetup {
				tls = tls || s.TLS && s.Service == "postgresql"
			}
			for _, w := range d.Warnings {
				warned = warned || w.Code == "tls_verified"
			}
			if tls != c.tls || warned != c.warns || (d.Metadata.Confidence >= 0.8) != c.sure {
				t.Errorf("TLS %v, warned %v, confidence %.2f", tls, warned, d.Metadata.Confidence)
			}
		})
	}
}
