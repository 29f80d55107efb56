package tool

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// arguments are a call's arguments as the tool takes them.
type arguments struct {
	canonical json.RawMessage // sorted names, defaults filled in, paths clean: the same for the same question
	notes     []string        // what the model should know about what it wrote
	repaired  bool
	cut       bool // they end before they are complete; nothing else is set
}

// arguments reads what a model wrote, in one attempt at repair.
func (o *offered) arguments(raw string) (arguments, error) {
	var out arguments
	if err := o.schema.open(); err != nil {
		return out, fmt.Errorf("the schema of %s cannot be used: %w", o.Name, err)
	}
	args, repaired, err := o.object(raw)
	var cut cutOff
	switch {
	case errors.As(err, &cut):
		out.cut = true
		return out, refuse(cut.Error()+". Nothing was done", "Write the call once more, whole. If it is long, say less in it.")
	case err != nil:
		return out, refuse(err.Error(), `Write one JSON object, such as {"`+o.example()+`": …}. `+o.schema.usage())
	}
	out.repaired = repaired
	if !o.Tolerant {
		b := bender{shape: o.schema.shape, synonyms: o.Synonyms, args: args}
		b.bend()
		out.notes, out.repaired = b.notes, out.repaired || b.bent
		if err := o.schema.check(args); err != nil {
			return out, err
		}
	}
	if out.canonical, err = json.Marshal(args); err != nil {
		return out, refuse("the arguments cannot be read: "+err.Error(), "")
	}
	return out, nil
}

func (o *offered) example() string {
	if len(o.schema.shape.Required) > 0 {
		return o.schema.shape.Required[0]
	}
	return "path"
}

// object reads a JSON object, or what was meant to be one. Nothing is an empty
// one.
func (o *offered) object(raw string) (args map[string]any, repaired bool, err error) {
	if len(raw) > mostArguments {
		return nil, false, fmt.Errorf("the arguments have %d bytes; at most %d are read", len(raw), mostArguments)
	}
	if text := strings.TrimSpace(raw); text == "" || text == "null" {
		return map[string]any{}, false, nil
	}
	if nesting(raw) > mostNesting {
		return nil, false, fmt.Errorf("the arguments are nested more than %d deep", mostNesting)
	}
	tree, err := strict(raw)
	if args, ok := tree.(map[string]any); ok && err == nil {
		return args, false, nil
	}
	if err == nil {
		err = errors.New("the arguments are no JSON object")
		if args, ok := o.bare(tree); ok {
			return args, true, nil
		}
	} else {
		err = fmt.Errorf("the arguments are no JSON: %w", err)
	}
	out, ok := repairJSON(raw)
	switch {
	case out.completed:
		return nil, false, cutOff{raw}
	case ok:
		return out.args, true, nil
	}
	return nil, false, err
}

// cutOff says that arguments end before they are complete: what they would have
// said nobody knows, however well the rest reads.
type cutOff struct{ raw string }

func (c cutOff) Error() string {
	const most = 40
	end := c.raw
	if len(end) > most {
		at := len(end) - most
		for at < len(end) && !utf8.RuneStart(end[at]) {
			at++
		}
		end = "…" + end[at:]
	}
	return fmt.Sprintf("the arguments are cut off after %d bytes: they end with %s and are not closed", len(c.raw), quoted(end))
}

// bare takes a single value for the only parameter that is required.
func (o *offered) bare(tree any) (map[string]any, bool) {
	if o.Tolerant || len(o.schema.shape.Required) != 1 {
		return nil, false
	}
	name := o.schema.shape.Required[0]
	switch v := tree.(type) {
	case string:
		if strings.ContainsAny(v, "{}") {
			return nil, false // an object written as a text
		}
		return map[string]any{name: v}, true
	case []any:
		return map[string]any{name: v}, o.schema.shape.Properties[name].is("array")
	}
	return nil, false
}

// strict reads one JSON value and nothing after it.
func strict(raw string) (any, error) {
	d := json.NewDecoder(strings.NewReader(raw))
	d.UseNumber()
	var tree any
	if err := d.Decode(&tree); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more after its end")
	}
	return plain(tree), nil
}

// plain turns numbers into those of Go: a number of a million digits must not
// reach anything that calculates with all of them.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, item := range v {
			v[k] = plain(item)
		}
	case []any:
		for i, item := range v {
			v[i] = plain(item)
		}
	case json.Number:
		f, err := v.Float64()
		if err != nil {
			return short(v.String())
		}
		return plain(f)
	case float64:
		switch {
		case math.IsNaN(v) || math.IsInf(v, 0):
			return strconv.FormatFloat(v, 'g', -1, 64)
		case v == math.Trunc(v) && math.Abs(v) < 1e15:
			return int64(v)
		}
	}
	return v
}

// bender bends arguments to their parameters' types.
type bender struct {
	shape    shape
	synonyms map[string]string
	args     map[string]any
	notes    []string
	bent     bool
}

func (b *bender) bend() {
	b.names()
	for _, name := range slices.Sorted(maps.Keys(b.shape.Properties)) {
		p := b.shape.Properties[name]
		v, given := b.args[name]
		if given && v == nil {
			delete(b.args, name)
			given = false
		}
		switch {
		case given:
			if to, ok := p.coerce(v); ok {
				b.args[name], b.bent = to, true
			}
		case p.Default != nil:
			b.args[name] = plain(p.Default)
		case p.is("boolean"):
			b.args[name] = false
		}
		if name == "path" && b.args[name] != nil {
			b.args[name] = cleanPaths(b.args[name])
		}
	}
}

// names finds each argument's parameter: its own name, another spelling of it,
// or a word that models use for it.
func (b *bender) names() {
	var unknown []string
	for _, name := range slices.Sorted(maps.Keys(b.args)) {
		if _, known := b.shape.Properties[name]; known {
			continue
		}
		v := b.args[name]
		delete(b.args, name)
		to := snake(name)
		if s, ok := b.synonyms[to]; ok {
			to = s
		}
		_, known := b.shape.Properties[to]
		_, taken := b.args[to]
		if !known || taken || v == nil {
			unknown = append(unknown, quoted(name))
			continue
		}
		b.args[to], b.bent = v, true
		b.notes = append(b.notes, fmt.Sprintf("%s was taken for the parameter %s", quoted(name), to))
	}
	if len(unknown) > 0 {
		const most = 5
		more := ""
		if len(unknown) > most {
			more = fmt.Sprintf(" and %d more", len(unknown)-most)
			unknown = unknown[:most]
		}
		b.notes = append(b.notes, "there is no parameter "+strings.Join(unknown, ", ")+more+"; it was left out")
	}
}

// snake writes a name as parameters are: maxDepth and max-depth are max_depth.
func snake(name string) string {
	var out strings.Builder
	for i, c := range name {
		switch {
		case c >= 'A' && c <= 'Z':
			if i > 0 {
				out.WriteByte('_')
			}
			out.WriteRune(c + 'a' - 'A')
		case c == '-' || c == ' ':
			out.WriteByte('_')
		default:
			out.WriteRune(c)
		}
	}
	return out.String()
}
