package pypi

import "strings"

// VersionFile is what .python-version or runtime.txt says.
type VersionFile struct {
	Versions []string // in the order of the lines; pyenv takes several
	Lines    []int    // where each stands, from 1
	Invalid  bool     // a line is no version
}

// ParseVersionFile reads .python-version: a version a line, comments with #.
// A prefix of uv's ("cpython-3.12.1-linux") or pyenv's ("3.12-dev") is kept out
// of the version where it can be.
func ParseVersionFile(content string) (VersionFile, error) {
	var f VersionFile
	for i, line := range strings.Split(content, "\n") {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
		if line == "" {
			continue
		}
		version := line
		for _, prefix := range []string{"cpython@", "cpython-", "cpython", "python-", "Python-", "python"} {
			if rest, ok := strings.CutPrefix(version, prefix); ok {
				version = rest
				break
			}
		}
		if prefix, rest, ok := strings.Cut(version, "-"); ok && strings.HasPrefix(rest, "linux") {
			version = prefix
		}
		if !looksLikeVersion(version) {
			f.Invalid = true
			continue
		}
		f.Versions = append(f.Versions, version)
		f.Lines = append(f.Lines, i+1)
	}
	return f, nil
}

// looksLikeVersion takes "3.12", "3.12.1", ">= 3.10", "3.13t", "3.14.0rc1" and
// "pypy3.10-7.3".
func looksLikeVersion(s string) bool {
	s = strings.TrimPrefix(s, "pypy")
	if s == "latest" { // mise reads the file as well
		return true
	}
	s = strings.TrimLeft(s, "<>=~!^ ")
	if s == "" || s[0] < '0' || s[0] > '9' {
		return false
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isNameByte(c) && c != '*' && c != ',' && c != ' ' && c != '<' && c != '=' && c != '>' && c != '+' {
			return false
		}
	}
	return true
}
