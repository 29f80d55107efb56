package ruby

import (
	"aipack/backend/language"
)

const (
	// Active Record comes with all of Rails, or by its own railtie; a program that requires
	// other parts one by one has none (guides.rubyonrails.org/initialization.html).
	recordLoaded = language.Pattern(`(?m)^[ \t]*require[ (]+["']rails/all["']|^[^#\n]*\bactive_record\b`)
	partLoaded   = language.Pattern(`(?m)^[ \t]*require[ (]+["'](?:rails|action_controller/railtie|action_view/railtie|active_model/railtie)["']`)
	// otherConfig moves the file of databases, or makes what it says.
	otherConfig = language.Pattern(`(?m)^[^#\n]*(?:config/database\b|\bdatabase_configuration\b)`)
)

// keepsRecords reports whether an application of Rails has Active Record, and so its tasks
// and its need of a database.
func keepsRecords(f *language.Folder) bool {
	text := f.Content("config/application.rb")
	return recordLoaded.Regexp().MatchString(text) || !partLoaded.Regexp().MatchString(text)
}

// recordAdapters are the gems of databases, and the scheme by which Active Record chooses
// each (guides.rubyonrails.org/configuring.html, "Configuring a Database").
var recordAdapters = [][2]string{{"pg", "postgresql"}, {"mysql2", "mysql2"}, {"trilogy", "trilogy"}, {"sqlite3", "sqlite3"}}

// byURL gives the schemes of an application whose databases stand in DATABASE_URL alone:
// Rails takes that where there is no config/database.yml, and does not start without either
// (Rails::Application::Configuration#database_configuration).
func byURL(p *language.Project) (schemes []string) {
	if !isRails(p.Folder) || p.Has(databaseYML) || !keepsRecords(p.Folder) || otherConfig.Regexp().MatchString(p.Folder.Content("config/application.rb")) {
		return nil
	}
	for _, a := range recordAdapters {
		if d, ok := p.FirstUsed(a[0]); ok && !d.Dev {
			schemes = append(schemes, a[1])
		}
	}
	return schemes
}

// fileURL is where such an application keeps its records if it has SQLite alone.
const fileURL = "sqlite3:storage/production.sqlite3"
