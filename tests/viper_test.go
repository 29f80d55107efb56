package tests

import (
	"slices"
	"strings"
	"testing"
)

// TestKeysOfViper: keys that viper finds in variables are named after them, and wired.
func TestKeysOfViper(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		setup, more string
		files       map[string]string
		want        string // NAME=value, with ! for required
	}{
		"by their own names":          {"viper.AutomaticEnv()", "viper.GetString(\"DB_HOST\")", nil, "DB_HOST={postgresql.host}!"},
		"with a prefix":               {"viper.SetEnvPrefix(\"shop\")\n\tviper.AutomaticEnv()", "viper.GetString(\"db_host\")", nil, "SHOP_DB_HOST={postgresql.host}!"},
		"with levels":                 {"viper.SetEnvKeyReplacer(strings.NewReplacer(\".\", \"_\"))\n\tviper.AutomaticEnv()", "viper.GetString(\"db.host\")", nil, "DB_HOST={postgresql.host}!"},
		"levels that no variable has": {"viper.AutomaticEnv()", "viper.GetString(\"db.host\")", nil, ""},
		"bound":                       {"viper.BindEnv(\"db_host\")", "viper.GetString(\"db_host\")", nil, "DB_HOST={postgresql.host}!"},
		"refused":                     {"viper.AutomaticEnv()", "\"\"\n\tif viper.GetString(\"MAIL_FROM\") == \"\" {\n\t\tpanic(\"MAIL_FROM is not set\")\n\t}", nil, "MAIL_FROM=!"},
		"with a default":              {"viper.AutomaticEnv()\n\tviper.SetDefault(\"MAIL_FROM\", \"me\")", "viper.GetString(\"MAIL_FROM\")", nil, "MAIL_FROM="},
		"of files alone":              {"viper.SetConfigName(\"config\")", "viper.GetString(\"MAIL_FROM\")", nil, ""},
		"of a file, too": {"viper.SetEnvKeyReplacer(strings.NewReplacer(\".\", \"_\"))\n\tviper.AutomaticEnv()", "viper.GetString(\"mail.key\")",
			map[string]string{"config.yaml": "mail:\n  key: abc\n"}, "MAIL_KEY="},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{
				"go.mod": "module shop\n\ngo 1.24\n\nrequire (\n\tgithub.com/spf13/viper v1.19.0\n\tgorm.io/driver/postgres v1.6.0\n)\n",
				"main.go": "package main\n\nimport (\n\t\"net/http\"\n\t\"strings\"\n\n\t\"github.com/spf13/viper\"\n\t\"gorm.io/driver/postgres\"\n)\n\nfunc main() {\n\t" + c.setup +
					"\n\tvalue := " + c.more + "\n\tpostgres.Open(\"host=\" + value + \" sslmode=disable\")\n\thttp.ListenAndServe(\":8080\", nil)\n}\n",
			}
			for file, text := range c.files {
				files[file] = text
			}
			d := theOneOf(t, files)
			var got []string
			for _, v := range d.Runtime.Variables {
				mark := ""
				if v.Required {
					mark = "!"
				}
				got = append(got, v.Name+"="+v.Value+mark)
			}
			slices.Sort(got)
			if all := strings.Join(got, " "); all != c.want {
				t.Errorf("%q, want %q", all, c.want)
			}
		})
	}
}
