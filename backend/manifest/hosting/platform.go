// Package hosting reads what hosting platforms are told about a program:
// Procfile, fly.toml, render.yaml, app.json and their like. It knows none of
// their services.
package hosting

import (
	"encoding/json"
	"sort"
	"strconv"
	"strings"

	"aipack/backend/base/bounded"
	"aipack/backend/manifest/lenient"
)

// Platform is what the file of a hosting platform declares about a service.
type Platform struct {
	Services []Service
}

// Service is one service of such a file.
type Service struct {
	Name      string
	Dir       string // folder of its sources, relative to the file; "" for the file's own
	Start     string // shell line of the main process
	Worker    bool   // the main process answers no requests
	Processes []Process
	Release   string // shell line to run once per release
	Port      int    // 0 for none
	Health    string // path of the HTTP check
	Variables []Var
	Backing   []string // data services it asks for, as the platform names them
	Packages  []string // system packages it asks for, by the names of its distribution
}

// Var is a declared environment variable.
type Var struct {
	Name, Value, Description string
	Required                 bool
	Secret                   bool // generated, or taken from a secret or a database
}

// anyMap reads whatever stands where a table should be.
func anyMap(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

func anyList(v any) []any {
	switch v := v.(type) {
	case []any:
		return v
	case []map[string]any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = v[i]
		}
		return out
	}
	return nil
}

func anyText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

