package manifest

import "testing"

// Whatever stands in these files, reading them neither panics nor hangs, and a
// port is always one.

func FuzzProcfile(f *testing.F) {
	f.Add("web: a\r\nrelease: b")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParseProcfile(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range p.Processes {
			if e.Command == "" || !isProcessName(e.Name) || e.Line < 1 {
				t.Fatalf("%+v", e)
			}
		}
	})
}

func FuzzDotenv(f *testing.F) {
	f.Add("A='x\n# B=1\nexport C=\"a\nb\" # d")
	f.Fuzz(func(t *testing.T, s string) {
		d, err := ParseDotenv(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range d.Entries {
			if !isVariableName(e.Name) || e.Line < 1 {
				t.Fatalf("%+v", e)
			}
		}
	})
}

func FuzzDockerfile(f *testing.F) {
	f.Add(dockerfile)
	f.Add("# escape=`\nFROM ${A:-b} AS c\nFROM c\nEXPOSE ${P:-80}\nRUN <<-E\n\tE\n")
	f.Fuzz(func(t *testing.T, s string) {
		d, err := ParseDockerfile(s)
		if err != nil {
			t.Fatal(err)
		}
		last, _ := d.Stage("")
		for _, e := range last.Expose {
			if e.Port < 1 || e.Port > 65535 {
				t.Fatalf("%+v", e)
			}
		}
	})
}

func FuzzCompose(f *testing.F) {
	f.Add("services:\n  a: &a\n    build: .\n    ports: [\"${P:-1}:2/udp\"]\n  b: {<<: *a}\n")
	f.Fuzz(func(t *testing.T, s string) {
		c, err := ParseCompose(s, func(string) (string, bool) { return s, true })
		if err != nil {
			return
		}
		for _, service := range c.Services {
			for _, p := range service.Ports {
				if p.Target < 1 || p.Target > 65535 {
					t.Fatalf("%+v", p)
				}
			}
		}
	})
}

func FuzzKubernetes(f *testing.F) {
	f.Add("kind: Pod\nspec: {containers: [{ports: [{containerPort: 1}], livenessProbe: {httpGet: {path: /, port: 1}}}]}\n")
	f.Fuzz(func(t *testing.T, s string) {
		k, _ := ParseKubernetes(s)
		for _, c := range k.Containers {
			for _, p := range c.Ports {
				if p.Port < 1 || p.Port > 65535 {
					t.Fatalf("%+v", p)
				}
			}
		}
	})
}

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
