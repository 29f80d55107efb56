package extract

import (
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/backing"
	"aipack/backend/detect/deployment"
	"aipack/backend/detect/handed"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Backing lists the data services the service talks to, sorted: those that
// compose starts for it, those its configuration names, those its drivers
// show. A database in a file, such as SQLite, is none.
func (f *Facts) Backing() []finding.Finding[string] {
	if f.backing == nil {
		b := &backingTable{at: map[string]finding.Finding[string]{}}
		for _, store := range f.Stores() {
			b.add(store.Value, store.Confidence, store.Evidence[0])
		}
		f.backingOfConfiguration(b)
		f.backingOfPlatforms(b)
		f.backingOfDrivers(b)
		f.decide(b)
		f.signsIn(b)
		f.backing = append([]finding.Finding[string]{}, b.list()...)
	}
	return f.backing
}

type backingTable struct {
	at       map[string]finding.Finding[string]
	embedded bool // the settings name a database in a file
}

func (b *backingTable) add(kind string, confidence float64, why finding.Evidence) {
	if kind == "" {
		return
	}
	known, ok := b.at[kind]
	if !ok {
		b.at[kind] = finding.Of(kind, confidence, why)
		return
	}
	if len(known.Evidence) < 4 && !has(known.Evidence, why) {
		known.Evidence = append(known.Evidence, why)
	}
	known.Confidence = max(known.Confidence, confidence)
	b.at[kind] = known
}

// list drops what only a driver speaks for where a stronger source names
// another service of the same family.
func (b *backingTable) list() []finding.Finding[string] {
	named := map[string]float64{}
	for kind, found := range b.at {
		if family := backing.Family(kind); family != "" {
			named[family] = max(named[family], found.Confidence)
		}
	}
	var out []finding.Finding[string]
	for kind, found := range b.at {
		family := backing.Family(kind)
		if family != "" && found.Confidence <= driverConfidence && named[family] > driverConfidence {
			continue
		}
		if kind == backing.ZooKeeper && b.brokersOwn(found) || b.contradicted(found) {
			continue
		}
		if twin, ok := b.at[backing.Twin(kind)]; ok && twin.Confidence > found.Confidence {
			continue
		}
		out = append(out, found)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Value < out[j].Value })
	return out
}

// brokersOwn reports whether a ZooKeeper stands in a compose file for Kafka, which
// needed one before its version 4, and not for the program.
func (b *backingTable) brokersOwn(keeper finding.Finding[string]) bool {
	_, kafka := b.at[backing.Kafka]
	return kafka && !slices.ContainsFunc(keeper.Evidence, func(e finding.Evidence) bool { return e.Rule == "backing.driver" })
}

// contradicted reports whether only a compose file speaks for a database, while the
// program's own configuration names another of its family and the program declares
// a driver for that one alone: it could not speak to the first.
func (b *backingTable) contradicted(found finding.Finding[string]) bool {
	says := func(f finding.Finding[string], rule string) bool {
		return slices.ContainsFunc(f.Evidence, func(e finding.Evidence) bool { return e.Rule == rule })
	}
	family := backing.Family(found.Value)
	if family == "" || slices.ContainsFunc(found.Evidence, func(e finding.Evidence) bool { return e.Rule != "compose.image" }) {
		return false
	}
	for kind, other := range b.at {
		if kind != found.Value && kind != backing.Twin(found.Value) && backing.Family(kind) == family && says(other, "backing.driver") && says(other, "backing.configuration") {
			return true
		}
	}
	return false
}

// How much each source is believed.
const (
	configurationConfidence = 0.9
	driverConfidence        = 0.8
)

func (f *Facts) backingOfPlatforms(b *backingTable) {
	for _, d := range f.Declared {
		for _, name := range d.Backing {
			b.add(backing.OfAddon(name), configurationConfidence, d.Evidence(name))
		}
	}
}

// backingOfDrivers looks up what the service declares, and what the projects
// declare that it is made with.
func (f *Facts) backingOfDrivers(b *backingTable) {
	f.driversOf(b, f.Project)
	for _, p := range f.locals() {
		f.driversOf(b, p)
	}
}

func (f *Facts) driversOf(b *backingTable, p *language.Project) {
	root := p.Reader().Folder(".")
	for _, d := range p.Deps {
		if d.Dev || d.Optional || d.Local != "" || d.Name == "amqp" && f.Project.Uses("kombu", "celery") { // theirs, whatever the broker
			continue
		}
		kinds := backing.OfDriver(d.Name)
		if len(kinds) > 0 && (f.Sources.onlyUnused(d.Name) || f.commentedOut(d.Name) || handed.NeverNamed(f.Project, f.Sources.Set, kinds)) {
			continue
		}
		for _, name := range d.Packages {
			kinds = append(slices.Clone(kinds), backing.OfDriver(name)...)
		}
		for _, kind := range kinds {
			why := root.Evidence("backing.driver", d.Path, 0, d.Name)
			if d.Line > 0 { // the line may show the dependency by its use
				why = root.AtLine("backing.driver", d.Path, d.Line)
			}
			b.add(kind, driverConfidence, why)
		}
	}
}

