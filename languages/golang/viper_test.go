package golang

import (
	"testing"

	"aipack/backend/language/languagetest"
)

// TestViperDotenv: a program whose viper insists on a .env has one with its keys,
// and with those values of the example that are nobody's secret.
func TestViperDotenv(t *testing.T) {
	const head = "package main\n\nimport (\n\t\"net/http\"\n\n\t\"github.com/spf13/viper\"\n)\n\ntype settings struct {\n\tPort int `mapstructure:\"PORT\"`\n\tToken string `mapstructure:\"API_TOKEN\"`\n\tHours int `mapstructure:\"API_HOURS\"`\n}\n\nfunc load() error {\n"
	const tail = "\treturn nil\n}\n\nfunc main() {\n\tload()\n\thttp.ListenAndServe(\":8080\", nil)\n}\n"
	const want = "# every variable comes from the environment\nAPI_HOURS=5\nAPI_TOKEN=\nPORT=8080\n"
	for name, c := range map[string]struct{ load, want string }{
		"insists":       {"\tviper.SetConfigName(\".env\")\n\terr := viper.ReadInConfig()\n\tif err != nil {\n\t\treturn err\n\t}\n", want},
		"insists on it": {"\tviper.SetConfigFile(\".env\")\n\tif err := viper.ReadInConfig(); err != nil {\n\t\tlog.Fatal(err)\n\t}\n", want},
		"goes on":       {"\tviper.SetConfigFile(\".env\")\n\tif err := viper.ReadInConfig(); err != nil {\n\t\tlog.Println(err)\n\t}\n", ""},
		"looks":         {"\tviper.SetConfigFile(\".env\")\n\tif err := viper.ReadInConfig(); err != nil {\n\t\tpanic(err)\n\t}\n\tvar none viper.ConfigFileNotFoundError\n", ""},
		"another file":  {"\tviper.SetConfigName(\"shop\")\n\tif err := viper.ReadInConfig(); err != nil {\n\t\tpanic(err)\n\t}\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, r := languagetest.Project(t, &Language, map[string]string{
				"go.mod": "module example.test/base\n\ngo 1.24\n\nrequire github.com/spf13/viper v1.20.0\n", "main.go": head + c.load + tail,
				".env.example": "PORT=8080\nAPI_TOKEN=a1b2c3d4\nAPI_HOURS=5 # how long\n",
			}, ".", "")
			got := ""
			for _, f := range r.Runtime.Files {
				got += f.Content
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
