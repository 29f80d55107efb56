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

// An old bundler of a front end gets what it needs of OpenSSL in another language's
// build, too.
func TestAssetsOfAnOldBundler(t *testing.T) {
	for bundler, want := range map[string]string{"3.2.0": "--openssl-legacy-provider", "5.0.1": ""} {
		b, _ := languagetest.Project(t, &Language, map[string]string{
			"ui/package.json": `{"scripts": {"build": "react-scripts build"}, "devDependencies": {"react-scripts": "^` + bundler + `"}}`, "ui/package-lock.json": "{}", "ui/src/index.js": "show()\n",
		}, "ui", "")
		var r language.Recipe
		if !assets(b, b, "", &r) || r.Build.Environment["NODE_OPTIONS"] != want {
			t.Errorf("react-scripts %s: %v", bundler, r.Build.Environment)
		}
	}
}

// So does that of a Node program which builds it along.
func TestOldFrontEndOfANodeProgram(t *testing.T) {
	for bundler, want := range map[string]bool{"3.2.0": true, "5.0.1": false} {
		front, _ := languagetest.Project(t, &Language, map[string]string{
			"ui/package.json": `{"scripts": {"build": "react-scripts build"}, "devDependencies": {"react-scripts": "^` + bundler + `"}}`, "ui/package-lock.json": "{}", "ui/src/index.js": "show()\n",
		}, "ui", "")
		p, _ := languagetest.Project(t, &Language, map[string]string{"package.json": `{"scripts": {"start": "node a.js"}}`, "package-lock.json": "{}", "a.js": "serve()\n"}, ".", "")
		p.Beside = []*language.Project{front}
		pl := newPlan(p)
		if pl.tag = "22-bookworm-slim"; pl.oldFrontEnd() != want {
			t.Errorf("react-scripts %s: %t", bundler, !want)
		}
	}
}

func TestWhatDocuments(t *testing.T) {
	for manifest, want := range map[string]bool{
		`{"scripts": {"build": "docusaurus build"}, "dependencies": {"@docusaurus/core": "3.8.0"}}`: true,
		`{"scripts": {"build": "vitepress build"}, "devDependencies": {"vitepress": "1.6.0"}}`:      true,
		`{"scripts": {"build": "vite build"}, "devDependencies": {"vite": "7.0.0"}}`:                false,
	} {
		p, _ := languagetest.Project(t, &Language, map[string]string{
			"site/package.json": manifest, "site/package-lock.json": "{}", "site/index.html": "<p>\n", "site/index.md": "# A\n", "site/docusaurus.config.js": "module.exports = {}\n", "site/.vitepress/config.js": "export default {}\n",
		}, "site", "")
		if got := p.Claim.Documents.Rule != ""; got != want {
			t.Errorf("%s: %t, claim %+v", manifest, got, p.Claim)
		}
	}
}

// What builds for production is known by its name, with either sign between.
func TestAssetsForProduction(t *testing.T) {
	for scripts, want := range map[string]string{
		`"build-dev": "webpack", "build-prod": "webpack --mode production"`:                 "npm run build-prod",
		`"build:production": "webpack --mode production", "watch": "webpack --watch"`:       "npm run build:production",
		`"build": "webpack", "build-production": "webpack --mode production"`:               "npm run build",
		`"build-prod": "webpack --watch", "build:css": "sass a.scss:a.css", "test": "jest"`: "npm run build:css",
	} {
		b, _ := languagetest.Project(t, &Language, map[string]string{"ui/package.json": `{"scripts": {` + scripts + `}, "devDependencies": {"webpack": "5.0.0"}}`, "ui/package-lock.json": "{}", "ui/src/index.js": "show()\n"}, "ui", "")
		var r language.Recipe
		if !assets(b, b, "", &r) || r.Build.BuildCommands[1] != want {
			t.Errorf("%s: %q", scripts, r.Build.BuildCommands)
		}
	}
}
