// Package backing knows the data services that programs need beside them, a file
// each: which image is one, how it is told its user and database, when it is healthy,
// how it is reached, and by which clients, schemes and names a program shows that it
// talks to one. It does not know which program needs which, nor how one is started.
package backing

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Service is all that is known of a data service. In the texts of how it is started
// {host} stands for the name under which it is reached, {user} and {database} for its
// own, and ${NAME} for a secret of that name.
type Service struct {
	ID    string // by which documents name it: postgresql
	Title string // its name for people: PostgreSQL

	// How it is started and reached; empty where nothing starts one.
	Image       string    // the official one
	Command     string    // one line, "" for the image's own
	Environment []Setting // in the order in which they are written
	Volume      string    // where its data lies; "" for nowhere
	Initial     string    // folder whose files it runs while it has no data; "" for none
	Health      []string  // how it is seen to be healthy, as compose's test; none: its port is open
	User        string    // who its URL names; "" for nobody
	Password    string    // name of the secret that is that user's password; "" for none
	Database    string    // that is there from the start; "" for none
	Port        int       // TCP
	Scheme      string    // of its URL; "" where there is none
	JDBC        string    // its address as its driver for Java takes it, a value's template

	// What kind it is.
	Main   bool   // a program's database, of which it uses one
	AtOnce bool   // asked for as soon as a program has a driver; others only where the program says so
	Family string // of services of which a program usually uses one: a driver for another is there for choice
	Twin   string // whose clients are the same: what the compose file starts is meant

	// How it is recognised.
	Images       []string // names of its usual images, or the ends of their paths
	Drivers      []string // client libraries, by their names in registries; a trailing star matches a prefix. None that serve several databases
	Schemes      []string // of connection strings, and the names of adapters in Prisma, Rails, Laravel, Django and Spring
	LooseSchemes []string // of addresses in examples, which show no need by themselves
	Dialects     []string // words by which programs name the kind of their database
	Addons       []string // parts of the names of hosting platforms' add-ons
	Words        []string // in names of variables
	Settings     []string // parts of the names of settings, in capitals, that say whether a program does without it
	Clients      []Client // that are made with its address
	Addresses    []string // texts of which one stands in its addresses in sources
	Hosts        []string // host names that usually stand for it, beside its id
	Ports        []int    // by which it is known beside Port
	PortShared   bool     // many other programs listen on Port: it names nobody

	// How others speak of it.
	Names       []string   // values of variables that ask for the kind of database: Laravel's and PDO's, Knex's, TypeORM's, Django's, Go's, JDBC's
	ToolNames   []ToolName // in the configuration of frameworks and object mappers
	Unreachable string     // expression for what its clients print where nobody answers
}

// Setting is a variable of the service's container.
type Setting struct{ Name, Value string }

// Client is a client library's constructor, as sources call it.
type Client struct {
	Before string // expression for what stands directly before the address
	Named  string // a text that the file has to hold as well, where others have a constructor of that name; "" for none
	Driver bool   // the address names the driver in its scheme
	Pair   bool   // the address is host and port, without a scheme
}

// ToolName is the name that a framework or an object mapper has for a service.
type ToolName struct{ Tool, Name string }

// NameIn is the service's name in the configuration of a tool, "" where it has none.
func (s Service) NameIn(tool string) string {
	for _, n := range s.ToolNames {
		if n.Tool == tool {
			return n.Name
		}
	}
	return ""
}

// URL is the address a program reaches it at, with a scheme that may be another
// than its own: drivers are named there.
func (s Service) URL(host, scheme string) string {
	who := s.User
	if s.Password != "" {
		who += ":${" + s.Password + "}"
	}
	if who != "" {
		who += "@"
	}
	u := scheme + "://" + who + s.Address(host)
	if s.Database != "" {
		u += "/" + s.Database
	}
	if s.ID == MongoDB && s.User != "" { // its account is none of the database's own
		u += "?authSource=admin"
	}
	return u
}

// Address is host and port.
func (s Service) Address(host string) string { return host + ":" + strconv.Itoa(s.Port) }

// For is the service with a user and a database of these names, "" for its own.
func (s Service) For(user, database string) Service {
	if user != "" && (s.User != "" || s.ID == MongoDB) {
		s.User = user
	}
	if user == "root" && s.Scheme == "mysql" {
		s = s.asRoot()
	}
	if database != "" && s.Database != "" {
		s.Database = database
	}
	return s
}

// Guarded is a service that lets everybody in with a password of its own, where it
// can be told one on its command line
// (https://redis.io/docs/latest/operate/oss_and_stack/management/security/,
// REDISCLI_AUTH: https://redis.io/docs/latest/develop/tools/cli/).
func (s Service) Guarded() Service {
	if s.ID == MongoDB && s.User != "" && s.Password == "" { // an account of the database admin (https://hub.docker.com/_/mongo)
		s.Password = "MONGODB_PASSWORD"
		s.Environment = append(slices.Clone(s.Environment), Setting{"MONGO_INITDB_ROOT_USERNAME", "{user}"}, Setting{"MONGO_INITDB_ROOT_PASSWORD", "${" + s.Password + "}"})
		return s
	}
	if s.Password != "" || s.ID != Redis && s.ID != Valkey {
		return s
	}
	s.Password = "REDIS_PASSWORD"
	s.Command = s.ID + "-server --requirepass ${" + s.Password + "}"
	s.Environment = append(slices.Clone(s.Environment), Setting{"REDISCLI_AUTH", "${" + s.Password + "}"})
	return s
}

