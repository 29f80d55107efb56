package javascript

import (
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

func TestNodeRunsNoShellScript(t *testing.T) {
	for bin, want := range map[string]string{"bin/control.sh": "node lib/main.js", "bin/a.js": "node bin/a.js"} {
		p, _ := languagetest.Project(t, &Language, map[string]string{
			"package.json": `{"name": "a", "main": "lib/main.js", "bin": "` + bin + `"}`, "lib/main.js": "run()", bin: "x",
		}, ".", "")
		if got := strings.Join(p.Start.Value.Command, " "); got != want {
			t.Errorf("%s: %q, want %q", bin, got, want)
		}
	}
}

// A member's command that the project's own image starts is a service.
func TestShippedCommand(t *testing.T) {
	for name, c := range map[string]struct {
		dockerfile string
		want       language.Role
	}{
		"named and started": {"FROM node:22 AS build\nCOPY . .\nRUN pnpm --filter=desk deploy --prod /prod\nFROM node:22\nWORKDIR /srv\nCOPY --from=build /prod .\nEXPOSE 7000\nENTRYPOINT [\"node\", \"dist/bin/desk.js\"]\n", language.Service},
		"without a port":    {"FROM node:22\nRUN pnpm --filter=desk deploy /prod\nENTRYPOINT [\"node\", \"dist/bin/desk.js\"]\n", language.Program},
		"another command":   {"FROM node:22\nRUN pnpm --filter=desk deploy /prod\nEXPOSE 7000\nCMD node dist/other.js\n", language.Program},
		"another member":    {"FROM node:22\nRUN pnpm --filter=other deploy /prod\nEXPOSE 7000\nCMD node dist/bin/desk.js\n", language.Program},
		"no container file": {"", language.Program},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{
				"package.json": `{"private": true}`, "pnpm-workspace.yaml": "packages: [packages/*]\n", "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
				"packages/desk/package.json": `{"name": "desk", "main": "dist/index.js", "bin": {"desk": "./dist/bin/desk.js"}, "scripts": {"build": "tsc"}}`, "packages/desk/src/bin/desk.js": "open()\n",
			}
			if c.dockerfile != "" {
				files["Dockerfile"] = c.dockerfile
			}
			p, _ := languagetest.Project(t, &Language, files, "packages/desk", ".")
			if got := strings.Join(p.Start.Value.Command, " "); p.Claim.Role != c.want || got != "node dist/bin/desk.js" {
				t.Errorf("role %v, command %q", p.Claim.Role, got)
			}
		})
	}
}

// TestMembersProgramsAreThereBeforeTheInstall: a program is linked only if its file is
// there while the packages are installed.
func TestMembersProgramsAreThereBeforeTheInstall(t *testing.T) {
	for asked, early := range map[string]bool{`"@w/stamp": "workspace:*"`: false, `"express": "4"`: true} {
		_, r := languagetest.Project(t, &Language, map[string]string{
			"package.json": `{"name":"root","packageManager":"pnpm@9.15.4"}`, "pnpm-workspace.yaml": "packages: ['apps/*', 'tools/*']", "pnpm-lock.yaml": "lockfileVersion: '9.0'",
			"apps/api/package.json": `{"name":"@w/api","scripts":{"build":"stamp","start":"node s.js"},"devDependencies":{` + asked + `}}`, "apps/api/s.js": "require('http').createServer(f).listen(1)",
			"tools/stamp/package.json": `{"name":"@w/stamp","bin":{"stamp":"cli.mjs"}}`, "tools/stamp/cli.mjs": "",
		}, "apps/api", ".")
		if got := len(r.Build.Manifests) > 0; got != early {
			t.Errorf("%s: the manifests come first: %v, want %v", asked, got, early)
		}
	}
}
