package wiring

import (
	"net"
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/detect/backing"
	"aipack/backend/detect/value"
)

// Place is what a host name in an example or a compose file leads to.
type Place struct {
	Store   string // id of a data service
	Service string // folder of another service of the plan
}

// Example is a text that an example, a compose file or the source gives a
// variable: where things are on somebody's machine.
type Example struct {
	Text   string
	Stores []string                        // data services of the plan
	Host   func(name string) (Place, bool) // what a host is; nil where no names are known
	Wanted string                          // id of the data service that the variable's name speaks of, "" for none
	Field  string                          // what the name asks of it: url, host, user …; \"\" where it does not say
}

// longestExample bounds what is read: no address is longer.
const longestExample = 600

// Like writes an example so that it leads to the plan's own services: its
// scheme, driver and options stay, its host, user and password are replaced.
// It says nothing of an example that leads nowhere.
func (e Example) Like() (string, bool) {
	text := strings.TrimSpace(e.Text)
	if text == "" || len(text) > longestExample || strings.ContainsAny(text, "\n\r\x00{}") {
		return "", false
	}
	for _, form := range []func(string) (string, bool){e.url, e.driver, e.pairs, e.bare} {
		if out, ok := form(text); ok {
			return out, true
		}
	}
	return "", false
}

// storeOf finds the plan's data service that a scheme speaks to. Drivers stand
// behind a plus (SQLAlchemy, Engine Configuration) or before a colon (JDBC).
func (e Example) storeOf(scheme string) string {
	for _, part := range strings.FieldsFunc(strings.ToLower(scheme), func(c rune) bool { return c == '+' || c == ':' }) {
		for _, id := range backing.SpeaksTo(part) {
			if slices.Contains(e.Stores, id) {
				return id
			}
		}
	}
	return ""
}

// address is an absolute address (RFC 3986), loosely: passwords in examples
// are not escaped.
var address = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^((?:jdbc:|r2dbc:)?[A-Za-z][A-Za-z0-9+.-]*(?::[a-z]+)*)://(?:([^/\s]*)@)?([^/?;\s#]*)(/[^?;\s#]*)?([?;]\S*)?$`)
})

func (e Example) url(text string) (string, bool) {
	m := address().FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	scheme, host, path, query := m[1], hostOf(m[3]), m[4], m[5]
	id := e.storeOf(scheme)
	if id == "" {
		return e.web(scheme, host, path+query)
	}
	b, _ := backing.Of(id)
	query = options(id, query)
	if strings.HasPrefix(scheme, "jdbc:") || strings.HasPrefix(scheme, "r2dbc:") {
		if strings.HasPrefix(query, ";") { // https://learn.microsoft.com/sql/connect/jdbc/building-the-connection-url
			return value.Template{{Text: scheme + "://"}}.String() + "{" + id + ".address}" + query, true
		}
		out := scheme + "://{" + id + ".address}"
		if b.Database != "" && len(path) > 1 {
			out += "/{" + id + ".database}"
		}
		return out + query, true
	}
	out := "{" + id + ".url}"
	if plain := strings.TrimSuffix(scheme, "s"); scheme != b.Scheme && plain != b.Scheme && scheme != "mongodb+srv" {
		out = "{" + id + ".url:" + scheme + "}"
	}
	if b.Database == "" && keepsPath(path) {
		out += path
	}
	return out + query, true
}

// keepsPath reports whether what stands behind the host is a number of a
// database (redis) or the one virtual host that is there from the start
// (RabbitMQ's URI specification: //, /%2f).
func keepsPath(path string) bool {
	number := strings.TrimPrefix(path, "/")
	return path == "//" || strings.EqualFold(path, "/%2f") || number != "" && strings.Trim(number, "0123456789") == ""
}

// options keeps an address' options, but those that ask for what a data service
// beside the program does not have, TLS, and those that hold its user.
func options(id, query string) string {
	if len(query) < 2 {
		return ""
	}
	separator := "&"
	if query[0] == ';' {
		separator = ";"
	}
	var kept []string
	for _, one := range strings.Split(query[1:], separator) {
		key, text, _ := strings.Cut(one, "=")
		lower := strings.ToLower(key)
		switch {
		case one == "":
		case lower == "user", lower == "username", lower == "user id":
			kept = append(kept, key+"={"+id+".user}")
		case lower == "password", lower == "pwd":
			kept = append(kept, key+"={"+id+".password}")
		case lower == "databasename", lower == "database":
			kept = append(kept, key+"={"+id+".database}")
		case lower == "sslmode" && id == "postgresql":
			kept = append(kept, key+"=disable")
		case slices.Contains([]string{"ssl", "tls", "usessl", "ssl-mode", "sslaccept", "sslcert", "sslrootcert", "channel_binding", "replicaset", "authsource", "retrywrites", "w"}, lower) && id != "sqlserver" && text != "false" && text != "DISABLED":
		default:
			kept = append(kept, value.Template{{Text: one}}.String())
		}
	}
	if len(kept) == 0 {
		return ""
	}
	return query[:1] + strings.Join(kept, separator)
}

// web follows an address of the web to the data service or neighbour that its
// host names.
func (e Example) web(scheme, host, rest string) (string, bool) {
	if !slices.Contains([]string{"http", "https", "ws", "wss", "tcp", "grpc"}, scheme) {
		return "", false
	}
	place, ok := e.at(host)
	plain := value.Template{{Text: strings.TrimSuffix(rest, "/")}}.String()
	switch {
	case !ok:
		return "", false
	case place.Service != "":
		out := "{service:" + place.Service + ".url"
		if scheme != "http" && scheme != "https" {
			out += ":" + scheme
		}
		return out + "}" + plain, true
	}
	b, _ := backing.Of(place.Store)
	out := "{" + place.Store + ".url"
	if scheme == "https" {
		scheme = "http"
	}
	if b.Scheme != scheme {
		return scheme + "://{" + place.Store + ".address}" + plain, true
	}
	return out + "}" + plain, true
}

// at finds what a host name leads to: by itself, or because the variable's name
// says which data service is meant and the host is this machine.
func (e Example) at(host string) (Place, bool) {
	if e.Host != nil {
		if place, ok := e.Host(host); ok {
			return place, true
		}
	}
	if e.Wanted != "" && here(host) {
		return Place{Store: e.Wanted}, true
	}
	return Place{}, false
}

// here reports whether a host is the machine itself, as examples write it.
func here(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || host == "host.docker.internal" || ip != nil && (ip.IsLoopback() || ip.IsPrivate())
}

func hostOf(address string) string {
	first, _, _ := strings.Cut(address, ",")
	if host, _, err := net.SplitHostPort(first); err == nil {
		return host
	}
	return strings.Trim(first, "[]")
}