func anyPort(v any) int {
	n, err := strconv.Atoi(anyText(v))
	if err != nil || n < 1 || n > 65535 {
		return 0
	}
	return n
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func firstText(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// ParseFly reads fly.toml: https://fly.io/docs/reference/configuration/.
func ParseFly(content string) (Platform, error) {
	var m map[string]any
	if err := bounded.TOML(content, &m); err != nil {
		return Platform{}, err
	}
	s := Service{Name: anyText(m["app"]), Release: anyText(anyMap(m["deploy"])["release_command"])}
	services := append([]any{m["http_service"]}, anyList(m["services"])...)
	for _, v := range services {
		service := anyMap(v)
		if s.Port == 0 {
			s.Port = anyPort(service["internal_port"])
		}
		for _, check := range append(anyList(service["checks"]), anyList(service["http_checks"])...) {
			s.Health = firstText(s.Health, anyText(anyMap(check)["path"]))
		}
	}
	checks := anyMap(m["checks"])
	for _, name := range sortedKeys(checks) {
		s.Health = firstText(s.Health, anyText(anyMap(checks[name])["path"]))
	}
	env := anyMap(m["env"])
	for _, name := range sortedKeys(env) {
		s.Variables = append(s.Variables, Var{Name: name, Value: anyText(env[name])})
	}
	processes := anyMap(m["processes"])
	for _, name := range sortedKeys(processes) {
		if c := anyText(processes[name]); c != "" {
			s.Processes = append(s.Processes, Process{Name: name, Command: c})
		}
	}
	return Platform{Services: []Service{s}}, nil
}

// ParseAppJSON reads Heroku's and Dokku's app.json:
// https://devcenter.heroku.com/articles/app-json-schema.
func ParseAppJSON(content string) (Platform, error) {
	var m map[string]any
	if err := json.Unmarshal([]byte(content), &m); err != nil {
		return Platform{}, err
	}
	s := Service{Name: anyText(m["name"]), Release: anyText(anyMap(anyMap(m["scripts"])["dokku"])["predeploy"])}
	env := anyMap(m["env"])
	for _, name := range sortedKeys(env) {
		v := Var{Name: name, Value: anyText(env[name])}
		if e := anyMap(env[name]); e != nil {
			v.Value, v.Description = anyText(e["value"]), anyText(e["description"])
			v.Secret = anyText(e["generator"]) == "secret"
			v.Required = anyText(e["required"]) != "false"
		}
		s.Variables = append(s.Variables, v)
	}
	for _, a := range anyList(m["addons"]) {
		s.Backing = append(s.Backing, firstText(anyText(a), anyText(anyMap(a)["plan"])))
	}
	for _, check := range anyList(anyMap(m["healthchecks"])["web"]) {
		s.Health = firstText(s.Health, anyText(anyMap(check)["path"]))
	}
	return Platform{Services: []Service{s}}, nil
}

// ParseRailwayJSON reads railway.json: https://docs.railway.com/reference/config-as-code.
func ParseRailwayJSON(content string) (Platform, error) {
	var m map[string]any
	if err := json.Unmarshal([]byte(content), &m); err != nil {
		return Platform{}, err
	}
	return railway(m), nil
}

// ParseRailwayTOML reads railway.toml, the same in another spelling.
func ParseRailwayTOML(content string) (Platform, error) {
	var m map[string]any
	if err := bounded.TOML(content, &m); err != nil {
		return Platform{}, err
	}
	return railway(m), nil
}

func railway(m map[string]any) Platform {
	deploy := anyMap(m["deploy"])
	release := anyText(deploy["preDeployCommand"])
	for _, line := range anyList(deploy["preDeployCommand"]) {
		release = firstText(release, anyText(line))
	}
	return Platform{Services: []Service{{
		Start: anyText(deploy["startCommand"]), Health: anyText(deploy["healthcheckPath"]), Release: release,
	}}}
}

// ParseNixpacks reads nixpacks.toml: https://nixpacks.com/docs/configuration/file.
func ParseNixpacks(content string) (Platform, error) {
	var m map[string]any
	if err := bounded.TOML(content, &m); err != nil {
		return Platform{}, err
	}
	s := Service{Start: anyText(anyMap(m["start"])["cmd"])}
	phases := anyMap(m["phases"])
	names := make([]string, 0, len(phases))
	for name := range phases {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		phase := anyMap(phases[name])
		for _, list := range []any{phase["nixPkgs"], phase["aptPkgs"]} {
			for _, p := range anyList(list) {
				if text := anyText(p); text != "..." { // what it finds out itself
					s.Packages = append(s.Packages, text)
				}
			}
		}
	}
	return Platform{Services: []Service{s}}, nil
}

// ParseRailpack reads railpack.json: https://railpack.com/config/file.
func ParseRailpack(content string) (Platform, error) {
	var m map[string]any
	if err := json.Unmarshal([]byte(content), &m); err != nil {
		return Platform{}, err
	}
	return Platform{Services: []Service{{Start: anyText(anyMap(m["deploy"])["startCommand"])}}}, nil
}

// ParseHerokuYML reads heroku.yml:
// https://devcenter.heroku.com/articles/build-docker-images-heroku-yml.
func ParseHerokuYML(content string) (Platform, error) {
	y, err := lenient.FirstYAML(content)
	if err != nil {
		return Platform{}, err
	}
	var s Service
	for _, p := range y.Get("run").Pairs() {
		command := firstText(p.Value.Text(), strings.Join(p.Value.Get("command").Texts(), " && "))
		if command != "" {
			s.Processes = append(s.Processes, Process{p.Key, command, p.Line})
		}
	}
	s.Release = strings.Join(y.Get("release", "command").Texts(), " && ")
	for _, a := range y.Get("setup", "addons").Items() {
		s.Backing = append(s.Backing, a.Get("plan").Text())
	}
	for _, p := range y.Get("setup", "config").Pairs() {
		s.Variables = append(s.Variables, Var{Name: p.Key, Value: p.Value.Text()})
	}
	return Platform{Services: []Service{s}}, nil
}

// ParseRender reads render.yaml: https://render.com/docs/blueprint-spec.
func ParseRender(content string) (Platform, error) {
	y, err := lenient.FirstYAML(content)
	if err != nil {
		return Platform{}, err
	}
	var p Platform
	var backing []string
	if len(y.Get("databases").Items()) > 0 {
		backing = append(backing, "postgres")
	}
	for _, item := range y.Get("services").Items() {
		kind := item.Get("type").Text()
		if kind == "redis" || kind == "keyvalue" {
			backing = append(backing, "redis")
			continue
		}
		s := Service{
			Name: item.Get("name").Text(), Dir: item.Get("rootDir").Text(), Start: item.Get("startCommand").Text(),
			Worker: kind == "worker" || kind == "cron", Release: item.Get("preDeployCommand").Text(),
			Health: item.Get("healthCheckPath").Text(),
		}
		for _, e := range item.Get("envVars").Items() {
			v := Var{Name: e.Get("key").Text(), Value: e.Get("value").Text()}
			v.Secret = e.Get("generateValue").Bool() || e.Get("fromDatabase").Exists() || e.Get("sync").Text() == "false"
			v.Required = e.Get("sync").Text() == "false"
			if v.Name != "" {
				s.Variables = append(s.Variables, v)
			}
		}
		p.Services = append(p.Services, s)
	}
	for i := range p.Services {
		p.Services[i].Backing = backing
	}
	return p, nil
}

// ParseAppEngine reads App Engine's app.yaml:
// https://cloud.google.com/appengine/docs/standard/reference/app-yaml.
func ParseAppEngine(content string) (Platform, error) {
	y, err := lenient.FirstYAML(content)
	if err != nil || !y.Get("runtime").Exists() {
		return Platform{}, err
	}
	s := Service{
		Name: y.Get("service").Text(), Start: y.Get("entrypoint").Text(),
		Health: firstText(y.Get("liveness_check", "path").Text(), y.Get("readiness_check", "path").Text()),
	}
	for _, p := range y.Get("env_variables").Pairs() {
		s.Variables = append(s.Variables, Var{Name: p.Key, Value: p.Value.Text()})
	}
	return Platform{Services: []Service{s}}, nil
}

// ParseDigitalOcean reads .do/app.yaml:
// https://docs.digitalocean.com/products/app-platform/reference/app-spec/.
func ParseDigitalOcean(content string) (Platform, error) {
	y, err := lenient.FirstYAML(content)
	if err != nil {
		return Platform{}, err
	}
	var p Platform
	var backing []string
	for _, d := range y.Get("databases").Items() {
		backing = append(backing, strings.ToLower(d.Get("engine").Text()))
	}
	for _, kind := range []string{"services", "workers"} {
		for _, item := range y.Get(kind).Items() {
			s := Service{
				Name: item.Get("name").Text(), Dir: strings.Trim(item.Get("source_dir").Text(), "/"),
				Start: item.Get("run_command").Text(), Worker: kind == "workers", Backing: backing,
				Health: item.Get("health_check", "http_path").Text(), Port: anyPort(item.Get("http_port").Text()),
			}
			for _, e := range item.Get("envs").Items() {
				s.Variables = append(s.Variables, Var{
					Name: e.Get("key").Text(), Value: e.Get("value").Text(), Secret: e.Get("type").Text() == "SECRET",
				})
			}
			p.Services = append(p.Services, s)
		}
	}
	return p, nil
}
