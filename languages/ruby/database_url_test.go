package ruby

import (
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestRailsWithoutDatabaseYML: an application without that file has its database in
// DATABASE_URL; one without Active Record has none, and no task of it.
func TestRailsWithoutDatabaseYML(t *testing.T) {
	t.Parallel()
	const (
		all    = "require 'rails/all'\n"
		parts  = "require 'rails'\nrequire 'action_controller/railtie'\n# require 'active_record/railtie'\n"
		record = "require 'rails'\nrequire 'active_record/railtie'\nrequire 'action_controller/railtie'\n"
		listed = "require 'rails'\n%w[active_record action_controller].each { |part| require \"#{part}/railtie\" }\n"
		schema = "db/schema.rb"
	)
	for name, c := range map[string]struct {
		requires, gems, more string // more: a file that is there
		prepares             bool
		required             bool
		environment, build   string // DATABASE_URL while it runs, and while assets are compiled
	}{
		"PostgreSQL":                    {all, "gem 'pg'", schema, true, true, "", "postgresql://localhost/unused"},
		"MySQL":                         {all, "gem 'mysql2'", schema, true, true, "", "mysql2://localhost/unused"},
		"migrations alone":              {all, "gem 'pg'", "db/migrate/1_a.rb", true, true, "", "postgresql://localhost/unused"},
		"no table":                      {all, "gem 'pg'", "app/a.rb", false, true, "", "postgresql://localhost/unused"},
		"SQLite":                        {all, "gem 'sqlite3'", schema, true, false, fileURL, "sqlite3://localhost/unused"},
		"SQLite for development":        {all, "gem 'pg'\ngem 'sqlite3', group: :development", schema, true, true, "", "postgresql://localhost/unused"},
		"one of two":                    {all, "gem 'pg'\ngem 'sqlite3'", schema, true, true, "", "postgresql://localhost/unused"},
		"no driver":                     {all, "", "app/a.rb", false, false, "", ""},
		"the railtie":                   {record, "gem 'pg'", schema, true, true, "", "postgresql://localhost/unused"},
		"railties of a list":            {listed, "gem 'pg'", schema, true, true, "", "postgresql://localhost/unused"},
		"no Active Record":              {parts, "gem 'pg'", schema, false, false, "", ""},
		"no Active Record, and a file":  {parts, "gem 'pg'", databaseYML, false, false, "", ""},
		"a file":                        {all, "gem 'pg'", databaseYML, true, false, "", ""},
		"a file with another name":      {all + "x.paths['config/database'] = 'config/db.yml'\n", "gem 'pg'", schema, true, false, "", ""},
		"a place that the source makes": {all + "def self.database_configuration; end\n", "gem 'pg'", schema, true, false, "", ""},
	} {
		p, r := languagetest.Service(t, &Language, files{
			"Gemfile": "source 'https://rubygems.org'\ngem 'rails', '~> 7.1'\ngem 'sprockets-rails'\n" + c.gems + "\n", "config/application.rb": c.requires + "class Application < Rails::Application\nend\n",
			"bin/rails": "", "app/assets/a.css": "", c.more: "",
		})
		if prepares := len(p.Start.Value.Release) > 0; prepares != c.prepares {
			t.Errorf("%s: %q", name, p.Start.Value.Release)
		}
		required := false
		for _, v := range variables(p) {
			required = required || v.Value.Name == "DATABASE_URL" && v.Value.Required && v.Value.Secret
		}
		if required != c.required {
			t.Errorf("%s: required %v", name, required)
		}
		if got := r.Runtime.Environment["DATABASE_URL"]; got != c.environment {
			t.Errorf("%s: while it runs %q", name, got)
		}
		_, build, _ := strings.Cut(strings.Join(r.Build.BuildCommands, " "), "DATABASE_URL=")
		if build, _, _ = strings.Cut(build, " "); build != c.build {
			t.Errorf("%s: while it is built %q", name, build)
		}
	}
}
