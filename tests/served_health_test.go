package tests

import "testing"

// TestHealthOfWhatTheCommandNames: a route of the application that the start command
// names goes before what its framework answers by itself, whatever the file is called.
func TestHealthOfWhatTheCommandNames(t *testing.T) {
	const app = "from fastapi import FastAPI\n\napp = FastAPI()\n\n\n@app.get(\"/api/health\")\ndef health():\n    return {}\n"
	for name, c := range map[string]struct{ file, other, want string }{
		"a module of any name":    {"shop.py", "", "/api/health"},
		"a package":               {"shop/api/__init__.py", "", "/api/health"},
		"a file that no one runs": {"shop.py", "from fastapi import FastAPI\n\napp = FastAPI()\n", "/docs"},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"requirements.txt": "fastapi\nuvicorn\n", c.file: app}
			if c.other != "" {
				files["main.py"] = c.other
			}
			if got := theOneOf(t, files).Runtime.Healthcheck; got == nil || got.Path != c.want {
				t.Errorf("%+v, want %s", got, c.want)
			}
		})
	}
}
