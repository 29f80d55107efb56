package jinja

// expression is a part of a tag that has a value.
type expression interface {
	value(r *rendering, s *scope) (value, error)
}

type (
	constant struct{ v value }
	named    struct{ name string }
	listed   struct {
		items []expression
		tuple bool
	}
	mapped struct{ keys, values []expression }
	// logic is and, or, not.
	logic struct {
		how  string
		a, b expression
	}
	// compared is a chain: a < b < c.
	compared struct {
		first expression
		how   []string
		rest  []expression
	}
	// operation is arithmetic, with a line for what cannot be computed.
	operation struct {
		line int
		how  string
		a, b expression
	}
	member struct {
		line int
		of   expression
		name expression
		dot  bool
	}
	sliced struct {
		line           int
		of             expression
		from, to, step expression
	}
	called struct {
		line int
		what expression
		with arguments
	}
	passed struct {
		of   expression
		pass pass
	}
	tested struct {
		line int
		of   expression
		name string
		with arguments
		not  bool
	}
	// unless is "a if b else c".
	unless struct{ test, a, b expression }
)

type arguments struct {
	places []expression
	spread []bool // a place that stands for many
	names  []string
	named  []expression
}

// pass is a filter with its arguments.
type pass struct {
	line int
	name string
	with arguments
}

// several reads an expression, or a tuple without brackets.
func (p *parser) several() (expression, error) {
	first, err := p.expression()
	if err != nil || !p.is(operator, ",") {
		return first, err
	}
	tuple := listed{items: []expression{first}, tuple: true}
	for p.skip(operator, ",") {
		if k := p.now().kind; k == tagEnd || k == printEnd || p.is(operator, ")") {
			break
		}
		one, err := p.expression()
		if err != nil {
			return nil, err
		}
		tuple.items = append(tuple.items, one)
	}
	return tuple, nil
}

func (p *parser) expression() (expression, error) {
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	e, err := p.either()
	for err == nil && p.skip(word, "if") {
		u := unless{a: e, b: constant{undefined{}}}
		if u.test, err = p.either(); err != nil {
			break
		}
		if p.skip(word, "else") {
			u.b, err = p.expression()
		}
		e = u
	}
	return e, err
}

func (p *parser) either() (expression, error) { return p.chain("or", p.both) }

func (p *parser) both() (expression, error) { return p.chain("and", p.not) }

func (p *parser) chain(how string, next func() (expression, error)) (expression, error) {
	e, err := next()
	for err == nil && p.skip(word, how) {
		var b expression
		b, err = next()
		e = logic{how, e, b}
	}
	return e, err
}

func (p *parser) not() (expression, error) {
	if !p.is(word, "not") {
		return p.comparison()
	}
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	p.at++
	e, err := p.not()
	return logic{"not", e, nil}, err
}

func (p *parser) comparison() (expression, error) {
	e, err := p.sum()
	c := compared{first: e}
	for err == nil {
		how := ""
		switch t := p.now(); {
		case t.kind == operator && (t.text == "==" || t.text == "!=" || t.text == "<" || t.text == ">" || t.text == "<=" || t.text == ">="):
			how = p.take().text
		case p.skip(word, "in"):
			how = "in"
		case p.is(word, "not") && p.tokens[p.at+1].kind == word && p.tokens[p.at+1].text == "in":
			p.at += 2
			how = "not in"
		}
		if how == "" {
			break
		}
		var b expression
		b, err = p.sum()
		c.how, c.rest = append(c.how, how), append(c.rest, b)
	}
	if len(c.how) == 0 {
		return e, err
	}
	return c, err
}

func (p *parser) sum() (expression, error) { return p.operations(p.joined, "+", "-") }

func (p *parser) joined() (expression, error) { return p.operations(p.product, "~") }

func (p *parser) product() (expression, error) { return p.operations(p.unary, "*", "/", "//", "%") }

