package extract

import (
	"testing"

	"aipack/backend/detect/deployment"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// TestTypes: what the program reads its variables as.
func TestTypes(t *testing.T) {
	t.Parallel()
	many := language.Language{ID: "many", Extensions: []string{".js", ".ts", ".py", ".go"}, EnvReads: []language.Pattern{
		`process\.env\.([A-Z_]+)`, `os\.Getenv\("([A-Z_]+)"\)`, `os\.environ\["([A-Z_]+)"\]`, "\\benv:\"([A-Z_]+)",
	}}
	const pydantic = "class Shop(BaseSettings):\n"
	for name, one := range map[string]struct{ file, text, want string }{
		"pydantic int":       {"a.py", pydantic + "    size: int\n", "integer"},
		"pydantic maybe int": {"a.py", pydantic + "    size: int | None\n", "integer"},
		"pydantic Field":     {"a.py", pydantic + "    size: PositiveInt = Field(...)\n", "integer"},
		"pydantic bool":      {"a.py", pydantic + "    size: bool\n", "boolean"},
		"pydantic address":   {"a.py", pydantic + "    size: AnyHttpUrl\n", "url"},
		"pydantic text":      {"a.py", pydantic + "    size: str\n", ""},
		"int()":              {"a.py", "import os\nn = int(os.environ[\"SIZE\"])\n", "integer"},
		"int() of a name":    {"a.py", "import os\nraw = os.environ[\"SIZE\"]\nn = int(raw)\n", "integer"},
		"environs":           {"a.py", "n = env.int(\"SIZE\")\n", "integer"},
		"decouple":           {"a.py", "n = config('SIZE', cast=bool)\n", "boolean"},
		"another's int":      {"a.py", "import os\nn = int(row[\"SIZE\"])\nm = os.environ[\"SIZE\"]\n", ""},
		"parseInt":           {"a.js", "const n = parseInt(process.env.SIZE, 10)\n", "integer"},
		"Number":             {"a.js", "const n = Number(process.env.SIZE)\n", "integer"},
		"an address":         {"a.js", "const u = new URL(process.env.SIZE)\n", "url"},
		"Supabase's address": {"a.js", "const s = createClient(process.env.SIZE, key)\n", "url"},
		"allowed origins":    {"main.go", "c := cors.Config{AllowOrigins: []string{os.Getenv(\"SIZE\")}}\n", "url"},
		"zod":                {"env.ts", "const env = z.object({ SIZE: z.coerce.number().int() }).parse(process.env)\n", "integer"},
		"zod's text":         {"env.ts", "const env = z.object({ SIZE: z.string().min(3) }).parse(process.env)\n", ""},
		"zod's address":      {"env.ts", "const env = z.object({ SIZE: z.string().url() }).parse(process.env)\n", "url"},
		"Joi":                {"env.js", "const env = Joi.object({ SIZE: Joi.number().required() }).validate(process.env)\n", "integer"},
		"class-validator":    {"env.validation.ts", "import { IsInt } from 'class-validator';\nclass EnvironmentVariables {\n  @IsInt()\n  SIZE: number;\n}\n", "integer"},
		"Atoi":               {"main.go", "n, err := strconv.Atoi(os.Getenv(\"SIZE\"))\n", "integer"},
		"a duration":         {"main.go", "raw := os.Getenv(\"SIZE\")\nd, err := time.ParseDuration(raw)\n", "duration"},
		"a field":            {"main.go", "type Config struct {\n\tSize int `env:\"SIZE,required\"`\n}\n", "integer"},
		"a field of text":    {"main.go", "type Config struct {\n\tSize string `env:\"SIZE,required\"`\n}\n", ""},
	} {
		r := languagetest.Reader(t, map[string]string{one.file: one.text})
		types := Of(&language.Project{Folder: r.Folder("."), Language: &many}, deployment.Survey(r, deployment.Compose(r), []string{"."})).Types([]string{"SIZE"})
		if got := types["SIZE"]; got != one.want {
			t.Errorf("%s: %q, want %q (%v)", name, got, one.want, types)
		}
	}
}
