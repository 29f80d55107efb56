package routing

import "testing"

// TestPlaces follows routes to where they are mounted, in the spellings of the
// frameworks' own documents.
func TestPlaces(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"a prefix that a constant gives": {map[string]string{
			"server.js": "app.use(API_PREFIX, require('./routes/checks'))", "settings.js": "const API_PREFIX = '/api/v2';", "routes/checks.js": "router.get('/health', x)",
		}, "/api/v2/health"},
		"a prefix that nothing explains": {map[string]string{
			"server.js": "app.use(apiPrefix, require('./routes/checks'))", "routes/checks.js": "router.get('/health', x)",
		}, ""},
		"a template with a setting": {map[string]string{
			"server.js": "app.get(`${settings.base}/health`, x)", "settings.js": "exports.base = process.env.BASE || '/shop'",
		}, "/shop/health"},
		"FastAPI's prefix of settings": {map[string]string{
			"main.js": "app.include_router(checks.router, prefix=settings.api_prefix)", "settings.js": "class Settings:\n    api_prefix: str = \"/api/v1\"\n", "routers/checks.js": "@router.get(\"/health\")\n",
		}, "/api/v1/health"},
		"Flask's blueprint of another file": {map[string]string{
			"shop/__init__.js": "from shop.api import bp as api_bp\napp.register_blueprint(api_bp, url_prefix='/api')\n", "shop/api/__init__.js": "bp = Blueprint('api', __name__)\n",
			"shop/api/checks.js": "bp.get('/health')\n",
		}, ""}, // what a script imports is no module of Python's
		"mounted within a block": {map[string]string{
			"main.js": "func all() {\n\tr.Route(\"/api\", func(r Router) {\n\t\tr.Mount(\"/ops\", ops())\n\t})\n}\n", "ops.js": "func ops() {\n\tr := NewRouter()\n\tr.get(\"/livez\", x)\n}\n",
		}, "/api/ops/livez"},
		"brought in where it is mounted": {map[string]string{
			"main.js": "fastify.register(require('./routes'), { prefix: '/v2' })", "routes.js": "module.exports = async (fastify) => {\n  fastify.get('/health', x)\n}\n",
		}, "/v2/health"},
		"files that are served are no router": {map[string]string{
			"config/express.js": "const routes = require('../api/v1')\napp.use('/v1', routes)", "api/v1/index.js": "const router = express.Router()\nrouter.get('/status', x)\nrouter.use('/docs', express.static('docs'))\n",
		}, "/v1/status"},
		"Gorilla's subrouter":         {map[string]string{"main.js": "s := r.PathPrefix(\"/api/v1\").Subrouter()\ns.get(\"/health\", x)\n"}, "/api/v1/health"},
		"http.StripPrefix":            {map[string]string{"main.js": "inner := http.NewServeMux()\ninner.get(\"/health\", x)\nmux.Handle(\"/api/\", http.StripPrefix(\"/api\", inner))\n"}, "/api/health"},
		"a group of what is handed":   {map[string]string{"main.js": "app := New()\nroutes.Setup(app)\n", "routes/routes.js": "func Setup(app *App) {\n\tapi := app.Group(\"/api\")\n\tv1 := api.Group(\"/v1\")\n\tv1.get(\"/healthcheck\", x)\n}\n"}, "/api/v1/healthcheck"},
		"Hono's base path":            {map[string]string{"main.js": "const app = new Hono().basePath('/api')\napp.get('/health', x)\n"}, "/api/health"},
		"a router that a package has": {map[string]string{"main.js": "", "start/paths.js": "import router from '@adonisjs/core/services/router'\nrouter.get('/health', x)\n"}, "/health"},
		"Nest's version of all": {map[string]string{
			"main.js": "app.enableVersioning({\n  type: VersioningType.URI,\n  defaultVersion: '1',\n})\n", "checks.js": "@Controller('health')\nexport class C {\n  x.get('/ping')\n}\n",
		}, "/v1/health/ping"},
		"Nest's version of all, before a class without a path": {map[string]string{
			"main.js": "app.enableVersioning({\n  type: VersioningType.URI,\n  defaultVersion: '1',\n})\n", "checks.js": "@Controller()\nexport class C {\n  x.get('health')\n}\n",
		}, "/v1/health"},
		"Nest's prefix, before a class without a path": {map[string]string{
			"main.js": "app.setGlobalPrefix('api')", "checks.js": "@Controller()\nexport class C {\n  x.get('/health')\n}\n",
		}, "/api/health"},
		"Nest's own version of a class": {map[string]string{
			"main.js": "app.enableVersioning({\n  type: VersioningType.URI,\n  defaultVersion: '1',\n})\n", "checks.js": "@Controller({ version: '2' })\nexport class C {\n  x.get('health')\n}\n",
		}, "/v2/health"},
		"Nest's routes without the prefix": {map[string]string{
			"main.js": "app.setGlobalPrefix('api', { exclude: ['health'] })", "checks.js": "@Controller()\nexport class C {\n  x.get('health')\n}\n",
		}, "/health"},
		"Nest's prefix that nothing explains": {map[string]string{
			"main.js": "app.setGlobalPrefix(config.get('shop.prefix'))", "checks.js": "@Controller('x')\nexport class C {\n  x.get('/health')\n}\n",
		}, ""},
		"a JAX-RS application":  {map[string]string{"app.js": "@ApplicationPath(\"/api\")\nclass A {}", "state.js": "@Path(\"/state\")\npublic class S {\n  x.get('/health')\n}\n"}, "/api/state/health"},
		"Litestar's controller": {map[string]string{"app.js": "class Ops(Controller):\n    path = \"/ops\"\n\n    x.get('/health')\n"}, "/ops/health"},
		"Beego's namespace":     {map[string]string{"app.js": "ns := web.NewNamespace(\"/api\",\n\tx.get(\"/health\"),\n)\n"}, "/api/health"},
		"axum's nest and merge": {map[string]string{
			"src/main.rs":   "fn all() -> Router {\n    let api = Router::new().merge(health::routes());\n    Router::new().nest(\"/api/v1\", api)\n}\n",
			"src/health.rs": "pub fn routes() -> Router {\n    Router::new().route(\"/health\", get(h))\n}\n", "src/orders.rs": "pub fn routes() -> Router {\n    Router::new()\n}\n",
		}, "/api/v1/health"},
		"actix-web's configure": {map[string]string{
			"src/main.rs": "App::new().service(web::scope(\"/api\").configure(handlers::config))\n", "src/handlers.rs": "#[get(\"/healthcheck\")]\nasync fn check() {}\n\npub fn config(c: &mut ServiceConfig) {\n    c.service(check);\n}\n",
		}, "/api/healthcheck"},
		"actix-web's scope in the line": {map[string]string{"src/main.rs": "App::new().service(web::scope(\"/ops\").route(\"/health\", web::get().to(h)))\n"}, "/ops/health"},
		"Rocket's mount":                {map[string]string{"src/main.rs": "#[get(\"/health\")]\nfn health() {}\n\nfn rocket() {\n    rocket::build().mount(\"/api\", routes![index, health])\n}\n"}, "/api/health"},
		"a version as a parameter":      {map[string]string{"src/main.rs": "Router::new().route(\"/{version}/health\", get(h));\nmatch version { \"v1\" => 1 }\n"}, "/v1/health"},
		"another parameter":             {map[string]string{"src/main.rs": "Router::new().route(\"/{shop}/health\", get(h));\nmatch version { \"v1\" => 1 }\n"}, ""},
		"Go: a head over several lines, of one of two packages": {map[string]string{
			"main.go":       "func Mount(app *echo.Echo) {\n\tpages := app.Group(\"/pages\")\n\tweb.Mount(pages, x)\n\tapi := app.Group(\"/api\")\n\tapi.Mount(api, x)\n}\n",
			"api/router.go": "func Mount(\n\tparent *echo.Group, x *X,\n) {\n\tv1 := parent.Group(\"/v1\")\n\tv1.GET(\"/health\", h.health)\n}\n", "web/router.go": "func Mount(parent *echo.Group, x *X) {\n}\n",
		}, "/api/v1/health"},
		"Go: below what is empty until it is told": {map[string]string{
			"main.go": "func main() {\n\tapp.GET(util.BasePath+\"/_health\", handler.Health())\n}\n", "util/config.go": "var (\n\tPort     int\n\tBasePath string\n)\n",
		}, "/_health"},
		"routers in a circle": {map[string]string{"main.js": "", "a.js": "const b = require('./b')\nrouter.use('/b', b)\nrouter.get('/health', x)", "b.js": "const a = require('./a')\nrouter.use('/a', a)"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := placed(t, c.files); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// placed gives the path of health of a program, "" for one that is hardly believed.
func placed(t *testing.T, files map[string]string) string {
	t.Helper()
	got := health(t, files)
	if got.Confidence < 0.5 {
		return ""
	}
	return got.Value
}

func TestHealthByName(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"a setting's default":                {map[string]string{"server.js": "app.route(settings.health_endpoint)", "settings.js": "HEALTH_ENDPOINT = \"/alive\"\n"}, "/alive"},
		"a setting that is declared":         {map[string]string{"server.js": "paths = [(config.HEALTHCHECK_ROUTE, HealthHandler)]", "settings.js": "Config.define(\"HEALTHCHECK_ROUTE\", r\"/healthcheck/?\", \"Route\")\n"}, "/healthcheck"},
		"one of several at once":             {map[string]string{"server.js": "app.route(&c.healthcheck_route, x)", "settings.js": "let (healthcheck_route, b) = if r {\n  (\"/__in/healthcheck\", 1)\n};\n"}, "/__in/healthcheck"},
		"a constant without a slash":         {map[string]string{"server.js": "const HEALTH_CHECK_PATH = \"__shop__/health\"\nif (path == HEALTH_CHECK_PATH) { x }\n"}, "/__shop__/health"},
		"a wrapper":                          {map[string]string{"server.js": "application = health_check(application, \"/health/\")\n"}, "/health/"},
		"a middleware":                       {map[string]string{"server.js": "app.use(healthCheck('/health/alive'))\n"}, "/health/alive"},
		"a handler is no path but its own":   {map[string]string{"server.js": "app.get('/x', healthHandler)\nfetch('/health')\n"}, "/x"},
		"a name that is asked for elsewhere": {map[string]string{"server.js": "const healthUrl = '/health'\nfetch(healthUrl)\n"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := placed(t, c.files); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
