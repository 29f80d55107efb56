package routing

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
		"behind a decorator's key":     {map[string]string{"server.js": "@app.route('/health')\n@apikey_auth\ndef health():"}, ""},
		"behind a decorator's login":   {map[string]string{"server.js": "@user_login_required\napp.get('/alive', x)"}, ""},
		"a file's name with an ending": {map[string]string{"server.js": "app.get('/health.html', x)"}, "/health.html"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := health(t, c.files); got.Value != c.want {
				t.Errorf("%q, want %q: %+v", got.Value, c.want, got)
			}
		})
	}
}
