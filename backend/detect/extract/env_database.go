package extract

import (
	"slices"
	"strings"

	"aipack/backend/detect/backing"
	"aipack/backend/detect/variable"
	"aipack/backend/language"
)

// notTheFirst say of an address that it is another than the one which a program
// cannot do without.
var notTheFirst = language.Words("POOL POOLED READ READONLY REPLICA REPLICAS SLAVE DIRECT SHADOW BACKUP LEGACY OLD LOG LOGS ANALYTICS SECONDARY MIGRATION MIGRATIONS ADMIN")

// reached marks the variable that leads to a database where none of those that
// do was found to be required: a program that has no other kind of database
// does not serve without it, however kindly it reads the variable.
func (e *envTable) reached(needs map[string]bool) {
	for _, kind := range backing.Main() {
		if !needs[kind] {
			continue
		}
		only := map[string]bool{kind: true}
		var best *envEntry
		settled := false
		for _, v := range e.at {
			if !variable.LeadsTo(v.Name, only) {
				continue
			}
			settled = settled || v.Required || v.loopback
			if e.mayReach(v) && (best == nil || v.before(best)) {
				best = v
			}
		}
		if best != nil && !settled {
			best.Required = true
		}
	}
}

func (e *envTable) mayReach(v *envEntry) bool {
	parts := strings.Split(strings.ToUpper(v.Name), "_")
	last := parts[len(parts)-1]
	second := slices.ContainsFunc(parts, func(w string) bool { return notTheFirst[w] })
	return variable.Address(last) && !second && !variable.OfTests(v.Name) && v.inCode && !v.copes && (!v.hasDefault || v.blank)
}

// offersFile reports whether the program, and not only what develops and tests
// it, speaks of a database in a file.
func (s *Sources) offersFile() bool {
	return slices.ContainsFunc(s.Files(), func(f *Source) bool { return f.Contains("sqlite") && !s.aside(f.Name) })
}

// before prefers an address as a whole, then the shorter name.
func (v *envEntry) before(o *envEntry) bool {
	whole := func(name string) bool {
		return strings.HasSuffix(name, "URL") || strings.HasSuffix(name, "URI") || strings.HasSuffix(name, "DSN")
	}
	if whole(v.Name) != whole(o.Name) {
		return whole(v.Name)
	}
	if len(v.Name) != len(o.Name) {
		return len(v.Name) < len(o.Name)
	}
	return v.Name < o.Name
}
