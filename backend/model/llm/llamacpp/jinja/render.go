package jinja

import (
	"errors"
	"fmt"
	"time"
)

// rendering is one use of a template.
type rendering struct {
	out   Text
	steps int
	depth int
	until time.Time
	now   time.Time
}

// jump is how a body ends before its end.
type jump int

const (
	goesOn jump = iota
	breaks
	continues
)

// scope holds names; what is not in it is looked for around it.
type scope struct {
	values map[string]value
	around *scope
}

func (s *scope) inner() *scope { return &scope{values: map[string]value{}, around: s} }

func (s *scope) find(name string) value {
	for ; s != nil; s = s.around {
		if v, ok := s.values[name]; ok {
			return v
		}
	}
	return undefined{name}
}

// step is counted for everything that is done.
func (r *rendering) step() error {
	if r.steps++; r.steps > mostSteps || r.steps%1024 == 0 && time.Now().After(r.until) {
		return errors.New("it does not come to an end")
	}
	return nil
}

// spend counts what is done with a text, a list or a mapping at once.
func (r *rendering) spend(v value) error {
	n := 0
	switch v := v.(type) {
	case Text:
		n = len(v)
	case *list:
		n = len(v.items)
	case *mapping:
		n = len(v.keys)
	}
	r.steps += n >> 6
	if n > 1<<14 && time.Now().After(r.until) {
		return errors.New("it does not come to an end")
	}
	return r.step()
}

// bounded refuses a text that grows without end.
func bounded(t Text) (Text, error) {
	if len(t) > mostText {
		return nil, fmt.Errorf("it writes a text of more than %d characters", mostText)
	}
	return t, nil
}

// placed says in which line something went wrong, where that is not known yet.
func placed(line int, err error) error {
	var known *Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	var raised errRaised
	if errors.As(err, &raised) {
		return fmt.Errorf("line %d of the template: %w", line, err)
	}
	return &Error{Line: line, Message: err.Error()}
}

func (r *rendering) nodes(body []node, s *scope) (jump, error) {
	for _, n := range body {
		if err := r.step(); err != nil {
			return goesOn, placed(1, err)
		}
		if how, err := n.run(r, s); err != nil || how != goesOn {
			return how, err
		}
	}
	return goesOn, nil
}

// aside gives what a body writes instead of writing it.
func (r *rendering) aside(body []node, s *scope) (Text, error) {
	before := r.out
	r.out = nil
	_, err := r.nodes(body, s)
	got := r.out
	r.out = before
	return got, err
}

func (n written) run(r *rendering, _ *scope) (jump, error) { return goesOn, r.write(n.text) }

func (r *rendering) write(t Text) (err error) {
	r.out, err = bounded(append(r.out, t...))
	return placed(1, err)
}

func (n printed) run(r *rendering, s *scope) (jump, error) {
	v, err := n.what.value(r, s)
	if err != nil {
		return goesOn, placed(n.line, err)
	}
	return goesOn, r.write(shown(v))
}

func (n choice) run(r *rendering, s *scope) (jump, error) {
	for i, test := range n.tests {
		v, err := test.value(r, s)
		if err != nil {
			return goesOn, placed(n.line, err)
		}
		if truth(v) {
			return r.nodes(n.bodies[i], s)
		}
	}
	return r.nodes(n.otherwise, s)
}

// items are what a loop goes over.
func items(v value) ([]value, error) {
	switch v := v.(type) {
	case undefined:
		return nil, nil
	case *list:
		return v.items, nil
	case *mapping:
		out := make([]value, len(v.keys))
		for i, k := range v.keys {
			out[i] = v.key(k)
		}
		return out, nil
	case Text:
		out := make([]value, len(v))
		for i := range v {
			out[i] = v[i : i+1 : i+1]
		}
		return out, nil
	}
	return nil, fmt.Errorf("%s has no members to go over", kindOf(v))
}

func (n loop) run(r *rendering, s *scope) (jump, error) {
	v, err := n.over.value(r, s)
	if err != nil {
		return goesOn, placed(n.line, err)
	}
	all, err := items(v)
	if err != nil {
		return goesOn, placed(n.line, err)
	}
	if n.only != nil {
		var kept []value
		for _, one := range all {
			in := s.inner()
			if err := bind(in, n.names, one); err != nil {
				return goesOn, placed(n.line, err)
			}
			is, err := n.only.value(r, in)
			if err != nil {
				return goesOn, placed(n.line, err)
			}
			if truth(is) {
				kept = append(kept, one)
			}
		}
		all = kept
	}
	if len(all) == 0 {
		return r.nodes(n.otherwise, s.inner())
	}
	for i, one := range all {
		if err := r.step(); err != nil {
			return goesOn, placed(n.line, err)
		}
		in := s.inner()
		if err := bind(in, n.names, one); err != nil {
			return goesOn, placed(n.line, err)
		}
		in.values["loop"] = turn(all, i)
		how, err := r.nodes(n.body, in)
		if err != nil {
			return goesOn, err
		}
		if how == breaks {
			break
		}
	}
	return goesOn, nil
}

