package extract

import (
	"strings"
	"testing"

	"aipack/backend/detect/deployment"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

func TestFilledByAFile(t *testing.T) {
	t.Parallel()
	tags := language.Language{ID: "go", Extensions: []string{".go"}, EnvReads: []language.Pattern{`\benv:"([A-Z_]+)"`}}
	r := languagetest.Reader(t, map[string]string{
		"config.go": "package main\n\ntype c struct {\n" +
			"\tLevel string `env-required:\"true\" yaml:\"level\" env:\"SHOP_LEVEL\"`\n" +
			"\tRegion string `env-required:\"true\" yaml:\"region\" env:\"SHOP_REGION\"`\n" +
			"\tStock string `env-required:\"true\" yaml:\"stock\" env:\"SHOP_STOCK\"`\n" +
			"\tListen string `env-required:\"true\" yaml:\"listen\" env:\"SHOP_LISTEN\"`\n}\n",
		"config.yml":   "level: info\nstock: 127.0.0.1:5001\nlisten: 0.0.0.0\n",
		"compose.yaml": "services:\n  shop:\n    build: .\n    environment:\n      SHOP_STOCK: stock:5001\n      SHOP_LEVEL: debug\n",
	})
	p := &language.Project{Folder: r.Folder("."), Language: &tags}
	var got []string
	for _, v := range Of(p, deployment.Survey(r, deployment.Compose(r), []string{"."})).Env() {
		if v.Value.Required {
			got = append(got, v.Value.Name)
		}
	}
	if want := "SHOP_REGION SHOP_STOCK"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %q", got, want)
	}
}
