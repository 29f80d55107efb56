package variable

import "testing"

func TestSecretNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"API_KEY": true, "KEY": true, "JWT_SECRET": true, "DB_PASS": true, "SENTRY_DSN": true, "DATABASE_URL": true, "AWS_SECRET_ACCESS_KEY": true,
		"ConnectionStrings__Default": true, "MONGO_URI": true, "APP_SECRET": true, "INSTRUMENTATIONKEY": true, "DBPASSWORD": true, "MONKEY": false,
		"KEYCLOAK_URL": false, "KEY_PREFIX": false, "TOKEN_TTL": false, "PASSWORD_MIN_LENGTH": false, "MAX_TOKENS": false, "PUBLIC_KEY": false,
		"PORT": false, "REDIS_HOST": false, "AUTHOR": false, "BYPASS": false, "SECRETARY": false,
	} {
		if got := Secret(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestRevealing(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]bool{
		"https://u:p@h/x": true, "postgres://u:p@h:5432/x": true, "https://u:cut": true, "redis://:p@h": true, "ghp_abc": true,
		"0123456789abcdef0123456789abcdef": true,
		"http://localhost:3000":            false, "http://${HOST}:${PORT}/x": false, "redis://h:6379": false, "https://u@h/x": false,
		"http://[::1]:80": false, "info": false, "com.example.application.service": false, "https://example.com/a:b": false,
	} {
		if got := Revealing(value); got != want {
			t.Errorf("%q: %v", value, got)
		}
	}
}

func TestHarmless(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, value string
		want        bool
	}{
		{"SHOP_MAIL", "true", true}, {"SHOP_SIZE", "20", true}, {"SHOP_SIZE", "1234567", false}, {"ADDRESS", "0.0.0.0", true}, {"ADDRESS", "10.0.0.7", false},
		{"LOG_LEVEL", "debug", true}, {"SHOP_NAME", "debug", false}, {"SHOP_NAME", "", false},
	} {
		if got := Harmless(c.name, c.value); got != c.want {
			t.Errorf("%s=%s: %v", c.name, c.value, got)
		}
	}
}
