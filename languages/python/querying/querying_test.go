package querying

import "testing"

func TestQueriesAtImport(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"names = [c.name for c in Color.objects.all()]\n":                                true,
		"CHOICES = list(\n    Color.objects.all())\n":                                    true,
		"for c in \\\n  Color.objects.all():\n    pass\n":                                false, // "\" is none of what may stand between
		"class A:\n    names = sorted(Color.objects.all())\n":                            true,
		"def f():\n    return list(Color.objects.all())\n":                               false,
		"colors = Color.objects.all()\n":                                                 false, // nobody goes through it
		"colors = Color.objects.all()\nnames = [c for c in colors]\n":                    true,
		"def f():\n    colors = Color.objects.all()\n\nnames = [c for c in colors]\n":    false,
		"colors = Color.objects.all()\ndef f():\n    return len(colors)\n":               false,
		"a.b = Color.objects.all()\nprint(len(b))\n":                                     false,
		"# for c in Color.objects.all()\n":                                               false,
		"colors \\\n = Color.objects\n":                                                  false,
		"def f():\n    x = 1\n\nhidden = {c: 1\n  for c\n  in Color.objects.all()}\n":    false, // "for" begins the line: nothing stands before it
		"hidden = {c: 1 for c\n\n  in Color.objects.all()}\n":                            true,
		"def f():\n    a = [c for c in Color.objects.all()]\nb = len(Color.objects.x)\n": true,
	} {
		if got := AtImport(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
