package extract

import "testing"

func TestPathOfACheckWithVariables(t *testing.T) {
	t.Parallel()
	f := facts(t, map[string]string{"Dockerfile": "FROM node\nHEALTHCHECK CMD curl -f http://localhost:${PORT:-9000}/${CONTEXT_PATH}health\nCMD node server.js\n", "server.js": "x"}, ".")
	if got := f.Health(); got.Value != "/health" {
		t.Errorf("%+v", got)
	}
}

func TestPortVariable(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, text, want string }{
		"PORT":                      {"server.js", "app.listen(process.env.PORT || 3000)", "PORT"},
		"compose's own":             {"compose.yaml", "services:\n  web:\n    build: .\n    ports: [\"${SHOP_PORT:-3000}:3000\"]\n", ""},
		"what compose hands to it":  {"compose.yaml", "services:\n  web:\n    build: .\n    environment:\n      PORT: 3000\n", "PORT"},
		"a number that is fixed":    {"server.js", "app.listen(3000)", ""},
		"what nothing of it reads":  {".env.example", "WEB_PORT=3000\n", ""},
		"an example that is for it": {".env.example", "PORT=3000\n", "PORT"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := facts(t, map[string]string{c.file: c.text, "app.js": "x"}, ".")
			port := f.Ports()
			if got := f.PortVariable(port); got != c.want || port.Value != 3000 {
				t.Errorf("%q of %d, want %q: %+v", got, port.Value, c.want, port.Evidence)
			}
		})
	}
}

func TestNamesOfVariables(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"const options = { \"PORT\": { text: '' } }": true, "const { env } = x\nlisten(env.PORT)": true, "const IMPORT = 'x'": false} {
		if _, got := facts(t, map[string]string{"server.js": text}, ".").Names("PORT"); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
