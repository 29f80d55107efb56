package javascript

import (
	"maps"
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

// TestPublicValues: what bundlers put into pages is a value of the build, out of
// files that no build is sent; what is not public stays where it is.
func TestPublicValues(t *testing.T) {
	page := `<div id="app"></div>`
	for name, test := range map[string]struct {
		files map[string]string
		want  map[string]string
		told  string // a part of the warning
	}{
		"vite": {map[string]string{
			"package.json": `{"scripts":{"build":"vite build"},"devDependencies":{"vite":"6"}}`, "index.html": page,
			".env": "VITE_API=https://dev.example.net\nVITE_NAME=shop\nDB_PASSWORD=f00d17\n", ".env.production": "VITE_API=https://api.example.net\n",
		}, map[string]string{"VITE_API": "https://api.example.net", "VITE_NAME": "shop"}, ""},
		"a key by its name": {map[string]string{
			"package.json": `{"scripts":{"build":"vite build"},"devDependencies":{"vite":"6"}}`, "index.html": page,
			".env.production": "VITE_MAPS_KEY=AIza" + "SyA1234567890abcdefghijklmnopqrstuv\n",
		}, map[string]string{"VITE_MAPS_KEY": "AIza" + "SyA1234567890abcdefghijklmnopqrstuv"}, ""},
		"a real one": {map[string]string{
			"package.json": `{"scripts":{"build":"vite build"},"devDependencies":{"vite":"6"}}`, "index.html": page,
			".env.production": "VITE_PAY=sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc\n",
		}, nil, "reads VITE_PAY from .env.production"},
		"another mode, prefix and folder": {map[string]string{
			"package.json": `{"scripts":{"build":"vite build --mode staging"},"devDependencies":{"vite":"6"}}`, "index.html": page,
			"vite.config.ts": "export default { envPrefix: ['APP_', 'VITE_'], envDir: './env' }", "env/.env.staging": "APP_A=1\nVITE_B=2\nOTHER=3\n", "env/.env.production": "APP_A=9\n",
		}, map[string]string{"APP_A": "1", "VITE_B": "2"}, ""},
		"the settings read others": {map[string]string{
			"package.json":   `{"scripts":{"build":"next build","start":"next start"},"dependencies":{"next":"15"}}`,
			"next.config.js": "module.exports = { basePath: process.env.BASE, env: { k: process.env.SIGNING_KEY } }", ".env.production": "NEXT_PUBLIC_A=1\nBASE=/shop\nSIGNING_KEY=f00d17bb\nUNREAD=1\n",
		}, map[string]string{"NEXT_PUBLIC_A": "1", "BASE": "/shop"}, "reads SIGNING_KEY from .env.production"},
		"references": {map[string]string{
			"package.json": `{"scripts":{"build":"react-scripts build"},"dependencies":{"react-scripts":"5"}}`, "public/index.html": page,
			".env": "REACT_APP_HOST=api.example.net\nREACT_APP_URL=https://${REACT_APP_HOST}/v1\nTOKEN=f00d17\nREACT_APP_T=${TOKEN}\nPUBLIC_URL=/a\n",
		}, map[string]string{"REACT_APP_HOST": "api.example.net", "REACT_APP_URL": "https://api.example.net/v1", "PUBLIC_URL": "/a"}, "reads REACT_APP_T from .env"},
		"no pages": {map[string]string{
			"package.json": `{"scripts":{"start":"node index.js"},"dependencies":{"express":"4"}}`, "index.js": "require('express')().listen(3000)", ".env.production": "VITE_A=1\nDB_PASSWORD=f00d17\n",
		}, nil, ""},
		"gatsby": {map[string]string{
			"package.json": `{"scripts":{"build":"gatsby build"},"dependencies":{"gatsby":"5"}}`, ".env": "GATSBY_A=dev\n", ".env.production": "GATSBY_A=prod\n",
		}, map[string]string{"GATSBY_A": "prod"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p, r := languagetest.Project(t, &Language, test.files, ".", "")
			got := map[string]string{}
			for n, v := range r.Build.Environment {
				if universalbuild.PublicName(n) && !strings.HasSuffix(n, "_DISABLED") || n == "APP_A" || n == "BASE" || n == "SIGNING_KEY" || n == "DB_PASSWORD" {
					got[n] = v
				}
			}
			if !maps.Equal(got, test.want) {
				t.Errorf("%v, want %v", got, test.want)
			}
			var told []string
			for _, w := range p.Reader().Warnings(".") {
				if w.Code == "build_value_left_out" {
					told = append(told, w.Message)
				}
			}
			if len(told) > 1 || (len(told) == 1) != (test.told != "") || !strings.Contains(strings.Join(told, ""), test.told) {
				t.Errorf("told %q, want %q", told, test.told)
			}
		})
	}
}
