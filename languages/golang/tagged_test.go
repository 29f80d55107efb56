package golang

import (
	"slices"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/manifest/dockerfile"
	"aipack/backend/universalbuild"
)

// TestTagged: what stands behind a tag that the project's own build sets belongs to
// the program; what stands behind another one does not.
func TestTagged(t *testing.T) {
	_, r := languagetest.Project(t, &Language, map[string]string{
		"go.mod": "module example.test/base\n\ngo 1.24\n", "main.go": serves, "Makefile": "build:\n\tgo build -tags migrate -o app .\n",
		"migrate.go": "//go:build migrate\n\npackage main\n\nimport \"os\"\n\nfunc init() { os.ReadDir(\"steps\") }\n", "steps/1.sql": "select 1;\n",
		"other.go": "//go:build other\n\npackage main\n\nimport \"os\"\n\nfunc init() { os.ReadDir(\"words\") }\n", "words/a.txt": "a\n",
	}, ".", "")
	got := slices.DeleteFunc(r.Runtime.Copy, func(c universalbuild.Copy) bool { return c.From[0] == '/' })
	if want := []universalbuild.Copy{{From: "steps", To: "steps"}}; !slices.Equal(got, want) {
		t.Errorf("copies %v, want %v", got, want)
	}
}

// TestMigrationSwitch: a switch behind which the program ends runs once per release.
func TestMigrationSwitch(t *testing.T) {
	const head = "package main\n\nimport (\n\t\"flag\"\n\t\"net/http\"\n)\n\nfunc main() {\n"
	const tail = "\thttp.ListenAndServe(\":8080\", nil)\n}\n"
	for name, c := range map[string]struct {
		body string
		want []string
	}{
		"ends":         {"\tvar up bool\n\tflag.BoolVar(&up, \"migrate\", false, \"bring the tables up to date\")\n\tflag.Parse()\n\tif up {\n\t\tif err := step(); err != nil {\n\t\t\tpanic(err)\n\t\t}\n\t\treturn\n\t}\n", []string{"/app/bin/base -migrate"}},
		"exits":        {"\tup := flag.Bool(\"run-migrations\", false, \"\")\n\tflag.Parse()\n\tif *up {\n\t\tstep()\n\t\tos.Exit(0)\n\t}\n", []string{"/app/bin/base -run-migrations"}},
		"goes on":      {"\tup := flag.Bool(\"migrate\", true, \"\")\n\tflag.Parse()\n\tif *up {\n\t\tstep()\n\t}\n", nil},
		"another flag": {"\tup := flag.Bool(\"version\", false, \"\")\n\tflag.Parse()\n\tif *up {\n\t\treturn\n\t}\n", nil},
	} {
		p, _ := languagetest.Project(t, &Language, map[string]string{"go.mod": "module example.test/base\n\ngo 1.24\n", "main.go": head + c.body + tail}, ".", "")
		if got := start(p).Value.Release; !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestFunctionBesideServices: a function of AWS Lambda in a folder of its own is no
// service; where it is all there is, it stays what it was.
func TestFunctionBesideServices(t *testing.T) {
	const function = "package main\n\nimport \"github.com/aws/aws-lambda-go/lambda\"\n\nfunc main() { lambda.Start(func() {}) }\n"
	for dir, want := range map[string]language.Role{".": language.Service, "deploy": language.Program} {
		files := map[string]string{}
		for name, text := range map[string]string{"go.mod": "module example.test/f\n\ngo 1.24\n\nrequire github.com/aws/aws-lambda-go v1.47.0\n", "main.go": function} {
			files[dir+"/"+name] = text
			if dir == "." {
				files[name] = text
				delete(files, "./"+name)
			}
		}
		if p, _ := languagetest.Project(t, &Language, files, dir, ""); p.Claim.Role != want {
			t.Errorf("%s: role %v, want %v", dir, p.Claim.Role, want)
		}
	}
}

// TestClimbed: a program that climbs from the folder it is started in finds below /
// what its own image has there.
func TestClimbed(t *testing.T) {
	built := func(workdir string) language.Built {
		return language.Built{Path: "Dockerfile", Stages: []dockerfile.Stage{{Image: "scratch", Workdir: workdir}}}
	}
	climbs := []string{"cur, _ := os.Getwd()\nfiles := filepath.Dir(cur+\"/../../..\")"}
	both := []universalbuild.Copy{{From: "steps", To: "steps"}, {From: "steps", To: "/steps"}}
	for name, c := range map[string]struct {
		built language.Built
		texts []string
		want  []universalbuild.Copy
	}{
		"started in /":        {built(""), climbs, both},
		"started in a folder": {built("/srv"), climbs, both[:1]},
		"does not climb":      {built(""), []string{"cur, _ := os.Getwd()"}, both[:1]},
		"no image of its own": {language.Built{}, climbs, both[:1]},
	} {
		r := language.Recipe{Runtime: universalbuild.Runtime{Copy: both[:1:1]}}
		climbed(&language.Project{Built: c.built}, c.texts, &r)
		if !slices.Equal(r.Runtime.Copy, c.want) {
			t.Errorf("%s: %v, want %v", name, r.Runtime.Copy, c.want)
		}
	}
}
