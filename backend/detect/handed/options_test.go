package handed

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestOptions: what a client is given as its host, account or database is that,
// whatever the variable is called.
func TestOptions(t *testing.T) {
	t.Parallel()
	const all = "HOST=postgresql.host NAME=postgresql.database WHO=postgresql.user WORD=postgresql.password"
	js := func(lines string) map[string]string { return map[string]string{"db.js": lines} }
	py := func(lines string) map[string]string { return map[string]string{"db.py": "import os\n" + lines} }
	for name, c := range map[string]struct {
		files  map[string]string
		stores string
		want   string
	}{
		"TypeORM":        {js("module({\n  type: 'postgres',\n  host: process.env.HOST,\n  port: parseInt(process.env.HOST),\n  username: process.env.WHO,\n  password: process.env.WORD,\n  database: process.env.NAME,\n})\n"), "postgresql redis", all},
		"a pool":         {js("new Pool({\n  user: process.env.WHO,\n  host: process.env.HOST,\n  database: process.env.NAME,\n  password: process.env.WORD,\n  port: Number(process.env.AT),\n})\n"), "postgresql", "AT=postgresql.port " + all},
		"another's":      {js("module({\n  type: 'mysql',\n  host: process.env.HOST,\n  user: process.env.WHO,\n  password: process.env.WORD,\n  database: process.env.NAME,\n})\n"), "postgresql", ""},
		"mail":           {js("mail({\n  host: process.env.HOST,\n  user: process.env.WHO,\n  password: process.env.WORD,\n})\n"), "postgresql", ""},
		"one of two":     {js("connect({\n  host: process.env.HOST,\n  user: process.env.WHO,\n  password: process.env.WORD,\n  database: process.env.NAME,\n})\n"), "postgresql mysql", ""},
		"another object": {js("const mail = {\n  host: process.env.MAIL,\n};\nconnect({\n  host: process.env.HOST,\n  user: process.env.WHO,\n  password: process.env.WORD,\n  database: process.env.NAME,\n})\n"), "postgresql", all},
		"psycopg":        {py("c = psycopg2.connect(\n    host=os.getenv('HOST'),\n    user=os.getenv('WHO'),\n    password=os.getenv('WORD'),\n    dbname=os.getenv('NAME'),\n)\n"), "postgresql", all},
		"Django":         {py("DATABASES = {\n    'default': {\n        'ENGINE': 'django.db.backends.postgresql',\n        'NAME': os.getenv('NAME'),\n        'USER': os.getenv('WHO'),\n        'PASSWORD': os.getenv('WORD'),\n        'HOST': os.getenv('HOST'),\n    }\n}\n"), "postgresql", all},
	} {
		lang := &javascript
		if c.files["db.py"] != "" {
			lang = &python
		}
		var got []string
		found := Parts(sources(t, lang, c.files), strings.Fields(c.stores))
		for _, v := range slices.Sorted(maps.Keys(found)) {
			got = append(got, v+"="+found[v].Store+"."+found[v].Field)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
