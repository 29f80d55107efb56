package written

import (
	"regexp"
	"strconv"
	"strings"

	"aipack/backend/detect/backing"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

const (
	// quotedAddress is an address in quotes (RFC 3986, 3): its scheme and the rest.
	quotedAddress language.Pattern = "[\"'`]((?:jdbc:)?[a-z][a-z0-9+]*://[^\"'`\\s\\\\]{1,300})[\"'`]"
	// quotedPairs is a text of pairs in quotes: libpq's
	// (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING), PDO's
	// (https://www.php.net/manual/en/ref.pdo-mysql.connection.php), ADO.NET's
	// (https://learn.microsoft.com/en-us/dotnet/framework/data/adonet/connection-string-syntax).
	quotedPairs language.Pattern = "(?i)[\"'`]((?:[a-z]+:)?[^\"'`\\n\\\\]{0,200}?\\b(?:host|server|data source)\\s*=\\s*[^\"'`\\n\\\\]{1,300})[\"'`]"
	// quotedGo is the address that Go's driver of MySQL takes
	// (https://github.com/go-sql-driver/mysql#dsn-data-source-name).
	quotedGo language.Pattern = "[\"`]([^\"`\\s:@/]+(?::[^\"`\\s@]*)?@(?:tcp\\([^)\"`]*\\))?/[^\"`\\s]*)[\"`]"

	address language.Pattern = `^(?:jdbc:)?([a-z][a-z0-9+]*)://(?:([^:@/?\x00]*)(?::([^@/\x00]*))?@)?(\[::1\]|[\w.-]+)(?::(\d+))?(?:/([^?;#\x00]*))?(?:[?;#].*)?$`
	goDSN   language.Pattern = `^([^:@/\x00]+)(?::([^@\x00]*))?@(?:tcp\(([\w.\[\]-]*|\[::1\])(?::(\d+))?\))?/([^?\x00]*)(?:\?.*)?$`
	onePair language.Pattern = `(?i)(?:^|[\s;:])(host|server|data source|port|user|username|user id|uid|password|pwd|dbname|database|initial catalog)\s*=\s*([^;\s]*)`

	// otherwise is what stands before a text that counts only where nothing else is said:
	// the reading of a variable, a default, a choice.
	otherwise language.Pattern = `(?i)getenv|environ|process\.env|\benv[.(\[]|\bENV\b|\bconfig\(\s*["']|default|fallback|\bflag\.|\bargv\b|\boption\(|\|\||\?\?|\?:|\bor\s*$|\?\s*["'\x60]?\s*$|:-|add_argument|\bprint|\blog\b|logger|console\.|error|raise|throw|\becho\b|example|usage|\bassert`
	// assignedTo is the name that a text is given to.
	assignedTo language.Pattern = `\$?([A-Za-z_]\w*)(?:\s*:\s*[\w.]+)?\s*:?=\s*(?:f|r|\w+\.Sprintf\(|String\.format\()?\s*$`
)

// texts reads the addresses and the texts of pairs of a file.
func (r *reader) texts(f *source.File) {
	at := 0
	before := ""
	for _, line := range f.Lines() {
		lead := strings.TrimSpace(line)
		if lead != "" && len(line) < 2000 && !source.IsComment(lead, f.Name) {
			for _, form := range forms {
				if form.anchored(line) {
					for _, m := range form.quoted.Regexp().FindAllStringSubmatchIndex(line, 4) {
						said := line[:m[0]]
						if strings.TrimSpace(strings.TrimLeft(said, "fr ")) == "" {
							said = before + " " + said
						}
						if !otherwise.Matches(said) && !r.ofSettings(f, line) && !strings.HasPrefix(strings.TrimSpace(said), "#") {
							form.read(r, f, at, line, m)
						}
					}
				}
			}
			before = lead
		}
		at += len(line) + 1
	}
}

// ofSettings reports whether a line is a field of a class whose fields variables set:
// pydantic's (https://docs.pydantic.dev/latest/concepts/pydantic_settings/).
func (r *reader) ofSettings(f *source.File, line string) bool {
	return strings.HasSuffix(f.Name, ".py") && source.Indent(line) > 0 && f.Contains("BaseSettings")
}

type form struct {
	anchors []string
	quoted  language.Pattern
	read    func(r *reader, f *source.File, at int, line string, m []int)
}

func (one form) anchored(line string) bool {
	for _, a := range one.anchors {
		if strings.Contains(line, a) {
			return true
		}
	}
	return false
}

var forms = []form{
	{[]string{"://"}, quotedAddress, (*reader).address},
	{[]string{"host", "Host", "HOST", "erver", "ource"}, quotedPairs, (*reader).pairs},
	{[]string{"@tcp(", "@/"}, quotedGo, (*reader).goAddress},
}

func (r *reader) address(f *source.File, at int, line string, m []int) {
	t := r.expanded(f, line[m[2]:m[3]], at+m[2], line[m[1]:])
	g := address.Regexp().FindStringSubmatchIndex(t.text)
	if g == nil {
		return
	}
	group := func(i int) value { return t.part(g[2*i], g[2*i+1]) }
	one := found{}
	one.Host, one.User, one.Database = group(4).text, group(2).text, strings.TrimSuffix(group(6).text, "/")
	one.Port, _ = strconv.Atoi(group(5).text)
	scheme := group(1).text
	if one.Store = r.store(scheme); one.Store == "" && (scheme == "http" || scheme == "https") {
		if one.Store = r.byPort(one.Port); one.Store == "" {
			return
		}
		one.Database = ""
	}
	known := backing.Known(one.Store)
	if one.Store == "" {
		return
	}
	password := group(3)
	if g[4] >= 0 && g[6] < 0 {
		password = value{known: true}
	}
	if strings.ContainsAny(password.text, "%") || strings.Contains(t.text, unknownPart) {
		return
	}
	if known.Database == "" { // the number of one of Redis', a virtual host
		one.Database = ""
	}
	if known.User == "" && (one.Store != backing.MongoDB || !administers(t.text, one.Database, password)) {
		one.User = ""
	}
	if strings.HasPrefix(t.text, "jdbc:") || one.User == "" && known.User != "" {
		one.User, password = r.beside(f, at+m[1], line, m)
	}
	r.add(f, at+m[0], one, password)
}

// administers reports whether an address of MongoDB's signs in with an account of the
// database admin, where its image makes one; another's is of the database that it names
// (https://www.mongodb.com/docs/manual/reference/connection-string-options/#mongodb-urioption-urioption.authSource).
func administers(address, database string, password value) bool {
	return password.known && password.text != "" && (strings.Contains(address, "authSource=admin") || database == "" || database == "admin")
}

// byPort is the data service of the plan that is spoken to in HTTP at a port.
func (r *reader) byPort(port int) string {
	for _, id := range r.stores {
		if known := backing.Known(id); port != 0 && known.Port == port && (known.Scheme == "http" || known.Scheme == "") {
			return id
		}
	}
	return ""
}

// beside reads account and password that stand behind an address, or behind the name that
// it is given to: new PDO($dsn, "root", "secret"), DriverManager.getConnection(url, user, password).
func (r *reader) beside(f *source.File, end int, line string, m []int) (user string, password value) {
	two := func(behind string, at int) bool {
		args := arguments(behind)
		if len(args) < 2 {
			return false
		}
		first := r.value(f, args[0], at+strings.Index(behind, args[0]))
		second := r.value(f, args[1], at+max(strings.LastIndex(behind, args[1]), 0))
		if first.known {
			user, password = first.text, second
		}
		return first.known
	}
	if behind := line[m[1]:]; two(behind, end) {
		return user, password
	}
	name := source.Group(assignedTo, line[:m[0]])
	if name == "" {
		return "", value{}
	}
	handed := regexp.MustCompile(`\$?\b` + name + `(\s*,[^\n]*)`)
	for _, h := range handed.FindAllStringSubmatchIndex(f.Text(), 8) {
		if two(f.Text()[h[2]:h[3]], h[2]) {
			return user, password
		}
	}
	return "", value{}
}

func (r *reader) pairs(f *source.File, at int, line string, m []int) {
	t := r.expanded(f, line[m[2]:m[3]], at+m[2], line[m[1]:])
	one, password := found{}, value{}
	dialect, _, prefixed := strings.Cut(t.text, ":")
	if prefixed && !strings.ContainsAny(dialect, "= ;") {
		one.Store = r.store(dialect)
	} else if one.Store = r.main(); strings.Contains(t.text, "dbname") {
		one.Store = r.store("postgresql")
	}
	if one.Store == "" {
		return
	}
	for _, g := range onePair.Regexp().FindAllStringSubmatchIndex(t.text, 16) {
		v := t.part(g[4], g[5])
		switch strings.ToLower(t.text[g[2]:g[3]]) {
		case "host", "server", "data source":
			host, port, _ := strings.Cut(strings.TrimPrefix(v.text, "tcp:"), ",")
			if one.Host = host; port != "" {
				one.Port, _ = strconv.Atoi(port)
			}
		case "port":
			one.Port, _ = strconv.Atoi(v.text)
		case "user", "username", "user id", "uid":
			one.User = v.text
		case "password", "pwd":
			password = v
		default:
			one.Database = v.text
		}
	}
	if one.Host == "" || strings.Contains(t.text, unknownPart) || one.Database == "" && one.User == "" {
		return
	}
	if one.User == "" {
		one.User, password = r.beside(f, at+m[1], line, m)
	}
	r.add(f, at+m[0], one, password)
}

func (r *reader) goAddress(f *source.File, at int, line string, m []int) {
	t := r.expanded(f, line[m[2]:m[3]], at+m[2], line[m[1]:])
	g := goDSN.Regexp().FindStringSubmatchIndex(t.text)
	if g == nil || strings.Contains(t.text, unknownPart) {
		return
	}
	group := func(i int) value { return t.part(g[2*i], g[2*i+1]) }
	one := found{}
	if one.Store = r.store("mysql"); one.Store == "" {
		return
	}
	one.User, one.Host, one.Database = group(1).text, group(3).text, group(5).text
	one.Port, _ = strconv.Atoi(group(4).text)
	if one.Host == "" { // the driver's own default
		one.Host = "127.0.0.1"
	}
	password := group(2)
	if g[4] < 0 {
		password = value{known: true}
	}
	r.add(f, at+m[0], one, password)
}
