package extract

import (
	"strings"
	"testing"
)

// TestFieldsThatAreValidated: a variable that alone fills a field which a validator
// insists on is required.
func TestFieldsThatAreValidated(t *testing.T) {
	t.Parallel()
	const head = "package main\n\nimport \"github.com/go-playground/validator/v10\"\n\ntype settings struct {\n\tSecret string `validate:\"required\"`\n\tKeys string `json:\"keys\" validate:\"min=3,required\"`\n\tName string `validate:\"omitempty\"`\n\tAt string `validate:\"required\"`\n}\n\n"
	const made = "func load() settings {\n\treturn settings{\n\t\tSecret: os.Getenv(\"SHOP_SIGNER\"),\n\t\tKeys:   read(\"SHOP_KEYS\", \"\"),\n\t\tName:   os.Getenv(\"SHOP_NAME\"),\n\t\tAt:     read(\"SHOP_AT\", \":80\"),\n\t}\n}\n\nfunc read(key, other string) string {\n\tif v, ok := os.LookupEnv(key); ok {\n\t\treturn v\n\t}\n\treturn other\n}\n"
	for name, c := range map[string]struct{ code, want string }{
		"validated":     {head + made + "func main() { err := validator.New().Struct(load()) }\n", "SHOP_KEYS SHOP_SIGNER"},
		"not validated": {head + made, ""},
	} {
		if got := strings.Join(needed(t, map[string]string{"internal/config/load.go": c.code}), " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
