package golang

import (
	"path"
	"slices"
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

// TestConfigurationOfTheWorkingFolder: a path that is relative to the folder in which
// developers start the program leads to the same file in the image.
func TestConfigurationOfTheWorkingFolder(t *testing.T) {
	t.Parallel()
	reads := func(told string) string {
		return "package main\n\nimport (\n\t\"net/http\"\n\t\"os\"\n\n\t\"github.com/spf13/viper\"\n)\n\nfunc main() {\n\t" + told +
			"\n\tif err := viper.ReadInConfig(); err != nil {\n\t\tpanic(err)\n\t}\n\thttp.ListenAndServe(\":8080\", nil)\n\tos.Exit(0)\n}\n"
	}
	for name, one := range map[string]struct {
		dir, text string
		files     []string
		want      []universalbuild.Copy
	}{
		"a name without extension above":  {"cmd", reads(`load("../config/config-development")`), []string{"config/config-development.yml", "config/config-production.yml"}, []universalbuild.Copy{{From: "config/config-development.yml", To: "/config/config-development.yml"}}},
		"a folder two above":              {"cmd/api", reads(`os.ReadDir("../../settings")`), []string{"settings/a.toml"}, []universalbuild.Copy{{From: "settings", To: "/settings"}}},
		"a file above":                    {"cmd", reads(`os.Open("../rules.csv")`), []string{"rules.csv"}, []universalbuild.Copy{{From: "rules.csv", To: "/rules.csv"}}},
		"sources alone":                   {"cmd", reads(`os.ReadDir("../store")`), []string{"store/store.go"}, nil},
		"a folder of the system":          {"cmd", reads(`os.ReadDir("../etc")`), []string{"etc/a.toml"}, nil},
		"nothing of the project":          {"cmd", reads(`os.ReadDir("../../../other")`), []string{"other/a.toml"}, nil},
		"a comment":                       {"cmd", reads(`// os.Open("../rules.csv")`), []string{"rules.csv"}, nil},
		"viper's name in the working one": {".", reads(`viper.SetConfigName("config"); viper.AddConfigPath(".")`), []string{"config.yaml", "config.txt", "other.yaml"}, []universalbuild.Copy{{From: "config.yaml", To: "config.yaml"}}},
		"viper's name in the command's":   {"cmd", reads(`viper.SetConfigName("config"); viper.AddConfigPath(".")`), []string{"cmd/config.json"}, []universalbuild.Copy{{From: "cmd/config.json", To: "config.json"}}},
		"viper's name above":              {"cmd", reads(`viper.SetConfigName("config"); viper.AddConfigPath("../")`), []string{"config.json"}, []universalbuild.Copy{{From: "config.json", To: "/config.json"}}},
		"viper's whole file":              {".", reads(`viper.SetConfigFile("plans/app.yaml")`), []string{"plans/app.yaml"}, []universalbuild.Copy{{From: "plans/app.yaml", To: "plans/app.yaml"}}},
	} {
		files := map[string]string{"go.mod": "module example.test/base\n\ngo 1.24\n\nrequire github.com/spf13/viper v1.19.0\n", "go.sum": "", path.Join(one.dir, "main.go"): one.text}
		for _, file := range one.files {
			files[file] = "package store\n"
		}
		_, r := languagetest.Project(t, &Language, files, ".", "")
		got := slices.DeleteFunc(r.Runtime.Copy, func(c universalbuild.Copy) bool { return strings.HasPrefix(c.From, "/out/") })
		if !slices.Equal(got, one.want) {
			t.Errorf("%s: copies %v, want %v", name, got, one.want)
		}
	}
}
