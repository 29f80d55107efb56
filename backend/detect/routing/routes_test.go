package routing

import "testing"

func TestMountedRoutes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		files map[string]string
		want  string
		sure  bool
	}{
		{name: "on the program itself", want: "/health", sure: true, files: map[string]string{"server.js": "app.get('/health', x)"}},
		{
			name: "a router mounted in another file", want: "/api/health", sure: true,
			files: map[string]string{"app.js": "app.use('/api', require('./routes/status-checks'))", "routes/status-checks.js": "router.get('/health', x)"},
		},
		{
			name: "a router mounted in the same file", want: "/v2/health", sure: true,
			files: map[string]string{"app.js": "const router = express.Router()\nrouter.get('/health', x)\napp.use('/v2', router)\n"},
		},
		{name: "a router whose place is not known", files: map[string]string{"app.js": "", "lib/things.js": "const router = new Router()\nrouter.get('/health', x)\n"}},
		{
			name: "a router mounted without a prefix", want: "/health", sure: true,
			files: map[string]string{"app.js": "app.use(require('./routes/checks'))", "routes/checks.js": "router.get('/health', x)"},
		},
		{
			name: "a router within a router", want: "/api/ops/health", sure: true,
			files: map[string]string{
				"app.js": "const all = require('./routes')\napp.use('/api', all)", "routes/index.js": "const state = require('./checks')\nrouter.use('/ops', state)",
				"routes/checks.js": "router.get('/health', x)",
			},
		},
		{
			name:  "a router within one whose place is not known",
			files: map[string]string{"app.js": "", "lib/all.js": "const state = require('./checks')\nrouter.use('/ops', state)", "lib/checks.js": "router.get('/health', x)"},
		},
		{name: "a server that is asked", files: map[string]string{"server.js": "axios.get('/health')\nconst up = await store.get('/health')\nawait fetch(base + x.get('/health'))"}},
		{name: "asked with options", files: map[string]string{"server.js": "shop.get('/health', { timeout: 5 })"}},
		{
			name: "a prefix that a variable may change", want: "/shop/health", sure: true,
			files: map[string]string{"app.js": "const shop_prefix = getenv('SHOP_PREFIX', '/shop')\nconst router = express.Router()\nrouter.get('/health', x)\napp.use(shop_prefix, router)\n"},
		},
		{
			name:  "a prefix that a variable alone gives",
			files: map[string]string{"app.js": "const shop_prefix = getenv('SHOP_PREFIX')\nconst router = express.Router()\nrouter.get('/health', x)\napp.use(shop_prefix, router)\n"},
		},
		{name: "a group of a group", want: "/api/v1/ping", sure: true, files: map[string]string{"main.js": "api = r.Group(\"/api\")\nv1 = api.Group(\"/v1\")\nv1.get(\"/ping\", x)\n"}},
		{
			name: "FastAPI: its own prefix and that of the mount", want: "/api/checks/health", sure: true,
			files: map[string]string{"main.js": "app.include_router(checks.router, prefix=\"/api\")", "routers/checks.js": "router = APIRouter(tags=[1], prefix=\"/checks\")\n@router.get(\"/health\")\n"},
		},
		{
			name: "Flask's blueprint", want: "/x/health", sure: true,
			files: map[string]string{"main.js": "app.register_blueprint(bp, url_prefix='/x')\nbp = Blueprint('a', __name__)\n@bp.get('/health')\n"},
		},
		{
			name: "Flask's blueprint of a package", want: "/x/health", sure: true,
			files: map[string]string{
				"shop/__init__.js": "from .routes import bp\ndef create_app():\n    app.register_blueprint(bp, url_prefix='/x')\n", "shop/routes/__init__.js": "bp = Blueprint('routes', __name__)\n",
				"shop/routes/checks.js": "from . import bp\n@bp.get('/health')\n",
			},
		},
		{
			name: "Flask's blueprint by another name", want: "/x/health", sure: true,
			files: map[string]string{
				"shop/__init__.js": "def create_app():\n    from shop.main import bp as main_bp\n    app.register_blueprint(main_bp, url_prefix='/x')\n", "shop/main/__init__.js": "bp = Blueprint('main', __name__)\n",
				"shop/main/routes.js": "from shop.main import bp\n@bp.get('/health')\n",
			},
		},
		{
			name: "Flask's resources below the API's prefix", want: "/api/health", sure: true,
			files: map[string]string{"main.js": "api = Api(app, prefix=\"/api\", catch_all_404s=True)\nadd(api)\n", "health.js": "def add(api):\n    api.add_resource(\n        Health, \"/health\", methods=1\n    )\n"},
		},
		{
			name:  "Flask's resources below a prefix that is not known",
			files: map[string]string{"main.js": "api = Api(app, prefix=PREFIX)\napi.add_resource(Health, \"/health\")\n"},
		},
		{
			name:  "Flask's resources of two APIs",
			files: map[string]string{"main.js": "api = Api(app, prefix=\"/v1\")\nnext = Api(app, prefix='/v2')\napi.add_resource(Health, \"/health\")\n"},
		},
		{
			name: "a class with a prefix below one for all", want: "/api/v1/health", sure: true,
			files: map[string]string{"main.js": "app.setGlobalPrefix('api')", "v1.js": "@Controller('v1')\nexport class V1 {\n  x.get('/health')\n}\n"},
		},
		{
			name: "by its handler, decorated", want: "/", sure: true,
			files: map[string]string{"main.js": "app = FastAPI()\n@app.get(\"/\")\nasync def health_check():\n    return 1\n"},
		},
		{name: "what a program is about", files: map[string]string{"main.js": "@app.get(\"/insured\")\ndef health_insurances():\n    return 1\n"}},
		{
			name: "by its handler, annotated", want: "/about/state", sure: true,
			files: map[string]string{"about.js": "@Controller('about')\nexport class About {\n  @Get('state')\n  healthCheck() {\n  }\n}\n"},
		},
		{name: "by its handler, handed", want: "/well", sure: true, files: map[string]string{"main.js": "app.get('/well', handlers.HealthCheck)\n"}},
		{name: "by its handler, with a parameter", files: map[string]string{"main.js": "app.get('/well/:id', handlers.healthCheck)\n"}},
		{name: "its own status", want: "/internal/status", sure: true, files: map[string]string{"main.js": "app.get('/internal/status', x)\n"}},
		{name: "the status of what it keeps", files: map[string]string{"main.js": "app.get('/orders/status', x)\n"}},
		{name: "ASP.NET's template", files: map[string]string{"main.js": "[Route(\"api/[controller]\")]\nx.get('/health')"}},
		{
			name: "a router that a function makes, mounted by its name", want: "/api/v1/health", sure: true,
			files: map[string]string{"main.js": "func main() {\n\tr.Mount(\"/api/v1\", api())\n}\n\nfunc api() Router {\n\tr := NewRouter()\n\tr.get(\"/health\", x)\n}\n"},
		},
		{
			name: "a block with a prefix", want: "/api/v1/health", sure: true,
			files: map[string]string{"main.js": "func main() {\n\tr.Route(\"/api\", func(r Router) {\n\t\tr.Route(\"/v1\", func(r Router) {\n\t\t\tr.get(\"/health\", x)\n\t\t})\n\t})\n}\n"},
		},
		{
			name: "a block whose prefix is a constant", want: "/svc/v1/health", sure: true,
			files: map[string]string{"main.js": "const prefix = \"/svc\"\n\nfunc main() {\n\tr.Route(prefix+\"/v1\", func(r Router) {\n\t\tr.get(\"/health\", x)\n\t})\n}\n"},
		},
		{
			name:  "a block whose prefix is not known",
			files: map[string]string{"main.js": "func main() {\n\tr.Route(settings.Mount(), func(r Router) {\n\t})\n\tr.Route(cfg.Where, func(r Router) {\n\t\tr.get(\"/health\", x)\n\t})\n}\n"},
		},
		{
			name: "a group that another file's function is handed", want: "/internal/health", sure: true,
			files: map[string]string{"main.js": "func main() {\n\tinner := r.Group(\"/internal\")\n\tRegister(inner)\n}\n", "health/routes.js": "func Register(g Group) {\n\tg.get(\"/health\", x)\n}\n"},
		},
		{
			name: "a block that is over", want: "/health", sure: true,
			files: map[string]string{"main.js": "func main() {\n\tr.Route(\"/api\", func(r Router) {\n\t\tr.get(\"/orders\", x)\n\t})\n\tr.get(\"/health\", x)\n}\n"},
		},
		{
			name: "Django's include", want: "/ops/health", sure: true,
			files: map[string]string{"urls.js": "path('ops/', include('checks.urls'))", "checks/urls.js": "x.get('/health')"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := health(t, tt.files)
			if got.Value != tt.want || (got.Confidence > 0.5) != tt.sure {
				t.Errorf("%q at %.2f, want %q, sure %v: %+v", got.Value, got.Confidence, tt.want, tt.sure, got)
			}
		})
	}
}
