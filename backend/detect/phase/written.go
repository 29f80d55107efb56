package phase

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/backing"
	"aipack/backend/detect/extract"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/written"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// inSources finds the data services of which the sources themselves say where they are or
// who signs in there, and that no variable leads to: they are set up as the sources call
// them. Where a variable says the place alone, the account and the database are the
// sources'.
func inSources(s *pipeline.ServiceContext) {
	s.Written = map[string]finding.Finding[universalbuild.DataSetup]{}
	if s.Recipe.Static {
		return
	}
	inSecret(s)
	var stores []string
	for _, b := range s.Backing {
		stores = append(stores, b.Value)
	}
	for _, one := range written.Services(s.Facts.Sources.Set, stores) {
		led := leads(s, one.Store)
		switch {
		case one.Host != "": // a variable for the account alone moves nothing
			led = leadsWith(s, one.Store, "url", "host", "address") && readsWhatLeads(s, one.Store)
			if led {
				continue
			}
		case led && leadsWith(s, one.Store, "url", "user", "password", "database"):
			continue
		}
		if one.Host == "" && !led {
			continue // something else says the place, and nobody knows what
		}
		socket := bySocket(s, one)
		w := universalbuild.Written{Host: one.Host, Port: one.Port, Password: one.Password, Open: one.Open, Path: one.Why.Path, Line: one.Why.Line}
		if socket {
			w.Host = "" // no network leads there
		}
		s.Written[one.Store] = finding.Of(universalbuild.DataSetup{Service: one.Store, User: one.User, Database: databaseOf(one), Written: &w}, finding.Likely, one.Why)
		warnWritten(s, one, socket)
	}
}

// inSecret finds whether the sources demand TLS of PostgreSQL, which one beside a program
// does not speak by itself.
func inSecret(s *pipeline.ServiceContext) {
	if !slices.ContainsFunc(s.Backing, func(b finding.Finding[string]) bool { return b.Value == backing.PostgreSQL }) {
		return
	}
	one, ok := written.TLS(s.Facts.Sources.Set)
	if !ok {
		return
	}
	s.Secured = finding.Of(one, finding.Likely, one.Why)
	if one.Verified {
		s.Reader().Folder(".").WarnAt(one.Why.Path, one.Why.Line, "tls_verified",
			"the source has PostgreSQL's certificate checked: one beside the program has none that anybody has signed, and is refused",
			"let a variable turn the check off (sslmode, rejectUnauthorized), or give the program the address of a PostgreSQL with a certificate")
	}
}

// bySocket reports whether a client takes the local host for a socket of the file system:
// those that are made of MySQL's own library do, and PHP's
// (https://dev.mysql.com/doc/refman/8.4/en/connecting.html,
// https://www.php.net/manual/en/ref.pdo-mysql.connection.php).
func bySocket(s *pipeline.ServiceContext, one written.Service) bool {
	if one.Host != "localhost" || backing.Known(one.Store).Scheme != "mysql" {
		return false
	}
	return s.Language.ID == "php" || slices.ContainsFunc(s.Deps, func(d language.Dependency) bool {
		return d.Name == "mysqlclient" || d.Name == "mysql2" && s.Language.ID == "ruby"
	})
}

// databaseOf is the one that an account is for: PostgreSQL's clients take the one that is
// called as the account where none is named
// (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNECT-DBNAME).
func databaseOf(one written.Service) string {
	if one.Database == "" && one.Store == backing.PostgreSQL {
		return one.User
	}
	return one.Database
}

// leads reports whether a variable that is given a value leads to a data service.
func leads(s *pipeline.ServiceContext, store string) bool {
	return leadsWith(s, store, "")
}

// readsWhatLeads reports whether the program reads, or its framework does, one of the
// variables that lead to a data service of which the sources name the host: those that
// compose sets and nobody reads change nothing.
func readsWhatLeads(s *pipeline.ServiceContext, store string) bool {
	return slices.ContainsFunc(s.Vars, func(v extract.Variable) bool {
		name := v.Value.Name
		read := s.Facts.ReadInCode(name) || !strings.Contains(path.Base(v.Value.Path), "compose") ||
			slices.ContainsFunc(frameworkWords, func(w string) bool { return strings.HasPrefix(name, w) })
		return read && strings.Contains(v.Value.Value, "{"+store+".")
	})
}

// frameworkWords begin the names of variables that a framework reads by itself, over what its
// files say (Spring Boot's and Quarkus' references, "Externalized Configuration"; Rails'
// guide, 3.21.1).
var frameworkWords = []string{"SPRING_", "QUARKUS_", "MICRONAUT_", "DATASOURCES_", "DATABASE_URL"}

// leadsWith reports whether one is given one of some fields of a data service; "" is any.
func leadsWith(s *pipeline.ServiceContext, store string, fields ...string) bool {
	for _, v := range s.Vars {
		for _, field := range fields {
			if strings.Contains(v.Value.Value, "{"+store+"."+field) {
				return true
			}
		}
	}
	return false
}

// warnWritten warns of what no variable can change, and says what that means where it is
// deployed.
func warnWritten(s *pipeline.ServiceContext, one written.Service, socket bool) {
	root, title := s.Reader().Folder("."), backing.Title(one.Store)
	path, line := one.Why.Path, one.Why.Line
	switch {
	case one.Host == "":
		root.WarnAt(path, line, "account_in_source",
			"the account and the database that "+title+" is asked with are written in the source: no variable can change them",
			"let them be read from variables; as it is, every deployment needs that account and that database")
	case socket:
		root.WarnAt(path, line, "address_in_source",
			"the source says that "+title+" is at "+one.Host+", by which its client means a socket of the file system: in a container there is none",
			"let the address be read from a variable")
	case written.Local(one.Host):
		message := "the source says that " + title + " is at " + one.Host + ", and no variable can change that: it is reached only where it shares the program's network"
		if port := clash(s, one); port != 0 {
			root.WarnAt(path, line, "address_in_source",
				fmt.Sprintf("the source says that %s is at %s, and the program itself listens on port %d: both have no place on one machine", title, one.Host, port),
				"let the address be read from a variable, or the program listen on another port")
			return
		}
		root.WarnAt(path, line, "address_in_source", message,
			"better: let the address be read from a variable; as it is, compose.yaml has both share one network, "+
				"and elsewhere "+title+" has to run beside the program (in Kubernetes, in its pod)")
	default:
		root.WarnAt(path, line, "address_in_source",
			"the source calls "+title+" "+one.Host+", and no variable can change that: every deployment has to give it that name",
			"better: let the address be read from a variable")
	}
	if one.Other != nil {
		root.WarnAt(one.Other.Path, one.Other.Line, "address_differs",
			"another place of the sources says otherwise of "+title+" than "+fmt.Sprintf("%s, line %d", path, line)+": the plan has the latter",
			"let one place of the sources say it, or a variable")
	}
}

// clash is the port of a data service on the program's own machine that the program
// listens on itself, 0 for none.
func clash(s *pipeline.ServiceContext, one written.Service) int {
	port := one.Port
	if port == 0 {
		port = backing.Known(one.Store).Port
	}
	if s.Port.Value == port {
		return port
	}
	return 0
}
