package helm

import (
	"crypto/sha1" //nolint:gosec // a checksum of sprig's, of no secret
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// changed makes a function of one that changes a whole text, the last argument.
func changed(change func(string) string) function {
	return plain(1, func(in []value) value {
		t := in[len(in)-1].text()
		return textValue(t.as(change(t.s)))
	})
}

// asked makes a function of a question about a text, the last argument.
func asked(ask func(s, about string) bool) function {
	return plain(2, func(in []value) value { return of(ask(in[1].text().s, in[0].text().s)) })
}

var stringFunctions = map[string]function{
	"upper": changed(strings.ToUpper), "lower": changed(strings.ToLower), "nospace": changed(func(s string) string { return strings.Join(strings.Fields(s), "") }),
	"title": changed(func(s string) string { return words(s, unicode.ToUpper) }), "untitle": changed(func(s string) string { return words(s, unicode.ToLower) }),
	"snakecase": changed(func(s string) string { return parted(s, '_') }), "kebabcase": changed(func(s string) string { return parted(s, '-') }),
	"b64enc":    changed(func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }),
	"b64dec":    changed(func(s string) string { b, _ := base64.StdEncoding.DecodeString(s); return string(b) }),
	"sha256sum": changed(func(s string) string { sum := sha256.Sum256([]byte(s)); return hex.EncodeToString(sum[:]) }),
	"sha1sum":   changed(func(s string) string { sum := sha1.Sum([]byte(s)); return hex.EncodeToString(sum[:]) }), //nolint:gosec // as above
	"contains":  asked(strings.Contains), "hasPrefix": asked(strings.HasPrefix), "hasSuffix": asked(strings.HasSuffix),
	"regexMatch": asked(func(s, pattern string) bool {
		re, err := expression(pattern)
		return err == nil && re.MatchString(s)
	}),
	"trim": plain(1, func(in []value) value {
		return trimmed(in[0], func(s string) string { return strings.TrimLeftFunc(s, unicode.IsSpace) }, func(s string) string { return strings.TrimRightFunc(s, unicode.IsSpace) })
	}),
	"trimAll": plain(2, func(in []value) value {
		cutset := in[0].text().s
		return trimmed(in[1], func(s string) string { return strings.TrimLeft(s, cutset) }, func(s string) string { return strings.TrimRight(s, cutset) })
	}),
	"trimPrefix": plain(2, func(in []value) value {
		return trimmed(in[1], func(s string) string { return strings.TrimPrefix(s, in[0].text().s) }, same)
	}),
	"trimSuffix": plain(2, func(in []value) value {
		return trimmed(in[1], same, func(s string) string { return strings.TrimSuffix(s, in[0].text().s) })
	}),
	"trunc": plain(2, func(in []value) value {
		t, n := in[1].text(), int(in[0].int())
		switch {
		case n >= 0 && n < len(t.s):
			return textValue(t.cut(0, n))
		case n < 0 && -n < len(t.s):
			return textValue(t.cut(len(t.s)+n, len(t.s)))
		}
		return textValue(t)
	}),
	"substr": plain(3, func(in []value) value {
		t := in[2].text()
		from, to := in[0].int(), in[1].int()
		if to < 0 || to > int64(len(t.s)) {
			to = int64(len(t.s))
		}
		return textValue(t.cut(int(min(max(from, 0), to)), int(to)))
	}),
	"quote":  plain(0, func(in []value) value { return quotes(in, strconv.Quote) }),
	"squote": plain(0, func(in []value) value { return quotes(in, func(s string) string { return "'" + s + "'" }) }),
	"toString": plain(1, func(in []value) value {
		if in[0].v == nil { // as Go's fmt prints it; charts ask for it
			return textValue(textAt("<nil>", in[0].at))
		}
		return textValue(in[0].text())
	}),
}

func same(s string) string { return s }

func trimmed(v value, left, right func(string) string) value {
	return textValue(v.text().trimmed(left, right))
}

// quotes puts each value that is one into quotes, a space between them.
func quotes(in []value, quote func(string) string) value {
	var r rope
	for _, v := range in {
		if v.v == nil {
			continue
		}
		if r.b.Len() > 0 {
			r.add(textAt(" ", v.at))
		}
		t := v.text()
		at := t.main()
		if at.Line == 0 {
			at = v.at
		}
		r.add(textAt(quote(t.s), at))
	}
	return textValue(r.text())
}

// words changes the first letter of each word.
func words(s string, change func(rune) rune) string {
	before := ' '
	return strings.Map(func(c rune) rune {
		first := unicode.IsSpace(before)
		before = c
		if first {
			return change(c)
		}
		return c
	}, s)
}

// parted puts a sign between the words of a name, and all in lower case.
func parted(s string, sign rune) string {
	var b strings.Builder
	before := sign
	for _, c := range s {
		switch {
		case c == '_' || c == '-' || unicode.IsSpace(c):
			c = sign
		case unicode.IsUpper(c) && before != sign && !unicode.IsUpper(before):
			b.WriteRune(sign)
		}
		b.WriteRune(unicode.ToLower(c))
		before = c
	}
	return b.String()
}

// maxExpression bounds a regular expression of a chart.
const maxExpression = 1000

func expression(pattern string) (*regexp.Regexp, error) {
	if len(pattern) > maxExpression {
		return nil, errLarge
	}
	return regexp.Compile(pattern)
}

