package sample

import (
	"testing"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

func TestDotenv(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		command []string
		files   map[string]string
		want    string
	}{
		"Node's option":           {[]string{"node", "--env-file=.env", "server.js"}, nil, "/app/.env"},
		"the same in two words":   {[]string{"sh", "-c", "exec node --env-file config/.env server.js"}, nil, "/app/config/.env"},
		"where it may be missing": {[]string{"node", "--env-file-if-exists=.env", "server.js"}, nil, ""},
		"a file that is there":    {[]string{"node", "--env-file=shop.env", "server.js"}, map[string]string{"shop.env": "A=1"}, ""},
		"vlucas":                  {nil, map[string]string{"public/index.php": "<?php\n$dotenv = Dotenv\\Dotenv::createImmutable(__DIR__ . '/../');\n$dotenv->load();\n"}, "/app/.env"},
		"vlucas in one":           {nil, map[string]string{"index.php": "<?php\nDotenv\\Dotenv::createImmutable(__DIR__)->load();\n"}, "/app/.env"},
		"vlucas, safe":            {nil, map[string]string{"index.php": "<?php\n$d = Dotenv::createImmutable(__DIR__);\n$d->safeLoad();\n"}, ""},
		"vlucas, looked for":      {nil, map[string]string{"index.php": "<?php\nif (file_exists(__DIR__ . '/.env')) {\n  Dotenv::createImmutable(__DIR__)->load();\n}\n"}, ""},
		"Symfony":                 {nil, map[string]string{"bootstrap.php": "<?php\n(new Dotenv())->load(__DIR__.'/.env');\n"}, "/app/.env"},
		"nothing":                 {[]string{"node", "a.js"}, map[string]string{"index.php": "<?php\n"}, ""},
	} {
		if c.files == nil {
			c.files = map[string]string{"server.js": ""}
		}
		p := &language.Project{Folder: languagetest.Reader(t, c.files).Folder("."), Start: finding.Of(language.Start{Command: c.command}, finding.Likely, finding.Evidence{Rule: "node.script", Path: "package.json", Line: 1})}
		r := &language.Recipe{}
		r.Runtime.Workdir = "/app"
		Dotenv(p, r)
		got := ""
		if len(r.Runtime.Files) > 0 {
			got = r.Runtime.Files[0].Path
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
