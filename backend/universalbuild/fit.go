package universalbuild

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Remark is something to say about one field of what was read.
type Remark struct {
	Field   string `json:"field"` // JSON pointer into what was read
	Message string `json:"message"`
}

// Invalid lists everything in a document that is of no kind its field can take.
type Invalid []Remark

// mostNamed bounds an error's text: a document of nonsense has a million.
const mostNamed = 20

// Error names the fields, the first of them where there are very many.
func (e Invalid) Error() string {
	var b strings.Builder
	for i, r := range e {
		if i == mostNamed {
			fmt.Fprintf(&b, "; and %d more", len(e)-mostNamed)
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(r.Field + ": " + r.Message)
	}
	return b.String()
}

// fitter puts a tree of plain values (map[string]any, []any, string,
// json.Number, bool, nil) into the document's types. It bends what has one
// meaning and remembers what has none.
type fitter struct {
	invalid Invalid
	remarks []Remark
}

func (f *fitter) reject(at, want string, got any) {
	f.invalid = append(f.invalid, Remark{at, "should be " + want + ", not " + kindOf(got)})
}

// into fits v into the settable value dst, which lies at the pointer at.
func (f *fitter) into(dst reflect.Value, v any, at string) {
	if v == nil {
		return
	}
	switch dst.Kind() {
	case reflect.Pointer:
		dst.Set(reflect.New(dst.Type().Elem()))
		f.into(dst.Elem(), v, at)
	case reflect.Struct:
		f.object(dst, v, at)
	case reflect.Slice:
		f.list(dst, v, at)
	case reflect.Map:
		f.table(dst, v, at)
	case reflect.String:
		f.text(dst, v, at)
	case reflect.Int:
		f.number(dst, v, at)
	case reflect.Float64:
		f.fraction(dst, v, at)
	case reflect.Bool:
		f.flag(dst, v, at)
	}
}

func (f *fitter) object(dst reflect.Value, v any, at string) {
	m, ok := short(dst.Type(), v).(map[string]any)
	if !ok {
		f.reject(at, "an object", v)
		return
	}
	fields := fieldsOf(dst.Type())
	for _, key := range sortedKeys(m) {
		i := slices.IndexFunc(fields, func(name string) bool { return name == key })
		if i < 0 {
			f.remarks = append(f.remarks, Remark{at + "/" + Token(key), "is not a field of the document and was left out" + nearest(key, fields)})
			continue
		}
		f.into(dst.Field(i), m[key], at+"/"+Token(key))
	}
}

func (f *fitter) list(dst reflect.Value, v any, at string) {
	items, ok := v.([]any)
	if !ok {
		items = single(dst.Type(), v, at)
	}
	out := reflect.MakeSlice(dst.Type(), 0, len(items))
	for i, item := range items {
		if item == nil {
			continue
		}
		e := reflect.New(dst.Type().Elem()).Elem()
		f.into(e, item, at+"/"+strconv.Itoa(i))
		out = reflect.Append(out, e)
	}
	dst.Set(out)
}

// table fits an object, or compose's list of NAME=value, into a map.
func (f *fitter) table(dst reflect.Value, v any, at string) {
	out := reflect.MakeMap(dst.Type())
	set := func(name string, v any, at string) {
		e := reflect.New(dst.Type().Elem()).Elem()
		f.into(e, v, at)
		out.SetMapIndex(reflect.ValueOf(name), e)
	}
	switch v := v.(type) {
	case map[string]any:
		for _, name := range sortedKeys(v) {
			set(name, v[name], at+"/"+Token(name))
		}
	case []any:
		for i, item := range v {
			s, ok := item.(string)
			name, value, _ := strings.Cut(s, "=")
			if !ok || name == "" {
				f.reject(at+"/"+strconv.Itoa(i), "NAME=value", item)
				continue
			}
			set(name, value, at+"/"+strconv.Itoa(i))
		}
	default:
		f.reject(at, "an object", v)
	}
	dst.Set(out)
}

func (f *fitter) text(dst reflect.Value, v any, at string) {
	switch v := v.(type) {
	case string:
		dst.SetString(v)
	case json.Number:
		dst.SetString(v.String())
	case bool:
		dst.SetString(strconv.FormatBool(v))
	default:
		f.reject(at, "a text", v)
	}
}

func (f *fitter) number(dst reflect.Value, v any, at string) {
	n, ok := numeric(v)
	if !ok || n != math.Trunc(n) || math.Abs(n) > 1<<31 {
		f.reject(at, "a whole number", v)
		return
	}
	dst.SetInt(int64(n))
}

func (f *fitter) fraction(dst reflect.Value, v any, at string) {
	n, ok := numeric(v)
	if s, isText := v.(string); isText && !ok {
		// Models like to write confidence as they speak.
		if p, found := strings.CutSuffix(strings.TrimSpace(s), "%"); found {
			n, ok = numeric(p)
			n /= 100
		} else {
			n, ok = map[string]float64{"high": 0.9, "medium": 0.65, "low": 0.4}[strings.ToLower(strings.TrimSpace(s))]
		}
	}
	if !ok {
		f.reject(at, "a number", v)
		return
	}
	dst.SetFloat(n)
}

func (f *fitter) flag(dst reflect.Value, v any, at string) {
	switch v := v.(type) {
	case bool:
		dst.SetBool(v)
	case string:
		b, err := strconv.ParseBool(strings.ToLower(v))
		if err != nil {
			f.reject(at, "true or false", v)
		}
		dst.SetBool(b)
	default:
		f.reject(at, "true or false", v)
	}
}

// numeric reads a finite number, written as one or as text.
func numeric(v any) (float64, bool) {
	var s string
	switch v := v.(type) {
	case json.Number:
		s = v.String()
	case string:
		s = strings.TrimSpace(v)
	default:
		return 0, false
	}
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil && !math.IsInf(n, 0) && !math.IsNaN(n)
}

// fieldsOf gives the names a type's fields have in documents, by index.
func fieldsOf(t reflect.Type) []string {
	if known, ok := fieldNames.Load(t); ok {
		return known.([]string)
	}
	names := make([]string, t.NumField())
	for i := range names {
		names[i], _, _ = strings.Cut(t.Field(i).Tag.Get("json"), ",")
	}
	fieldNames.Store(t, names)
	return names
}

var fieldNames sync.Map // reflect.Type to its fields' names: reading tags is slow

// nearest names the field that was probably meant.
func nearest(key string, fields []string) string {
	flat := func(s string) string {
		return strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(s))
	}
	for _, name := range fields {
		a, b := flat(key), flat(name)
		if a == b || len(a) > 3 && (strings.Contains(b, a) || strings.Contains(a, b)) {
			return "; " + name + " may be meant"
		}
	}
	return ""
}

func kindOf(v any) string {
	switch v := v.(type) {
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	case string:
		if len(v) > 40 {
			v = strings.ToValidUTF8(v[:40], "") + "…"
		}
		return fmt.Sprintf("%q", v)
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	}
	return "null"
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
