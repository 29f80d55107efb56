package golang

import (
	"slices"
	"testing"

	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

// TestCopied: what the project's own container file puts beside its program
// lies beside it in ours, too.
func TestCopied(t *testing.T) {
	const builder = "FROM golang:1.24 AS builder\nWORKDIR /src\nCOPY . .\nRUN go build -o /out/app .\n"
	for name, c := range map[string]struct {
		dockerfile string
		want       []universalbuild.Copy
	}{
		"migrations out of another stage":  {builder + "FROM scratch\nCOPY --from=builder /src/migrations /migrations\nCOPY --from=builder /out/app /app\n", []universalbuild.Copy{{From: "migrations", To: "migrations"}}},
		"a stage that copied to a folder":  {"FROM golang:1.24 AS builder\nCOPY . /app\nWORKDIR /app\nFROM scratch\nWORKDIR /srv\nCOPY --from=builder /app/migrations ./db/\n", []universalbuild.Copy{{From: "migrations", To: "db"}}},
		"a sample that is renamed":         {"FROM alpine\nWORKDIR /srv\nCOPY settings.toml.sample settings.toml\n", []universalbuild.Copy{{From: "settings.toml.sample", To: "settings.toml"}}},
		"a file into a folder":             {"FROM alpine\nWORKDIR /srv\nCOPY settings.toml.sample words.txt ./etc/\n", []universalbuild.Copy{{From: "settings.toml.sample", To: "etc/settings.toml.sample"}, {From: "words.txt", To: "etc/words.txt"}}},
		"into the workdir":                 {"FROM alpine\nWORKDIR /srv\nCOPY words.txt .\n", []universalbuild.Copy{{From: "words.txt", To: "words.txt"}}},
		"no file of the system":            {"FROM alpine\nCOPY words.txt /etc/words.txt\nCOPY migrations /usr/share/x\n", nil},
		"not outside of the workdir":       {"FROM alpine\nWORKDIR /srv\nCOPY words.txt /data/words.txt\n", nil},
		"no sources":                       {"FROM alpine\nWORKDIR /srv\nCOPY store ./store\nCOPY start.sh .\nCOPY . .\n", nil},
		"nothing that is not there":        {"FROM alpine\nWORKDIR /srv\nCOPY app .\nCOPY --from=nobody /x/words.txt .\n", nil},
		"nothing outside":                  {"FROM alpine\nWORKDIR /srv\nCOPY ../../words.txt ../x\n", nil},
		"of several stages the last alone": {builder + "FROM builder AS dev\nCOPY words.txt /src/x.txt\nFROM alpine\nWORKDIR /srv\nCOPY migrations migrations\n", []universalbuild.Copy{{From: "migrations", To: "migrations"}}},
	} {
		t.Run(name, func(t *testing.T) {
			_, r := languagetest.Project(t, &Language, map[string]string{
				"go.mod": "module example.test/base\n\ngo 1.24\n", "main.go": serves, "store/store.go": "package store\n", "start.sh": "exec ./app\n",
				"migrations/1.sql": "select 1;\n", "settings.toml.sample": "a = 1\n", "words.txt": "one\n", "Dockerfile": c.dockerfile,
			}, ".", "")
			got := slices.DeleteFunc(r.Runtime.Copy, func(c universalbuild.Copy) bool { return c.To == "./bin/base" || c.From[0] == '/' })
			if !slices.Equal(got, c.want) {
				t.Errorf("copies %v, want %v", got, c.want)
			}
		})
	}
}

// TestCopiedAlthoughIgnored: the project's own image has a file that .gitignore names,
// and so has ours, where it is there.
func TestCopiedAlthoughIgnored(t *testing.T) {
	_, r := languagetest.Project(t, &Language, map[string]string{
		"go.mod": "module example.test/base\n\ngo 1.24\n", "main.go": serves, ".gitignore": "watch.yaml\n", "watch.yaml": "every: 5m\n",
		"Dockerfile": "FROM scratch\nCOPY watch.yaml none.yaml ./kept/watch/\n",
	}, ".", "")
	if want := (universalbuild.Copy{From: "watch.yaml", To: "kept/watch/watch.yaml"}); !slices.Contains(r.Runtime.Copy, want) || len(r.Runtime.Copy) != 2 {
		t.Errorf("copies %v, want %v beside the program", r.Runtime.Copy, want)
	}
}

// TestCopiedFrontEnd: a container file that takes a front end's output says
// that the program serves it.
func TestCopiedFrontEnd(t *testing.T) {
	p, r := languagetest.Project(t, &Language, map[string]string{
		"go.mod": "module example.test/base\n\ngo 1.24\n", "main.go": serves,
		"site/package.json": `{"name": "site", "scripts": {"build": "vite build"}, "devDependencies": {"vite": "7.0.0"}}`, "site/index.html": "<p>\n",
		"Dockerfile": "FROM node:22 AS site\nCOPY site /site\nWORKDIR /site\nRUN npm ci && npm run build\nFROM scratch\nCOPY --from=site /site/dist /public\n",
	}, ".", "")
	if !slices.Contains(p.Claim.Parts, "site") {
		t.Errorf("parts %v: the front end is none of its own", p.Claim.Parts)
	}
	if want := (universalbuild.Copy{From: "site/dist", To: "public"}); !slices.Contains(r.Runtime.Copy, want) {
		t.Errorf("copies %v, want %v among them", r.Runtime.Copy, want)
	}
}

// TestNamed: what a source spells as a path of the working folder lies beside the
// program, whatever opens it.
func TestNamed(t *testing.T) {
	const files = "var files = []string{\"./words.txt:words\", \"./migrations:/sql\", \"./none.txt\", \"./:/\", \"./store/store.go\"}\n// \"./settings.toml.sample\"\n"
	_, r := languagetest.Project(t, &Language, map[string]string{
		"go.mod": "module example.test/base\n\ngo 1.24\n", "main.go": serves, "files.go": "package main\n\n" + files,
		"store/store.go": "package store\n", "migrations/1.sql": "select 1;\n", "settings.toml.sample": "a = 1\n", "words.txt": "one\n",
	}, ".", "")
	got := slices.DeleteFunc(r.Runtime.Copy, func(c universalbuild.Copy) bool { return c.From[0] == '/' })
	if want := []universalbuild.Copy{{From: "words.txt", To: "words.txt"}, {From: "migrations", To: "migrations"}}; !slices.Equal(got, want) {
		t.Errorf("copies %v, want %v", got, want)
	}
}
