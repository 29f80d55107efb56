package ruby

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

const templateRead = language.Pattern(`\bENV(?:\.fetch\(\s*|\[)["']([A-Z][A-Z0-9_]*)["']\s*(,|\)|\])`)

// variables lists what Rails reads by itself: the key that signs cookies,
// or the one that opens the credentials which hold it, and what the templates
// in config/*.yml name.
func variables(p *language.Project) []finding.Finding[universalbuild.Variable] {
	if !isRails(p.Folder) {
		return nil
	}
	var out []finding.Finding[universalbuild.Variable]
	add := func(v universalbuild.Variable, why finding.Evidence) {
		v.Path, v.Line = why.Path, why.Line
		out = append(out, finding.Of(v, finding.Certain, why))
	}
	const sealed = "config/credentials.yml.enc"
	if p.Has(sealed) {
		add(universalbuild.Variable{Name: "RAILS_MASTER_KEY", Required: true, Secret: true, Description: "opens config/credentials.yml.enc"},
			p.Evidence("ruby.rails_credentials", sealed, 0, ""))
	} else {
		add(universalbuild.Variable{Name: "SECRET_KEY_BASE", Required: true, Secret: true, Description: "signs sessions and cookies"},
			p.At("ruby.rails_secret_key", "config/application.rb", "Rails::Application"))
	}
	if schemes := byURL(p); len(schemes) > 0 && (len(schemes) > 1 || schemes[0] != "sqlite3") {
		add(universalbuild.Variable{Name: "DATABASE_URL", Required: true, Secret: true, Description: "the database: there is no config/database.yml"},
			p.At("ruby.rails_database_url", "config/application.rb", "Rails::Application"))
	}
	seen := map[string]bool{}
	for _, name := range []string{"config/database.yml", "config/cable.yml", "config/storage.yml", "config/sidekiq.yml", "config/redis.yml", "config/secrets.yml"} {
		for i, line := range strings.Split(p.Folder.Content(name), "\n") {
			for _, m := range templateRead.Regexp().FindAllStringSubmatch(line, 10) {
				if seen[m[1]] || strings.HasPrefix(strings.TrimSpace(line), "#") || given[m[1]] {
					continue
				}
				seen[m[1]] = true
				add(universalbuild.Variable{
					Name: m[1], Secret: secretName.Regexp().MatchString(m[1]), Required: m[2] == ")" || m[1] == "DATABASE_URL",
				}, p.Folder.AtLine("ruby.template_read", name, i+1))
			}
		}
	}
	return out
}

const secretName = language.Pattern(`(?:PASSWORD|SECRET|TOKEN|KEY|_URL)$`)

var given = language.Words("RAILS_MAX_THREADS RAILS_ENV RACK_ENV WEB_CONCURRENCY")
