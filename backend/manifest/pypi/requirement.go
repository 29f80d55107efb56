package pypi

import (
	"fmt"
	"strings"
)

// Requirement is one dependency as Python writes it (PEP 508).
type Requirement struct {
	Name      string   // normalised as PEP 503 says: lower case, dashes
	Extras    []string // lower case, as written
	Specifier string   // ">=3.1,<4", or the address it is fetched from
	Marker    string   // what stands behind the semicolon
	Path      string   // folder or file it is installed from, where it is local
	Line      int      // in the file it was read from, from 1; 0 unknown
}

// PEP503 normalises the name of a Python distribution: runs of dashes, dots
// and underscores become one dash, letters lower case.
func PEP503(name string) string {
	var b strings.Builder
	dash := false
	for _, c := range strings.ToLower(name) {
		if c == '-' || c == '_' || c == '.' {
			dash = true
			continue
		}
		if dash && b.Len() > 0 {
			b.WriteByte('-')
		}
		dash = false
		b.WriteRune(c)
	}
	return b.String()
}

// ParseRequirement reads "name[extra] >=1,<2 ; marker" or "name @ address".
func ParseRequirement(s string) (Requirement, error) {
	var r Requirement
	s = strings.TrimSpace(s)
	end := 0
	for end < len(s) && isNameByte(s[end]) {
		end++
	}
	if end == 0 || !isAlphanumeric(s[0]) {
		return r, fmt.Errorf("not a requirement: %.60q", s)
	}
	r.Name = PEP503(s[:end])
	rest := strings.TrimSpace(s[end:])
	if strings.HasPrefix(rest, "[") {
		inner, after, ok := strings.Cut(rest[1:], "]")
		if !ok {
			return r, fmt.Errorf("extras of %s have no end", r.Name)
		}
		for _, e := range strings.Split(inner, ",") {
			if e = strings.TrimSpace(e); e != "" {
				r.Extras = append(r.Extras, strings.ToLower(e))
			}
		}
		rest = strings.TrimSpace(after)
	}
	if strings.HasPrefix(rest, "@") {
		address := strings.TrimSpace(rest[1:])
		if i := strings.Index(address, " ;"); i >= 0 {
			address, r.Marker = address[:i], strings.TrimSpace(address[i+2:])
		}
		r.Specifier = strings.TrimSpace(address)
		r.Path = localPath(r.Specifier)
		return r, nil
	}
	rest, marker, _ := strings.Cut(rest, ";")
	r.Marker = strings.TrimSpace(marker)
	r.Specifier = strings.TrimSpace(strings.Trim(strings.TrimSpace(rest), "()"))
	if r.Specifier != "" && !strings.ContainsRune("<>=!~", rune(r.Specifier[0])) {
		return r, fmt.Errorf("not a requirement: %.60q", s)
	}
	return r, nil
}

// localPath gives the path of a file: address or a relative path, "" for an
// address on a network.
func localPath(address string) string {
	if p, ok := strings.CutPrefix(address, "file:"); ok {
		return strings.TrimPrefix(p, "//")
	}
	if strings.HasPrefix(address, ".") || strings.HasPrefix(address, "/") {
		return address
	}
	return ""
}

// HasExtra reports whether the extra is asked for.
func (r Requirement) HasExtra(name string) bool {
	for _, e := range r.Extras {
		if e == name {
			return true
		}
	}
	return false
}

func isAlphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func isNameByte(c byte) bool { return isAlphanumeric(c) || c == '-' || c == '_' || c == '.' }
