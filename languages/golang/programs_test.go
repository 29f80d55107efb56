package golang

import (
	"slices"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

const consumer = "package main\n\nimport \"github.com/rabbitmq/amqp091-go\"\n\nfunc main() {\n\tch.Consume(\"orders\")\n}\n"

// TestOneOfSeveral holds that a program of several is built, started and fed by
// what it alone imports.
func TestOneOfSeveral(t *testing.T) {
	p, _ := languagetest.Project(t, &Language, map[string]string{
		"go.mod":              "module example.com/shop\n\ngo 1.24\n\nrequire github.com/rabbitmq/amqp091-go v1.10.0\n",
		"cmd/orders/main.go":  httpMain,
		"cmd/mailer/main.go":  consumer,
		"cmd/migrate/main.go": plainMain,
	}, ".", "")
	var dirs []string
	for _, one := range p.Claim.Programs {
		dirs = append(dirs, one.Dir+" "+string(one.Kind))
	}
	if want := []string{"cmd/orders web", "cmd/mailer worker"}; !slices.Equal(dirs, want) {
		t.Fatalf("%v, want %v", dirs, want)
	}
	for dir, want := range map[string]struct {
		command string
		deps    int
	}{"cmd/orders": {"/app/bin/orders", 0}, "cmd/mailer": {"/app/bin/mailer", 1}} {
		one := &language.Project{Folder: p.Reader().Folder(dir), Home: p.Folder, Program: dir, Language: &Language, Claim: p.Claim}
		if got := Language.Start(one).Value.Command; !slices.Equal(got, []string{want.command}) {
			t.Errorf("%s starts %v", dir, got)
		}
		if got := Language.Dependencies(one); len(got) != want.deps {
			t.Errorf("%s needs %v", dir, got)
		}
		if got := Language.Sources(one); !slices.Equal(got, []string{dir + "/main.go"}) {
			t.Errorf("%s is made of %v", dir, got)
		}
	}
}
