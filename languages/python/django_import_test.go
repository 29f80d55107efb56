package python

import (
	"slices"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestMigrationsWithoutChecks: where a module asks for rows as it is imported, the checks
// before the first migration would find no table.
func TestMigrationsWithoutChecks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		forms, django string
		want          bool
	}{
		"a class goes through a query":   {"class YearForm(forms.Form):\n    found = Order.objects.order_by('day').values_list(\n        'day'\n    )\n    years = [t[0].year for t in found]\n", "Django==3.2.15", true},
		"a module makes a list":          {"CHOICES = list(Order.objects.values_list('day'))\n", "django", true},
		"a field's query, which is lazy": {"class YearForm(forms.Form):\n    order = forms.ModelChoiceField(queryset=Order.objects.all())\n", "django", false},
		"a function":                     {"class YearForm(forms.Form):\n    def years(self):\n        found = Order.objects.all()\n        return [t for t in found]\n", "django", false},
		"a query that nothing asks":      {"found = Order.objects.all()\n\n\ndef years():\n    return [t for t in found]\n", "django", false},
		"a Django without the option":    {"CHOICES = list(Order.objects.values_list('day'))\n", "django==2.2.28", false},
	} {
		p, _ := languagetest.Project(t, &Language, map[string]string{
			"requirements.txt": c.django + "\ngunicorn\n", "manage.py": djangoManage, "shop/settings.py": djangoSettings, "shop/wsgi.py": "application = 1\n", "orders/forms.py": c.forms,
		}, ".", "")
		if got := slices.Contains(p.Start.Value.Release, "python manage.py migrate --noinput --skip-checks"); got != c.want {
			t.Errorf("%s: %v", name, p.Start.Value.Release)
		}
	}
}