// turn is what a loop says of where it is.
func turn(all []value, i int) *mapping {
	m := newMapping()
	n := len(all)
	for k, v := range map[string]value{
		"index": i + 1, "index0": i, "revindex": n - i, "revindex0": n - i - 1, "length": n, "first": i == 0, "last": i == n-1,
		"previtem": undefined{"loop.previtem"}, "nextitem": undefined{"loop.nextitem"},
	} {
		m.set(k, v)
	}
	if i > 0 {
		m.set("previtem", all[i-1])
	}
	if i < n-1 {
		m.set("nextitem", all[i+1])
	}
	m.set("cycle", function(func(_ *rendering, c call) (value, error) {
		if len(c.args) == 0 {
			return nil, errors.New("there is nothing to cycle through")
		}
		return c.args[i%len(c.args)], nil
	}))
	return m
}

// bind gives a value its name, or its members theirs.
func bind(s *scope, names []string, v value) error {
	if len(names) == 1 {
		s.values[names[0]] = v
		return nil
	}
	parts, err := items(v)
	if err != nil {
		return err
	}
	if len(parts) != len(names) {
		return fmt.Errorf("%d names are given to %d values", len(names), len(parts))
	}
	for i, name := range names {
		s.values[name] = parts[i]
	}
	return nil
}

func (n setting) run(r *rendering, s *scope) (jump, error) {
	var v value
	var err error
	if n.to != nil {
		v, err = n.to.value(r, s)
	} else {
		v, err = r.aside(n.body, s.inner())
		for _, one := range n.pass {
			if err != nil {
				break
			}
			v, err = one.of(r, s, v)
		}
	}
	switch {
	case err != nil:
		return goesOn, placed(n.line, err)
	case n.member != "":
		m, ok := s.find(n.names[0]).(*mapping)
		if !ok || !m.namespace {
			return goesOn, placed(n.line, fmt.Errorf("%s is no namespace, so nothing in it can be set", n.names[0]))
		}
		if m.set(n.member, v); m.depth > deepest {
			return goesOn, placed(n.line, errors.New("it nests values too deeply"))
		}
		return goesOn, nil
	case len(n.names) == 0:
		return goesOn, nil
	}
	return goesOn, placed(n.line, bind(s, n.names, v))
}

func (n *macro) run(_ *rendering, s *scope) (jump, error) {
	s.values[n.name] = n.function(s)
	return goesOn, nil
}

// function is the macro where it was declared.
func (n *macro) function(declared *scope) function {
	return func(r *rendering, c call) (value, error) {
		if r.depth++; r.depth > deepest {
			return nil, errors.New("macros call each other too deeply")
		}
		defer func() { r.depth-- }()
		s := declared.inner()
		for i, name := range n.names {
			v := c.at(i, name, undefined{name})
			if _, absent := v.(undefined); absent && n.defaults[i] != nil {
				var err error
				if v, err = n.defaults[i].value(r, s); err != nil {
					return nil, err
				}
			}
			s.values[name] = v
		}
		if c.caller != nil {
			s.values["caller"] = c.caller
		}
		return r.aside(n.body, s)
	}
}

func (n calling) run(r *rendering, s *scope) (jump, error) {
	c, ok := n.call.(called)
	if !ok {
		return goesOn, placed(n.line, errors.New("a call block calls nothing"))
	}
	v, err := c.call(r, s, n.inner.function(s))
	if err != nil {
		return goesOn, placed(n.line, err)
	}
	return goesOn, r.write(shown(v))
}

func (n filtered) run(r *rendering, s *scope) (jump, error) {
	t, err := r.aside(n.body, s.inner())
	var v value = t
	for _, one := range n.pass {
		if err == nil {
			v, err = one.of(r, s, v)
		}
	}
	if err != nil {
		return goesOn, placed(n.line, err)
	}
	return goesOn, r.write(shown(v))
}

func (n section) run(r *rendering, s *scope) (jump, error) { return r.nodes(n.body, s) }

func (n leave) run(*rendering, *scope) (jump, error) { return n.how, nil }
