package cause

import (
	"testing"

	"aipack/backend/prove/patch"
	"aipack/backend/universalbuild"
)

// TestInSources: a file that is run is changed where it says on which address its
// server listens.
func TestInSources(t *testing.T) {
	t.Parallel()
	warns := func(message, fix string) universalbuild.Warning {
		return universalbuild.Warning{Code: universalbuild.BindsToLocalhost, Path: "shop/app.py", Message: message, Fix: fix}
	}
	for name, c := range map[string]struct {
		command []string
		warning universalbuild.Warning
		text    string
		want    string // "" for no change
	}{
		"Flask":            {[]string{"python", "app.py"}, warns("the server listens", universalbuild.GiveHost), "if x:\n    app.run(debug=True, port=5000)\n", "if x:\n    app.run(host=\"0.0.0.0\", debug=True, port=5000)\n"},
		"without anything": {[]string{"python", "app.py"}, warns("the server listens", universalbuild.GiveHost), "app.run()\n", "app.run(host=\"0.0.0.0\", )\n"},
		"written":          {[]string{"sh", "-c", "exec python app.py"}, warns("the server listens", "listen on 0.0.0.0"), "app.run(host='127.0.0.1')\n", "app.run(host='0.0.0.0')\n"},
		"uvicorn":          {[]string{"python", "app.py"}, warns("uvicorn listens", universalbuild.GiveHost), "uvicorn.run(\"shop:app\", reload=True)\n", "uvicorn.run(\"shop:app\", host=\"0.0.0.0\", reload=True)\n"},
		"another command":  {[]string{"flask", "run"}, warns("the server listens", universalbuild.GiveHost), "app.run()\n", ""},
		"no such warning":  {[]string{"python", "app.py"}, universalbuild.Warning{Code: "x", Path: "shop/app.py"}, "app.run()\n", ""},
	} {
		d := universalbuild.UniversalBuild{Warnings: []universalbuild.Warning{c.warning}}
		d.Metadata.Path, d.Runtime.Command = "shop", c.command
		list := inSources(circumstances{Seen: Seen{Document: d}})
		if c.want == "" {
			if len(list) > 0 {
				t.Errorf("%s: %+v", name, list)
			}
			continue
		}
		changes, err := patch.Apply(list, func(path string) ([]byte, string, error) { return []byte(c.text), path, nil })
		if err != nil || len(changes) != 1 || changes[0].Path != "app.py" || changes[0].Text != c.want {
			t.Errorf("%s: %+v, %v", name, changes, err)
		}
	}
}
