package stack

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"aipack/backend/detect/backing"
)

// held is a data service of the plan: one that all share, or one that a service has for
// itself.
type held struct{ id, owner string }

// setApart finds who has a database alone. A tool that brings a database up to date notes
// there what it has run: of two services with histories of their own the second finds notes
// that its files do not have, and refuses (Alembic: "Can't locate revision", Flyway,
// Prisma, Knex), or takes the tables of the first for its own. Whoever runs the same line
// in the same folder has the same history, and shares.
// https://alembic.sqlalchemy.org/en/latest/cookbook.html#run-multiple-alembic-environments-from-one-ini-file,
// https://microservices.io/patterns/data/database-per-service.html
func (r *renderer) setApart() {
	r.apart = map[held]string{}
	first := map[[2]string]string{} // whose history a kind of database has, by its tool
	for _, m := range r.members {
		line := strings.Join(m.Document.Runtime.Release, " && ")
		for _, id := range m.Document.Metadata.BackingServices {
			if line == "" || backing.Family(id) != "relational" {
				continue
			}
			tool, where := [2]string{id, inFolder.ReplaceAllString(line, "")}, cmp.Or(m.Document.Build.Context, m.Document.Metadata.Path)+"\x00"+line
			switch history, known := first[tool]; {
			case !known:
				first[tool] = where
			case history != where:
				r.apart[held{id, m.Name}] = r.unique(id + "-" + m.Name)
			}
		}
	}
}

// inFolder is what leads a line into a folder.
var inFolder = regexp.MustCompile(`\bcd \S+ && `)

func (r *renderer) held(m Member, id string) held {
	if h := (held{id, m.Name}); r.apart[h] != "" {
		return h
	}
	return held{id: id}
}

func (r *renderer) nameOf(h held) string { return cmp.Or(r.apart[h], r.names.store(h.id)) }

// storeName is the host by which a service calls a data service.
func (r *renderer) storeName(m Member, id string) string { return r.nameOf(r.held(m, id)) }

// allHeld are the data services of the plan, sorted.
func (r *renderer) allHeld() (list []held) {
	for _, m := range r.members {
		for _, id := range m.Document.Metadata.BackingServices {
			list = append(list, r.held(m, id))
		}
	}
	slices.SortFunc(list, func(a, b held) int { return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.owner, b.owner)) })
	return slices.Compact(list)
}
