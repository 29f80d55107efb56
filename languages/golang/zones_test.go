package golang

import (
	"testing"

	"aipack/backend/language/languagetest"
)

// TestTimeZones: the table of time zones is in the image of a program that asks for one.
func TestTimeZones(t *testing.T) {
	t.Parallel()
	const head = "package main\n\nimport (\n\t\"net/http\"\n\t\"time\"\n"
	const tail = "\thttp.ListenAndServe(\":8080\", nil)\n}\n"
	for name, c := range map[string]struct {
		imports, code string
		want          bool
	}{
		"by name":           {"", "\tzone, _ := time.LoadLocation(\"Asia/Bangkok\")\n", true},
		"compiled in":       {"\t_ \"time/tzdata\"\n", "\tzone, _ := time.LoadLocation(\"Asia/Bangkok\")\n", false},
		"GORM":              {"\t\"gorm.io/driver/postgres\"\n", "\tdsn := fmt.Sprintf(\"host=%s TimeZone=%s\", host, zone)\n\tgorm.Open(postgres.Open(dsn))\n", true},
		"GORM, a text":      {"\t\"gorm.io/driver/postgres\"\n", "\tdsn := \"host=db TimeZone=Asia/Shanghai\"\n\tgorm.Open(postgres.Open(dsn))\n", true},
		"GORM in UTC":       {"\t\"gorm.io/driver/postgres\"\n", "\tdsn := \"host=db TimeZone=UTC\"\n\tgorm.Open(postgres.Open(dsn))\n", false},
		"of another client": {"", "\tdsn := fmt.Sprintf(\"host=%s TimeZone=%s\", host, zone)\n", false},
		"MySQL":             {"", "\tdsn := \"app@tcp(db)/shop?parseTime=true&loc=Asia%2FTokyo\"\n", true},
		"MySQL's own place": {"", "\tdsn := \"app@tcp(db)/shop?parseTime=true&loc=Local\"\n", false},
		"none":              {"", "\ttime.Now()\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, r := languagetest.Project(t, &Language, map[string]string{
				"go.mod": "module shop\n\ngo 1.24\n", "main.go": head + c.imports + ")\n\nfunc main() {\n" + c.code + tail,
			}, ".", "")
			if got := r.Runtime.Environment["ZONEINFO"] != ""; got != c.want {
				t.Errorf("%v", got)
			}
		})
	}
}
