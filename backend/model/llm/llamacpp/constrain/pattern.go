package constrain

import (
	"regexp/syntax"
	"unicode"
)

// pattern compiles strings that a regular expression matches, each loop
// bounded so that the longest is within most characters.
func (c *compiler) pattern(expression string, least, most int) (id, error) {
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return 0, refuse("pattern: %v", err)
	}
	re = re.Simplify()
	for loops := min(256, most); ; loops /= 2 {
		shortest, longest := span(re, loops)
		if longest <= most && shortest >= least {
			p := patternCompiler{compiler: c, loops: loops}
			body, err := p.compile(re)
			if err != nil {
				return 0, err
			}
			return c.sequence(c.literal(`"`), body, c.literal(`"`)), nil
		}
		if loops == 0 {
			return 0, refuse("pattern and length together cannot be forced: %s", expression)
		}
	}
}

// span is how many characters the shortest and the longest match have, where
// no loop turns more often than loops.
func span(re *syntax.Regexp, loops int) (shortest, longest int) {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune), len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1, 1
	case syntax.OpCapture:
		return span(re.Sub[0], loops)
	case syntax.OpConcat:
		for _, s := range re.Sub {
			a, b := span(s, loops)
			shortest, longest = shortest+a, longest+b
		}
		return shortest, longest
	case syntax.OpAlternate:
		shortest, longest = span(re.Sub[0], loops)
		for _, s := range re.Sub[1:] {
			a, b := span(s, loops)
			shortest, longest = min(shortest, a), max(longest, b)
		}
		return shortest, longest
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		least, most := turns(re, loops)
		a, b := span(re.Sub[0], loops)
		return a * least, b * most
	}
	return 0, 0
}

// turns is how often a loop's body comes.
func turns(re *syntax.Regexp, loops int) (least, most int) {
	switch re.Op {
	case syntax.OpStar:
		return 0, loops
	case syntax.OpPlus:
		return 1, max(1, loops)
	case syntax.OpQuest:
		return 0, 1
	}
	if re.Max < 0 {
		return re.Min, max(re.Min, loops)
	}
	return re.Min, re.Max
}

type patternCompiler struct {
	*compiler
	loops int
}

// compile builds a match of the whole string. An expression without ^ or $
// matches within a string; a string that it matches whole is one of those.
func (p patternCompiler) compile(re *syntax.Regexp) (id, error) {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText:
		return p.literal(""), nil
	case syntax.OpLiteral:
		return p.literal(inString(string(re.Rune))), nil
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return p.class([]rune{0x20, unicode.MaxRune})
	case syntax.OpCharClass:
		return p.class(re.Rune)
	case syntax.OpCapture:
		return p.compile(re.Sub[0])
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		body, err := p.compile(re.Sub[0])
		if err != nil {
			return 0, err
		}
		least, most := turns(re, p.loops)
		return p.repeat(body, least, most), nil
	case syntax.OpConcat, syntax.OpAlternate:
		var kids []id
		for _, s := range re.Sub {
			k, err := p.compile(s)
			if err != nil {
				return 0, err
			}
			kids = append(kids, k)
		}
		if re.Op == syntax.OpAlternate {
			return p.either(kids...), nil
		}
		return p.sequence(kids...), nil
	}
	return 0, refuse("pattern: %s cannot be forced", re)
}

// class compiles a set of characters: the ASCII ones that JSON writes as they
// are, and the rest where all of it is allowed. Others of the set are not
// used; what is left still fits.
func (p patternCompiler) class(ranges []rune) (id, error) {
	var ascii []byte
	others := false
	for i := 0; i+1 < len(ranges); i += 2 {
		low, high := ranges[i], ranges[i+1]
		others = others || low <= 0x80 && high == unicode.MaxRune
		for r := max(low, 0x20); r <= min(high, 0x7E); r++ {
			if r != '"' && r != '\\' {
				ascii = append(ascii, byte(r), byte(r))
			}
		}
	}
	var kids []id
	if len(ascii) > 0 {
		kids = append(kids, p.set(ascii...))
	}
	if others {
		tail := p.set(0x80, 0xBF)
		kids = append(kids, p.sequence(p.set(0xC2, 0xDF), tail), p.sequence(p.set(0xE1, 0xEC), tail, tail))
	}
	if len(kids) == 0 {
		return 0, refuse("pattern: a set has no character that can be written plainly")
	}
	return p.either(kids...), nil
}

// inString writes text as it stands between a JSON string's quotes.
func inString(text string) string {
	q := quote(text)
	return q[1 : len(q)-1]
}
