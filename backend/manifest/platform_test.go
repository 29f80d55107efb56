package manifest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPlatformFiles(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		parse   func(string) (Platform, error)
		content string
		want    []PlatformService
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
			[]PlatformService{{
				Name: "shop", Release: "bin/migrate", Port: 8080, Health: "/healthz", Variables: []PlatformVar{{Name: "PORT", Value: "8080"}},
				Processes: []Process{{Name: "cron", Command: "bin/cron"}, {Name: "web", Command: "bin/web"}},
			}},
		},
		{
			"fly.toml, the older form", ParseFly, "[[services]]\ninternal_port = 4000\n[[services.http_checks]]\npath = \"/up\"\n",
			[]PlatformService{{Port: 4000, Health: "/up"}},
		},
		{
			"app.json", ParseAppJSON, `{"name":"x","env":{"A":"1","B":{"description":"d","required":false},"C":{"generator":"secret"}},"addons":["heroku-postgresql",{"plan":"heroku-redis:mini"}]}`,
			[]PlatformService{{
				Name: "x", Backing: []string{"heroku-postgresql", "heroku-redis:mini"},
				Variables: []PlatformVar{{Name: "A", Value: "1"}, {Name: "B", Description: "d"}, {Name: "C", Secret: true, Required: true}},
			}},
		},
		{
			"railway.json", ParseRailwayJSON, `{"deploy":{"startCommand":"node x","healthcheckPath":"/h","preDeployCommand":["npm run migrate"]}}`,
			[]PlatformService{{Start: "node x", Health: "/h", Release: "npm run migrate"}},
		},
		{"railway.toml", ParseRailwayTOML, "[deploy]\nstartCommand = \"node x\"\n", []PlatformService{{Start: "node x"}}},
		{"nixpacks.toml", ParseNixpacks, "[start]\ncmd = \"node x\"\n", []PlatformService{{Start: "node x"}}},
		{"nixpacks.toml's packages", ParseNixpacks, "[phases.setup]\nnixPkgs = ['...', 'ffmpeg']\naptPkgs = ['libpq-dev']\n", []PlatformService{{Packages: []string{"ffmpeg", "libpq-dev"}}}},
		{"railpack.json", ParseRailpack, `{"deploy":{"startCommand":"node x"}}`, []PlatformService{{Start: "node x"}}},
		{
			"heroku.yml", ParseHerokuYML, "setup:\n  addons: [{plan: heroku-postgresql}]\n  config: {A: b}\nrun:\n  web: puma\n  worker: {command: [sidekiq]}\nrelease:\n  command: [rake db:migrate]\n",
			[]PlatformService{{
				Processes: []Process{{"web", "puma", 5}, {"worker", "sidekiq", 6}}, Release: "rake db:migrate",
				Variables: []PlatformVar{{Name: "A", Value: "b"}}, Backing: []string{"heroku-postgresql"},
			}},
		},
		{
			"render.yaml", ParseRender, "databases: [{name: d}]\nservices:\n- {type: web, name: api, rootDir: api, startCommand: node x, healthCheckPath: /h, envVars: [{key: K, sync: false}, {key: L, value: 1}]}\n- {type: keyvalue}\n- {type: worker, startCommand: node w}\n",
			[]PlatformService{
				{
					Name: "api", Dir: "api", Start: "node x", Health: "/h", Backing: []string{"postgres", "redis"},
					Variables: []PlatformVar{{Name: "K", Required: true, Secret: true}, {Name: "L", Value: "1"}},
				},
				{Start: "node w", Worker: true, Backing: []string{"postgres", "redis"}},
			},
		},
		{
			"app.yaml", ParseAppEngine, "runtime: python312\nentrypoint: gunicorn main:app\nenv_variables: {A: b}\nliveness_check: {path: /l}\n",
			[]PlatformService{{Start: "gunicorn main:app", Health: "/l", Variables: []PlatformVar{{Name: "A", Value: "b"}}}},
		},
		{"an app.yaml of another kind", ParseAppEngine, "kind: Deployment\nentrypoint: x\n", nil},
		{
			".do/app.yaml", ParseDigitalOcean, "databases: [{engine: PG}]\nservices: [{name: a, source_dir: /a, run_command: node x, http_port: 8080, health_check: {http_path: /h}, envs: [{key: K, type: SECRET}]}]\n",
			[]PlatformService{{
				Name: "a", Dir: "a", Start: "node x", Port: 8080, Health: "/h", Backing: []string{"pg"}, Variables: []PlatformVar{{Name: "K", Secret: true}},
			}},
		},
		{
			"wrong types", ParseFly, "app = 3\nenv = [1]\nprocesses = \"x\"\nhttp_service = [1]\nservices = 4\nchecks = false\ndeploy = 1979-05-27\n",
			[]PlatformService{{Name: "3"}},
		},
		{"wrong types in JSON", ParseAppJSON, `{"name":[],"env":[1],"addons":{"a":1},"healthchecks":7,"scripts":"x"}`, []PlatformService{{}}},
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
