package jinja

import "fmt"

// of evaluates arguments.
func (a arguments) of(r *rendering, s *scope) (c call, err error) {
	for i, e := range a.places {
		v, err := e.value(r, s)
		if err != nil {
			return c, err
		}
		if !a.spread[i] {
			c.args = append(c.args, v)
			continue
		}
		many, err := items(v)
		if err != nil {
			return c, err
		}
		c.args = append(c.args, many...)
	}
	for i, name := range a.names {
		v, err := a.named[i].value(r, s)
		if err != nil {
			return c, err
		}
		if c.named == nil {
			c.named = map[string]value{}
		}
		c.named[name] = v
	}
	return c, nil
}

func (e called) value(r *rendering, s *scope) (value, error) { return e.call(r, s, nil) }

func (e called) call(r *rendering, s *scope, caller function) (value, error) {
	what, err := e.what.value(r, s)
	if err != nil {
		return nil, err
	}
	f, ok := what.(function)
	if u, is := what.(undefined); is {
		return nil, placed(e.line, fmt.Errorf("%s is not there to be called", u.name))
	} else if !ok {
		return nil, placed(e.line, fmt.Errorf("%s is called", kindOf(what)))
	}
	c, err := e.with.of(r, s)
	if err != nil {
		return nil, err
	}
	if err := r.step(); err != nil {
		return nil, placed(e.line, err)
	}
	c.caller = caller
	v, err := f(r, c)
	return v, placed(e.line, err)
}

func (e passed) value(r *rendering, s *scope) (value, error) {
	v, err := e.of.value(r, s)
	if err != nil {
		return nil, err
	}
	return e.pass.of(r, s, v)
}

func (p pass) of(r *rendering, s *scope, v value) (value, error) {
	f := filters[p.name]
	if f == nil {
		return nil, placed(p.line, fmt.Errorf("the filter %q is not known here", p.name))
	}
	c, err := p.with.of(r, s)
	if err != nil {
		return nil, err
	}
	if err := r.spend(v); err != nil {
		return nil, placed(p.line, err)
	}
	v, err = f(r, v, c)
	return v, placed(p.line, err)
}

func (e tested) value(r *rendering, s *scope) (value, error) {
	f := tests[e.name]
	if f == nil {
		return nil, placed(e.line, fmt.Errorf("the test %q is not known here", e.name))
	}
	v, err := e.of.value(r, s)
	if err != nil {
		return nil, err
	}
	c, err := e.with.of(r, s)
	if err != nil {
		return nil, err
	}
	is, err := f(v, c)
	return is != e.not, placed(e.line, err)
}