// textFunctions make texts that may be larger than what they are made of.
var textFunctions = map[string]function{
	"indent":  {2, func(b *Budget, in []value) (value, error) { return indented(b, in[0], in[1].text(), "") }},
	"nindent": {2, func(b *Budget, in []value) (value, error) { return indented(b, in[0], in[1].text(), "\n") }},
	"replace": {3, func(b *Budget, in []value) (value, error) {
		t, from, to := in[2].text(), in[0].text().s, in[1].text().s
		if err := b.spend(1, strings.Count(t.s, from)*len(to)); err != nil {
			return value{}, err
		}
		return textValue(t.as(strings.ReplaceAll(t.s, from, to))), nil
	}},
	"regexReplaceAll": {3, func(b *Budget, in []value) (value, error) { return replaced(b, in, (*regexp.Regexp).ReplaceAllString) }},
	"regexReplaceAllLiteral": {3, func(b *Budget, in []value) (value, error) {
		return replaced(b, in, (*regexp.Regexp).ReplaceAllLiteralString)
	}},
	"regexFind": {2, func(_ *Budget, in []value) (value, error) {
		re, err := expression(in[0].text().s)
		if err != nil {
			return value{}, err
		}
		return textValue(in[1].text().as(re.FindString(in[1].text().s))), nil
	}},
	"repeat": {2, func(b *Budget, in []value) (value, error) {
		t, n := in[1].text(), in[0].int()
		if n <= 0 {
			return textValue(text{}), nil
		}
		if n > maxText {
			return value{}, errBounds
		}
		if err := b.spend(1, int(n)*len(t.s)); err != nil {
			return value{}, err
		}
		return textValue(t.as(strings.Repeat(t.s, int(n)))), nil
	}},
	"printf":  {1, func(b *Budget, in []value) (value, error) { return formatted(b, in[0].text(), in[1:]) }},
	"print":   {0, func(b *Budget, in []value) (value, error) { return joined(b, in, "") }},
	"println": {0, func(b *Budget, in []value) (value, error) { return joined(b, in, " ") }},
	"cat":     {0, func(b *Budget, in []value) (value, error) { return joined(b, in, " ") }},
	"join": {2, func(b *Budget, in []value) (value, error) {
		list := in[1].list()
		if list == nil {
			list = in[1:2]
		}
		return joined(b, list, in[0].text().s)
	}},
}

// indented puts spaces before each line.
func indented(b *Budget, by value, t text, before string) (value, error) {
	n := by.int()
	if n < 0 || n > 1000 {
		return value{}, errLarge
	}
	if err := b.spend(1, (strings.Count(t.s, "\n")+1)*int(n)+len(t.s)); err != nil {
		return value{}, err
	}
	var r rope
	r.add(textAt(before, t.main()))
	r.add(t.indented(int(n)))
	return textValue(r.text()), nil
}

func replaced(b *Budget, in []value, replace func(*regexp.Regexp, string, string) string) (value, error) {
	re, err := expression(in[0].text().s)
	if err != nil {
		return value{}, err
	}
	t, to := in[1].text(), in[2].text().s
	// Each byte of the text may be replaced by all of itself.
	if err := b.spend(1+len(t.s)/8, (len(t.s)+1)*len(to)); err != nil {
		return value{}, err
	}
	return textValue(t.as(replace(re, t.s, to))), nil
}

func joined(b *Budget, in []value, between string) (value, error) {
	var r rope
	for i, v := range in {
		t := v.text()
		if err := b.spend(1, len(t.s)+len(between)); err != nil {
			return value{}, err
		}
		if i > 0 {
			r.add(textAt(between, v.at))
		}
		r.add(t)
	}
	return textValue(r.text()), nil
}

// formatted is printf for the verbs of charts; each value keeps its place.
func formatted(b *Budget, format text, in []value) (value, error) {
	var r rope
	for s, from := format.s, 0; ; {
		at := strings.IndexByte(s[from:], '%')
		if at < 0 {
			r.add(format.cut(from, len(s)))
			return textValue(r.text()), nil
		}
		r.add(format.cut(from, from+at))
		end := from + at + 1
		for end < len(s) && strings.IndexByte("+-# 0123456789.", s[end]) >= 0 {
			end++
		}
		if end == len(s) {
			return textValue(r.text()), nil
		}
		_, size := utf8.DecodeRuneInString(s[end:])
		verb := s[from+at : end+size]
		from = end + size
		if verb == "%%" {
			r.add(format.as("%"))
			continue
		}
		if len(in) == 0 || len(verb) > 8 {
			continue
		}
		t := verbed(verb, in[0])
		in = in[1:]
		if err := b.spend(1, len(t.s)); err != nil {
			return value{}, err
		}
		r.add(t)
	}
}

func verbed(verb string, v value) text {
	t := v.text()
	if width, _ := strconv.Atoi(strings.Trim(verb[1:len(verb)-1], "-+# .0")); width > 100 {
		return t
	}
	switch verb[len(verb)-1] {
	case 'd', 'x', 'o', 'c':
		return textAt(fmt.Sprintf(verb, v.int()), v.at)
	case 'f', 'g', 'e':
		n, _ := v.number()
		return textAt(fmt.Sprintf(verb, n), v.at)
	case 'q':
		return t.as(strconv.Quote(t.s))
	case 't', 'T':
		return t
	}
	if verb != "%s" && verb != "%v" {
		return t.as(fmt.Sprintf(verb[:len(verb)-1]+"s", t.s))
	}
	return t
}
