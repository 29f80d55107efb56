package languages

import (
	"strconv"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
)

// versionRange is a constraint as Composer, RubyGems, Hex, Gleam and Shards
// write it, as intervals of which one must hold. They agree on what matters
// here: ~> 3.2 and ~3.2 end before 4.0, ~> 3.2.1 before 3.3, ^8.1 before 9.0
// (getcomposer.org/doc/articles/versions.md, guides.rubygems.org/patterns,
// hexdocs.pm/elixir/Version.html).
type versionRange []versionInterval

// versionInterval holds lo and everything up to, not including, hi.
type versionInterval struct{ lo, hi versionNumber }

type versionNumber [3]int

var endOfVersions = versionNumber{1 << 30, 0, 0}

func (a versionNumber) less(b versionNumber) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// parseVersionRange reads a constraint; one it cannot read allows everything.
func parseVersionRange(s string) versionRange {
	s = strings.NewReplacer("||", "|", " or ", "|", " and ", " ", ",", " ", "&&", " ", "&", " ").Replace(" " + s + " ")
	var out versionRange
	for _, alternative := range strings.Split(s, "|") {
		i := versionInterval{hi: endOfVersions}
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
				i.narrow(versionTerm(">=", words[n]))
				op, n = "<=", n+2
			}
			i.narrow(versionTerm(op, words[n]))
		}
		if i.lo.less(i.hi) {
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

func (i *versionInterval) narrow(by versionInterval) {
	if i.lo.less(by.lo) {
		i.lo = by.lo
	}
	if by.hi.less(i.hi) {
		i.hi = by.hi
	}
}

func versionTerm(op, text string) versionInterval {
	v, parts, ok := parseVersionNumber(text)
	all := versionInterval{hi: endOfVersions}
	if !ok {
		return all
	}
	switch op {
	case ">=", ">":
		return versionInterval{v, endOfVersions}
	case "<":
		return versionInterval{hi: v}
	case "<=":
		return versionInterval{hi: v.bump(parts - 1)}
	case "!=", "<>":
		return all
	case "^":
		return versionInterval{v, v.bump(0)}
	case "~>", "~":
		return versionInterval{v, v.bump(max(parts-2, 0))}
	}
	return versionInterval{v, v.bump(parts - 1)}
}

// bump gives the first version that differs at a place: 8.1.3 at 1 is 8.2.0.
func (a versionNumber) bump(place int) versionNumber {
	var b versionNumber
	copy(b[:], a[:place+1])
	b[place]++
	return b
}

// parseVersionNumber reads up to three numbers and says how many there were;
// a wildcard ends them, so does anything else that is no number.
func parseVersionNumber(text string) (v versionNumber, parts int, ok bool) {
	text = strings.TrimPrefix(strings.TrimSpace(text), "v")
	for _, part := range strings.Split(text, ".") {
		digits := 0
		for digits < len(part) && part[digits] >= '0' && part[digits] <= '9' {
			digits++
		}
		n, err := strconv.Atoi(part[:digits])
		if err != nil || n >= 1<<30 || parts == len(v) {
			break
		}
		v[parts] = n
		parts++
		if digits < len(part) {
			break
		}
	}
	return v, parts, parts > 0
}

// allows reports whether some patch of "8.3" satisfies the constraint.
func (r versionRange) allows(minor string) bool {
	v, _, ok := parseVersionNumber(minor)
	if !ok {
		return false
	}
	v[2] = 0
	for _, i := range r {
		if i.lo.less(v.bump(1)) && v.less(i.hi) {
			return true
		}
	}
	return len(r) == 0
}

// lowest gives the smallest minor version that the constraint speaks of, ""
// where it names none.
func (r versionRange) lowest() string {
	var low versionNumber
	for n, i := range r {
		if n == 0 || i.lo.less(low) {
			low = i.lo
		}
	}
	if low == (versionNumber{}) {
		return ""
	}
	return strconv.Itoa(low[0]) + "." + strconv.Itoa(low[1])
}

// exactVersion gives "3.2.1" of a constraint that is nothing but a full
// version, whatever sign says equal.
func exactVersion(s string) (string, bool) {
	s = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(s), "= v"))
	fields := strings.Split(s, ".")
	if len(fields) < 3 {
		return "", false
	}
	for _, f := range fields {
		if _, err := strconv.ParseUint(f, 10, 31); err != nil {
			return "", false
		}
	}
	return s, true
}

// minorOf gives "3.2" of "3.2.1", "3.2" and "v3.2.1-rc1", "" of anything else.
func minorOf(version string) string {
	v, parts, ok := parseVersionNumber(version)
	if !ok || parts < 2 {
		return ""
	}
	return strconv.Itoa(v[0]) + "." + strconv.Itoa(v[1])
}

// chooseVersion picks the image's minor version: the preferred one if all
// constraints allow it, else the first of known that they do. known stands
// newest first. Where none fits, the nearest to the lowest that is asked for
// serves, and fits is false.
func chooseVersion(preferred string, known []string, ranges ...versionRange) (minor string, fits bool) {
	for _, candidate := range append([]string{preferred}, known...) {
		fits := true
		for _, r := range ranges {
			fits = fits && r.allows(candidate)
		}
		if fits {
			return candidate, true
		}
	}
	if len(ranges) == 0 || len(known) == 0 {
		return preferred, false
	}
	if len(ranges) > 1 { // what the project itself says counts first
		minor, _ := chooseVersion(preferred, known, ranges[0])
		return minor, false
	}
	wanted, _, _ := parseVersionNumber(ranges[0].lowest())
	nearest := known[len(known)-1]
	for _, k := range known {
		v, _, _ := parseVersionNumber(k)
		if !wanted.less(v) { // the first known that is not above what is asked for
			return k, false
		}
	}
	return nearest, false
}

// pinnedTool is what mise or asdf pins, where it is a version: "latest" and
// "lts" say nothing that holds.
func pinnedTool(f *language.Folder, names ...string) finding.Finding[string] {
	v := toolVersion(f, names...)
	if _, _, ok := parseVersionNumber(v.Value); !ok {
		return finding.Finding[string]{}
	}
	return v
}
