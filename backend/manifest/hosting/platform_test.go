package hosting

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func FuzzPlatforms(f *testing.F) {
	f.Add("services: [{type: web, rootDir: a}]\nruntime: x\nrun: {web: {command: [a]}}")
	f.Add("[http_service]\ninternal_port = 1\n[[services]]\n[env]\nA = 1\n")
	f.Add(`{"env":{"A":{"required":true}},"addons":["x"],"deploy":{"startCommand":"x"}}`)
	f.Fuzz(func(t *testing.T, s string) {
		for _, parse := range []func(string) (Platform, error){
			ParseFly, ParseAppJSON, ParseRailwayJSON, ParseRailwayTOML, ParseNixpacks, ParseRailpack, ParseHerokuYML, ParseRender, ParseAppEngine, ParseDigitalOcean,
		} {
			p, _ := parse(s)
			for _, service := range p.Services {
				if service.Port < 0 || service.Port > 65535 {
					t.Fatalf("%+v", service)
				}
			}
		}
	})
}

func TestPlatformFiles(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		parse   func(string) (Platform, error)
		content string
		want    []Service
	}{
		{
			"fly.toml", ParseFly, `
app = "shop"
[env]
PORT = "8080"
[deploy]
release_command = "bin/migrate"
[processes]
web = "bin/web"
cron = "bin/cron"
[http_service]
internal_port = 8080
[[http_service.checks]]
path = "/healthz"
`,
			[]Service{{
				Name: "shop", Release: "bin/migrate", Port: 8080, Health: "/healthz", Variables: []Var{{Name: "PORT", Value: "8080"}},
				Processes: []Process{{Name: "cron", Command: "bin/cron"}, {Name: "web", Command: "bin/web"}},
			}},
		},
		{
			"fly.toml, the older form", ParseFly, "[[services]]\ninternal_port = 4000\n[[services.http_checks]]\npath = \"/up\"\n",
			[]Service{{Port: 4000, Health: "/up"}},
		},
		{
			"app.json", ParseAppJSON, `{"name":"x","env":{"A":"1","B":{"description":"d","required":false},"C":{"generator":"secret"}},"addons":["heroku-postgresql",{"plan":"heroku-redis:mini"}]}`,
			[]Service{{
				Name: "x", Backing: []string{"heroku-postgresql", "heroku-redis:mini"},
				Variables: []Var{{Name: "A", Value: "1"}, {Name: "B", Description: "d"}, {Name: "C", Secret: true, Required: true}},
			}},
		},
		{
			"railway.json", ParseRailwayJSON, `{"deploy":{"startCommand":"node x","healthcheckPath":"/h","preDeployCommand":["npm run migrate"]}}`,
			[]Service{{Start: "node x", Health: "/h", Release: "npm run migrate"}},
		},
		{"railway.toml", ParseRailwayTOML, "[deploy]\nstartCommand = \"node x\"\n", []Service{{Start: "node x"}}},
		{"nixpacks.toml", ParseNixpacks, "[start]\ncmd = \"node x\"\n", []Service{{Start: "node x"}}},
		{"nixpacks.toml's packages", ParseNixpacks, "[phases.setup]\nnixPkgs = ['...', 'ffmpeg']\naptPkgs = ['libpq-dev']\n", []Service{{Packages: []string{"ffmpeg", "libpq-dev"}}}},
		{"railpack.json", ParseRailpack, `{"deploy":{"startCommand":"node x"}}`, []Service{{Start: "node x"}}},
		{
			"heroku.yml", ParseHerokuYML, "setup:\n  addons: [{plan: heroku-postgresql}]\n  config: {A: b}\nrun:\n  web: puma\n  worker: {command: [sidekiq]}\nrelease:\n  command: [rake db:migrate]\n",
			[]Service{{
				Processes: []Process{{"web", "puma", 5}, {"worker", "sidekiq", 6}}, Release: "rake db:migrate",
				Variables: []Var{{Name: "A", Value: "b"}}, Backing: []string{"heroku-postgresql"},
			}},
		},
		{
			"render.yaml", ParseRender, "databases: [{name: d}]\nservices:\n- {type: web, name: api, rootDir: api, startCommand: node x, healthCheckPath: /h, envVars: [{key: K, sync: false}, {key: L, value: 1}]}\n- {type: keyvalue}\n- {type: worker, startCommand: node w}\n",
			[]Service{
				{
					Name: "api", Dir: "api", Start: "node x", Health: "/h", Backing: []string{"postgres", "redis"},
					Variables: []Var{{Name: "K", Required: true, Secret: true}, {Name: "L", Value: "1"}},
				},
				{Start: "node w", Worker: true, Backing: []string{"postgres", "redis"}},
			},
		},
		{
			"app.yaml", ParseAppEngine, "runtime: python312\nentrypoint: gunicorn main:app\nenv_variables: {A: b}\nliveness_check: {path: /l}\n",
			[]Service{{Start: "gunicorn main:app", Health: "/l", Variables: []Var{{Name: "A", Value: "b"}}}},
		},
		{"an app.yaml of another kind", ParseAppEngine, "kind: Deployment\nentrypoint: x\n", nil},
		{
			".do/app.yaml", ParseDigitalOcean, "databases: [{engine: PG}]\nservices: [{name: a, source_dir: /a, run_command: node x, http_port: 8080, health_check: {http_path: /h}, envs: [{key: K, type: SECRET}]}]\n",
			[]Service{{
				Name: "a", Dir: "a", Start: "node x", Port: 8080, Health: "/h", Backing: []string{"pg"}, Variables: []Var{{Name: "K", Secret: true}},
			}},
		},
		{
			"wrong types", ParseFly, "app = 3\nenv = [1]\nprocesses = \"x\"\nhttp_service = [1]\nservices = 4\nchecks = false\ndeploy = 1979-05-27\n",
			[]Service{{Name: "3"}},
		},
		{"wrong types in JSON", ParseAppJSON, `{"name":[],"env":[1],"addons":{"a":1},"healthchecks":7,"scripts":"x"}`, []Service{{}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := tt.parse(tt.content)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got.Services); d != "" {
				t.Error(d)
			}
		})
	}
}
