package extract

import (
	"strings"
	"testing"

	"aipack/backend/detect/deployment"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

func TestFunctionsThatReadWhatTheyAreGiven(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		want  string // names with their defaults
	}{
		"a secret or its file, with its overloads": {map[string]string{"shop/settings.py": `import os
from typing import overload

@overload
def envsecret(s: str) -> str | None: ...

def envsecret(s: str, default: str | None = None) -> str | None:
    """Reads a secret."""

    if path := os.getenv(s + "_FILE"):
        return open(path).read()
    return os.getenv(s, default)

DATABASES = {"default": {"PASSWORD": envsecret("SHOP_DB_PASSWORD", ""), "HOST": envsecret("SHOP_DB_HOST", "db")}}
`}, "SHOP_DB_HOST=db SHOP_DB_PASSWORD="},
		"in another file": {map[string]string{
			"shop/utils/secrets.py":    "import os\n\ndef get_secret(key, default):\n    value = os.environ.get(key, default)\n    return value\n",
			"shop/settings/common.py":  "from shop.utils.secrets import get_secret\nHOST = get_secret(\"SHOP_HOST\", \"here\")\n",
			"shop/settings/unused.txt": "get_secret(\"SHOP_TEXT\", \"\")",
		}, "SHOP_HOST=here"},
		"one hands its parameter on to another": {map[string]string{"shop/config.py": `import os

def get_value(
    key: str, default: str | None
) -> str | None:
    value = os.getenv(key)
    return default if value is None else value

def from_env(key: str, default: str | None):
    return lambda: get_value(key=key, default=default)

URL = from_env("SHOP_URL", "redis://localhost:6379/0")
`}, "SHOP_URL=redis://localhost:6379/0"},
		"what a parameter names otherwise": {map[string]string{"shop/config.py": "import os\n\ndef label(text, key):\n    return os.environ.get(key, text)\n\nlabel(\"SHOP_TITLE\", \"X\")\n"}, ""},
		"a name that is made":              {map[string]string{"shop/config.py": "import os\nkey = make()\nX = os.environ.get(key)\nwrite(\"SHOP_TITLE\")\n"}, ""},
	} {
		r := languagetest.Reader(t, c.files)
		f := Of(&language.Project{Folder: r.Folder("."), Language: &polyglot}, deployment.Survey(r, deployment.Compose(r), []string{"."}))
		var got []string
		for _, v := range variables(f) {
			got = append(got, v.Name+"="+v.Default)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", name, strings.Join(got, " "), c.want)
		}
	}
}
