package wiring

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/detect/backing"
	"aipack/backend/detect/value"
)

// dsn is the form of https://github.com/go-sql-driver/mysql#dsn-data-source-name.
var dsn = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[^\s@()]*(?::[^\s()]*)?@(?:tcp|unix)?\(?[^()\s/]*\)?/([^?\s]*)(\?\S*)?$`)
})

// driver writes a DSN of Go's driver for MySQL.
func (e Example) driver(text string) (string, bool) {
	m := dsn().FindStringSubmatch(text)
	if m == nil || !strings.Contains(text, "(") {
		return "", false
	}
	for _, id := range []string{"mysql", "mariadb"} {
		if slices.Contains(e.Stores, id) {
			out := "{" + id + ".user}:{" + id + ".password}@tcp({" + id + ".address})/"
			if m[1] != "" {
				out += "{" + id + ".database}"
			}
			return out + options(id, m[2]), true
		}
	}
	return "", false
}

// keys of connection strings in pairs: libpq's keywords (PostgreSQL, 32.1.2)
// and those of ADO.NET's providers (Npgsql, SqlClient, MySqlConnector).
var keys = map[string]string{
	"host": "host", "server": "host", "data source": "host", "datasource": "host", "addr": "host", "address": "host", "hostaddr": "host", "port": "port",
	"user": "user", "username": "user", "user id": "user", "userid": "user", "uid": "user", "user name": "user",
	"password": "password", "pwd": "password", "dbname": "database", "database": "database", "initial catalog": "database",
}

// pairs writes "host=db user=app …" and "Server=db;User Id=sa;…".
func (e Example) pairs(text string) (string, bool) {
	separator := " "
	if strings.Contains(text, ";") {
		separator = ";"
	}
	list := strings.Split(strings.TrimRight(text, separator), separator)
	id := e.storeOfPairs(list, separator)
	if id == "" {
		return "", false
	}
	b, _ := backing.Of(id)
	known := 0
	for i, one := range list {
		key, text, ok := strings.Cut(one, "=")
		if !ok {
			return "", false
		}
		lower := strings.ToLower(strings.TrimSpace(key))
		field := keys[lower]
		switch {
		case field == "host":
			known++
			list[i] = key + "=" + hostIn(id, b, text)
		case field != "":
			known++
			list[i] = key + "={" + id + "." + field + "}"
		case lower == "sslmode" || lower == "ssl mode":
			list[i] = key + "=" + cased(text, "disable")
		case id == "sqlserver" && (lower == "trusted_connection" || lower == "integrated security"):
			list[i] = key + "=False"
		default:
			list[i] = value.Template{{Text: one}}.String()
		}
	}
	if id == "sqlserver" { // https://learn.microsoft.com/dotnet/api/microsoft.data.sqlclient.sqlconnection.connectionstring
		if !strings.Contains(strings.ToLower(text), "password") && !strings.Contains(strings.ToLower(text), "pwd") {
			list = append(list, "User Id={sqlserver.user}", "Password={sqlserver.password}")
		}
		if !strings.Contains(strings.ToLower(text), "trustservercertificate") {
			list = append(list, "TrustServerCertificate=True")
		}
	}
	return strings.Join(list, separator), known >= 2
}

// hostIn keeps the port that SqlClient writes behind a comma.
func hostIn(id string, b backing.Service, text string) string {
	if id == "sqlserver" && strings.Contains(text, ",") {
		return "{" + id + ".host},{" + id + ".port}"
	}
	return "{" + id + ".host}"
}

func cased(like, word string) string {
	if like != "" && upper(like[0]) {
		return strings.ToUpper(word[:1]) + word[1:]
	}
	return word
}

// storeOfPairs tells whose connection string it is.
func (e Example) storeOfPairs(list []string, separator string) string {
	for _, one := range list {
		key, text, _ := strings.Cut(one, "=")
		if keys[strings.ToLower(strings.TrimSpace(key))] == "host" {
			if place, ok := e.at(hostOf(text)); ok && place.Store != "" {
				return place.Store
			}
		}
	}
	var fit []string
	for _, id := range []string{"postgresql", "sqlserver", "mysql", "mariadb"} {
		if slices.Contains(e.Stores, id) && (separator == ";" || id == "postgresql") {
			fit = append(fit, id)
		}
	}
	if len(fit) == 1 {
		return fit[0]
	}
	return ""
}

// bare writes what is only a host, a host with its port, or several of them.
func (e Example) bare(text string) (string, bool) {
	if strings.ContainsAny(text, " /=@?") || e.Field != "" && e.Field != "host" && e.Field != "address" && e.Field != "url" {
		return "", false
	}
	host := hostOf(text)
	place, ok := e.at(host)
	if !ok {
		return "", false
	}
	head := place.Store
	if place.Service != "" {
		head = "service:" + place.Service
	}
	if host == strings.Trim(text, "[]") {
		return "{" + head + ".host}", true
	}
	return "{" + head + ".address}", true
}
