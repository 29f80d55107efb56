package recovery

import (
	"bytes"
	"encoding/binary"
	"math"
	"unicode/utf8"
)

// varint reads SQLite's integer of one to nine bytes; n is 0 where it is cut
// off.
func varint(b []byte) (v int64, n int) {
	var u uint64
	for i := 0; i < len(b) && i < 9; i++ {
		if i == 8 {
			return int64(u<<8 | uint64(b[i])), 9 //nolint:gosec // two's complement, as it was written
		}
		u = u<<7 | uint64(b[i]&0x7f)
		if b[i] < 0x80 {
			return int64(u), i + 1 //nolint:gosec // at most 56 bits
		}
	}
	return 0, 0
}

// values takes a record apart (section 2.1); false where it is none.
func values(record []byte) ([]any, bool) {
	size, n := varint(record)
	if n == 0 || size < int64(n) || size > int64(len(record)) {
		return nil, false
	}
	types, body := record[n:size], record[size:]
	var out []any
	for len(types) > 0 {
		serial, n := varint(types)
		if n == 0 || serial < 0 {
			return nil, false
		}
		v, used, ok := value(serial, body)
		if !ok {
			return nil, false
		}
		out = append(out, v)
		types, body = types[n:], body[used:]
	}
	return out, len(body) == 0
}

// widths of the serial types 0 to 9, in bytes.
var widths = [...]int{0, 1, 2, 3, 4, 6, 8, 8, 0, 0}

const asFloat = 7

func value(serial int64, body []byte) (v any, used int, ok bool) {
	if serial < int64(len(widths)) {
		w := widths[serial]
		if w > len(body) {
			return nil, 0, false
		}
		switch serial {
		case 0:
			return nil, 0, true
		case 8, 9:
			return serial - 8, 0, true
		case asFloat:
			return math.Float64frombits(binary.BigEndian.Uint64(body)), w, true
		}
		number := int64(int8(body[0])) //nolint:gosec // the sign is in the first byte
		for _, b := range body[1:w] {
			number = number<<8 | int64(b)
		}
		return number, w, true
	}
	length := (serial - 12) / 2
	if serial < 12 || length > int64(len(body)) {
		return nil, 0, false
	}
	content := body[:length]
	if serial%2 == 0 {
		return bytes.Clone(content), len(content), true
	}
	// A page that was overwritten within a text leaves what no program wrote.
	if !utf8.Valid(content) || bytes.IndexByte(content, 0) >= 0 {
		return nil, 0, false
	}
	return string(content), len(content), true
}

// Kind is what a column holds.
type Kind byte

// The kinds of columns, by SQLite's names for them.
const (
	Integer Kind = 'i'
	Real    Kind = 'r'
	Text    Kind = 't'
	Blob    Kind = 'b'
)

// Column is one of a table.
type Column struct {
	Name   string
	Kind   Kind
	Null   bool // NULL is allowed
	Number bool // it is the row's number, which is kept outside of the record
	Spare  bool // older rows lack it: it has a default
}

// Table is what the rows of a table look like.
type Table struct {
	Name    string
	Columns []Column
}

// fit gives a row's values as the table has them; false where they cannot be
// its. Rows that are older than a column lack it, and those behind it.
func (t Table) fit(number int64, row []any) ([]any, bool) {
	if len(row) > len(t.Columns) {
		return nil, false
	}
	out := make([]any, 0, len(row))
	for i, c := range t.Columns {
		if i >= len(row) {
			if !c.Spare {
				return nil, false
			}
			continue
		}
		v, ok := c.take(number, row[i])
		if !ok {
			return nil, false
		}
		out = append(out, v)
	}
	return out, true
}

func (c Column) take(number int64, v any) (any, bool) {
	if c.Number {
		return number, v == nil
	}
	switch v := v.(type) {
	case nil:
		return nil, c.Null
	case int64:
		if c.Kind == Real { // whole numbers are kept as such
			return float64(v), true
		}
		return v, c.Kind == Integer
	case float64:
		return v, c.Kind == Real
	case string:
		return v, c.Kind == Text
	}
	return v, c.Kind == Blob
}
