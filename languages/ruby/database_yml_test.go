package ruby

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/language/languagetest"
)

func TestSettings(t *testing.T) {
	t.Parallel()
	const defaults = "default: &default\n  adapter: postgresql\n  pool: <%= ENV.fetch(\"RAILS_MAX_THREADS\") { 5 } %>\n"
	for name, c := range map[string]struct {
		text string
		want []string // variable, scheme, own database
	}{
		"one":              {defaults + "production:\n  <<: *default\n  database: blog_production\n  username: blog\n  password: <%= ENV[\"BLOG_DATABASE_PASSWORD\"] %>\n", []string{"DATABASE_URL postgresql"}},
		"a literal host":   {defaults + "production:\n  <<: *default\n  host: db\n  database: blog\n", []string{"DATABASE_URL postgresql"}},
		"a url":            {defaults + "production:\n  <<: *default\n  url: <%= ENV['MY_URL'] %>\n", nil},
		"a host by name":   {defaults + "production:\n  <<: *default\n  host: <%= ENV['DB_HOST'] %>\n", nil},
		"another adapter":  {"production:\n  adapter: mysql2\n  database: blog\n", []string{"DATABASE_URL mysql2"}},
		"no adapter known": {"production:\n  adapter: <%= ENV['ADAPTER'] %>\n", nil},
		"several": {defaults + "production:\n  primary: &primary\n    <<: *default\n    database: blog\n  cache:\n    <<: *primary\n    database: blog_cache\n  queue:\n    <<: *primary\n" +
			"  reading:\n    <<: *primary\n    database: elsewhere\n    replica: true\n", []string{"DATABASE_URL postgresql", "CACHE_DATABASE_URL postgresql cache", "QUEUE_DATABASE_URL postgresql", "READING_DATABASE_URL postgresql"}},
		"none is primary": {defaults + "production:\n  main:\n    <<: *default\n    database: a\n  animals:\n    <<: *default\n    database: b\n", []string{"MAIN_DATABASE_URL postgresql", "ANIMALS_DATABASE_URL postgresql animals"}},
		"no production":   {defaults + "development:\n  <<: *default\n", nil},
		"a control line":  {"<% require 'x' %>\nproduction:\n  adapter: postgresql\n", []string{"DATABASE_URL postgresql"}},
		"broken":          {"production: [\n", nil},
	} {
		p, _ := languagetest.Service(t, &Language, files{"Gemfile": "gem 'rails'\ngem 'pg'\n", "config/application.rb": "module A; class Application < Rails::Application; end; end\n", "config/database.yml": c.text})
		var got []string
		for _, s := range settings(p) {
			scheme, _, _ := strings.Cut(s.Text, "://")
			got = append(got, strings.TrimSpace(s.Variable+" "+scheme+" "+s.Beside))
			if s.Why.Line == 0 || s.Why.Excerpt == "" {
				t.Errorf("%s: %s has no reason: %+v", name, s.Variable, s.Why)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestJobsOfAFile: a queue in a file of SQLite is worked off in the web process where
// Puma knows the plugin.
func TestJobsOfAFile(t *testing.T) {
	t.Parallel()
	const puma = "plugin :solid_queue if ENV[\"SOLID_QUEUE_IN_PUMA\"]\n"
	for name, c := range map[string]struct {
		adapter, puma string
		within        bool
	}{
		"a file":                     {"sqlite3", puma, true},
		"a server":                   {"postgresql", puma, false},
		"Puma does not know of jobs": {"sqlite3", "threads 3, 3\n", false},
	} {
		p, r := languagetest.Service(t, &Language, files{
			"Gemfile": "gem 'rails'\ngem 'solid_queue'\ngem 'sqlite3'\n", "config/application.rb": "module A; class Application < Rails::Application; end; end\n", "bin/jobs": "", "config/puma.rb": c.puma,
			"config/database.yml": "production:\n  primary:\n    adapter: sqlite3\n    database: storage/a.sqlite3\n  queue:\n    adapter: " + c.adapter + "\n    database: storage/q.sqlite3\n",
		})
		set, beside := r.Runtime.Environment[jobsInPuma] == "1", len(p.Start.Value.Processes) > 0
		if set != c.within || beside == c.within {
			t.Errorf("%s: set %v, a process of its own %v", name, set, beside)
		}
	}
}
