package javascript

import (
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// The install of a front end fetches no browser in another language's build, either.
func TestAssetsFetchNoBrowser(t *testing.T) {
	b, _ := languagetest.Project(t, &Language, map[string]string{
		"site/package.json": `{"scripts": {"build": "vite build"}, "devDependencies": {"vite": "7.0.0", "cypress": "15.0.0", "puppeteer": "24.0.0"}}`, "site/package-lock.json": "{}", "site/index.html": "<p>\n",
		"site/src/main.js": "show()\n", "site/src/tests/setup.js": "import puppeteer from 'puppeteer'\n",
	}, "site", "")
	var r language.Recipe
	if !assets(b, b, "", &r) || r.Build.Environment["CYPRESS_INSTALL_BINARY"] != "0" || r.Build.Environment["PUPPETEER_SKIP_DOWNLOAD"] != "true" || len(r.Build.BuildCommands) != 2 {
		t.Errorf("%+v", r.Build)
	}
}
