package ruby

import (
	"regexp"
	"strings"
	"sync"

	"aipack/backend/language"
	"aipack/backend/manifest/lenient"
)

const databaseYML = "config/database.yml"

// mostDatabases is how many databases of production are read.
const mostDatabases = 16

// Tags of ERB, which database.yml may hold anywhere: what stands for a text, and what
// stands for none.
var (
	texts    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<%=[^\n]*?%>`) })
	controls = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<%[^\n]*?%>`) })
)

// settings are the databases of Rails' production, under the variables that are merged
// over each: DATABASE_URL over the one that is alone or is called primary,
// NAME_DATABASE_URL over every other. One that has a url already takes it from where
// that says; one whose host is a variable is told by that. (Rails Guides, Configuring
// Rails Applications, "Connection Preference"; Multiple Databases with Active Record;
// ActiveRecord::DatabaseConfigurations, environment_url_config.)
func settings(p *language.Project) (out []language.Setting) {
	if !p.Uses("rails", "railties") || !p.Folder.Has(databaseYML) {
		return nil
	}
	production, ok := productionOf(p)
	if !ok {
		return nil
	}
	first := "" // database of the first
	for i, entry := range entriesOf(production) {
		name := entry.Value.Get("database").Text()
		if i == 0 {
			first = name
		}
		host := entry.Value.Get("host").Text()
		adapter := entry.Value.Get("adapter").Text()
		if entry.Value.Get("url").Exists() || strings.Contains(host, erb) || adapter == "" || strings.Contains(adapter, erb) || i == mostDatabases {
			continue
		}
		one := language.Setting{Variable: variableOf(entry.Key), Text: adapter + "://localhost/app", Why: p.Folder.AtLine("ruby.database", databaseYML, entry.Line)}
		if i > 0 && (name != first || strings.Contains(name, erb)) && !entry.Value.Get("replica").Bool() {
			one.Beside = strings.ToLower(entry.Key)
		}
		out = append(out, one)
	}
	return out
}

// productionOf reads the databases of production.
func productionOf(p *language.Project) (lenient.YAML, bool) {
	doc, err := lenient.FirstYAML(controls().ReplaceAllString(texts().ReplaceAllString(p.Folder.Content(databaseYML), erb), ""))
	return doc.Get("production"), err == nil // else it is wrong to Rails as well, or made by more than values
}

// jobsInPuma is the variable with which the configuration that Rails writes has Puma
// run the jobs (github.com/rails/solid_queue, "Puma plugin").
const jobsInPuma = "SOLID_QUEUE_IN_PUMA"

// jobsWithin reports whether the jobs have to run in the web process, and can: their
// queue is a file of SQLite, which two containers do not share.
func jobsWithin(p *language.Project) bool {
	if !p.Uses("solid_queue") || !strings.Contains(p.Folder.Content("config/puma.rb"), jobsInPuma) || !p.Folder.Has(databaseYML) {
		return false
	}
	production, ok := productionOf(p)
	if !ok {
		return false
	}
	entries := entriesOf(production)
	for _, e := range entries {
		if adapter := e.Value.Get("adapter").Text(); e.Key == "queue" || len(entries) == 1 {
			return adapter == "sqlite3"
		}
	}
	return false
}

// erb stands where a tag stood for a text.
const erb = "erb-tag"

// entriesOf are the databases of an environment, the one of the program first: each is
// a mapping below it, or it is the only one itself.
func entriesOf(production lenient.YAML) (list []lenient.YAMLPair) {
	pairs := production.Pairs()
	for _, p := range pairs {
		if p.Value.IsMap() && plainName().MatchString(p.Key) {
			if p.Key == "primary" {
				list = append([]lenient.YAMLPair{p}, list...)
				continue
			}
			list = append(list, p)
		}
	}
	if len(list) == 0 && len(pairs) > 0 {
		return []lenient.YAMLPair{{Key: "primary", Line: pairs[0].Line, Value: production}}
	}
	return list
}

var plainName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z]\w*$`) })

func variableOf(entry string) string {
	if entry == "primary" {
		return "DATABASE_URL"
	}
	return strings.ToUpper(entry) + "_DATABASE_URL"
}
