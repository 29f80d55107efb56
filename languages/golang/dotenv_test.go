package golang

import (
	"testing"

	"aipack/backend/language/languagetest"
)

// TestDotenv: a program that ends without a .env has one in its image, an empty
// one; one that goes on without has none.
func TestDotenv(t *testing.T) {
	const head = "package main\n\nimport (\n\t\"log\"\n\t\"net/http\"\n\n\t\"github.com/joho/godotenv\"\n)\n\nfunc main() {\n"
	const tail = "\tlog.Fatal(http.ListenAndServe(\":8080\", nil))\n}\n"
	for name, c := range map[string]struct {
		load string
		want bool
	}{
		"ends without it":         {"\terr := godotenv.Load()\n\tif err != nil {\n\t\tlog.Fatal(\"no .env\")\n\t}\n", true},
		"ends, in one line":       {"\tif err := godotenv.Load(\".env\"); err != nil {\n\t\tpanic(err)\n\t}\n", true},
		"ends by a logger":        {"\tif err := godotenv.Load(); err != nil {\n\t\tlogger.Fatal(\"no .env\", \"error\", err)\n\t}\n", true},
		"ends by zap's":           {"\tif err := godotenv.Load(); err != nil {\n\t\tapp.log.Sugar().Fatalf(\"no .env: %v\", err)\n\t}\n", true},
		"ends by zerolog's":       {"\terr := godotenv.Load()\n\tif err != nil {\n\t\tlog.Fatal().Err(err).Msg(\"no .env\")\n\t}\n", true},
		"says so, and ends":       {"\terr := godotenv.Load()\n\tif err != nil {\n\t\tfmt.Println(\"no .env:\", err)\n\t\tos.Exit(1)\n\t}\n", true},
		"hands the error up":      {"\terr := godotenv.Load()\n\tif err != nil {\n\t\tlog.Println(\"no .env:\", err.Error())\n\t\treturn nil, err\n\t}\n", true},
		"hands another up":        {"\tif err := godotenv.Load(); err != nil {\n\t\treturn fmt.Errorf(\"no .env: %w\", err)\n\t}\n", true},
		"gives nothing back":      {"\tif err := godotenv.Load(); err != nil {\n\t\tlog.Println(\"no .env\")\n\t\treturn\n\t}\n", false},
		"a logger's warning":      {"\tif err := godotenv.Load(); err != nil {\n\t\tlogger.Warn(\"no .env\")\n\t}\n", false},
		"goes on without it":      {"\tif err := godotenv.Load(); err != nil {\n\t\tlog.Println(\"no .env\")\n\t}\n", false},
		"does not look":           {"\t_ = godotenv.Load()\n", false},
		"asks for another":        {"\tif err := godotenv.Load(\"deploy.env\"); err != nil {\n\t\tpanic(err)\n\t}\n", false},
		"ends for another reason": {"\t_ = godotenv.Load()\n\tprepare()\n\tmore()\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			_, r := languagetest.Project(t, &Language, map[string]string{
				"go.mod": "module example.test/base\n\ngo 1.24\n\nrequire github.com/joho/godotenv v1.5.1\n", "main.go": head + c.load + tail,
			}, ".", "")
			if got := len(r.Runtime.Files) == 1 && r.Runtime.Files[0].Path == "/app/.env"; got != c.want {
				t.Errorf("a .env: %v (%v), want %v", got, r.Runtime.Files, c.want)
			}
		})
	}
}
