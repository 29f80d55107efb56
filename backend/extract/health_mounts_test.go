package extract

import "testing"

func TestHealthOfMounts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"the root of a mounted router": {map[string]string{
			"app.js": "const state = require('./state')\napp.mount('/health', state)", "state.js": "const router = express.Router()\nrouter.get('/', x)",
		}, "/health"},
		"a mounted router without a root": {map[string]string{
			"app.js": "const state = require('./state')\napp.mount('/health', state)", "state.js": "const router = express.Router()\nrouter.post('/', x)",
		}, ""},
		"the root of a group":           {map[string]string{"main.js": "checks = r.Group(\"/api/ping\")\nchecks.GET(\"/\", x)\n"}, "/api/ping/"},
		"a constant that is registered": {map[string]string{"main.js": "const healthPath = \"/v1/health\"\nmux.HandleFunc(healthPath, x)\n"}, "/v1/health"},
		"a constant that is compared":   {map[string]string{"main.js": "const healthPath = \"/v1/health\"\nif (r.path == healthPath) { x }\n"}, "/v1/health"},
		"a constant that is asked":      {map[string]string{"main.js": "const healthPath = \"/v1/health\"\nfetch(base + healthPath)\n"}, ""},
		"one of a file's two routers": {map[string]string{
			"server.js": "const routes = require('./all')\napp.use('/', routes.pages)\napp.use('/api', routes.api)",
			"all.js":    "const pageRouter = Router()\nconst apiRouter = Router()\napiRouter.get('/health', x)\nmodule.exports = { pages: pageRouter, api: apiRouter }",
		}, "/api/health"},
		"a list that is included": {map[string]string{"urls.js": "api_urls = [\n    x.get('/status'),\n]\n\nurlpatterns = [\n    path(\"api/v1/\", include(api_urls)),\n    path(\"api/v2/\", include(api_urls)),\n]\n"}, "/api/v2/status"},
		"the method of its own type": {map[string]string{
			"main.js":   "pages.Register(root)\nstateHandler.Register(db, inner)\nr.Mount(\"/api\", inner)\n",
			"state.js":  "func (h *StateHandler) Register(db DB, router Router) {\n\trouter.get(\"/health\", x)\n}\n",
			"others.js": "func (h *Pages) Register(router Router) {\n\trouter.get(\"/about\", x)\n}\n",
		}, "/api/health"},
		"behind a login":               {map[string]string{"server.js": "app.get('/health', requireAuth, x)"}, ""},
		"behind a decorator's login":   {map[string]string{"server.js": "@user_login_required\napp.get('/alive', x)"}, ""},
		"a file's name with an ending": {map[string]string{"server.js": "app.get('/health.html', x)"}, "/health.html"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := facts(t, c.files, ".").Health(); got.Value != c.want {
				t.Errorf("%q, want %q: %+v", got.Value, c.want, got)
			}
		})
	}
}

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
