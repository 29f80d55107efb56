package sandbox

import (
	"strings"
	"testing"

	"aipack/backend/prove"
	"aipack/backend/universalbuild"
)

// TestStage: commands run where the plan builds, before it builds, and with nothing of the
// builder's caches.
func TestStage(t *testing.T) {
	runtime := universalbuild.Runtime{BaseImage: "node:22-slim", Workdir: "/srv", User: "app", Command: []string{"node", "server.js"}}
	build := universalbuild.Build{
		BaseImage: "node:22", Workdir: "/app", CachePaths: []string{"/root/.npm"}, Manifests: []string{"package.json"},
		PreBuildCommands: []string{"npm ci"}, BuildCommands: []string{"npm run build"}, PostBuildCommands: []string{"npm prune"},
	}
	fetching := build
	fetching.PreBuildCommands = nil
	for name, c := range map[string]struct {
		build universalbuild.Build
		has   []string
		not   []string
	}{
		"dependencies":         {build, []string{"FROM node:22 AS build\n", "WORKDIR /app\n", "RUN npm ci\n", "COPY . .\n"}, []string{"npm run build", "npm prune", "mount", "slim", "USER", "CMD"}},
		"fetched by the build": {fetching, []string{"COPY . .\n", "RUN npm run build\n"}, []string{"npm prune", "mount", "slim"}},
		"nothing is built":     {universalbuild.Build{}, []string{"FROM node:22-slim AS build\n", "WORKDIR /srv\n", "COPY . .\n"}, []string{"USER", "CMD", "/app"}},
	} {
		doc := universalbuild.UniversalBuild{Version: universalbuild.Version, Metadata: universalbuild.Metadata{ProjectName: "shop", Path: "."}, Build: c.build, Runtime: runtime}
		text, image, err := stage(doc)
		if err != nil || image == "" || !strings.Contains(text, "FROM "+image+" AS build\n") {
			t.Errorf("%s: %s, %v", name, image, err)
		}
		_, text, _ = strings.Cut(text, "\n\n") // what it is, and how it is built
		for _, want := range c.has {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q:\n%s", name, want, text)
			}
		}
		for _, bad := range c.not {
			if strings.Contains(text, bad) {
				t.Errorf("%s has %q:\n%s", name, bad, text)
			}
		}
	}
}

// TestWhatIsTold: what the probe says is read within bounds, whatever a command made of it.
func TestWhatIsTold(t *testing.T) {
	const end = `{"exit":0}` + "\n"
	for name, c := range map[string]struct {
		told string
		ok   bool
	}{
		"all of it":            {end + `{"path":"a","content":"aGk="}` + "\n" + `{"path":"b","gone":true}` + "\n" + `{"path":"c"}` + "\n" + `{"done":true,"left":2}`, true},
		"nothing":              {"", false},
		"no end":               {end + `{"path":"a","content":"aGk="}`, false},
		"no JSON":              {"panic: out of memory", false},
		"it did not start":     {`{"problem":"no /bin/sh"}`, false},
		"outside":              {end + `{"path":"../a","content":"aGk="}` + "\n" + `{"done":true}`, false},
		"from the root":        {end + `{"path":"/etc/passwd","gone":true}` + "\n" + `{"done":true}`, false},
		"too many":             {end + strings.Repeat(`{"path":"a","gone":true}`+"\n", 201) + `{"done":true}`, false},
		"too long":             {end + strings.Repeat(`{"path":"a","content":"`+strings.Repeat("AAAA", 1<<20)+`"}`+"\n", 6) + `{"done":true}`, false},
		"files before its end": {`{"path":"a","gone":true}` + "\n" + `{"done":true}`, false},
	} {
		doc := universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{Path: "api"}}
		out, err := (&Container{request: prove.Request{Document: doc}}).read(strings.NewReader(c.told))
		if (err == nil) != c.ok {
			t.Errorf("%s: %+v, %v", name, out, err)
		}
		if !c.ok {
			continue
		}
		if f := out.Files; len(f) != 3 || f[0].Path != "api/a" || string(f[0].Content) != "hi" || f[1].Content != nil || f[2].Content == nil || out.Left != 2 {
			t.Errorf("%s: %+v", name, out)
		}
	}
}
