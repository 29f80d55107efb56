package written

import (
	"regexp"
	"strconv"
	"strings"

	"aipack/backend/detect/backing"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// orderedCalls are told host, account, password, database and port in this order, behind
// another argument or not (https://www.php.net/manual/en/mysqli.construct.php,
// mysqli.real-connect.php, function.mysql-connect.php, which is told no database;
// https://mysqlclient.readthedocs.io/user_guide.html; PyMySQL until 1.0).
var orderedCalls = []struct {
	call   string
	behind int  // arguments before the host
	bare   bool // no database
}{
	{"new mysqli(", 0, false}, {"mysqli_connect(", 0, false}, {"mysqli_real_connect(", 1, false}, {"->real_connect(", 0, false},
	{"mysql_connect(", 0, true}, {"mysql_pconnect(", 0, true}, {"MySQLdb.connect(", 0, false}, {"pymysql.connect(", 0, false},
}

// orderedWords are in every file that has such a call.
var orderedWords = []string{"mysqli", "mysql_", "MySQLdb", "pymysql", "real_connect"}

// chosen is a database that is chosen behind such a call:
// mysqli_select_db($connection, "shop"), $connection->select_db("shop"), mysql_select_db("shop").
const chosen language.Pattern = `\bselect_db\(\s*(?:\$\w+\s*,\s*)?([^,()\n]+?)\s*[,)]|mysqli?_select_db\(\s*(?:\$\w+\s*,\s*)?([^,()\n]+?)\s*[,)]`

// ordered reads such calls in a file.
func (r *reader) ordered(f *source.File) {
	id := r.store(backing.MySQL)
	if id == "" || !holdsOne(f, orderedWords) {
		return
	}
	text := f.Text()
	for _, c := range orderedCalls {
		if !f.Contains(c.call) {
			continue
		}
		after := 0
		for range mostHosts {
			at := strings.Index(text[after:], c.call)
			if at < 0 {
				break
			}
			at += after
			after = at + len(c.call)
			if at > 0 && isWord(text[at-1]) && isWord(c.call[0]) {
				continue
			}
			if start := strings.LastIndexByte(text[:at], '\n') + 1; source.IsComment(strings.TrimSpace(text[start:after]), f.Name) || strings.Contains(text[start:at], "//") {
				continue
			}
			from, to := group(text, after)
			if from != after {
				continue
			}
			r.call(f, id, at, entries(text[from:to], from, f.Name), c.behind, c.bare)
		}
	}
}

func holdsOne(f *source.File, words []string) bool {
	for _, w := range words {
		if f.Contains(w) {
			return true
		}
	}
	return false
}

// call reads the arguments of one.
func (r *reader) call(f *source.File, id string, at int, args []entry, behind int, bare bool) {
	if len(args) < behind+3 {
		return
	}
	var said [5]value
	for i, a := range args[behind:min(len(args), behind+len(said))] {
		if oneOption.Matches(a.text) { // by its name
			return
		}
		said[i] = r.constant(f, a.text, a.at)
	}
	host, user, password, database := said[0], said[1], said[2], said[3]
	if !user.known || user.text == "" {
		return
	}
	if bare {
		database = value{}
	}
	if database.text == "" {
		if m := chosen.Regexp().FindStringSubmatch(f.Text()); m != nil {
			database = r.constant(f, m[1]+m[2], 0)
		}
	}
	one := found{Service: Service{Store: id, User: user.text, Database: database.text}}
	one.Host = strings.TrimPrefix(host.text, "p:") // a lasting connection
	if name, port, ok := strings.Cut(one.Host, ":"); ok {
		one.Host = name
		one.Port, _ = strconv.Atoi(port)
	} else if !bare {
		one.Port, _ = strconv.Atoi(said[4].text)
	}
	if host.known && one.Host == "" {
		one.Host = "localhost"
	}
	if !host.known && database.text == "" {
		return
	}
	r.add(f, at, one, password)
}

// constant reads an argument: a text, a name that is given one, or a constant of PHP's that
// define() makes (https://www.php.net/manual/en/function.define.php).
func (r *reader) constant(f *source.File, expression string, at int) value {
	if v := r.value(f, expression, at); v.known {
		return v
	}
	name := strings.TrimSpace(expression)
	if !constantName.Matches(name) {
		return value{}
	}
	made := regexp.MustCompile(`\bdefine\s*\(\s*["']` + name + `["']\s*,\s*(?:"([^"\\$\n]*)"|'([^'\\\n]*)')`)
	for _, other := range r.set.Files() {
		if source.Ext(other.Name) != source.Ext(f.Name) || source.Aside(other.Name) || !other.Contains(name) {
			continue
		}
		if m := made.FindStringSubmatchIndex(other.Text()); m != nil {
			g := 2
			if m[g] < 0 {
				g = 4
			}
			return value{other.Text()[m[g]:m[g+1]], true, other, m[g]}
		}
	}
	return value{}
}

const constantName language.Pattern = `^[A-Z][A-Z0-9_]*$`
