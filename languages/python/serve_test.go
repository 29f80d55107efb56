package python

import (
	"slices"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestOtherApplications: what lost can be taken as a start, as it stands.
func TestOtherApplications(t *testing.T) {
	const api, admin = "from fastapi import FastAPI\napp = FastAPI()\n", "from fastapi import FastAPI\nadmin = FastAPI()\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"the same server serves it": {
			map[string]string{"requirements.txt": "fastapi\nuvicorn\n", "main.py": api, "manage.py": admin},
			[]string{"uvicorn manage:admin --host 0.0.0.0 --port ${PORT:-8000}"},
		},
		"a factory of another module": {
			map[string]string{
				"requirements.txt": "flask\n", "app.py": "from shop import create_app\nif __name__ == '__main__':\n    app = create_app()\n    app.run()\n",
				"shop/__init__.py": "from flask import Flask\ndef create_app():\n    app = Flask(__name__)\n    return app\n",
			},
			[]string{"flask --app shop:create_app run --host 0.0.0.0 --port ${PORT:-5000}"},
		},
	} {
		p, _ := languagetest.Project(t, &Language, c.files, ".", "")
		var got []string
		for _, a := range p.Start.Alternatives {
			got = append(got, a.Value)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q; the start is %q", name, got, c.want, p.Start.Value.Command)
		}
	}
}
