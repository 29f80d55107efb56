package languages

import (
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

func TestSitesOfLibrariesAreNotDeployed(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"documentation": {"mkdocs.yml": "site_name: x", "pyproject.toml": "[project]", "lib/__init__.py": ""},
		"a theme":       {"_config.yml": "title: x", "_layouts/a.html": "", "x.gemspec": ""},
		"a book":        {"book.toml": "[book]", "src/SUMMARY.md": "", "Cargo.toml": ""},
		"a demo":        {"index.html": "", "package.json": `{"main": "a.js", "exports": "./a.js"}`, "a.js": "module.exports = 1"},
	} {
		if c, ok := pages.Claim(languagetest.Reader(t, files).Folder(".")); ok && c.Role != language.Aside {
			t.Errorf("%s: role %d", name, c.Role)
		}
	}
	if c, _ := pages.Claim(languagetest.Reader(t, map[string]string{"mkdocs.yml": "site_name: x", "requirements.txt": "mkdocs"}).Folder(".")); c.Role != language.Service {
		t.Errorf("a site of its own: role %d", c.Role)
	}
}
