package backing

import (
	"path"
	"slices"
	"strings"
	"sync"

	"aipack/backend/manifest/dockerfile"
)

// initialFolder is where the official images of databases look for what to run
// when their data folder is empty
// (https://hub.docker.com/_/postgres, "Initialization scripts"; MySQL, MariaDB,
// MongoDB and ClickHouse do the same).
const initialFolder = "/docker-entrypoint-initdb.d"

// all are the services in the order in which they are preferred where a word may
// mean several. The images are the official ones, in versions that Debian or the
// makers keep. Images that set a database up with a server of their own, on a socket
// alone, are asked over TCP, where only the last one answers (docker-library:
// "docker_temp_server_start").
var all = []*Service{
	&postgresql, &cockroachdb, &mysql, &mariadb, &sqlserver, &oracle, &mongodb,
	&redis, &valkey, &rabbitmq, &kafka, &nats, &memcached,
	&elasticsearch, &opensearch, &meilisearch, &typesense, &minio, &clickhouse, &neo4j, &couchdb, &surrealdb, &cassandra,
	&qdrant, &weaviate, &influxdb, &etcd, &zookeeper, &temporal,
}

// All gives every service that is known, those that nothing starts too, in the order
// in which they are preferred where a word may mean several.
func All() []*Service { return all }

// by finds services by their id and by what they are recognised by.
var by = sync.OnceValue(func() (x struct {
	id                              map[string]*Service
	image, scheme, dialect, address map[string]string
	driver                          map[string][]string
	prefixes                        []prefix // of drivers, longest first
}) {
	x.id, x.driver = map[string]*Service{}, map[string][]string{}
	for _, s := range all {
		x.id[s.ID] = s
		for _, name := range s.Drivers {
			if start, ok := strings.CutSuffix(name, "*"); ok {
				x.prefixes = append(x.prefixes, prefix{start, s.ID})
				continue
			}
			x.driver[name] = append(x.driver[name], s.ID)
		}
	}
	for _, ids := range x.driver {
		slices.Sort(ids)
	}
	slices.SortStableFunc(x.prefixes, func(a, b prefix) int { return len(b.text) - len(a.text) })
	x.image = index(func(s *Service) []string { return s.Images })
	x.scheme = index(func(s *Service) []string { return s.Schemes })
	x.dialect = index(func(s *Service) []string { return s.Dialects })
	x.address = index(func(s *Service) []string { return slices.Concat(s.Schemes, s.LooseSchemes) })
	return x
})

// index gives the service by each of its names; a name has one service.
func index(names func(*Service) []string) map[string]string {
	at := map[string]string{}
	for _, s := range all {
		for _, name := range names(s) {
			at[name] = s.ID
		}
	}
	return at
}

type prefix struct{ text, id string }

// Of gives a service by its id, if it can be started.
func Of(id string) (Service, bool) {
	s, ok := by().id[id]
	if !ok || s.Image == "" {
		return Service{ID: id, Title: Title(id)}, false
	}
	return *s, true
}

// IDs are all that can be started, sorted.
func IDs() (ids []string) {
	for _, s := range all {
		if s.Image != "" {
			ids = append(ids, s.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// Main are the ids of the kinds of database of which a program uses one, in the order
// in which they are preferred.
func Main() (ids []string) {
	for _, s := range all {
		if s.Main {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

// Known gives all that is known of a service, if it can be started or not; nothing
// for an id that nobody knows.
func Known(id string) *Service {
	if s, ok := by().id[id]; ok {
		return s
	}
	return &Service{}
}

// Title is a service's name for people; an id that nobody knows is its own.
func Title(id string) string {
	if s, ok := by().id[id]; ok {
		return s.Title
	}
	return id
}

// OfImage gives the service that an image is, "" for any other.
func OfImage(image string) string {
	name := dockerfile.ImageName(image)
	if id, ok := by().image[name]; ok {
		return id
	}
	// Microsoft's image of SQL Server is called "server": its folder says whose.
	whole, _, _ := strings.Cut(image, "@")
	return by().image[path.Base(path.Dir(whole))+"/"+name]
}

// OfScheme gives the service that a scheme or an adapter's name is for, "" for none.
func OfScheme(scheme string) string { return by().scheme[strings.ToLower(scheme)] }

// OfDialect gives the service that a program's word for the kind of its database
// means, "" for none.
func OfDialect(word string) string { return by().dialect[word] }

// SpeaksTo gives the services that a client reaches by addresses of a scheme, the
// likelier first; none for a scheme that nobody knows.
func SpeaksTo(scheme string) []string {
	id, ok := by().address[scheme]
	if !ok {
		return nil
	}
	if twin := Twin(id); twin != "" {
		return []string{id, twin}
	}
	return []string{id}
}

// OfAddon gives the service that a hosting platform's add-on is, by names like
// "heroku-postgresql:mini" and "pg"; "" for none.
func OfAddon(name string) string {
	lower := strings.ToLower(name)
	for _, s := range all {
		if slices.ContainsFunc(s.Addons, func(part string) bool { return strings.Contains(lower, part) }) {
			return s.ID
		}
	}
	return ""
}

// OfDriver gives the services that a client library is for, by the name that its
// registry gives it.
func OfDriver(name string) []string {
	if ids, ok := by().driver[name]; ok {
		return ids
	}
	if ids, ok := by().driver[strings.ToLower(name)]; ok {
		return ids
	}
	for _, p := range by().prefixes {
		if strings.HasPrefix(name, p.text) {
			return []string{p.id}
		}
	}
	return nil
}

// Family groups services of which a program usually uses one; "" for a service that
// stands alone.
func Family(id string) string {
	if s, ok := by().id[id]; ok {
		return s.Family
	}
	return ""
}

// Twin is the service that clients reach in the same way, "" for none.
func Twin(id string) string {
	if s, ok := by().id[id]; ok {
		return s.Twin
	}
	return ""
}
