package shipped

import (
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

func TestFind(t *testing.T) {
	for name, c := range map[string]struct {
		file, text string
		keys       string
		want       string // the value and its line
	}{
		"YAML":                {"config/base.yaml", "application:\n  port: 8000 # of the site\n  host: 0.0.0.0\ndatabase:\n  port: 5432\n", "application port", "8000 application.port"},
		"not the database's":  {"config.yml", "database:\n  port: 5432\n  pool:\n    port: 1\n", "server port", ""},
		"alone":               {"config.toml", "port = 4001\n[database]\nport = 5432\n", "server port", "4001 port"},
		"TOML":                {"settings.toml", "[web.server]\nport = 4002\n", "server port", "4002 web.server.port"},
		"INI, another case":   {"conf/app.ini", "[server]\nHTTP_PORT = 4003\n", "server http-port", "4003 server.http_port"},
		"JSON":                {"config.json", "{\n  \"web\": {\n    \"port\": 4004,\n    \"host\": \"::\"\n  },\n  \"db\": {\n    \"port\": 1\n  }\n}\n", "web port", "4004 web.port"},
		"JSON after a nest":   {"config.json", "{\n  \"db\": {\n    \"a\": {\n      \"port\": 1\n    }\n  },\n  \"port\": 4005\n}\n", "port", "4005 port"},
		"HOCON":               {"conf/application.conf", "web {\n  http {\n    port = 4006\n  }\n}\n", "http port", "4006 web.http.port"},
		"a template":          {"config.yaml", "a: {{ .Values\nserver:\n  port: 4007\n", "server port", "4007 server.port"},
		"a sample":            {"config.example.json", "{\n \"port\": \"4008\"\n}\n", "port", "4008 port"},
		"a comment":           {"config.toml", "# port = 4009\n; port = 1\n// port = 2\n", "port", ""},
		"its own name":        {"shop.toml", "port = 4010\n", "port", "4010 port"},
		"another's":           {"prettier.toml", "port = 4011\n", "port", ""},
		"in another's folder": {"deep/down/config.toml", "port = 4012\n", "port", ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := languagetest.Reader(t, map[string]string{c.file: c.text}).Folder(".")
			s, ok := Find(f, Files(f, "shop"), strings.Fields(c.keys)...)
			got := ""
			if ok {
				got = s.Text + " " + strings.Join(s.Path, ".")
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func FuzzLines(f *testing.F) {
	f.Add("a:\n  b: c\n[x.y]\nk = v\n{\n\"q\": {\n}\n}}\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, e := range lines(text) {
			if len(e.path) == 0 || e.line < 1 {
				t.Fatalf("%+v", e)
			}
		}
	})
}
