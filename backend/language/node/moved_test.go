package node_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/language/node"
)

func TestMoves(t *testing.T) {
	t.Parallel()
	type move struct{ Dir, Script, To, Line string }
	page := `{"name":"web","scripts":{"build":"vite build","dev":"vite","test":"vitest"}}`
	for name, c := range map[string]struct {
		files map[string]string
		want  []move
	}{
		"a line of make that moves what it builds": {
			map[string]string{"Makefile": "all: web\n\ngo build\nweb:\n\tcd web \\\n\t\t&& npm run build \\\n\t\t&& mv dist/index.html dist/app.html \\\n\t\t&& rm -rf ../server/site && mv dist ../server/site\n", "web/package.json": page},
			[]move{{"web", "build", "server/site", "cd web && mkdir -p ../server && mv dist/index.html dist/app.html && rm -rf ../server/site && mv dist ../server/site"}},
		},
		"a target that copies what another one builds": {
			map[string]string{"Makefile": "OUT = internal/assets\nui:\n\tnpm --prefix ui ci\n\tnpm --prefix ui run build\nembed: ui\n\tmkdir -p $(OUT)\n\tcp -r ui/dist/* $(OUT)/\n", "ui/package.json": page},
			[]move{{"ui", "build", "internal/assets", "cd ui && mkdir -p ../internal/assets && cp -r dist/* ../internal/assets/"}},
		},
		"what a folder holds": {
			map[string]string{"justfile": "build:\n    npm --prefix web run build\n    mkdir -p wwwroot\n    cp -r web/dist/. wwwroot/\n", "web/package.json": page},
			[]move{{"web", "build", "wwwroot", "cd web && mkdir -p ../wwwroot && cp -r dist/. ../wwwroot/"}},
		},
		"a folder that is left again": {
			map[string]string{"justfile": "set shell := ['sh']\nbuild target='x':\n    (cd web && pnpm build)\n    cp -r web/dist static\n", "web/package.json": page},
			[]move{{"web", "build", "static", "cd web && cp -r dist ../static"}},
		},
		"tasks that call each other": {
			map[string]string{"Taskfile.yml": "version: '3'\ntasks:\n  default: {deps: [web]}\n  web:\n    dir: web\n    cmds:\n      - npm ci\n      - cmd: npm run build\n      - cp -r dist ../pkg/site\n      - echo {{.DONE}}\n", "web/package.json": page},
			[]move{{"web", "build", "pkg/site", "cd web && mkdir -p ../pkg && cp -r dist ../pkg/site"}},
		},
		"a stage whose result another stage puts among the sources": {
			map[string]string{"Dockerfile": "FROM node:22 AS page\nWORKDIR /page\nCOPY web .\nRUN npm ci && npm run build\nFROM golang:1.25 AS program\nWORKDIR /src\nCOPY . .\nCOPY --from=page /page/dist ./internal/site\nRUN go build\nFROM scratch\nCOPY --from=program /src/x /x\n", "web/package.json": page, "main.go": ""},
			[]move{{"web", "build", "internal/site", "cd web && rm -rf ../internal/site && mkdir -p ../internal && cp -r dist ../internal/site"}},
		},
		"a stage that leaves it where it is": {
			map[string]string{"Dockerfile": "FROM node:22 AS page\nWORKDIR /page/theme\nCOPY theme .\nRUN npm ci && npm run build\nFROM python:3.13\nWORKDIR /app\nCOPY . .\nCOPY --from=page /page/theme/dist theme/dist\n", "theme/package.json": page},
			[]move{{"theme", "build", "theme/dist", ""}},
		},
		"a stage that has all, builds it below and moves it": {
			map[string]string{".docker/Dockerfile": "FROM node:22 AS build\nWORKDIR /app\nCOPY . .\nRUN mkdir -p public && cd ./client && npm ci && npm run build && cd .. && mv ./client/dist/* ./public && rm -rf ./client\nFROM node:22\nCOPY --from=build /app /app\n", "client/package.json": page, "package.json": "{}"},
			[]move{{"client", "build", "public", "cd client && mkdir -p ../public && mv dist/* ../public"}},
		},
		"a stage that builds it and moves nothing": {
			map[string]string{"Dockerfile": "FROM node:22\nWORKDIR /app\nCOPY . .\nRUN cd client && npm run build\nRUN mv words.txt public\n", "client/package.json": page, "package.json": "{}"},
			nil,
		},
		"served from a place that is none of the repository's": {
			map[string]string{"Dockerfile": "FROM node:22 AS page\nCOPY web .\nRUN npm run build\nFROM python:3.13\nWORKDIR /app\nCOPY . .\nCOPY --from=page /dist /spa\n", "web/package.json": page},
			nil,
		},
		"a program that is started": {
			map[string]string{"Makefile": "c:\n\tcd web && npm run dev && cp -r dist ../site\n", "web/package.json": page},
			nil,
		},
		"nothing moved, out of the repository, a script that builds nothing": {
			map[string]string{"Makefile": "b:\n\tcd web && npm run build && cp -r dist ../../x\nd:\n\tcd web && npm run build && cp -r dist $(HERE)/`x`\n", "web/package.json": page},
			nil,
		},
	} {
		f := languagetest.Reader(t, c.files).Folder(".")
		var got []move
		for _, m := range node.Moves(f) {
			if m.Why.Path == "" || m.Why.Line == 0 {
				t.Errorf("%s: no evidence", name)
			}
			r := &language.Recipe{}
			r.Build.BuildCommands = []string{"install", "build"}
			m.Put(&language.Project{Folder: f}, r)
			line := ""
			if len(r.Build.BuildCommands) > 2 {
				line = r.Build.BuildCommands[2]
			}
			got = append(got, move{m.Dir, m.Script, m.To, line})
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s:\n%s", name, d)
		}
	}
}
