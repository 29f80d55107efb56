package sqlite

import (
	"database/sql"
	"strings"

	"aipack/backend/store/sqlite/recovery"
)

// kinds are SQLite's rules for a column's declared type, in their order
// (https://sqlite.org/datatype3.html, 3.1).
var kinds = []struct {
	part string
	kind recovery.Kind
}{{"INT", recovery.Integer}, {"CHAR", recovery.Text}, {"TEXT", recovery.Text}, {"BLOB", recovery.Blob}, {"REAL", recovery.Real}}

// layout says what the rows of each table look like, by name.
func layout(db *sql.DB) (tables []recovery.Table, err error) {
	columns, err := Query[declared](db, `SELECT t.name AS "table", c.name, upper(c.type) AS type, c."notnull" AS required,
		c.dflt_value IS NOT NULL AS spare, c.pk FROM sqlite_schema t, pragma_table_info(t.name) c
		WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid`)
	for _, d := range columns {
		c := recovery.Column{Name: d.Name, Null: !d.Required && d.Key == 0, Number: d.Key == 1 && d.Type == "INTEGER"}
		c.Spare = d.Spare || c.Null
		for _, k := range kinds {
			if c.Kind == 0 && strings.Contains(d.Type, k.part) {
				c.Kind = k.kind
			}
		}
		if n := len(tables); n == 0 || tables[n-1].Name != d.Table {
			tables = append(tables, recovery.Table{Name: d.Table})
		}
		last := &tables[len(tables)-1]
		last.Columns = append(last.Columns, c)
	}
	return tables, err
}

// declared is a column as its table was declared with.
type declared struct {
	Table    string `as:"table"`
	Name     string `as:"name"`
	Type     string `as:"type"`
	Required bool   `as:"required"`
	Spare    bool   `as:"spare"` // it has a default
	Key      int    `as:"pk"`    // its place in the primary key, 0 for none
}

// known is how many rows a table of a damaged file had, by whichever of its
// indexes can be read and says most.
func known(damaged *sql.DB, table string) (most int) {
	count := func(how string) {
		var n int
		if err := damaged.QueryRow(`SELECT COUNT(*) FROM ` + quoted(table) + how).Scan(&n); err == nil {
			most = max(most, n)
		}
	}
	count(" NOT INDEXED")
	for _, name := range indexesOf(damaged, table) {
		count(" INDEXED BY " + quoted(name))
	}
	return most
}

// indexesOf names the indexes of a table, as far as they can be read.
func indexesOf(damaged *sql.DB, table string) (names []string) {
	rows, err := damaged.Query(`SELECT name FROM pragma_index_list(?)`, table)
	if err != nil {
		return nil
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var name string
		if rows.Scan(&name) == nil {
			names = append(names, name)
		}
	}
	_ = rows.Err() // what came before the damage is enough
	return names
}