// backingOfConfiguration reads the files that name a database by its scheme or
// adapter.
func (f *Facts) backingOfConfiguration(b *backingTable) {
	p := f.Project
	f.backingOfDotenv(b)
	f.backingOfTypes(b)
	for _, dir := range f.schemaFolders() {
		for _, name := range prismaSchemas {
			f.grep(b, dir, name, prismaProvider)
		}
	}
	f.grep(b, p.Folder, "config/database.yml", railsAdapter)
	for _, base := range []string{"src/main/resources/", "config/", ""} {
		for _, name := range []string{"application.properties", "application.yml", "application.yaml", "application-prod.properties", "application-prod.yml",
			"application-production.yml", "application.conf", "appsettings.json"} {
			f.grep(b, p.Folder, base+name, connectionScheme)
		}
	}
	f.djangoEngines(b)
	for _, h := range f.Sources.Grep(djangoCache, celeryBroker) {
		if file := f.Sources.file(h.Name); !source.Aside(h.Name) {
			if within, prod := file.branchAround(file.Lines(), h.Line); !within || prod {
				b.add(backing.OfScheme(h.Groups[1]), configurationConfidence, f.Sources.Evidence("backing.adapter", h))
			}
		}
	}
	for _, h := range f.Sources.Grep(ectoAdapter) {
		for _, g := range h.Groups[1:] {
			b.add(backing.OfScheme(g), configurationConfidence, f.Sources.Evidence("backing.adapter", h))
		}
	}
}

const (
	prismaProvider   language.Pattern = `(?m)^\s*provider\s*=\s*"(\w+)"`
	railsAdapter     language.Pattern = `(?m)^\s*adapter:\s*['"]?(\w+)`
	connectionScheme language.Pattern = `((?:jdbc:|r2dbc:)(?:postgresql|mysql|mariadb|sqlserver|oracle|clickhouse)|mongodb(?:\+srv)?|rediss?|amqps?|postgres(?:ql)?):(?://|thin|[a-z]*@)`
	djangoEngine     language.Pattern = `django\.(?:contrib\.gis\.)?db\.backends\.(postgresql|mysql|oracle|postgis|sqlite3|spatialite)`
	djangoCache      language.Pattern = `(?:django\.core\.cache\.backends|django_redis\.cache)\.(?i:(redis))\.RedisCache\b`
	celeryBroker     language.Pattern = `(?i)broker_url["']?\s*[=:]\s*f?["'](amqp|rediss?)://`
	ectoAdapter      language.Pattern = `Ecto\.Adapters\.(Postgres|MyXQL)\b`
)

const maxConfiguration = 128 << 10

// grep reads one file with one pattern, line by line so that comments do not
// count.
func (f *Facts) grep(b *backingTable, dir *language.Folder, name string, p language.Pattern) {
	if !dir.Has(name) {
		return
	}
	text, ok := dir.Text(name)
	if !ok || len(text) > maxConfiguration {
		return
	}
	for i, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || strings.HasPrefix(trimmed, "#") || strings.HasPrefix(trimmed, "//") || len(line) > 2000 {
			continue
		}
		if m := p.Regexp().FindStringSubmatch(line); m != nil {
			b.add(backing.OfScheme(m[1]), configurationConfidence, dir.Evidence("backing.configuration", name, i+1, backing.HidePassword(trimmed)))
		}
	}
}

// backingOfDotenv reads schemes and Laravel's DB_CONNECTION in .env files.
func (f *Facts) backingOfDotenv(b *backingTable) {
	dir := f.Project.Folder
	for _, name := range slices.Concat(deployment.EnvExamples, deployment.EnvFiles) {
		d, ok := deployment.Dotenv(dir, name)
		if !ok {
			continue
		}
		for _, e := range d.Entries {
			if e.Off {
				continue
			}
			scheme, _, ok := strings.Cut(e.Value, "://")
			if !ok && e.Name != "DB_CONNECTION" && e.Name != "DATABASE_CLIENT" && e.Name != "DB_CLIENT" {
				continue
			}
			if !ok {
				scheme = e.Value
			}
			if kind := backing.OfScheme(scheme); !f.unread(e.Name, kind) {
				b.add(kind, configurationConfidence, dir.Evidence("backing.dotenv", name, e.Line, e.Name))
			}
		}
	}
}

// unread reports whether nothing takes a variable of a .env file: no source names it, and
// no package that the program declares speaks to what it leads to. PHP's clients are no
// packages; there it is Laravel's settings of databases that say whether they take it.
func (f *Facts) unread(name, kind string) bool {
	if f.Project.Language.ID == "php" {
		text, ok := f.Project.Text("config/database.php")
		return ok && name == "DB_CONNECTION" && !strings.Contains(text, name)
	}
	if f.Sources.mentions(name) {
		return false
	}
	declared := 0
	for _, p := range append(f.locals(), f.Project) {
		declared += len(p.Deps)
		for _, d := range p.Deps {
			if slices.Contains(backing.OfDriver(d.Name), kind) {
				return false
			}
		}
	}
	return declared > 0
}
