package extract

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"aipack/backend/language"
)

func TestProgramsApart(t *testing.T) {
	t.Parallel()
	both := []language.Command{{Dir: "cmd/orders", Name: "orders"}, {Dir: "cmd/mailer", Name: "mailer"}}
	const own = "FROM golang:1.24\nCOPY . .\nRUN go build -o /x ./cmd/NAME\nCMD [\"/x\"]\n"
	file := func(name string) string { return strings.ReplaceAll(own, "NAME", name) }
	service := func(name, file string) string {
		return "  " + name + ":\n    build:\n      context: .\n      dockerfile: " + file + "\n"
	}
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"a file each": {map[string]string{"docker/Dockerfile-orders": file("orders"), "docker/Dockerfile-mailer": file("mailer")}, "cmd/mailer cmd/orders"},
		"a compose service each": {map[string]string{
			"compose.yaml": "services:\n" + service("a", "o.Dockerfile") + service("b", "m.Dockerfile"),
			"o.Dockerfile": file("orders"), "m.Dockerfile": file("mailer"),
		}, "cmd/mailer cmd/orders"},
		"one file by a build argument": {map[string]string{
			"compose.yaml": "services:\n" + service("orders", "Dockerfile") + service("mailer", "Dockerfile"),
			"Dockerfile":   file("$SERVICE"),
		}, "cmd/mailer cmd/orders"},
		"one image of both": {map[string]string{"Dockerfile": file("orders") + "RUN go build -o /y ./cmd/mailer\n"}, ""},
		"one of them":       {map[string]string{"Dockerfile": file("orders")}, ""},
		"what is copied":    {map[string]string{"Dockerfile": file("orders"), "m.Dockerfile": "FROM scratch\nCOPY cmd/mailer /x\n"}, ""},
		"longer names":      {map[string]string{"Dockerfile": file("orders-admin"), "m.Dockerfile": file("mailer")}, ""},
		"nothing":           {map[string]string{"go.mod": "module x\n"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			for _, main := range both {
				c.files[main.Dir+"/main.go"] = "package main\n"
			}
			r := read(t, c.files)
			composition := Compose(r)
			apart := composition.Apart(r.Folder("."), both)
			if got := strings.Join(slices.Sorted(maps.Keys(apart)), " "); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			for _, s := range composition.Services {
				if moved := strings.HasPrefix(s.Folder, "cmd/"); moved != (c.want != "") {
					t.Errorf("%s is at %s", s.Name, s.Folder)
				}
			}
		})
	}
}

func TestFilledByAFile(t *testing.T) {
	t.Parallel()
	tags := language.Language{ID: "go", Extensions: []string{".go"}, EnvReads: []language.Pattern{`\benv:"([A-Z_]+)"`}}
	r := read(t, map[string]string{
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
	for _, v := range Of(p, Survey(r, Compose(r), []string{"."})).Env() {
		if v.Value.Required {
			got = append(got, v.Value.Name)
		}
	}
	if want := "SHOP_REGION SHOP_STOCK"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %q", got, want)
	}
}
