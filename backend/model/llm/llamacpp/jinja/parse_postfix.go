package jinja

// postfix reads members, slices and calls.
func (p *parser) postfix(e expression) (expression, error) {
	for {
		switch line := p.now().line; {
		case p.skip(operator, "."):
			if t := p.now(); t.kind == integer {
				p.at++
				e = member{line, e, constant{t.whole}, true}
				continue
			}
			name, err := p.name()
			if err != nil {
				return nil, err
			}
			e = member{line, e, constant{textOf(name)}, true}
		case p.skip(operator, "["):
			var err error
			if e, err = p.subscript(e, line); err != nil {
				return nil, err
			}
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

func (p *parser) subscript(e expression, line int) (_ expression, err error) {
	var parts [3]expression
	colons := 0
	for !p.skip(operator, "]") {
		if p.skip(operator, ":") {
			if colons++; colons > 2 {
				return nil, p.wrong("a slice has three parts at most")
			}
			continue
		}
		if parts[colons], err = p.expression(); err != nil {
			return nil, err
		}
		if !p.is(operator, ":") && !p.is(operator, "]") {
			return nil, p.wrong("a bracket is not closed")
		}
	}
	if colons > 0 {
		return sliced{line, e, parts[0], parts[1], parts[2]}, nil
	}
	if parts[0] == nil {
		return nil, p.wrong("a value is missing")
	}
	return member{line, e, parts[0], false}, nil
}

func (p *parser) arguments() (a arguments, err error) {
	if err := p.must(operator, "("); err != nil {
		return a, err
	}
	err = p.listed(")", func() error {
		if p.now().kind == word && p.tokens[p.at+1].kind == operator && p.tokens[p.at+1].text == "=" {
			name := p.take().text
			p.at++
			e, err := p.expression()
			a.names, a.named = append(a.names, name), append(a.named, e)
			return err
		}
		spread := p.skip(operator, "*")
		e, err := p.expression()
		a.places, a.spread = append(a.places, e), append(a.spread, spread)
		return err
	})
	return a, err
}

// furtherPasses reads "| a | b(1)".
func (p *parser) furtherPasses() ([]pass, error) {
	if !p.skip(operator, "|") {
		return nil, nil
	}
	return p.passes()
}

// passes reads "a | b(1)".
func (p *parser) passes() (passes []pass, err error) {
	for {
		one := pass{line: p.now().line}
		if one.name, err = p.name(); err != nil {
			return nil, err
		}
		if p.is(operator, "(") {
			if one.with, err = p.arguments(); err != nil {
				return nil, err
			}
		}
		if passes = append(passes, one); !p.skip(operator, "|") {
			return passes, nil
		}
	}
}
