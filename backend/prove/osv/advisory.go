// Package osv knows which versions of which packages have known vulnerabilities, by
// the database of OSV (https://osv.dev): it is fetched once somebody asks for it, one
// ecosystem at a time, and read on this computer after that.
package osv

import (
	"cmp"
	"slices"
	"strings"

	"github.com/google/osv-scalibr/semantic"
	cvss30 "github.com/pandatix/go-cvss/30"
	cvss31 "github.com/pandatix/go-cvss/31"
	cvss40 "github.com/pandatix/go-cvss/40"
)

// Advisory is what OSV says of one package
// (https://ossf.github.io/osv-schema/). Other fields are not kept.
type Advisory struct {
	ID        string     `json:"id"` // "GHSA-…", "PYSEC-…", "RUSTSEC-…"
	Aliases   []string   `json:"aliases,omitempty"`
	Summary   string     `json:"summary,omitempty"`
	Withdrawn string     `json:"withdrawn,omitempty"` // when; "" for one that holds
	Severity  []Score    `json:"severity,omitempty"`
	Affected  []Affected `json:"affected,omitempty"`
	Database  struct {
		Severity string `json:"severity,omitempty"` // GitHub's word: LOW, MODERATE, HIGH, CRITICAL
	} `json:"database_specific"`
}

// Score is a vector of CVSS.
type Score struct {
	Type  string `json:"type"` // CVSS_V2, CVSS_V3, CVSS_V4
	Score string `json:"score"`
}

// Affected is a package and those of its versions that are.
type Affected struct {
	Package struct {
		Ecosystem string `json:"ecosystem"`
		Name      string `json:"name"`
	} `json:"package"`
	Severity []Score  `json:"severity,omitempty"`
	Ranges   []Range  `json:"ranges,omitempty"`
	Versions []string `json:"versions,omitempty"`
}

// Range is versions between events.
type Range struct {
	Type   string  `json:"type"` // SEMVER, ECOSYSTEM, GIT
	Events []Event `json:"events"`
}

// Event is where a range begins or ends; one of them is set.
type Event struct {
	Introduced   string `json:"introduced,omitempty"` // "0": from the first version
	Fixed        string `json:"fixed,omitempty"`
	LastAffected string `json:"last_affected,omitempty"`
}

// Match is a known vulnerability of a version of a package.
type Match struct {
	ID      string
	Aliases []string // "CVE-2021-23337"; without ID
	Summary string
	Level   string // critical, high, medium, low; "" where nobody says
	Fixed   string // the first version after this one that has it not; "" for none
}

// longest is how long a version is at most, in bytes: whoever compares them reads what a
// stranger wrote.
const longest = 200

// matching are those of the advisories about a package that hold for a version. Of
// several that speak of one thing, one is told.
func matching(all []Advisory, ecosystem, name, version string) []Match {
	v, ok := parsed(version, ecosystem)
	if !ok {
		return nil
	}
	var out []Match
	for _, a := range all {
		if a.Withdrawn != "" {
			continue
		}
		for _, at := range a.Affected {
			if at.of(ecosystem, name) && (slices.Contains(at.Versions, version) || at.covers(v, ecosystem)) {
				out = append(out, Match{ID: a.ID, Aliases: a.Aliases, Summary: a.Summary, Level: a.level(at), Fixed: at.fixed(v, ecosystem)})
				break
			}
		}
	}
	return merged(out)
}

// parsed reads a version as its ecosystem orders them.
func parsed(version, ecosystem string) (semantic.Version, bool) {
	if len(version) > longest {
		return nil, false
	}
	v, err := semantic.Parse(version, ecosystem)
	return v, err == nil
}

// of reports whether an entry is about a package. An ecosystem may name a registry after
// a colon ("Maven:https://…").
func (at Affected) of(ecosystem, name string) bool {
	base, _, _ := strings.Cut(at.Package.Ecosystem, ":")
	return base == ecosystem && Key(ecosystem, at.Package.Name) == Key(ecosystem, name)
}

// covers reports whether a version lies in one of the ranges. Those of GIT are of commits.
func (at Affected) covers(v semantic.Version, ecosystem string) bool {
	return slices.ContainsFunc(at.Ranges, func(r Range) bool { return r.Type != "GIT" && r.covers(v, ecosystem) })
}

// covers is the schema's "evaluation": each event that the version has reached turns the
// range on or off.
func (r Range) covers(v semantic.Version, ecosystem string) (in bool) {
	for _, e := range r.sorted(ecosystem) {
		reached := compare(v, e.version())
		switch {
		case e.Introduced != "" && reached >= 0:
			in = true
		case e.Fixed != "" && reached >= 0, e.LastAffected != "" && reached > 0:
			in = false
		}
	}
	return in
}

