package deployment

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
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
			r := languagetest.Reader(t, c.files)
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
