package extract

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/universalbuild"
)

// variables gives the variables without their evidence.
func variables(f *Facts) []universalbuild.Variable {
	var out []universalbuild.Variable
	for _, v := range f.Env() {
		out = append(out, v.Value)
	}
	return out
}

func TestEnv(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		files map[string]string
		dir   string
		want  []universalbuild.Variable
	}{
		{name: "nothing", files: map[string]string{"server.js": "process.env.NODE_ENV; process.env.npm_config_x; process.env.PATH"}, dir: "."},
		{
			name: "an example: defaults, secrets, optional ones", dir: ".",
			files: map[string]string{".env.example": "# How loud\nLOG_LEVEL=info\nAPI_KEY=abc\nMAIL_FROM=\n#TIMEOUT=30\nPORT=3000\nDATABASE_URL=postgres://u:p@localhost/db\nTOKEN_TTL=60\nREDIS_PASSWORD=null\nHOOK=https://u:p@x/y\n"},
			want: []universalbuild.Variable{
				{Name: "API_KEY", Secret: true, Path: ".env.example", Line: 3},
				{Name: "DATABASE_URL", Secret: true, Required: true, Path: ".env.example", Line: 7},
				{Name: "HOOK", Secret: true, Path: ".env.example", Line: 10},
				{Name: "LOG_LEVEL", Default: "info", Description: "How loud", Path: ".env.example", Line: 2},
				{Name: "MAIL_FROM", Path: ".env.example", Line: 4},
				{Name: "PORT", Default: "3000", Path: ".env.example", Line: 6},
				{Name: "REDIS_PASSWORD", Secret: true, Path: ".env.example", Line: 9},
				{Name: "TIMEOUT", Path: ".env.example", Line: 5},
				{Name: "TOKEN_TTL", Default: "60", Path: ".env.example", Line: 8},
			},
		},
		{
			name: "the code says where it is read, the example what it is", dir: ".",
			files: map[string]string{
				"server.js":    "const a = process.env.REGION || 'eu'\nconst b = process.env.BUCKET!\nconst c = process.env.LIMIT ?? fallback\n// process.env.OLD\n",
				".env.example": "BUCKET=your-bucket\nREGION=us\n",
			},
			want: []universalbuild.Variable{
				{Name: "BUCKET", Required: true, Path: "server.js", Line: 2},
				{Name: "LIMIT", Path: "server.js", Line: 3},
				{Name: "REGION", Default: "us", Path: "server.js", Line: 1},
			},
		},
		{
			name: "a real .env gives names, and values that are no secrets", dir: ".",
			files: map[string]string{".env": "CUSTOMER=acme\nLOG_LEVEL=debug\nMODE=fast\nSESSION_SECRET=hunter2\nOPAQUE=abcdef0123456789abcdef0123456789\nRETRIES=3\nTRACING=on\n"},
			want: []universalbuild.Variable{
				{Name: "CUSTOMER", Path: ".env", Line: 1},
				{Name: "LOG_LEVEL", Default: "debug", Path: ".env", Line: 2},
				{Name: "MODE", Path: ".env", Line: 3},
				{Name: "OPAQUE", Secret: true, Path: ".env", Line: 5},
				{Name: "RETRIES", Default: "3", Path: ".env", Line: 6},
				{Name: "SESSION_SECRET", Secret: true, Path: ".env", Line: 4},
				{Name: "TRACING", Default: "on", Path: ".env", Line: 7},
			},
		},
		{
			name: "compose: defaults, required ones, hosts that hold only there", dir: "api",
			files: map[string]string{
				"compose.yaml":  "services:\n  db: {image: postgres}\n  api:\n    build: api\n    environment:\n      MODE: ${MODE:-fast}\n      NAME: ${NAME:?who}\n      DB_HOST: db\n      SITE: http://localhost\n",
				"api/server.js": "",
			},
			want: []universalbuild.Variable{
				{Name: "DB_HOST", Path: "compose.yaml", Line: 8},
				{Name: "MODE", Default: "fast", Path: "compose.yaml", Line: 6},
				{Name: "NAME", Required: true, Path: "compose.yaml", Line: 7},
				{Name: "SITE", Default: "http://localhost", Path: "compose.yaml", Line: 9},
			},
		},
		{
			name: "the root's example only explains what a service reads", dir: "api",
			files: map[string]string{".env.example": "# Which one\nBUCKET=main\nOTHER=1\n", "api/server.js": "process.env.BUCKET"},
			want:  []universalbuild.Variable{{Name: "BUCKET", Default: "main", Description: "Which one", Path: "api/server.js", Line: 1}},
		},
		{
			name: "several at once", dir: ".",
			files: map[string]string{"server.js": "const { REGION, MODE: mode = 'fast',\n  LIMIT = 3 } = process.env"},
			want: []universalbuild.Variable{
				{Name: "LIMIT", Default: "3", Path: "server.js", Line: 2}, {Name: "MODE", Default: "fast", Path: "server.js", Line: 1}, {Name: "REGION", Path: "server.js", Line: 1},
			},
		},
		{
			name: "a class of settings", dir: ".",
			files: map[string]string{"config.js": "class Settings(BaseSettings):\n    \"\"\"Doc.\"\"\"\n    region: str\n    level: str = \"info\"  # how loud\n    token: Optional[str] = None\n    limit: int = compute()\n    model_config = SettingsConfigDict(env_prefix=\"shop_\")\n\n    def x(self):\n        local: int = 3\n\nother: int = 1\n"},
			want: []universalbuild.Variable{
				{Name: "SHOP_LEVEL", Default: "info", Path: "config.js", Line: 4}, {Name: "SHOP_LIMIT", Path: "config.js", Line: 6},
				{Name: "SHOP_REGION", Required: true, Path: "config.js", Line: 3}, {Name: "SHOP_TOKEN", Secret: true, Path: "config.js", Line: 5},
			},
		},
		{
			name: "what only the database's image reads", dir: ".",
			files: map[string]string{".env.example": "POSTGRES_PASSWORD=changeme\nCOOKIE_SECRET=changeme\n"},
			want:  []universalbuild.Variable{{Name: "COOKIE_SECRET", Required: true, Secret: true, Path: ".env.example", Line: 2}, {Name: "POSTGRES_PASSWORD", Secret: true, Path: ".env.example", Line: 1}},
		},
		{
			name: "app.json and Kubernetes", dir: ".",
			files: map[string]string{
				"app.json":        `{"env":{"GREETING":{"description":"Said first","value":"hi"},"SALT":{"generator":"secret"},"WHO":{"required":true}}}`,
				"k8s/deploy.yaml": "kind: Deployment\nspec: {template: {spec: {containers: [{name: shop, image: shop, env: [{name: FLAG, value: on}, {name: WHO, valueFrom: {secretKeyRef: {name: a, key: b}}}]}]}}}\n",
			},
			want: []universalbuild.Variable{
				{Name: "FLAG", Default: "on", Path: "k8s/deploy.yaml", Line: 2},
				{Name: "GREETING", Default: "hi", Description: "Said first", Path: "app.json", Line: 1},
				{Name: "SALT", Secret: true, Required: true, Path: "app.json", Line: 1},
				{Name: "WHO", Secret: true, Required: true, Path: "app.json", Line: 1},
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if d := cmp.Diff(tt.want, variables(facts(t, tt.files, tt.dir))); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestEnvNeverShowsSecrets(t *testing.T) {
	t.Parallel()
	secrets := map[string]string{
		"DB_PASSWORD": "hunter2-one", "STRIPE_KEY": "hunter2-two", "PLAIN": "sk_live_hunter2three", "URL": "https://u:hunter2four@h/", "NEXTAUTH_SECRET": "hunter2five",
	}
	var example, code, compose strings.Builder
	compose.WriteString("services:\n  shop:\n    build: .\n    environment:\n")
	for name, value := range secrets {
		example.WriteString(name + "=" + value + "\n")
		code.WriteString("x = process.env." + name + " || '" + value + "'\n")
		compose.WriteString("      " + name + ": " + value + "\n")
	}
	for name, content := range map[string]string{".env.example": example.String(), ".env": example.String(), "server.js": code.String(), "compose.yaml": compose.String()} {
		found := facts(t, map[string]string{name: content}, ".").Env()
		if len(found) != len(secrets) {
			t.Fatalf("%s: %d variables", name, len(found))
		}
		for _, v := range found {
			if !v.Value.Secret || v.Value.Default != "" {
				t.Errorf("%s: %+v", name, v.Value)
			}
			for _, e := range v.Evidence {
				if strings.Contains(e.Excerpt, "hunter2") {
					t.Errorf("%s is shown in the evidence: %+v", v.Value.Name, e)
				}
			}
		}
	}
}

// TestWhatTheProgramComposesIsNoValue: the variable has a default, and nobody knows it.
func TestWhatTheProgramComposesIsNoValue(t *testing.T) {
	for value, want := range map[string]string{
		"`${base}/backup`": "", `"#{root}/log"`: "", `"\(home)/cache"`: "", "${base}/backup": "",
		"`/var/cache`": "/var/cache", `"from $5"`: "from $5", `"#1"`: "#1",
	} {
		var v envEntry
		if v.fallback(value, "process.env.A || `"+value); v.Default != want || !v.hasDefault {
			t.Errorf("%s: %q, has a default: %v", value, v.Default, v.hasDefault)
		}
	}
}
