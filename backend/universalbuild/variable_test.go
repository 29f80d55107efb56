package universalbuild

import "testing"

func TestVariableName(t *testing.T) {
	for name, want := range map[string]bool{
		"PORT": true, "_x": true, "spring.datasource.url": true, "ConnectionStrings__Main": true, "A1": true, "a-b": true,
		"": false, "1A": false, ".a": false, "-a": false, "A B": false, "A=B": false, "Ä": false, "A\n": false,
	} {
		if VariableName(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}

func TestSecretValue(t *testing.T) {
	for _, one := range []struct {
		name, value string
		want        bool
	}{
		{"STRIPE_KEY", "x", true},
		{"DATABASE_URL", "postgres://shop:hunter2@db:5432/shop", true},
		{"REDIS_URL", "redis://:hunter2@cache", true},
		{"DB", "Server=db;User=sa;Password=hunter2", true},
		{"DB", "host=db user=shop password=hunter2", true},
		{"JDBC", "jdbc:mysql://db/shop?user=a&password=b", true},
		{"DATABASE_URL", "postgres://shop@db:5432/shop", false},
		{"REDIS_URL", "redis://cache:6379", false},
		{"ORIGIN", "https://shop.example.com/a:b@c", false},
		{"MODE", "password", false},
		{"PORT", "8080", false},
	} {
		if SecretValue(one.name, one.value) != one.want {
			t.Errorf("%s=%s: %v", one.name, one.value, !one.want)
		}
	}
}
