package phase

import (
	"slices"
	"testing"

	"aipack/backend/base/finding"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
)

func TestWhatIsMigratedInAFileIsMigratedAtTheStart(t *testing.T) {
	migrate := []string{"knex migrate:latest"}
	for what, c := range map[string]struct {
		start   language.Start
		backing []string
		image   string
		command []string
		release []string
	}{
		"a database of the plan":    {language.Start{Command: []string{"node", "a.js"}, Release: migrate}, []string{"postgresql"}, "node:22", []string{"node", "a.js"}, migrate},
		"a file":                    {language.Start{Command: []string{"node", "a b.js"}, Release: migrate}, nil, "node:22", []string{"sh", "-c", "knex migrate:latest && exec node 'a b.js'"}, nil},
		"a file, beside a cache":    {language.Start{Command: []string{"node", "a.js"}, Release: migrate}, []string{"redis", "rabbitmq"}, "node:22", []string{"sh", "-c", "knex migrate:latest && exec node a.js"}, nil},
		"the start does it itself":  {language.Start{Command: []string{"sh", "-c", "flask db upgrade; exec gunicorn a"}, Release: []string{"flask --app a db upgrade"}}, nil, "python:3", []string{"sh", "-c", "flask db upgrade; exec gunicorn a"}, nil},
		"a cache and a database":    {language.Start{Command: []string{"node", "a.js"}, Release: migrate}, []string{"redis", "mysql"}, "node:22", []string{"node", "a.js"}, migrate},
		"a file, by a shell":        {language.Start{Command: []string{"sh", "-c", "exec node a.js $X"}, Release: migrate}, nil, "node:22", []string{"sh", "-c", "knex migrate:latest && exec node a.js $X"}, nil},
		"both go into a folder":     {language.Start{Command: []string{"sh", "-c", "cd src && exec a"}, Release: []string{"cd src && b"}}, nil, "node:22", []string{"sh", "-c", "(cd src && b) && cd src && exec a"}, nil},
		"two lines":                 {language.Start{Command: []string{"a"}, Release: []string{"b", "c"}}, nil, "node:22", []string{"sh", "-c", "b && c && exec a"}, nil},
		"no shell to say it in":     {language.Start{Command: []string{"/a"}, Release: migrate}, nil, "scratch", []string{"/a"}, migrate},
		"nothing to migrate":        {language.Start{Command: []string{"a"}}, nil, "node:22", []string{"a"}, nil},
		"nothing that is started":   {language.Start{Release: migrate}, nil, "node:22", nil, migrate},
		"what no shell can ask for": {language.Start{Command: []string{"a\x00"}, Release: migrate}, nil, "node:22", []string{"a\x00"}, migrate},
	} {
		s := &pipeline.ServiceContext{Service: &pipeline.Service{Project: &language.Project{}}}
		s.Start = finding.Finding[language.Start]{Value: c.start}
		s.Recipe.Runtime.BaseImage = c.image
		for _, b := range c.backing {
			s.Backing = append(s.Backing, finding.Finding[string]{Value: b})
		}
		command, release := releasedAt(s)
		if !slices.Equal(command, c.command) || !slices.Equal(release, c.release) {
			t.Errorf("%s: %q, release %q", what, command, release)
		}
	}
}
