package tests

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/base/finding"
	"aipack/backend/detect/validate"
)

// django is a project that Django's own file starts with gunicorn.
func django(more map[string]string) map[string]string {
	files := map[string]string{
		"requirements.txt":  "django==5.0\ngunicorn==22.0\n",
		"manage.py":         "import os, sys\n\nos.environ.setdefault(\"DJANGO_SETTINGS_MODULE\", \"shop.settings\")\nfrom django.core.management import execute_from_command_line\nexecute_from_command_line(sys.argv)\n",
		"shop/__init__.py":  "",
		"shop/settings.py":  "SECRET_KEY = \"x\"\nROOT_URLCONF = \"shop.urls\"\n",
		"shop/urls.py":      "urlpatterns = []\n",
		"shop/wsgi.py":      "from django.core.wsgi import get_wsgi_application\n\napplication = get_wsgi_application()\n",
		"server/startup.py": "",
	}
	for name, text := range more {
		files[name] = text
	}
	return files
}

func express(more map[string]string) map[string]string {
	files := map[string]string{
		"package.json": `{"name": "shop", "version": "1.0.0", "scripts": {"start": "node server.js"}, "dependencies": {"express": "4"}}`,
		"server.js":    "require(\"express\")().listen(process.env.PORT || 3000)\n",
		"other.js":     "",
	}
	for name, text := range more {
		files[name] = text
	}
	return files
}

// TestTwoAnswersOfOneWeightAreUnsure: nothing decides between what a Procfile says
// and what the project's own files say as surely; other words for the same start
// are no second answer.
func TestTwoAnswersOfOneWeightAreUnsure(t *testing.T) {
	for name, one := range map[string]struct {
		files  map[string]string
		unsure bool
	}{
		"another program":       {django(map[string]string{"Procfile": "web: make run\n", "Makefile": "run:\n\tpython manage.py runserver\n"}), true},
		"another module":        {django(map[string]string{"Procfile": "web: gunicorn server.startup\n"}), true},
		"the same with options": {django(map[string]string{"Procfile": "web: gunicorn shop.wsgi --log-file -\n"}), false},
		"the same in a shell":   {django(map[string]string{"Procfile": "web: exec gunicorn -w 4 shop.wsgi:application\n"}), false},
		"nothing else":          {django(nil), false},
		"its own start script":  {express(map[string]string{"Procfile": "web: npm start\n"}), false},
		"another file":          {express(map[string]string{"Procfile": "web: node other.js\n"}), true},
		"a path to the same":    {express(map[string]string{"Procfile": "web: node ./server.js\n"}), false},
	} {
		t.Run(name, func(t *testing.T) {
			d := theOneOf(t, one.files)
			start := d.Behind("/runtime/command")
			if unsure := start.Confidence <= finding.Guess; unsure != one.unsure {
				t.Fatalf("%q counts %.2f, beside %+v", start.Value, start.Confidence, start.Alternatives)
			}
			if told := strings.Contains(d.Metadata.Reasoning, "is as likely"); told != one.unsure {
				t.Errorf("%s", d.Metadata.Reasoning)
			}
			if one.unsure && d.Metadata.Confidence >= 0.8 {
				t.Errorf("the plan counts %.2f", d.Metadata.Confidence)
			}
		})
	}
}

// TestWhatStartsAServiceIsInItsImage: a program that Debian has is installed, of one
// that it has not the plan says so.
func TestWhatStartsAServiceIsInItsImage(t *testing.T) {
	for name, one := range map[string]struct {
		files    map[string]string
		packages string
		problem  string // the field
	}{
		"make":                {django(map[string]string{"Procfile": "web: make run\n"}), "make", ""},
		"a worker's":          {django(map[string]string{"Procfile": "web: gunicorn shop.wsgi\nworker: sh -c 'git pull && make work'\n"}), "git make", ""},
		"before each release": {django(map[string]string{"Procfile": "web: gunicorn shop.wsgi\nrelease: make migrate\n"}), "make", ""},
		"just":                {django(map[string]string{"Procfile": "web: just serve\n"}), "", "/runtime/command"},
		"of the image":        {django(map[string]string{"Procfile": "web: python manage.py runserver 0.0.0.0:$PORT\n"}), "", ""},
		"a script":            {django(map[string]string{"Procfile": "web: ./start.sh\n", "start.sh": "#!/bin/sh\nexec gunicorn shop.wsgi\n"}), "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := theOneOf(t, one.files)
			if got := strings.Join(d.Runtime.SystemPackages, " "); got != one.packages {
				t.Errorf("packages %q, want %q", got, one.packages)
			}
			problems := validate.New(nil).Document(d)
			i := slices.IndexFunc(problems, func(p validate.Problem) bool { return p.Rule == "toolchain" })
			if found := i >= 0; found != (one.problem != "") || found && problems[i].Path != one.problem {
				t.Errorf("%+v", problems)
			}
			// What is taken out by hand is told with the way back.
			if one.packages != "" {
				d.Runtime.SystemPackages = []string{}
				problems := validate.New(nil).Document(d)
				if !slices.ContainsFunc(problems, func(p validate.Problem) bool {
					return p.Rule == "toolchain" && strings.Contains(p.Fix, "Add the package ")
				}) {
					t.Errorf("without its packages: %+v", problems)
				}
			}
		})
	}
}
