package tool

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// schema is the JSON Schema of a tool's arguments, read when first needed, and
// compiled when arguments are first held against it.
type schema struct {
	raw json.RawMessage

	once  sync.Once
	shape shape
	err   error

	compiling sync.Once
	compiled  *jsonschema.Schema
	wrong     error
}

// shape is the part of a schema that says how an argument can be bent into
// place.
type shape struct {
	Properties map[string]property `json:"properties"`
	Required   []string            `json:"required"`
}

// property is one parameter.
type property struct {
	Type    any      `json:"type"` // a name or a list of names
	Enum    []string `json:"enum"`
	Default any      `json:"default"`
}

// is reports whether a parameter may be of a type.
func (p property) is(name string) bool {
	switch t := p.Type.(type) {
	case string:
		return t == name
	case []any:
		return slices.Contains(t, any(name))
	}
	return false
}

// open reads the schema. One of ours that is wrong is found by the tests; here it
// fails the call.
func (s *schema) open() error {
	s.once.Do(func() { s.err = json.Unmarshal(s.raw, &s.shape) })
	return s.err
}

func (s *schema) compile() error {
	s.compiling.Do(func() {
		var tree any
		if s.wrong = json.Unmarshal(s.raw, &tree); s.wrong != nil {
			return
		}
		c := jsonschema.NewCompiler()
		if s.wrong = c.AddResource("arguments.json", tree); s.wrong == nil {
			s.compiled, s.wrong = c.Compile("arguments.json")
		}
	})
	return s.wrong
}

// check says everything that is wrong with arguments.
func (s *schema) check(args map[string]any) error {
	if err := s.compile(); err != nil {
		return fmt.Errorf("the schema cannot be used: %w", err)
	}
	err := s.compiled.Validate(args)
	if err == nil {
		return nil
	}
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return err
	}
	var problems []string
	collect(invalid, func(p string) { problems = append(problems, p) })
	slices.Sort(problems)
	return refuse(strings.Join(slices.Compact(problems), "; "), s.usage())
}

// collect gives every leaf of a validation error in plain words.
func collect(e *jsonschema.ValidationError, say func(string)) {
	for _, c := range e.Causes {
		collect(c, say)
	}
	if len(e.Causes) > 0 {
		return
	}
	at := strings.Join(e.InstanceLocation, "/")
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		for _, m := range k.Missing {
			say("the parameter " + m + " is required")
		}
	case *kind.Type:
		say(fmt.Sprintf("%s must be %s, not %s", at, strings.Join(k.Want, " or "), k.Got))
	case *kind.Enum:
		want := make([]string, len(k.Want))
		for i, w := range k.Want {
			want[i] = fmt.Sprint(w)
		}
		say(fmt.Sprintf("%s must be one of %s", at, strings.Join(want, ", ")))
	case *kind.Minimum:
		want, _ := k.Want.Float64()
		say(fmt.Sprintf("%s must be at least %g", at, want))
	case *kind.Maximum:
		want, _ := k.Want.Float64()
		say(fmt.Sprintf("%s must be at most %g", at, want))
	case *kind.MinLength:
		say(at + " must not be empty")
	case *kind.MinItems:
		say(at + " must not be empty")
	case *kind.MaxItems:
		say(fmt.Sprintf("%s must have at most %d items", at, k.Want))
	case *kind.MaxLength:
		say(fmt.Sprintf("%s must have at most %d characters", at, k.Want))
	default:
		say(at + " is not as it should be")
	}
}

// usage names the parameters, those that are required first.
func (s *schema) usage() string {
	names := slices.Clone(s.shape.Required)
	for _, n := range slices.Sorted(maps.Keys(s.shape.Properties)) {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	for i, n := range names {
		if slices.Contains(s.shape.Required, n) {
			names[i] += " (required)"
		}
	}
	return "The parameters are: " + strings.Join(names, ", ") + "."
}
