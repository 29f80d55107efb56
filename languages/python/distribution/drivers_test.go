package distribution

import (
	"testing"

	"aipack/backend/manifest/pypi"
)

// TestFormerDriver: what a list installs is opened by an address without a driver's name
// as long as SQLAlchemy is one that takes it.
func TestFormerDriver(t *testing.T) {
	for name, c := range map[string]struct {
		list []pypi.Requirement
		want string
	}{
		"unbounded":             {[]pypi.Requirement{{Name: "sqlalchemy"}, {Name: "psycopg2-binary"}}, "SQLAlchemy<2.1"},
		"from 2.0 on":           {[]pypi.Requirement{{Name: "sqlalchemy", Specifier: ">=2.0.0"}, {Name: "psycopg2", Specifier: "==2.9.9"}}, "SQLAlchemy<2.1"},
		"compatible with 2.0":   {[]pypi.Requirement{{Name: "sqlalchemy", Specifier: "~=2.0"}, {Name: "psycopg2"}}, "SQLAlchemy<2.1"},
		"brought along":         {[]pypi.Requirement{{Name: "flask-sqlalchemy", Specifier: "==3.1.1"}, {Name: "psycopg2-binary"}}, "SQLAlchemy<2.1"},
		"Oracle":                {[]pypi.Requirement{{Name: "sqlalchemy"}, {Name: "cx-oracle"}}, "SQLAlchemy<2.1"},
		"pinned":                {[]pypi.Requirement{{Name: "sqlalchemy", Specifier: "==2.0.36"}, {Name: "psycopg2"}}, ""},
		"patches of 2.0":        {[]pypi.Requirement{{Name: "sqlalchemy", Specifier: "~=2.0.3"}, {Name: "psycopg2"}}, ""},
		"bounded":               {[]pypi.Requirement{{Name: "sqlalchemy", Specifier: ">=1.4,<2.1"}, {Name: "psycopg2"}}, ""},
		"of 2.1":                {[]pypi.Requirement{{Name: "sqlalchemy", Specifier: ">=2.1"}, {Name: "psycopg2"}}, ""},
		"the later driver, too": {[]pypi.Requirement{{Name: "sqlalchemy"}, {Name: "psycopg2"}, {Name: "psycopg"}}, ""},
		"another database":      {[]pypi.Requirement{{Name: "sqlalchemy"}, {Name: "pymysql"}}, ""},
		"no mapper":             {[]pypi.Requirement{{Name: "django"}, {Name: "psycopg2-binary"}}, ""},
	} {
		if _, got := FormerDriver(c.list); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
