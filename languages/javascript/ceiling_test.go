package javascript

import (
	"testing"

	"aipack/backend/language/languagetest"
	"aipack/backend/language/node"
)

func TestSassHasACeiling(t *testing.T) {
	for name, test := range map[string]struct{ sass, engines, want string }{
		"4":                 {sass: "^4.14.1", want: "14"},
		"an older 4":        {sass: "4.12.0", want: "12"},
		"6":                 {sass: "^6.0.1", want: "16"},
		"9":                 {sass: "^9.0.0", want: "20"},
		"a range":           {sass: "^4.14.1", engines: ">=10", want: "14"},
		"declared below":    {sass: "^6.0.0", engines: "14", want: "14"},
		"declared above":    {sass: "^4.14.1", engines: "18", want: "18"},
		"one without table": {sass: "latest", engines: "18", want: "18"},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := languagetest.Project(t, &Language, map[string]string{
				"package.json": `{"scripts": {"start": "node a.js"}, "engines": {"node": "` + test.engines + `"}, "devDependencies": {"node-sass": "` + test.sass + `"}}`, "a.js": serverFile,
			}, ".", "")
			if p.Version.Value != test.want {
				t.Errorf("got %q, want %q", p.Version.Value, test.want)
			}
			if warned := len(p.Reader().Warnings(".")) > 0; warned != (name == "declared above") {
				t.Errorf("warned %v", warned)
			}
		})
	}
}

func TestEarlyNextHasACeiling(t *testing.T) {
	for next, want := range map[string]string{"10.1.3": "16", "~10.0.6": "16", "10.2.3": node.DefaultVersion, "^10.1.0": node.DefaultVersion, "9.5.5": node.DefaultVersion, "15.1.0": node.DefaultVersion} {
		p, _ := languagetest.Project(t, &Language, map[string]string{
			"package.json": `{"scripts": {"build": "next build", "start": "next start"}, "dependencies": {"next": "` + next + `", "react": "17.0.2"}}`, "pages/index.js": "export default () => null\n",
		}, ".", "")
		if p.Version.Value != want {
			t.Errorf("%s: got %q, want %q", next, p.Version.Value, want)
		}
	}
}
