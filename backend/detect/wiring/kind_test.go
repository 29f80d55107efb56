package wiring

import "testing"

func TestNameOfKnexClient(t *testing.T) {
	for _, test := range []struct {
		packages []string
		want     string
	}{
		{[]string{"knex", "mysql2"}, "mysql2"},
		{[]string{"knex", "mysql"}, "mysql"}, // Knex loads the package of the client's name
		{[]string{"knex", "mysql", "mysql2"}, "mysql2"},
	} {
		if got := (Program{Packages: test.packages}).mapper("mariadb"); got != test.want {
			t.Errorf("%q: %s, want %s", test.packages, got, test.want)
		}
	}
}
