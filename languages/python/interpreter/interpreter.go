// Package interpreter knows the versions of Python: how projects write them, which of them
// have an image, which have ended. It reads no project.
package interpreter

import (
	"fmt"
	"strings"

	"aipack/backend/language/version"
	"aipack/backend/universalbuild"
)

// Default is the version of a project that says none.
const Default = "3.13"

// Text takes the operator off a single constraint and leaves
// several as they are: "^3.10" says 3.10, ">=3.9,<3.13" stays.
func Text(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || s == "*" {
		return ""
	}
	if !strings.ContainsAny(s, ",|") && strings.Count(s, " ") <= 1 && !strings.HasPrefix(s, "<") && !strings.HasPrefix(s, "!") {
		s = strings.TrimSpace(strings.TrimLeft(s, "<>=~^ "))
		s = strings.TrimSuffix(s, ".*")
	}
	if s == "latest" {
		return s
	}
	if !strings.ContainsAny(s, "0123456789") {
		return ""
	}
	return s
}

// Range reads a constraint of PEP 440 or poetry: ~=3.10 ends before 4,
// poetry's ~3.10 before 3.11.
func Range(s string) version.Range {
	s = strings.ReplaceAll(s, "~=", "\x00")
	s = strings.ReplaceAll(s, "~", "==")
	return version.ParseRange(strings.ReplaceAll(s, "\x00", "~>"))
}

// images are the minor versions that have an image, newest first, and
// the newest Debian release each was made for (hub.docker.com/_/python).
var images = []struct{ minor, suite string }{
	{"3.15", "bookworm"}, {"3.14", "bookworm"}, {"3.13", "bookworm"}, {"3.12", "bookworm"}, {"3.11", "bookworm"}, {"3.10", "bookworm"},
	{"3.9", "bookworm"}, {"3.8", "bookworm"}, {"3.7", "bookworm"}, {"3.6", "bullseye"}, {"3.5", "buster"}, {"2.7", "buster"},
}

// oldestForRange is the oldest version that a range is resolved to: what
// says ">=3.6" means "any", and installs today only on something newer.
const oldestForRange = "3.10"

// Image gives the image's minor version and Debian release, and whether
// it is what was asked for.
func Image(declared string) (minor, suite string, asked bool) {
	minor, asked = minorOf(declared)
	for _, i := range images {
		if i.minor == minor {
			return minor, i.suite, asked
		}
	}
	wanted, _, _ := version.ParseNumber(minor)
	nearest := images[0]
	for _, i := range images {
		if have, _, _ := version.ParseNumber(i.minor); !have.Less(wanted) {
			nearest = i
		}
	}
	return nearest.minor, nearest.suite, false
}

func minorOf(declared string) (minor string, asked bool) {
	if strings.ContainsAny(declared, "<>=~^,|*!") {
		r := Range(declared)
		low := r.Lowest()
		v, _, _ := version.ParseNumber(low)
		oldest, _, _ := version.ParseNumber(oldestForRange)
		switch {
		case low != "" && !v.Less(oldest):
			return low, true
		case r.Allows(oldestForRange):
			return oldestForRange, true
		case low != "":
			return low, true
		}
		for _, i := range images[2:] {
			if r.Allows(i.minor) {
				return i.minor, true
			}
		}
		return Default, false
	}
	declared = strings.TrimPrefix(declared, "pypy")
	v, parts, ok := version.ParseNumber(declared)
	switch {
	case declared == "latest" || ok && parts == 1 && v[0] == 3:
		return Default, true
	case ok && parts == 1 && v[0] == 2:
		return "2.7", true
	case !ok || parts == 1:
		return Default, declared == ""
	}
	return version.MinorOf(declared), true
}

// Ended says so where no image can hold what was asked for, or
// where Python itself has ended.
func Ended(declared, minor string, asked bool) (universalbuild.Warning, bool) {
	if !asked {
		return universalbuild.Warning{
			Code:    "version_unavailable",
			Message: fmt.Sprintf("there is no image with Python %s; the nearest, %s, is used", declared, minor),
			Fix:     "ask for a supported version in .python-version",
		}, true
	}
	v, _, _ := version.ParseNumber(minor)
	if oldest, _, _ := version.ParseNumber("3.9"); v.Less(oldest) {
		return universalbuild.Warning{
			Code:    "version_ended",
			Message: fmt.Sprintf("Python %s gets no security fixes any more, and many packages no longer support it", minor),
			Fix:     "move to Python " + Default + " in .python-version",
		}, true
	}
	return universalbuild.Warning{}, false
}

// Below reports whether a version is older than major.minor.
func Below(declared string, major, minor int) bool {
	v, _, ok := version.ParseNumber(declared)
	return ok && v.Less(version.Number{major, minor, 0})
}
