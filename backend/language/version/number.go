// Package version reads what projects say about versions: constraints, numbers,
// the files of version managers, the tags of images. It knows no language.
package version

import (
	"strconv"
	"strings"

	"aipack/backend/language"
)

// FirstNumber is the first run of digits in a version: "20" of "^20.1".
func FirstNumber(v string) string {
	start := strings.IndexFunc(v, isDigit)
	if start < 0 {
		return ""
	}
	v = v[start:]
	if end := strings.IndexFunc(v, func(r rune) bool { return !isDigit(r) }); end >= 0 {
		v = v[:end]
	}
	return v
}

// isDigit knows the digits of ASCII.
func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// Plain is a version without operators; x stands for any number.
const Plain language.Pattern = `^\d+(\.(\d+|[xX*])){0,2}(-[\w.]+)?$`

// MinorOfOne gives the minor number of a version 1.x, 24 for "1.24.3"; 0 where
// there is none.
func MinorOfOne(version string) int {
	parts := strings.FieldsFunc(version, func(c rune) bool { return c < '0' || c > '9' })
	if len(parts) < 2 || parts[0] != "1" {
		return 0
	}
	minor, err := strconv.Atoi(parts[1])
	if err != nil || minor > 99 {
		return 0
	}
	return minor
}

// Number is a version's first three numbers.
type Number [3]int

var endless = Number{1 << 30, 0, 0}

// Less orders numbers.
func (a Number) Less(b Number) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// Next gives the first version that differs at a place: 8.1.3 at 1 is 8.2.0.
func (a Number) Next(place int) Number {
	var b Number
	copy(b[:], a[:place+1])
	b[place]++
	return b
}

// ParseNumber reads up to three numbers and says how many there were;
// a wildcard ends them, so does anything else that is no number.
func ParseNumber(text string) (v Number, parts int, ok bool) {
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

// Exact gives "3.2.1" of a constraint that is nothing but a full
// version, whatever sign says equal.
func Exact(s string) (string, bool) {
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

// MinorOf gives "3.2" of "3.2.1", "3.2" and "v3.2.1-rc1", "" of anything else.
func MinorOf(version string) string {
	v, parts, ok := ParseNumber(version)
	if !ok || parts < 2 {
		return ""
	}
	return strconv.Itoa(v[0]) + "." + strconv.Itoa(v[1])
}
