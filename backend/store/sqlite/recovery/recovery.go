// Package recovery reads the rows that are left in a SQLite file which SQLite itself
// refuses: page by page, so that what is lost costs no more than itself. It
// follows https://sqlite.org/fileformat2.html, whose sections are named where they
// are used; it writes nothing and knows no tables.
package recovery

import (
	"encoding/binary"
	"errors"
	"slices"
)

// Row is one row: its values in the order of the table's columns, without those
// that the table got after it was written.
type Row struct {
	Table  string
	Values []any
}

// Version is the user_version that a file says it has, 0 where that cannot be
// read.
func Version(path string) (version int, err error) {
	f, err := open(path)
	if err != nil {
		return 0, err
	}
	if f.head != nil && f.count > 0 {
		version = int(int32(binary.BigEndian.Uint32(f.page(1)[atVersion:]))) //nolint:gosec // it is signed
	}
	return version, f.close()
}

// Rows gives every row that can be read to a function, page by page, and says
// of how many rows of each table a part was there only. Rows that were deleted
// are left out, as far as the file still says which ones those are.
func Rows(path string, tables []Table, each func(Row) error) (broken map[string]int, err error) {
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.close()) }()
	r := reader{trees: f.trees(), tables: tables, broken: map[string]int{}}
	r.roots = r.schema()
	for n := uint32(1); n <= f.count; n++ {
		if err := r.leaf(n, each); err != nil {
			return nil, err
		}
	}
	return r.broken, nil
}

// reader reads one file.
type reader struct {
	trees
	tables []Table
	roots  map[uint32]string // whose tree begins at a page
	broken map[string]int
}

// catalogue is the table of tables, whose tree begins at the first page.
var catalogue = Table{"sqlite_schema", []Column{
	{Name: "type", Kind: Text}, {Name: "name", Kind: Text}, {Name: "tbl_name", Kind: Text},
	{Name: "rootpage", Kind: Integer}, {Name: "sql", Kind: Text, Null: true},
}}

// schema says where each table's tree begins, as far as it can be read.
func (r reader) schema() map[uint32]string {
	roots := map[uint32]string{1: catalogue.Name}
	for n := uint32(1); n <= r.count; n++ {
		if r.root(n) != 1 {
			continue
		}
		content := r.page(n)
		for _, at := range r.cells(n, content, tableLeaf, 8) {
			number, record, ok := r.cell(content, at)
			if !ok {
				continue
			}
			row, ok := values(record)
			if row, fits := catalogue.fit(number, row); ok && fits && row[0] == "table" {
				if page := row[3].(int64); page > 1 && page <= int64(r.count) {
					roots[uint32(page)] = row[1].(string) //nolint:gosec // it was just held against the count
				}
			}
		}
	}
	return roots
}

// leaf gives the rows of one page.
func (r reader) leaf(n uint32, each func(Row) error) error {
	if r.free[n] {
		return nil
	}
	owner := r.roots[r.root(n)]
	if owner == catalogue.Name {
		return nil
	}
	content := r.page(n)
	for _, at := range r.cells(n, content, tableLeaf, 8) {
		row, ok := r.row(content, at, owner)
		switch {
		case ok:
			if err := each(row); err != nil {
				return err
			}
		case owner != "":
			r.broken[owner]++
		}
	}
	return nil
}

// row reads a row of a table, of whichever one it fits where the table is not
// known.
func (r reader) row(content []byte, at int, owner string) (Row, bool) {
	number, record, ok := r.cell(content, at)
	if !ok {
		return Row{}, false
	}
	found, ok := values(record)
	if !ok {
		return Row{}, false
	}
	if row, is := catalogue.fit(number, found); owner == "" && is && slices.Contains([]any{"table", "index"}, row[0]) {
		return Row{}, false
	}
	for _, t := range r.tables {
		if owner != "" && owner != t.Name {
			continue
		}
		if row, ok := t.fit(number, found); ok {
			return Row{t.Name, row}, true
		}
	}
	return Row{}, false
}
