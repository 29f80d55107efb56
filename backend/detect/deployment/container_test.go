package deployment

import (
	"testing"

	"aipack/backend/language/languagetest"
)

func TestBrokenDockerfileIsTold(t *testing.T) {
	for name, want := range map[string]int{
		"FROM node:22\n\nCOPPY . .\nEXPOSE 4000\n":         3,
		"FROM node:22\nCOPY . .\nEXPOSE 4000\n":            0,
		"FROM {{ image }}\n{{ steps }}\nEXPOSE 4000\n":     0,
		"FROM node:22\nRUN npm ci\n && npm t\nEXPOSE 4000": 3,
	} {
		r := languagetest.Reader(t, map[string]string{"web/Dockerfile": name})
		c, ok := Dockerfile(r.Folder("web"))
		if !ok || len(c.Ports) != 1 || c.Ports[0].Value != 4000 {
			t.Errorf("%q: what the rest says is lost: %v", name, c.Ports)
		}
		told := r.Warnings("web")
		if want == 0 && len(told) > 0 || want > 0 && (len(told) != 1 || told[0].Line != want || told[0].Path != "web/Dockerfile") {
			t.Errorf("%q: told %+v, want line %d", name, told, want)
		}
	}
}
