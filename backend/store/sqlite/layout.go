package sqlite

import (
	"database/sql"
	"errors"
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
	rows, err := db.Query(`SELECT t.name, c.name, upper(c.type), c."notnull", c.dflt_value IS NOT NULL, c.pk
		FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid`)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var table, declared string
		var c recovery.Column
		var required, hasDefault bool
		var key int
		if err := rows.Scan(&table, &c.Name, &declared, &required, &hasDefault, &key); err != nil {
			return nil, err
		}
		for _, k := range kinds {
			if c.Kind == 0 && strings.Contains(declared, k.part) {
				c.Kind = k.kind
			}
		}
		c.Null = !required && key == 0
		c.Spare = hasDefault || c.Null
		c.Number = key == 1 && declared == "INTEGER"
		if n := len(tables); n == 0 || tables[n-1].Name != table {
			tables = append(tables, recovery.Table{Name: table})
		}
		last := &tables[len(tables)-1]
		last.Columns = append(last.Columns, c)
	}
	return tables, rows.Err()
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
