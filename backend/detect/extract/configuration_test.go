package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestConfiguration follows keys of files to the variables that override them.
func TestConfiguration(t *testing.T) {
	t.Parallel()
	const file = "log: info\ndatabase:\n  host: 127.0.0.1\n  port: 5432\n  database_name: x\nredis_uri: redis://127.0.0.1\n"
	for name, c := range map[string]struct {
		code string
		want map[string]string
	}{
		"config, with separators": {
			"config::Environment::with_prefix(\"APP\")\n  .prefix_separator(\"_\")\n  .separator(\"__\")",
			map[string]string{"database.host": "APP_DATABASE__HOST", "database.port": "APP_DATABASE__PORT", "database.database_name": "APP_DATABASE__DATABASE_NAME", "redis_uri": "APP_REDIS_URI"},
		},
		"config, one separator for both": {
			"Environment::with_prefix(\"APP\").separator(\"__\")",
			map[string]string{"database.host": "APP__DATABASE__HOST", "database.port": "APP__DATABASE__PORT", "database.database_name": "APP__DATABASE__DATABASE_NAME", "redis_uri": "APP__REDIS_URI"},
		},
		"viper without a replacer": {
			"viper.SetEnvPrefix(\"shop\")\nviper.AutomaticEnv()",
			map[string]string{"database.host": "", "database.port": "", "database.database_name": "", "redis_uri": "SHOP_REDIS_URI"},
		},
		"viper": {
			"viper.SetEnvKeyReplacer(strings.NewReplacer(\".\", \"_\"))\nviper.AutomaticEnv()",
			map[string]string{"database.host": "DATABASE_HOST", "database.port": "DATABASE_PORT", "database.database_name": "DATABASE_DATABASE_NAME", "redis_uri": "REDIS_URI"},
		},
		"koanf": {
			"k.Load(env.Provider(\"SHOP_\", \".\", func(s string) string {\n  return strings.Replace(s, \"__\", \".\", -1)\n}), nil)",
			map[string]string{"database.host": "SHOP_DATABASE__HOST", "database.port": "SHOP_DATABASE__PORT", "database.database_name": "SHOP_DATABASE__DATABASE_NAME", "redis_uri": "SHOP_REDIS_URI"},
		},
		"koanf's second provider": {
			"k.Load(env.Provider(\".\", env.Opt{\n  Prefix: \"SHOP_\",\n  TransformFunc: func(k, v string) (string, any) {\n    return strings.ReplaceAll(strings.ToLower(k), \"__\", \".\"), v\n  },\n}), nil)",
			map[string]string{"database.host": "SHOP_DATABASE__HOST", "database.port": "SHOP_DATABASE__PORT", "database.database_name": "SHOP_DATABASE__DATABASE_NAME", "redis_uri": "SHOP_REDIS_URI"},
		},
		"nothing": {"", map[string]string{"database.host": "", "database.port": "", "database.database_name": "", "redis_uri": ""}},
	} {
		got := map[string]string{}
		for _, one := range facts(t, map[string]string{"config.yaml": file, "main.js": c.code}, ".").Configuration() {
			got[one.Key] = one.Variable
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
	toml := facts(t, map[string]string{"config.toml.sample": "[db]\nhost = \"db\"\nport = 5432\n", "config.json": "{{ template }}"}, ".").Configuration()
	if len(toml) != 2 || toml[0].Key != "db.host" || toml[1].Text != "5432" {
		t.Errorf("%+v", toml)
	}
}
