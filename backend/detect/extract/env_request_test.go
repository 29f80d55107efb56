package extract

import (
	"strings"
	"testing"
)

// TestNeedsThatOnlyARequestHas tells variables that a program stops without at its
// start from those that a handler, a value made later or another variable's
// absence asks for.
func TestNeedsThatOnlyARequestHas(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		want  string // the required ones
	}{
		"a handler of Express": {map[string]string{
			"server.js": "exports.ask = async (req, res) => {\n  const key = process.env.SHOP_ASKED;\n  if (!key) {\n    return res.status(500).json({ error: 'no key' });\n  }\n};\nconst own = process.env.SHOP_NEEDED;\nif (!own) {\n  throw new Error('SHOP_NEEDED');\n}\n",
		}, "SHOP_NEEDED"},
		"a function of two others": {map[string]string{
			"server.js": "function open(url, options) {\n  const key = process.env.SHOP_NEEDED;\n  if (!key) {\n    throw new Error('SHOP_NEEDED');\n  }\n}\n",
		}, "SHOP_NEEDED"},
		"dotenv-safe": {map[string]string{
			"server.js":    "require('dotenv-safe').config({\n  path: path.join(__dirname, '../.env'),\n});\n",
			".env.example": "PORT=3000\nSHOP_MAIL=\nSHOP_LIFETIME=15\n#SHOP_OFF=1\n",
		}, "SHOP_LIFETIME SHOP_MAIL"},
		"dotenv-safe with an example of another name, which may be empty": {map[string]string{
			"server.js":   "require('dotenv-safe').config({ allowEmptyValues: true, example: './.env.sample' });\n",
			".env.sample": "SHOP_MAIL=\nSHOP_LIFETIME=15\n",
		}, "SHOP_LIFETIME"},
		"dotenv": {map[string]string{"server.js": "require('dotenv').config();\n", ".env.example": "SHOP_LIFETIME=15\n"}, ""},
		"a setting of what the program speaks with": {map[string]string{
			"server.js": "const a = process.env.GITHUB_CLIENT_ID;\nif (!a) {\n  throw new Error('a');\n}\nconst b = process.env.GITHUB_SHA;\nif (!b) {\n  throw new Error('b');\n}\n",
		}, "GITHUB_CLIENT_ID"},
	} {
		var got []string
		for _, v := range variables(facts(t, c.files, ".")) {
			if v.Required {
				got = append(got, v.Name)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
	}
}

// TestFlagsInOneLineEach: what one flag says is not said of those around it.
func TestFlagsInOneLineEach(t *testing.T) {
	t.Parallel()
	files := map[string]string{"main.go": "var flags = []cli.Flag{\n\t&cli.StringFlag{Name: \"at\", Value: \":80\", Sources: cli.EnvVars(\"SHOP_AT\")},\n\t&cli.StringFlag{Name: \"key\", Required: true, Sources: cli.EnvVars(\"SHOP_SIGNER\")},\n}\n"}
	if got := needed(t, files); strings.Join(got, " ") != "SHOP_SIGNER" {
		t.Errorf("%v, want SHOP_SIGNER", got)
	}
}

// TestTheFirstOfSeveralIsAskedFor: a variable that is read where another gives
// nothing is not needed beside it.
func TestTheFirstOfSeveralIsAskedFor(t *testing.T) {
	t.Parallel()
	files := map[string]string{"server.js": "const url = process.env.SHOP_REDIS_URL || process.env.REDIS_URL;\nopen(process.env.DATABASE_URL ?? process.env.POSTGRES_URL ?? 'postgres://db/shop');\n"}
	if got := needed(t, files, "ioredis", "pg"); strings.Join(got, " ") != "SHOP_REDIS_URL" {
		t.Errorf("%v, want SHOP_REDIS_URL", got)
	}
}

// TestLazily: what is made when it is first asked for is not needed at the start.
func TestLazily(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"fn token(&self) -> &str {\n    self.token.get_or_init(|| {\n        env::var(\"X\")\n": true,
		"x.get_or_init(|| 1);\nfn main() {\n    env::var(\"X\")\n":                              false,
		"fn main() {\n    env::var(\"X\")\n":                                                    false,
	} {
		lines := strings.Split(text, "\n")
		if got := lazily(lines, len(lines)-1); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