// asRoot is a MySQL or a MariaDB whose program signs in as root: their images make no
// other account of that name (https://hub.docker.com/_/mysql, MYSQL_USER; mariadb, MARIADB_USER).
func (s Service) asRoot() Service {
	env := make([]Setting, 0, len(s.Environment))
	for _, one := range s.Environment {
		switch {
		case strings.HasSuffix(one.Name, "_USER"), strings.HasSuffix(one.Name, "_RANDOM_ROOT_PASSWORD"):
			continue
		case strings.HasSuffix(one.Name, "_PASSWORD"):
			one.Name = strings.TrimSuffix(one.Name, "PASSWORD") + "ROOT_PASSWORD"
		}
		env = append(env, one)
	}
	s.Environment = env
	s.Health = slices.Clone(s.Health)
	for i := range s.Health {
		s.Health[i] = strings.ReplaceAll(s.Health[i], "$$MYSQL_PASSWORD", "$$MYSQL_ROOT_PASSWORD")
	}
	return s
}

// Open is the service that lets its user in without a password, where its image can be
// told so (https://hub.docker.com/_/postgres, POSTGRES_HOST_AUTH_METHOD; mysql,
// MYSQL_ALLOW_EMPTY_PASSWORD; mariadb, MARIADB_ALLOW_EMPTY_ROOT_PASSWORD): of MySQL and
// MariaDB that is root alone.
func (s Service) Open() (Service, bool) {
	if s.ID == RabbitMQ { // guest, as whom clients sign in that are told nobody (https://hub.docker.com/_/rabbitmq)
		s.Environment, s.User, s.Password = nil, "", ""
		return s, true
	}
	instead := map[string]Setting{
		PostgreSQL: {"POSTGRES_HOST_AUTH_METHOD", "trust"}, MySQL: {"MYSQL_ALLOW_EMPTY_PASSWORD", "1"}, MariaDB: {"MARIADB_ALLOW_EMPTY_ROOT_PASSWORD", "1"},
	}[s.ID]
	if instead.Name == "" || s.Scheme == "mysql" && s.User != "root" {
		return s, false
	}
	s.Environment = slices.Clone(s.Environment)
	for i, one := range s.Environment {
		if strings.HasSuffix(one.Name, "_PASSWORD") {
			s.Environment[i] = instead
		}
	}
	s.Password = ""
	s.Health = slices.Clone(s.Health)
	for i := range s.Health {
		s.Health[i] = strings.ReplaceAll(s.Health[i], ` -p"$$MYSQL_ROOT_PASSWORD"`, "")
	}
	return s, true
}

// Secured is the service with TLS, by the certificate that Debian makes for a machine when
// ssl-cert is installed: the official image has it, since postgresql-common asks for it
// (https://packages.debian.org/trixie/postgresql-common,
// https://www.postgresql.org/docs/current/ssl-tcp.html). Nobody has signed it, and whoever has
// the image has its key: it lets in clients that demand TLS, and proves nothing. Those that
// demand none are let in as before.
func (s Service) Secured() (Service, bool) {
	if s.ID != PostgreSQL {
		return s, false
	}
	s.Command = "postgres -c ssl=on -c ssl_cert_file=/etc/ssl/certs/ssl-cert-snakeoil.pem -c ssl_key_file=/etc/ssl/private/ssl-cert-snakeoil.key"
	return s, true
}

// On is the service at another port than its own, where its image can be told that by a
// variable: PostgreSQL's (https://www.postgresql.org/docs/current/libpq-envars.html) and
// those of MySQL and MariaDB (https://dev.mysql.com/doc/refman/8.4/en/environment-variables.html)
// read one, server and clients alike.
func (s Service) On(port int) (Service, bool) {
	if s.ID == Redis || s.ID == Valkey { // https://redis.io/docs/latest/operate/oss_and_stack/management/config/
		s.Command = cmp.Or(s.Command, s.ID+"-server") + " --port " + strconv.Itoa(port)
		s.Health = append([]string{"CMD", s.Health[1], "-p", strconv.Itoa(port)}, s.Health[2:]...)
		s.Port = port
		return s, true
	}
	name := map[string]string{PostgreSQL: "PGPORT", MySQL: "MYSQL_TCP_PORT", MariaDB: "MYSQL_TCP_PORT"}[s.ID]
	if name == "" {
		return s, false
	}
	s.Environment = append(slices.Clone(s.Environment), Setting{name, strconv.Itoa(port)})
	s.Port = port
	return s, true
}

// At is the service under the name by which it is reached.
func (s Service) At(host string) Service {
	here := strings.NewReplacer("{host}", host, "{user}", s.User, "{database}", s.Database).Replace
	s.Command = here(s.Command)
	s.Environment = slices.Clone(s.Environment)
	for i := range s.Environment {
		s.Environment[i].Value = here(s.Environment[i].Value)
	}
	s.Health = slices.Clone(s.Health)
	for i := range s.Health {
		s.Health[i] = here(s.Health[i])
	}
	return s
}

// HidePassword cuts a connection string off where its credentials begin.
func HidePassword(line string) string {
	if at := strings.Index(line, "://"); at >= 0 && strings.Contains(line[at:], "@") {
		return line[:at+3] + "…"
	}
	return line
}
