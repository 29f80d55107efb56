package buildtime

import (
	"strings"
	"testing"
)

func TestNeeds(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`SECRET_KEY = os.environ["SECRET_KEY"]`:                                       "SECRET_KEY=build-only",
		`PORT = int(os.environ["DB_PORT"])`:                                           "DB_PORT=1",
		`RATE = float(os.environ['RATE'])`:                                            "RATE=1",
		`DATABASES = {"default": dj_database_url.parse(os.environ["DB"])}`:            "DB=sqlite:////tmp/build.sqlite3",
		`LIMITS = json.loads(os.environ["LIMITS"])`:                                   "LIMITS={}",
		`DEBUG = bool(strtobool(os.environ["DEBUG"]))`:                                "DEBUG=0",
		`HOSTS = os.environ.get("HOSTS").split(",")`:                                  "HOSTS=build-only",
		`HOSTS = os.getenv('HOSTS').split(",")`:                                       "HOSTS=build-only",
		`SIZE = int(os.getenv("SIZE"))`:                                               "SIZE=1",
		`HOSTS = os.environ.get("HOSTS", "a").split(",")`:                             "",
		`SIZE = int(os.getenv("SIZE", 5))`:                                            "",
		`KEY = os.environ.get("KEY")`:                                                 "",
		`SIZE = config("SIZE", cast=int)`:                                             "SIZE=1",
		`SIZE = config("SIZE", cast=int, default=3)`:                                  "",
		`DB = env.db_url("DB")`:                                                       "DB=sqlite:////tmp/build.sqlite3",
		"# KEY = os.environ['KEY']":                                                   "",
		`os.environ["KEY"] = "x"`:                                                     "",
		"if 'KEY' in os.environ:\n    KEY = os.environ['KEY']":                        "",
		"if os.environ.get('KEY'):\n    KEY = os.environ['KEY']":                      "",
		`D = {"A": os.environ["A"], "B": os.environ["B"], "C": int(os.environ["C"])}`: "A=build-only B=build-only C=1",
		"A = os.environ['A']\nB = os.environ['A']":                                    "A=build-only",
	} {
		var got []string
		for _, n := range Needs(text) {
			got = append(got, n.Name+"="+Value(n))
		}
		if all := strings.Join(got, " "); all != want {
			t.Errorf("%s: %q, want %q", text, all, want)
		}
	}
}
