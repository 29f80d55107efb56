package tool

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"aipack/backend/model/llm"
)

// registry knows the session's tools by their names.
type registry struct {
	list []*offered
	by   map[string]*offered
}

// offered is a tool with its arguments' schema in this session's limits.
type offered struct {
	Tool
	schema schema
}

func newRegistry(tools []Tool, limits Limits) registry {
	r := registry{by: map[string]*offered{}}
	for _, t := range tools {
		o := &offered{Tool: t, schema: schema{raw: t.Schema(limits)}}
		r.list = append(r.list, o)
		for _, name := range append([]string{t.Name}, t.Aliases...) {
			r.by[name] = o
		}
	}
	return r
}

func (r registry) definitions() []llm.ToolDefinition {
	out := make([]llm.ToolDefinition, len(r.list))
	for i, t := range r.list {
		out[i] = llm.ToolDefinition{
			Name: t.Name, Description: strings.TrimSpace(t.About), Schema: json.RawMessage(told(string(t.schema.raw))),
		}
	}
	return out
}

// told is a schema without the bounds that no sensible call comes near: they
// are checked, and a model's instructions have to share 1,500 tokens with all
// schemas (specification 4.1).
func told(schema string) string {
	return strings.NewReplacer(
		`"minimum":1,`, "", `"minimum":0,`, "", `,"minLength":1`, "", `"minItems":1,`, "",
		fmt.Sprintf(`"maxItems":%d,`, mostPaths), "", fmt.Sprintf(`,"maxLength":%d`, mostPattern), "",
	).Replace(schema)
}

// find gives a tool by its name or an alias. renamed says that the name was
// written another way: "functions.read-file", "Read_File".
func (r registry) find(name string) (t *offered, renamed bool) {
	if t = r.by[name]; t != nil {
		return t, false
	}
	plain := plainName(name)
	return r.by[plain], true
}

// plainName takes off what models put around a name.
func plainName(name string) string {
	if len(name) > 100 {
		return ""
	}
	name = strings.Trim(name, " \t\r\n\"'`()")
	name = name[strings.LastIndexAny(name, ".:/")+1:]
	return strings.ReplaceAll(strings.ToLower(name), "-", "_")
}

// unknown says that there is no such tool, and which come near.
func (r registry) unknown(name string) string {
	names := make([]string, len(r.list))
	for i, t := range r.list {
		names[i] = t.Name
	}
	message := "there is no tool " + quoted(name) + "; "
	if near := nearest(plainName(name), names, 2); len(near) > 0 {
		message += "did you mean " + strings.Join(near, " or ") + "? "
	}
	return message + "The tools are: " + strings.Join(names, ", ")
}

// nearest gives the names that come closest to one, best first: those that
// share a word with it or differ in few letters.
func nearest(name string, names []string, most int) []string {
	type ranked struct {
		name     string
		distance int
	}
	var near []ranked
	for _, n := range names {
		d := distance(name, n)
		if sharesWord(name, n) {
			d = min(d, 3)
		}
		if d <= max(2, len(n)/3) {
			near = append(near, ranked{n, d})
		}
	}
	slices.SortStableFunc(near, func(a, b ranked) int { return cmp.Compare(a.distance, b.distance) })
	var out []string
	for _, n := range near[:min(most, len(near))] {
		out = append(out, n.name)
	}
	return out
}

func sharesWord(a, b string) bool {
	words := strings.Split(b, "_")
	return slices.ContainsFunc(strings.Split(a, "_"), func(w string) bool {
		return len(w) > 2 && w != "get" && slices.Contains(words, w)
	})
}

// distance is how many letters have to be changed, added or dropped.
func distance(a, b string) int {
	if len(a) > 100 || len(b) > 100 {
		return max(len(a), len(b))
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		above := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := above
			if a[i] != b[j] {
				cost = 1 + min(above, row[j], row[j+1])
			}
			above, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}

// quoted shows what a model wrote, in bounds.
func quoted(s string) string {
	b, err := json.Marshal(short(s))
	if err != nil {
		return "?"
	}
	return string(b)
}