func (p *parser) operations(next func() (expression, error), hows ...string) (expression, error) {
	e, err := next()
again:
	for err == nil {
		for _, how := range hows {
			if line := p.now().line; p.skip(operator, how) {
				var b expression
				b, err = next()
				e = operation{line, how, e, b}
				continue again
			}
		}
		break
	}
	return e, err
}

func (p *parser) unary() (expression, error) {
	e, err := p.signed()
	if err != nil {
		return nil, err
	}
	if line := p.now().line; p.skip(operator, "**") {
		b, err := p.unary()
		if err != nil {
			return nil, err
		}
		e = operation{line, "**", e, b}
	}
	return p.further(e)
}

// signed is a value with its members; filters bind less than its sign.
func (p *parser) signed() (expression, error) {
	line := p.now().line
	for _, sign := range []string{"-", "+"} {
		if !p.skip(operator, sign) {
			continue
		}
		if err := p.deeper(); err != nil {
			return nil, err
		}
		defer func() { p.depth-- }()
		e, err := p.signed()
		return operation{line, sign, constant{0}, e}, err
	}
	e, err := p.primary()
	if err != nil {
		return nil, err
	}
	return p.postfix(e)
}

// further reads the filters and tests after an expression.
func (p *parser) further(e expression) (expression, error) {
	for {
		switch line := p.now().line; {
		case p.is(operator, "|"):
			passes, err := p.furtherPasses()
			if err != nil {
				return nil, err
			}
			for _, one := range passes {
				e = passed{e, one}
			}
		case p.skip(word, "is"):
			t := tested{line: line, of: e, not: p.skip(word, "not")}
			var err error
			if t.name, err = p.name(); err != nil {
				return nil, err
			}
			if p.is(operator, "(") {
				t.with, err = p.arguments()
			} else if k := p.now(); k.kind == text || k.kind == integer || k.kind == float || k.kind == word && !keyword[k.text] || k.kind == operator && k.text == "[" {
				// A test may have one argument without brackets.
				var one expression
				if one, err = p.primary(); err == nil {
					one, err = p.postfix(one)
				}
				t.with.places, t.with.spread = []expression{one}, []bool{false}
			}
			if err != nil {
				return nil, err
			}
			e = t
		case p.is(operator, "("):
			with, err := p.arguments()
			if err != nil {
				return nil, err
			}
			e = called{line, e, with}
		default:
			return e, nil
		}
	}
}

var keyword = map[string]bool{"and": true, "or": true, "not": true, "in": true, "is": true, "if": true, "else": true}

func (p *parser) primary() (expression, error) {
	switch t := p.take(); t.kind {
	case word:
		switch t.text {
		case "true", "True":
			return constant{true}, nil
		case "false", "False":
			return constant{false}, nil
		case "none", "None":
			return constant{nil}, nil
		}
		if keyword[t.text] {
			p.at--
			return nil, p.wrong("%q stands where a value is expected", t.text)
		}
		return named{t.text}, nil
	case integer:
		return constant{t.whole}, nil
	case float:
		return constant{t.part}, nil
	case text:
		s := t.text
		for p.now().kind == text {
			s += p.take().text
		}
		return constant{textOf(s)}, nil
	case operator:
		switch t.text {
		case "(":
			return p.bracket()
		case "[":
			l := listed{}
			err := p.listed("]", func() error {
				one, err := p.expression()
				l.items = append(l.items, one)
				return err
			})
			return l, err
		case "{":
			return p.mapping()
		}
	}
	p.at = max(p.at-1, 0)
	return nil, p.wrong("a value is missing")
}

func (p *parser) bracket() (expression, error) {
	if p.skip(operator, ")") {
		return listed{tuple: true}, nil
	}
	e, err := p.several()
	if err != nil {
		return nil, err
	}
	return e, p.must(operator, ")")
}

func (p *parser) mapping() (expression, error) {
	m := mapped{}
	err := p.listed("}", func() error {
		key, err := p.expression()
		if err == nil {
			err = p.must(operator, ":")
		}
		if err != nil {
			return err
		}
		v, err := p.expression()
		m.keys, m.values = append(m.keys, key), append(m.values, v)
		return err
	})
	return m, err
}
