package extract

import (
	"slices"
	"sort"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
)

// Backing lists the data services the service talks to, sorted: those that
// compose starts for it, those its configuration names, those its drivers
// show. A database in a file, such as SQLite, is none.
func (f *Facts) Backing() []finding.Finding[string] {
	if f.backing == nil {
		b := &backingTable{at: map[string]finding.Finding[string]{}}
		f.backingOfCompose(b)
		f.backingOfConfiguration(b)
		f.backingOfPlatforms(b)
		f.backingOfDrivers(b)
		f.decide(b)
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
		if family := familyOfBacking[kind]; family != "" {
			named[family] = max(named[family], found.Confidence)
		}
	}
	var out []finding.Finding[string]
	for kind, found := range b.at {
		family := familyOfBacking[kind]
		if family != "" && found.Confidence <= driverConfidence && named[family] > driverConfidence {
			continue
		}
		if twin, ok := b.at[sameProtocol[kind]]; ok && twin.Confidence > found.Confidence {
			continue
		}
		out = append(out, found)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Value < out[j].Value })
	return out
}

// How much each source is believed.
const (
	besideConfidence        = 0.92
	configurationConfidence = 0.9
	driverConfidence        = 0.8
)

// backingOfCompose follows depends_on and the hosts named in the environment.
// What a file starts for its only program is that program's, whether it says
// so or not.
func (f *Facts) backingOfCompose(b *backingTable) {
	r := f.Project.Reader()
	for _, c := range f.Composed {
		for _, name := range f.hostsOf(c) {
			s, ok := f.around.Compose.named(name, c.home)
			if !ok || s.Kind == "" {
				continue
			}
			b.add(s.Kind, finding.Certain, s.evidence(r))
		}
		for _, s := range f.around.Compose.beside(c) {
			b.add(s.Kind, besideConfidence, s.evidence(r))
		}
	}
}

// evidence points at a service's image.
func (c Composed) evidence(r *language.Reader) finding.Evidence {
	part := c.Parts[len(c.Parts)-1]
	return part.evidence(r, "compose.image", part.Line)
}

// beside lists the backing services in the file of a program that is the only
// one there.
func (c Composition) beside(program Composed) []Composed {
	var out []Composed
	for _, s := range c.Services {
		if s.home != program.home {
			continue
		}
		if s.Folder != "" && s.Folder != program.Folder {
			return nil
		}
		if s.Kind != "" {
			out = append(out, s)
		}
	}
	return out
}

// hostsOf lists what a compose service depends on or names in its environment.
func (f *Facts) hostsOf(c Composed) []string {
	hosts := append([]string(nil), c.needs...)
	for _, part := range c.Parts {
		for _, v := range part.Environment {
			hosts = append(hosts, hostsIn(v.Value)...)
		}
	}
	return hosts
}

func (f *Facts) backingOfPlatforms(b *backingTable) {
	for _, d := range f.Declared {
		for _, name := range d.Backing {
			b.add(backingOfAddon(name), configurationConfidence, d.evidence(name))
		}
	}
}

// backingOfAddon reads names like "heroku-postgresql:mini" and "pg".
func backingOfAddon(name string) string {
	lower := strings.ToLower(name)
	for _, e := range []struct{ part, kind string }{
		{"postgres", postgresql}, {"pg", postgresql}, {"redis", redis}, {"valkey", valkey}, {"mongo", mongodb}, {"mysql", mysql}, {"jawsdb", mysql},
		{"cleardb", mysql}, {"kafka", kafka}, {"amqp", rabbitmq}, {"rabbit", rabbitmq}, {"memcach", memcached}, {"elastic", elasticsearch}, {"bonsai", elasticsearch},
	} {
		if strings.Contains(lower, e.part) {
			return e.kind
		}
	}
	return ""
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
		for _, kind := range driversNamed(d.Name) {
			excerpt := d.Name
			if d.Line > 0 { // the line may show the dependency by its use
				excerpt = lineOf(root, d.Path, d.Line)
			}
			b.add(kind, driverConfidence, root.Evidence("backing.driver", d.Path, d.Line, excerpt))
		}
	}
}

func driversNamed(name string) []string {
	table := driverIndex()
	if kinds, ok := table.exact[name]; ok {
		return kinds
	}
	if kinds, ok := table.exact[strings.ToLower(name)]; ok {
		return kinds
	}
	for _, p := range table.prefixes {
		if strings.HasPrefix(name, p.prefix) {
			return []string{p.kind}
		}
	}
	return nil
}

// backingOfConfiguration reads the files that name a database by its scheme or
// adapter.
func (f *Facts) backingOfConfiguration(b *backingTable) {
	p := f.Project
	f.backingOfDotenv(b)
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
	for _, h := range f.Sources.grep(djangoCache, celeryBroker) {
		if file := f.Sources.file(h.Name); !isAside(h.Name) {
			if within, prod := file.branchAround(file.textLines(), h.Line); !within || prod {
				b.add(schemesOfBacking[strings.ToLower(h.Groups[1])], configurationConfidence, f.Sources.evidence("backing.adapter", h))
			}
		}
	}
	for _, h := range f.Sources.grep(ectoAdapter) {
		for _, g := range h.Groups[1:] {
			b.add(schemesOfBacking[strings.ToLower(g)], configurationConfidence, f.Sources.evidence("backing.adapter", h))
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
			b.add(schemesOfBacking[strings.ToLower(m[1])], configurationConfidence, dir.Evidence("backing.configuration", name, i+1, hidePassword(trimmed)))
		}
	}
}

// hidePassword cuts a connection string off where its credentials begin.
func hidePassword(line string) string {
	if at := strings.Index(line, "://"); at >= 0 && strings.Contains(line[at:], "@") {
		return line[:at+3] + "…"
	}
	return line
}

// backingOfDotenv reads schemes and Laravel's DB_CONNECTION in .env files.
func (f *Facts) backingOfDotenv(b *backingTable) {
	dir := f.Project.Folder
	for _, name := range slices.Concat(envExamples, envFiles) {
		d, ok := dotenv(dir, name)
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
			b.add(schemesOfBacking[strings.ToLower(scheme)], configurationConfidence, dir.Evidence("backing.dotenv", name, e.Line, e.Name))
		}
	}
}
