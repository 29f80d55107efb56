package languages

import (
	"context"
	"testing"
	"testing/fstest"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/repo"
	"aipack/languages/javascript"
)

// FuzzNodeProject asks every rule about a project whose files say anything.
func FuzzNodeProject(f *testing.F) {
	f.Add(`{"name":"x","scripts":{"start":"npm run a && b","a":"npm run a","build":"vite build --outDir ../.."},"dependencies":{"next":"","vite":"x"},"workspaces":["**"]}`, "output: 'standalone', outDir: '/'", "lts/*")
	f.Add(`{"engines":{"node":">= || <","pnpm":"^"},"packageManager":"pnpm@","bin":{"":""},"main":"../../x"}`, "ssr: false", "v999999999999999999999")
	f.Add(`{"devDependencies":{"@angular/core":"file:../..","svelte":null},"scripts":{"start":"'"}}`, `{"projects":{"":{}}}`, "\x00")
	f.Fuzz(func(t *testing.T, pkg, config, version string) {
		fsys := fstest.MapFS{}
		for name, content := range map[string]string{
			"package.json": pkg, "sub/package.json": pkg, "sub/project.json": config, "nx.json": "{}", ".nvmrc": version, "index.html": "", "index.js": config,
			"next.config.js": config, "vite.config.ts": config, "angular.json": config, "tsconfig.json": config, "sub/deno.json": pkg, "pnpm-lock.yaml": config, "hugo.toml": config,
		} {
			fsys[name] = &fstest.MapFile{Data: []byte(content)}
		}
		r := repo.New(fsys, "/srv/x")
		index, err := r.Index(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		reader := language.NewReader(r, index)
		for _, l := range []*language.Language{&javascript.TypeScript, &javascript.Language, pages} {
			for _, dir := range []string{".", "sub"} {
				askEverything(l, reader.Folder(dir))
			}
		}
	})
}

func askEverything(l *language.Language, f *language.Folder) {
	claim, ok := l.Claim(f)
	if !ok {
		return
	}
	p := &language.Project{Folder: f, Language: l, Claim: claim}
	if l.Workspace != nil {
		if w, ok := l.Workspace(f.Sub("..")); ok {
			p.Workspace = &w
		}
	}
	if l.Dependencies != nil {
		p.Deps = l.Dependencies(p)
	}
	if p.Version = l.Version(p); !p.Version.Found() {
		p.Version = finding.Of(l.DefaultVersion, finding.Unsure)
	}
	p.Framework, p.Start = l.Framework(p), l.Start(p)
	l.Port(p)
	l.Health(p)
	l.Recipe(p)
}
