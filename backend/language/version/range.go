package version

import (
	"strconv"
	"strings"
)

// Range is a constraint as Composer, RubyGems, Hex, Gleam and Shards
// write it, as intervals of which one must hold. They agree on what matters
// here: ~> 3.2 and ~3.2 end before 4.0, ~> 3.2.1 before 3.3, ^8.1 before 9.0
// (getcomposer.org/doc/articles/versions.md, guides.rubygems.org/patterns,
// hexdocs.pm/elixir/Version.html).
type Range []interval

// interval holds lo and everything up to, not including, hi.
type interval struct{ lo, hi Number }

// ParseRange reads a constraint; one it cannot read allows everything.
func ParseRange(s string) Range {
	s = strings.NewReplacer("||", "|", " or ", "|", " and ", " ", ",", " ", "&&", " ", "&", " ").Replace(" " + s + " ")
	var out Range
	for _, alternative := range strings.Split(s, "|") {
		i := interval{hi: endless}
		words := strings.Fields(spaceOperators(alternative))
		for n := 0; n < len(words); n++ {
			op := ""
			for n < len(words) && strings.Trim(words[n], "<>=!~^") == "" {
				op += words[n]
				n++
			}
			if n >= len(words) {
				break
			}
			if n+2 < len(words) && words[n+1] == "-" { // 7.4 - 8.2
				i.narrow(term(">=", words[n]))
				op, n = "<=", n+2
			}
			i.narrow(term(op, words[n]))
		}
		if i.lo.Less(i.hi) {
			out = append(out, i)
		}
	}
	return out
}

// spaceOperators parts ">=8.1" into its operator and version.
func spaceOperators(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		operator := strings.IndexByte("<>=!~^", s[i]) >= 0
		if i > 0 && operator != (strings.IndexByte("<>=!~^", s[i-1]) >= 0) {
			b.WriteByte(' ')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func (i *interval) narrow(by interval) {
	if i.lo.Less(by.lo) {
		i.lo = by.lo
	}
	if by.hi.Less(i.hi) {
		i.hi = by.hi
	}
}

func term(op, text string) interval {
	v, parts, ok := ParseNumber(text)
	all := interval{hi: endless}
	if !ok {
		return all
	}
	switch op {
	case ">=", ">":
		return interval{v, endless}
	case "<":
		return interval{hi: v}
	case "<=":
		return interval{hi: v.Next(parts - 1)}
	case "!=", "<>":
		return all
	case "^":
		return interval{v, v.Next(0)}
	case "~>", "~":
		return interval{v, v.Next(max(parts-2, 0))}
	}
	return interval{v, v.Next(parts - 1)}
}

// Allows reports whether some patch of "8.3" satisfies the constraint.
func (r Range) Allows(minor string) bool {
	v, _, ok := ParseNumber(minor)
	if !ok {
		return false
	}
	v[2] = 0
	for _, i := range r {
		if i.lo.Less(v.Next(1)) && v.Less(i.hi) {
			return true
		}
	}
	return len(r) == 0
}

// Lowest gives the smallest minor version that the constraint speaks of, ""
// where it names none.
func (r Range) Lowest() string {
	var low Number
	for n, i := range r {
		if n == 0 || i.lo.Less(low) {
			low = i.lo
		}
	}
	if low == (Number{}) {
		return ""
	}
	return strconv.Itoa(low[0]) + "." + strconv.Itoa(low[1])
}

// Choose picks the image's minor version: the preferred one if all
// constraints allow it, else the first of known that they do. known stands
// newest first. Where none fits, the nearest to the lowest that is asked for
// serves, and fits is false.
func Choose(preferred string, known []string, ranges ...Range) (minor string, fits bool) {
	for _, candidate := range append([]string{preferred}, known...) {
		fits := true
		for _, r := range ranges {
			fits = fits && r.Allows(candidate)
		}
		if fits {
			return candidate, true
		}
	}
	if len(ranges) == 0 || len(known) == 0 {
		return preferred, false
	}
	if len(ranges) > 1 { // what the project itself says counts first
		minor, _ := Choose(preferred, known, ranges[0])
		return minor, false
	}
	wanted, _, _ := ParseNumber(ranges[0].Lowest())
	nearest := known[len(known)-1]
	for _, k := range known {
		v, _, _ := ParseNumber(k)
		if !wanted.Less(v) { // the first known that is not above what is asked for
			return k, false
		}
	}
	return nearest, false
}
