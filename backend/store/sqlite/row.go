package sqlite

import (
	"database/sql"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Column is a column of a table, as the type of its rows says it: a field with the
// tag db:"name" is the column of that name, also in an embedded struct, and
// db:"name,json" one that holds JSON, or "" for none. A field with the tag as:"name"
// is of no table: it takes what a query gives under that name.
type Column struct {
	Name string
	JSON bool
	at   []int // of the field
}

// Columns lists the columns of a row, in the order of its fields.
func Columns(row any) []Column { return tagged(reflect.TypeOf(row), "db") }

func tagged(row reflect.Type, keys ...string) (columns []Column) {
	for _, f := range reflect.VisibleFields(row) {
		for _, key := range keys {
			if tag := f.Tag.Get(key); tag != "" {
				name, kind, _ := strings.Cut(tag, ",")
				columns = append(columns, Column{name, kind == "json", f.Index})
			}
		}
	}
	return columns
}

// Select names the columns of rows for a query that gives their table an alias.
func Select[T any](alias string) string {
	var row T
	var names []string
	for _, c := range Columns(row) {
		names = append(names, alias+"."+c.Name)
	}
	return strings.Join(names, ", ")
}

// scanner reads rows: each column into the field of its name, or the only column of
// a row that is no struct. A column without a field is an error.
func scanner[T any]() func(*sql.Rows) (T, error) {
	var fields [][]int
	return func(rows *sql.Rows) (row T, err error) {
		v := reflect.ValueOf(&row).Elem()
		if v.Kind() != reflect.Struct {
			err = rows.Scan(&row)
			return row, err
		}
		if fields == nil {
			if fields, err = fieldsOf(v.Type(), rows); err != nil {
				return row, err
			}
		}
		into := make([]any, len(fields))
		for i, at := range fields {
			into[i] = v.FieldByIndex(at).Addr().Interface()
		}
		err = rows.Scan(into...)
		return row, err
	}
}

func fieldsOf(row reflect.Type, rows *sql.Rows) ([][]int, error) {
	names, err := rows.Columns()
	columns, fields := tagged(row, "db", "as"), make([][]int, len(names))
	for i, name := range names {
		n := slices.IndexFunc(columns, func(c Column) bool { return c.Name == name })
		if n < 0 {
			return nil, fmt.Errorf("no field of %s takes the column %s", row, name)
		}
		fields[i] = columns[n].at
	}
	return fields, err
}

// Insert adds a row, with the columns that are no field of it.
func Insert(tx *sql.Tx, table string, row any, more ...sql.NamedArg) error {
	columns, _, values := written(row, more)
	_, err := tx.Exec("INSERT INTO "+table+columns, values...)
	return err
}

// Put adds a row as Insert does, or writes it over the one that has the same keys.
func Put(tx *sql.Tx, table, keys string, row any, more ...sql.NamedArg) error {
	columns, set, values := written(row, more)
	_, err := tx.Exec("INSERT INTO "+table+columns+" ON CONFLICT ("+keys+") DO UPDATE SET "+set, values...)
	return err
}

// Update writes a row over the one that has the same key; where there is none, nothing.
func Update(tx *sql.Tx, table, key string, row any) error {
	_, set, values := written(row, nil)
	_, err := tx.Exec("UPDATE "+table+" SET "+set+" WHERE "+key+" = :"+key, values...)
	return err
}

// written are those of a statement that writes a row: what INSERT takes, what SET takes,
// and the values of both.
func written(row any, more []sql.NamedArg) (columns, set string, values []any) {
	for _, c := range Columns(row) {
		more = append(more, sql.Named(c.Name, reflect.ValueOf(row).FieldByIndex(c.at).Interface()))
	}
	var names, sets []string
	for _, arg := range more {
		names, sets, values = append(names, arg.Name), append(sets, arg.Name+" = :"+arg.Name), append(values, arg)
	}
	return " (" + strings.Join(names, ", ") + ") VALUES (:" + strings.Join(names, ", :") + ")", strings.Join(sets, ", "), values
}
