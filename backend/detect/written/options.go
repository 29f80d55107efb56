package written

import (
	"strconv"
	"strings"

	"aipack/backend/detect/backing"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

const (
	// hostOption is what is given as the place of a data service among options.
	hostOption language.Pattern = `(?i)^(host|hostname|server|addr|address)["']?\s*(?:=>|[:=])\s*[^=\s]`
	// oneOption is an option with its value.
	oneOption language.Pattern = `^\s*["']?([A-Za-z_]\w*)["']?\s*(?:=>|:|=)\s*(.+?)\s*$`
	// calls is the name of what is called with the options.
	calls language.Pattern = `(?:new\s+|&)?([\w.:]+)\s*(?:\(\s*)?$`
	// below is the key that options stand under.
	below language.Pattern = `["']?([A-Za-z_]\w*)["']?\s*(?:=>|[:=])\s*$`
)

// optionFields are the fields that options are, by their names in lower case: those of
// pg, mysql2, Sequelize, TypeORM and Knex; psycopg, PyMySQL, MySQL Connector and asyncpg;
// Django (https://docs.djangoproject.com/en/stable/ref/settings/#databases); go-redis and
// go-pg; of clients of Redis.
var optionFields = map[string]string{
	"host": "host", "hostname": "host", "server": "host", "addr": "address", "address": "address", "port": "port",
	"user": "user", "username": "user", "password": "password", "passwd": "password", "pass": "password",
	"database": "database", "dbname": "database", "db": "database",
	"type": "dialect", "dialect": "dialect", "client": "dialect", "driver": "dialect", "engine": "dialect", "adapter": "dialect",
}

// clients are what is called with the options of a data service, by the end of its name.
var clients = []struct{ call, store string }{
	{"mysql.createPool", backing.MySQL}, {"mysql.createConnection", backing.MySQL},
	{"mysql2.createPool", backing.MySQL}, {"mysql2.createConnection", backing.MySQL},
	{"mysql.connector.connect", backing.MySQL}, {"pymysql.connect", backing.MySQL}, {"MySQLdb.connect", backing.MySQL}, {"aiomysql.create_pool", backing.MySQL},
	{"mysql.Config", backing.MySQL}, {"psycopg2.connect", backing.PostgreSQL}, {"psycopg.connect", backing.PostgreSQL}, {"asyncpg.connect", backing.PostgreSQL},
	{"asyncpg.create_pool", backing.PostgreSQL}, {"pg.Options", backing.PostgreSQL}, {"pg.Pool", backing.PostgreSQL}, {"pg.Client", backing.PostgreSQL},
	{"PG.connect", backing.PostgreSQL}, {"Mysql2::Client.new", backing.MySQL}, {"redis.Options", backing.Redis}, {"redis.Redis", backing.Redis},
	{"redis.StrictRedis", backing.Redis}, {"redis.createClient", backing.Redis}, {"Redis.new", backing.Redis},
	{"StrictRedis", backing.Redis}, {"Redis", backing.Redis},
	{"IORedis", backing.Redis}, {"ioredis", backing.Redis}, {"aioredis.Redis", backing.Redis},
}

// mostGroup is how many bytes of options are looked at, mostHosts how many options may
// be the place of a data service, and mostHead how far one's value may begin behind it.
const mostGroup, mostHosts, mostHead = 3000, 40, 400

// hostWords begin the names of hostOption.
var hostWords = []string{"host", "server", "addr"}

// hosts finds such options, by where their names begin.
func hosts(f *source.File) (places []int) {
	text, after := f.Text(), 0
	for _, at := range f.PlacesFold(hostWords) {
		if at < after || at > 0 && isWord(text[at-1]) {
			continue
		}
		if m := hostOption.Regexp().FindStringIndex(text[at:min(at+mostHead, len(text))]); m != nil {
			after = at + m[1]
			if places = append(places, at); len(places) == mostHosts {
				break
			}
		}
	}
	return places
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// options reads the options of clients in a file: those of one call or table.
func (r *reader) options(f *source.File) {
	seen := map[int]bool{}
	for _, host := range hosts(f) {
		from, to := group(f.Text(), host)
		if from < 0 || seen[from] {
			continue
		}
		seen[from] = true
		if start := strings.LastIndexByte(f.Text()[:host], '\n') + 1; source.IsComment(strings.TrimSpace(f.Text()[start:host]), f.Name) {
			continue
		}
		r.group(f, from, to, host)
	}
}

// ofItsOwn are clients of Redis that are told no place, for which they take the program's own
// machine: ioredis (https://github.com/redis/ioredis#connect-to-redis), node-redis
// (https://github.com/redis/node-redis/blob/master/docs/client-configuration.md), redis-py
// (https://redis.readthedocs.io/en/stable/connections.html).
const ofItsOwn language.Pattern = `(?:\bnew\s+(?:IO)?Redis|\bredis\.createClient|\bredis\.(?:Strict)?Redis|[=\s]createClient)\(\s*\)`

// unplaced reads such clients.
func (r *reader) unplaced(f *source.File) {
	id := r.store(backing.Redis)
	if id == "" || !f.ContainsFold("redis") {
		return
	}
	for _, h := range f.Find(ofItsOwn) {
		at := strings.Index(f.Text(), h.Text)
		r.add(f, at+strings.Index(h.Text, strings.TrimSpace(h.Match)), found{Service: Service{Store: id, Host: "localhost"}}, value{})
		return
	}
}

// entry is an option of a group.
type entry struct {
	text string
	at   int
}

// group reads the options between two brackets; host is where the place stands.
func (r *reader) group(f *source.File, from, to, host int) {
	text := f.Text()
	fields, open, shouted := map[string]value{}, map[string]bool{}, ""
	for _, e := range entries(text[from:to], from, f.Name) {
		m := oneOption.Regexp().FindStringSubmatchIndex(e.text)
		if m == nil {
			continue
		}
		key := e.text[m[2]:m[3]]
		field := optionFields[strings.ToLower(key)]
		if key == "NAME" { // Django's
			field = "database"
		}
		if field == "" {
			continue
		}
		if v := r.value(f, e.text[m[4]:m[5]], e.at+m[4]); v.known {
			fields[field] = v
			if key == strings.ToUpper(key) {
				shouted += field + " "
			}
		} else {
			open[field] = true
		}
	}
	if strings.Contains(shouted, "port") && !strings.Contains(shouted, "host") {
		delete(fields, "port") // the program's own, beside the options of its database: PORT and host
	}
	one := found{rehearsal: rehearsed(text, from)}
	if one.Store = r.asked(text, from, fields); one.Store == "" {
		return
	}
	known := backing.Known(one.Store)
	one.Host = fields["host"].text
	if pair, ok := fields["address"]; ok {
		at, port, _ := strings.Cut(pair.text, ":")
		one.Host = at
		one.Port, _ = strconv.Atoi(port)
	}
	if p, ok := fields["port"]; ok && p.text != "" {
		one.Port, _ = strconv.Atoi(p.text)
	}
	password := fields["password"]
	if known.User != "" {
		one.User, one.Database = fields["user"].text, fields["database"].text
		if args := r.before(f, from); len(args) == 3 && one.Database == "" { // Sequelize's
			one.Database, one.User, password = args[0].text, args[1].text, args[2]
		}
		if one.User == "" && one.Database == "" || open["user"] && open["database"] {
			return
		}
		if !password.known && !open["password"] && one.User != "" {
			password = value{known: true}
		}
	}
	if one.Host == "" && !open["host"] && !open["address"] {
		return
	}
	r.add(f, host, one, password)
}

// asked is the data service that a group of options is for: by the word among them, by
// what is called, by the key that they stand under; else the program's only database,
// where an account and a database are named.
func (r *reader) asked(text string, from int, fields map[string]value) string {
	if word := fields["dialect"].text; word != "" {
		return r.store(word[strings.LastIndexByte(word, '.')+1:])
	}
	head := strings.TrimRight(text[max(0, from-200):from-1], " \t\n(")
	call := source.Group(calls, head)
	for _, c := range clients {
		if call == c.call || strings.HasSuffix(call, "."+c.call) || strings.HasSuffix(c.call, "."+call) && strings.ContainsAny(c.call, ".") && call != "" && call != "connect" && call != "new" && call != "Config" && call != "Options" {
			return r.store(c.store)
		}
	}
	if key := strings.ToLower(source.Group(below, head)); key == "redis" || key == "socket" && strings.Contains(text[max(0, from-200):from], "createClient") {
		return r.store(backing.Redis)
	}
	if fields["user"].known && (fields["database"].known || fields["password"].known) {
		return r.main()
	}
	if call == "Sequelize" || strings.HasSuffix(call, ".Sequelize") {
		return r.main()
	}
	return ""
}

// before are the texts that a call is given before the options: new Sequelize("shop", "me", "pw", {…}).
func (r *reader) before(f *source.File, from int) (list []value) {
	text := f.Text()
	start, _ := group(text, from-1)
	if start < 0 || !strings.HasSuffix(strings.TrimRight(text[:start-1], " "), "Sequelize") {
		return nil
	}
	for _, e := range entries(text[start:from-1], start, f.Name) {
		if v := r.value(f, e.text, e.at); v.known {
			list = append(list, v)
		} else if strings.TrimSpace(e.text) != "" {
			return nil
		}
	}
	return list
}

// rehearsed reports whether options stand under a name for development or tests, beside
// which the file has some for production.
func rehearsed(text string, from int) bool {
	for range mostOuter {
		head := strings.TrimRight(text[max(0, from-80):from-1], " \t\n(")
		switch strings.ToLower(source.Group(below, head)) {
		case "test", "testing":
			return true
		case "development", "dev", "local", "staging":
			return strings.Contains(text, "production")
		}
		if from, _ = group(text, from-1); from < 0 {
			return false
		}
	}
	return false
}

// mostOuter is how many brackets around options are looked at.
const mostOuter = 3

// group gives the ends of the innermost brackets around an offset, exclusive of them;
// -1 for none that are near.
func group(text string, at int) (from, to int) {
	depth := 0
	from = -1
	for i := at - 1; i >= 0 && i > at-mostGroup; i-- {
		switch text[i] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth--; depth < 0 {
				from = i + 1
			}
		}
		if from >= 0 {
			break
		}
	}
	if from < 0 {
		return -1, -1
	}
	depth = 0
	for i := from; i < len(text) && i < from+mostGroup; i++ {
		switch text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return from, i
			}
		}
	}
	return -1, -1
}

// entries are the parts between the commas of a group, without comments.
func entries(text string, at int, name string) (list []entry) {
	depth, last := 0, 0
	var quote byte
	cut := func(to int) {
		part := text[last:to]
		for {
			line, rest, more := strings.Cut(part, "\n")
			if lead := strings.TrimSpace(line); more && (lead == "" || source.IsComment(lead, name)) {
				last += len(line) + 1
				part = rest
				continue
			}
			break
		}
		if strings.TrimSpace(part) != "" {
			if at := strings.Index(part, "//"); at > 0 && part[at-1] == ' ' {
				part = part[:at]
			}
			list = append(list, entry{part, at + last})
		}
		last = to + 1
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0:
			if c == quote || c == '\n' && quote != '`' {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == ',' && depth == 0:
			cut(i)
		}
	}
	cut(len(text))
	return list
}
