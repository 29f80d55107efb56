package phase

import (
	"strings"
	"testing"
)

// TestReleasesRunWhereTheirFileLies: the own container's working directory may be
// what a folder of the project is here.
func TestReleasesRunWhereTheirFileLies(t *testing.T) {
	inApp := []string{"sh", "-c", "cd app && exec gunicorn shop.wsgi"}
	for what, c := range map[string]struct {
		start []string
		line  string
		files []string
		want  string
	}{
		"in the folder of the start":   {inApp, "python manage.py migrate", []string{"app/manage.py"}, "cd app && python manage.py migrate"},
		"in the root":                  {inApp, "python manage.py migrate", []string{"manage.py"}, "python manage.py migrate"},
		"in both":                      {inApp, "python manage.py migrate", []string{"manage.py", "app/manage.py"}, "python manage.py migrate"},
		"by its path":                  {inApp, "python app/manage.py migrate", []string{"app/manage.py"}, "python app/manage.py migrate"},
		"nowhere":                      {inApp, "python manage.py migrate", nil, "python manage.py migrate"},
		"no file":                      {inApp, "flask db upgrade", []string{"app/manage.py"}, "flask db upgrade"},
		"a start in the root":          {[]string{"gunicorn", "shop.wsgi"}, "python manage.py migrate", []string{"app/manage.py"}, "python manage.py migrate"},
		"a start of the shell's words": {[]string{"sh", "-c", "exec gunicorn -b :$PORT"}, "python manage.py migrate", []string{"app/manage.py"}, "python manage.py migrate"},
	} {
		s := contained(t, "FROM python\n", append(c.files, "requirements.txt")...)
		if got := whereItLies(s.Project.Context(), c.start, strings.Fields(c.line)); got != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}