// sorted are the events in the order of their versions, without those that cannot be read.
func (r Range) sorted(ecosystem string) []Event {
	type read struct {
		Event
		v semantic.Version
	}
	var all []read
	for _, e := range r.Events {
		if v, ok := parsed(e.version(), ecosystem); ok {
			all = append(all, read{e, v})
		}
	}
	slices.SortStableFunc(all, func(a, b read) int {
		if a.Introduced == first || b.Introduced == first {
			return cmp.Compare(rank(a.Introduced), rank(b.Introduced))
		}
		return compare(a.v, b.version())
	})
	out := make([]Event, len(all))
	for i, e := range all {
		out[i] = e.Event
	}
	return out
}

// first stands before every version.
const first = "0"

func rank(introduced string) int {
	if introduced == first {
		return 0
	}
	return 1
}

func (e Event) version() string { return cmp.Or(e.Introduced, e.Fixed, e.LastAffected) }

// compare says where a version lies from another: below 0 before it.
func compare(v semantic.Version, other string) int {
	if other == first {
		return 1
	}
	n, err := v.CompareStr(other)
	if err != nil || len(other) > longest {
		return -1 // of what cannot be read nothing is reached
	}
	return n
}

// fixed is the first version after this one in which a range ends; "" for none.
func (at Affected) fixed(v semantic.Version, ecosystem string) (found string) {
	for _, r := range at.Ranges {
		if r.Type == "GIT" {
			continue
		}
		for _, e := range r.sorted(ecosystem) {
			if e.Fixed == "" || compare(v, e.Fixed) >= 0 {
				continue
			}
			if known, ok := parsed(found, ecosystem); found == "" || ok && compare(known, e.Fixed) > 0 {
				found = e.Fixed
			}
			break
		}
	}
	return found
}

// level is how bad it is, by CVSS's bands, or by the word of GitHub.
func (a Advisory) level(at Affected) string {
	best := -1.0
	for _, s := range slices.Concat(a.Severity, at.Severity) {
		if score, ok := s.base(); ok {
			best = max(best, score)
		}
	}
	switch {
	case best >= 9:
		return "critical"
	case best >= 7:
		return "high"
	case best >= 4:
		return "medium"
	case best >= 0:
		return "low"
	}
	return map[string]string{"CRITICAL": "critical", "HIGH": "high", "MODERATE": "medium", "MEDIUM": "medium", "LOW": "low"}[strings.ToUpper(a.Database.Severity)]
}

// base is the base score of a vector: 0 to 10.
func (s Score) base() (float64, bool) {
	if len(s.Score) > longest {
		return 0, false
	}
	switch {
	case strings.HasPrefix(s.Score, "CVSS:4.0"):
		v, err := cvss40.ParseVector(s.Score)
		if err != nil {
			return 0, false
		}
		return v.Score(), true
	case strings.HasPrefix(s.Score, "CVSS:3.1"):
		v, err := cvss31.ParseVector(s.Score)
		if err != nil {
			return 0, false
		}
		return v.BaseScore(), true
	case strings.HasPrefix(s.Score, "CVSS:3.0"):
		v, err := cvss30.ParseVector(s.Score)
		if err != nil {
			return 0, false
		}
		return v.BaseScore(), true
	}
	return 0, false
}

// merged keeps one of several that have a name in common: two databases tell of one
// thing. Who says how bad it is goes before, then GitHub's.
func merged(all []Match) (out []Match) {
	slices.SortStableFunc(all, func(a, b Match) int {
		return cmp.Or(cmp.Compare(unsaid(a), unsaid(b)), cmp.Compare(a.ID, b.ID))
	})
	seen := map[string]bool{}
	for _, m := range all {
		names := append([]string{m.ID}, m.Aliases...)
		known := slices.ContainsFunc(names, func(n string) bool { return seen[n] })
		for _, n := range names {
			seen[n] = true
		}
		if !known {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b Match) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

func unsaid(m Match) int {
	if m.Level == "" {
		return 1
	}
	return 0
}

// Key is a package's name as an ecosystem tells them apart: PyPI by PEP 503, NuGet and
// Packagist without regard to case.
func Key(ecosystem, name string) string {
	switch ecosystem {
	case "PyPI":
		return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '-' || r == '_' || r == '.' }), "-")
	case "NuGet", "Packagist":
		return strings.ToLower(name)
	}
	return name
}
