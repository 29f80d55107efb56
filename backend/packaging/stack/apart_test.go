package stack

import (
	"strings"
	"testing"

	"aipack/backend/universalbuild"
)

// TestHistoriesOfTheirOwn: services whose tool would note another history in the same
// database have one each.
func TestHistoriesOfTheirOwn(t *testing.T) {
	t.Parallel()
	const pg, redis, prisma = "postgresql", "redis", "cd packages/db && prisma migrate deploy"
	of := func(name, context, release string, backing ...string) Member {
		m := member(name, nil, backing)
		m.Document.Build.Context = context
		if release != "" {
			m.Document.Runtime.Release = []string{release}
		}
		m.Document.Runtime.Variables = []universalbuild.Variable{{Name: "DATABASE_URL", Required: true, Value: "{postgresql.url}"}}
		return m
	}
	for name, c := range map[string]struct {
		members []Member
		want    string // each service's data services
	}{
		"two of Alembic": {
			[]Member{of("users", ".", "cd users && alembic upgrade head", pg), of("books", ".", "cd books && alembic upgrade head", pg)},
			"postgresql | postgresql-books",
		},
		"two contexts": {
			[]Member{of("users", "", "python manage.py migrate", pg), of("books", "", "python manage.py migrate", pg)},
			"postgresql | postgresql-books",
		},
		"one history": {
			[]Member{of("web", ".", prisma, pg), of("api", ".", prisma, pg)},
			"postgresql | postgresql",
		},
		"two tools": {
			[]Member{of("web", "", "npx knex migrate:latest", pg), of("api", "", "alembic upgrade head", pg)},
			"postgresql | postgresql",
		},
		"one does not migrate": {
			[]Member{of("web", "", "alembic upgrade head", pg), of("api", "", "", pg)},
			"postgresql | postgresql",
		},
		"nothing to migrate": {
			[]Member{of("web", "", "alembic upgrade head", redis), of("api", "", "alembic upgrade head", redis)},
			"redis | redis",
		},
		"the second's own store": {
			[]Member{of("a", "", "alembic upgrade head", "postgresql", redis), of("b", "", "alembic upgrade head", "postgresql", redis)},
			"postgresql redis | postgresql-b redis",
		},
	} {
		w := Of(c.members)
		var each []string
		for _, s := range w.Services {
			var names []string
			for _, need := range s.Needs {
				names = append(names, need.Name)
				if _, known := w.Store(need.Name); !known {
					t.Errorf("%s: %s is needed and not there", name, need.Name)
				}
				if strings.HasPrefix(need.Name, pg) && !strings.Contains(s.Environment[len(s.Environment)-1].Value, "@"+need.Name+":") {
					t.Errorf("%s: %s is told %+v", name, s.Name, s.Environment)
				}
			}
			each = append(each, strings.Join(names, " "))
		}
		if got := strings.Join(each, " | "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
